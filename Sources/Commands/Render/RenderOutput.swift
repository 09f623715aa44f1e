// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Views

/// The output of `render`.
enum RenderOutput {
  /// A folder of images.
  case sequence(OutputNames)
  /// Raw frames in one stream.
  case stream(RawOutput)
  /// One image.
  case image(ImageOutput)

  /// `film` is the command that makes a film with this name, for the hint to users who want one.
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
        "--\(name) is for raw frames", hint: "add --format y4m, or leave it out",
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
  /// Refuses options that only a sequence has.
  func refuseResuming() throws(Diagnostic) {
    guard !resumes else {
      throw Diagnostic(
        "--resume is for sequences of images",
        hint: "leave out --resume", status: .usage)
    }
  }
}

extension ChosenDrawing {
  /// Opens all inputs of the pictures, to be drawn in another size if one is given.
  func openedForOneOutput(_ size: PixelSize? = nil) throws -> OpenedRender {
    var options = options
    options.size = size ?? options.size
    var request = options.request
    // There is no manifest to record it.
    request.track.hashesSamples = false
    return try open(request)
  }

  /// Opens the single file or stream for the pictures, unless it is one of their inputs.
  func output(for fileExtension: String) throws -> DataOutput {
    try DataOutputOptions(named: options.output, overwrites: options.overwrites)
      .open(inputs: sources, for: fileExtension)
  }
}
