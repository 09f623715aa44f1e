// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Text
internal import Writing

/// One image: a frame, or a contact sheet.
struct ImageOutput {
  private let path: String
  private let kind: OutputKind
  private let sheet: ContactSheet?

  /// `nil` if the options request a sequence. With `hasOneName`, the output has one name, even if
  /// that looks like a pattern.
  init?(_ options: RenderOptions, hasOneName: Bool = false) throws(Diagnostic) {
    path = options.output
    guard options.sheet != nil || options.selectsOneFrame else { return nil }
    let implied = FramePattern.kind(of: path)
    let isStream = path == "-" && options.kind != nil
    guard isStream || (implied != nil && (hasOneName || ImageOutput.isOneName(path))) else {
      if options.sheet == nil { return nil }
      throw Diagnostic(
        "--contact-sheet makes one image, and '\(path)' is not the name of one",
        hint: "use -o sheet.png", status: .usage)
    }
    kind = try OutputNames.kind(options.kind, implied, path)
    sheet = try options.sheet.map { (shape) throws(Diagnostic) in
      try ContactSheet(shape, options.size)
    }
    if sheet != nil, kind != .png {
      throw Diagnostic(
        "--contact-sheet cannot make \(kind.name)", hint: "use -o sheet.png", status: .usage)
    }
    try options.refuseResuming()
    if isStream, StandardStreams.outputIsTerminal {
      throw Diagnostic(
        "an image cannot be shown on a terminal", hint: "name a file with -o", status: .usage)
    }
  }

  /// Whether a name has no place for a number; a single percent sign is then an ordinary character.
  private static func isOneName(_ path: String) -> Bool {
    do throws(FramePattern.ParseError) {
      _ = try FramePattern(parsing: path, fileExtension: "")
      return false
    } catch { return error == .noNumber || error == .badConversion }
  }

  /// Draws and writes the image; reports it in the words of `note`, or by its frame number.
  func write(_ drawing: ChosenDrawing, note: String? = nil) throws {
    let sound = try drawing.openedForOneOutput(sheet?.cell)
    let output = try drawing.output(for: kind.name)
    let prepared: PreparedRender
    do {
      prepared = try drawing.read(sound)
      guard !prepared.frames.isEmpty else {
        throw Diagnostic(
          "\(inputName(drawing.options.input)): there is no frame to draw",
          hint: "choose another part of the track, or another track", status: .badData)
      }
      try output.write(try image(prepared, drawing))
    } catch {
      output.discard()
      throw error
    }
    try output.commit()
    let all = counted(prepared.schedule.frameCount, "frame")
    let place = OutputFile.name(path)
    let sheet = sheet.map {
      "\($0.count(of: prepared)) of \(all) in \(place), \($0.times(of: prepared))"
    }
    drawing.options.report.note(
      note ?? sheet ?? "frame \(prepared.frames.lowerBound) of \(all) in \(place)")
  }

  private func image(_ prepared: PreparedRender, _ drawing: ChosenDrawing) throws -> [UInt8] {
    let scene: Scene
    if let sheet {
      try drawing.checkMemory(sheet.memory)
      scene = try sheet.scene(of: prepared)
    } else {
      var cursor = SceneSequence.Cursor(prepared.scenes, from: prepared.frames.lowerBound)
      scene = try cursor.scene(ofFrame: prepared.frames.lowerBound)
      try drawing.checkMemory(kind.renderer.memory(for: scene))
    }
    var (renderer, bytes) = (kind.renderer.init(), [UInt8]())
    renderer.render(scene, into: &bytes)
    return bytes
  }
}
