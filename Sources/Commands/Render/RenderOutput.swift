// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Views

/// What `render` makes, and where it goes.
enum RenderOutput {
  /// A folder of images.
  case sequence(OutputNames)
  /// Frames without files.
  case stream(RawOutput)
  /// One image.
  case image(ImageOutput)

  /// `film` is a line that makes a film of this name, for those who ask for one.
  init(_ drawing: ChosenDrawing, film: (_ output: String) -> String?) throws(Diagnostic) {
    let options = drawing.options
    if let raw = try RawOutput(options) {
      self = .stream(raw)
      return
    }
    for (name, isGiven) in [
      ("chroma", options.chroma != nil), ("no-header", options.omitsHeader),
    ] where isGiven {
      throw Diagnostic(
        "--\(name) is for frames without files", hint: "add --format y4m, or leave it out",
        status: .usage)
    }
    if let image = try ImageOutput(options) {
      self = .image(image)
    } else {
      self = .sequence(try OutputNames(options.output, options.kind, film: film))
    }
  }
}

extension RenderOptions {
  /// Refuses what only a sequence can be told.
  func refuseResuming() throws(Diagnostic) {
    guard !resumes else {
      throw Diagnostic(
        "--resume is for sequences of images, which can be gone on with",
        hint: "leave out --resume", status: .usage)
    }
  }
}

extension ChosenDrawing {
  /// Opens all that the pictures are made from, to be drawn in another size if one is given.
  func openedForOneOutput(_ size: PixelSize? = nil) throws -> OpenedRender {
    var options = options
    options.size = size ?? options.size
    var request = options.request
    // No manifest tells of it.
    request.track.hashesSamples = false
    return try open(request)
  }

  /// Opens the one file or stream that the pictures go to, unless they are made from it.
  func output(for fileExtension: String) throws -> DataOutput {
    try DataOutputOptions(named: options.output, overwrites: options.overwrites)
      .open(inputs: sources, for: fileExtension)
  }
}
