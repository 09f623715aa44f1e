// SPDX-License-Identifier: MIT
internal import Drawing
internal import Filming
internal import JSON
internal import Pages
internal import Pipeline
internal import Platform
internal import Signal
internal import Writing

extension PageFile {
  /// Draws some parts of the page to know its size, and encodes no sound.
  func plan() throws(Diagnostic) -> [Fact] {
    var open = try open()
    let (run, source) = try read(&open)
    let page = Page(run, .none, isLoop: options.frames.loops)
    let picture: Int
    do {
      picture = try page.approximateSceneSize(jobs: options.jobCount) {
        Interruption.signal == nil
      }
    } catch { throw Diagnostic(error) }
    let (sound, canvas) = (source.approximateSize, run.scenes.blank.canvas)
    let isThere = Folder.hasEntry(output)
    let music =
      switch source {
      case .none: "none"
      case .link: "linked"
      case .file: "the file as it is"
      case .samples: "encoded as AAC"
      }
    let bytes = picture + sound
    return run.soundFacts(drawing) + [
      Fact(
        "size", "\(canvas.width)x\(canvas.height) pixels, and any other",
        [(.width, .whole(canvas.width)), (.height, .whole(canvas.height))]),
      Fact(
        "page", output + (isThere && !options.existing.replaces ? ", which exists already" : ""),
        [(.output, .text(output)), (.exists, .bool(isThere))]),
      Fact("music", music, [(.sound, .text(music))]),
    ] + run.measuredFacts + drawing.scenesFacts + [
      Fact(
        "bytes",
        "roughly \(Quantity.bytes(bytes)): \(Quantity.bytes(picture)) of picture, "
          + "\(Quantity.bytes(sound)) of sound"
          + (bytes > Page.maxBytes ? "; browsers do not read so much" : ""),
        [
          (.bytes, .whole(bytes)), (.pictureBytes, .whole(picture)),
          (.soundBytes, .whole(sound)), (.bytesAreExact, .bool(false)),
        ])
    ]
  }
}
