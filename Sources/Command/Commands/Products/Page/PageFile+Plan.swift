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
  func plan() throws(Diagnostic) -> [PlanRow] {
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
    return run.soundFacts(options) + [
      PlanRow(
        "size", "\(canvas.width)x\(canvas.height) pixels, and any other",
        [JSONMember("width", .whole(canvas.width)), JSONMember("height", .whole(canvas.height))]),
      PlanRow(
        "page", output + (isThere && !options.existing.replaces ? ", which exists already" : ""),
        [JSONMember("output", .text(output)), JSONMember("exists", .bool(isThere))]),
      PlanRow("music", music, [JSONMember("sound", .text(music))]),
    ] + run.measuredFacts + drawing.scenesFacts + [
      PlanRow(
        "bytes",
        "roughly \(Quantity.bytes(bytes)): \(Quantity.bytes(picture)) of picture, "
          + "\(Quantity.bytes(sound)) of sound"
          + (bytes > Page.maxBytes ? "; browsers do not read so much" : ""),
        [
          JSONMember("bytes", .whole(bytes)), JSONMember("pictureBytes", .whole(picture)),
          JSONMember("soundBytes", .whole(sound)), JSONMember("bytesAreExact", .bool(false)),
        ])
    ]
  }
}
