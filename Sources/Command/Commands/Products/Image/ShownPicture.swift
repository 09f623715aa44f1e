// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Pipeline
internal import Rendering
internal import Text

/// One image that is drawn into the terminal, since no file is named.
struct ShownPicture: Product {
  let drawing: DrawingRequest
  /// What it is in the note at the end, if not a frame of a sequence.
  private let productName: String?
  private let choice: ShowChoice
  /// What is made if the terminal shows no pictures.
  private let otherwise: @Sendable () throws(Diagnostic) -> any Product

  /// `nil` if there is to be a file, or if the picture would not be seen.
  init?(
    _ drawing: DrawingRequest, _ choice: ShowChoice, by command: String, productName: String? = nil,
    otherwise: @escaping @Sendable () throws(Diagnostic) -> any Product
  ) {
    guard drawing.line.command.name == command, choice.mayShow,
      drawing.line.typed.isDisjoint(with: ShowChoice.fileOptions)
    else { return nil }
    (self.drawing, self.choice) = (drawing, choice)
    (self.productName, self.otherwise) = (productName, otherwise)
  }

  func make() throws(Diagnostic) {
    guard let place = choice.place() else { return try otherwise().make() }
    var drawing = drawing
    drawing.options.output = "-"
    let shape = drawing.options.frames.sheet
    drawing.options.size = place.fitted(
      drawing.options.size, stretch: shape.map { Double($0.rows) / Double($0.columns) } ?? 1)
    let sheet = try shape.map { (shape) throws(Diagnostic) in
      try ContactSheet(shape, drawing.options.size)
    }
    var open = try drawing.open(sheet?.cell)
    let run = try drawing.read(&open)
    try place.show(drawing.scene(of: run, sheet))
    drawing.options.report.note(note(run, sheet))
  }

  /// What it is, and how to keep it.
  private func note(_ run: ReadRun, _ sheet: ContactSheet?) -> String {
    let all = counted(run.schedule.frameCount, "frame")
    let what =
      productName ?? sheet.map { "\($0.count(of: run)) of \(all), \($0.times(of: run))" }
      ?? "frame \(run.frames.lowerBound) of \(all)"
    let name = OutputName.default(
      sheet == nil ? "frame" : "sheet", for: drawing.options.input, fileExtension: "png",
      isMarked: productName == nil)
    let words = drawing.line.rewritten(
      for: drawing.line.command, without: ["show"], adding: ["-o", name])
    let line = ProgramText.line([drawing.line.command.name] + words)
    return what + (line.map { "; to keep it: \($0)" } ?? "")
  }
}

extension DrawingRequest {
  /// The scene of the only frame, or of several on a sheet.
  func scene(of run: ReadRun, _ sheet: ContactSheet?) throws(Diagnostic) -> Scene {
    guard !run.frames.isEmpty else { throw Diagnostic.noFrame(in: options.input) }
    if let sheet {
      try checkMemory(sheet.memory)
      do { return try sheet.scene(of: run) } catch { throw Diagnostic(error) }
    }
    var cursor = SceneSequence.Cursor(run.scenes, from: run.frames.lowerBound)
    do { return try cursor.scene(ofFrame: run.frames.lowerBound) } catch {
      throw Diagnostic(error)
    }
  }
}
