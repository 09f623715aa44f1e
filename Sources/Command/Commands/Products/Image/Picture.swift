// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import JSON
internal import Pipeline
internal import Platform
internal import Rendering
internal import Text
internal import Writing

/// One image: a frame, or a contact sheet.
struct Picture: Product {
  let drawing: DrawingRequest
  private let kind: OutputKind
  private let sheet: ContactSheet?
  /// What another program makes of the image, if it does.
  private let conversion: PictureConversion?
  /// What it is in the note at the end, if not a frame of a sequence.
  private let productName: String?

  private var path: String { drawing.options.output }

  /// With a `productName`, such as a poster, the output has one name, even if that looks like a pattern.
  init(
    _ drawing: DrawingRequest, _ chosen: OutputKind?, productName: String? = nil
  ) throws(Diagnostic) {
    (self.drawing, self.productName) = (drawing, productName)
    let options = drawing.options
    let path = options.output
    conversion = productName == nil ? nil : FileKind.promised(by: path)?.conversion
    let implied = conversion?.source ?? FileKind(of: path)?.image
    let isStream = path == "-" && chosen != nil
    guard isStream || (implied != nil && (productName != nil || Picture.isOneName(path))) else {
      throw Diagnostic(
        "--contact-sheet makes one image, and '\(path)' is not the name of one",
        hint: "use -o sheet.png", status: .usage, for: ["contact-sheet"])
    }
    kind = try FrameSequence.kind(chosen, implied, path)
    sheet = try options.frames.sheet.map { (shape) throws(Diagnostic) in
      try ContactSheet(shape, options.size)
    }
    if let conversion {
      if let chosen { throw .contradiction(of: chosen.name, path) }
      if conversion.fileExtensions[0] == "jpg", options.background.alpha != 255 {
        throw Diagnostic(
          "JPEG cannot show a transparent background",
          hint: "use -o poster.png, or an opaque --background", status: .usage,
          for: ["background"])
      }
    }
    if sheet != nil, kind != .png {
      throw Diagnostic(
        "--contact-sheet cannot make \(kind.name)", hint: "use -o sheet.png", status: .usage,
        for: ["contact-sheet"])
    }
    try Diagnostic.checkTerminal(path, "an image")
  }

  /// Whether a path is the name of one picture.
  static func isName(_ path: String) -> Bool { endsAsPicture(path) && isOneName(path) }

  /// Whether a path ends like the name of a picture.
  static func endsAsPicture(_ path: String) -> Bool {
    FileKind(of: path)?.image != nil || FileKind.promised(by: path)?.conversion != nil
  }

  /// Whether a name has no place for a number; a single percent sign is then an ordinary character.
  static func isOneName(_ path: String) -> Bool {
    do throws(FramePattern.ParseError) {
      _ = try FramePattern(parsing: path, fileExtension: "")
      return false
    } catch { return error == .noNumber || error == .badConversion }
  }

  func make() throws(Diagnostic) {
    var open = try drawing.open(sheet?.cell)
    try make { () throws(Diagnostic) in
      let run = try drawing.read(&open)
      return (try drawing.scene(of: run, sheet), note(run))
    }
  }

  /// Makes the file of a scene, with a note at the end, if it may be written.
  func make(
    _ draw: () throws(Diagnostic) -> (scene: Scene, note: String)
  ) throws(Diagnostic) {
    let program = try conversion?.found()
    let output = try drawing.output(
      for: (conversion == nil ? nil : FileKind.promised(by: path)?.fileExtension) ?? kind.name)
    let (scene, note) = try draw()
    try output.commit(file(of: scene, by: program))
    drawing.options.report.note(note, output: path)
  }

  /// What is said of a product, such as a poster.
  func note(_ product: String) -> String {
    let size = drawing.options.size
    let pixels = size.paper == nil || kind == .svg ? "" : " (\(size.width)x\(size.height))"
    return "\(product) in \(OutputFile.name(path)), \(size.argumentText)\(pixels)"
  }

  private func note(_ run: ReadRun) -> String {
    let place = OutputFile.name(path)
    if let productName { return note(productName) }
    let all = counted(run.schedule.frameCount, "frame")
    guard let sheet else { return "frame \(run.frames.lowerBound) of \(all) in \(place)" }
    return "\(sheet.count(of: run)) of \(all) in \(place), \(sheet.times(of: run))"
  }

  /// Draws the picture in memory.
  func plan() throws(Diagnostic) -> [Fact] {
    var open = try drawing.open(sheet?.cell)
    let program = try conversion?.found()
    let run = try drawing.read(&open)
    let start = ContinuousClock.now
    let bytes = try file(of: drawing.scene(of: run, sheet), by: program).count
    let seconds = Double(start.duration(to: .now) / .milliseconds(1)) / 1000
    let options = drawing.options
    let isThere = path != "-" && Folder.hasEntry(path)
    return run.soundFacts(drawing) + [
      Fact(
        "size", "\(options.size.argumentText) pixels",
        [(.width, .whole(options.size.width)), (.height, .whole(options.size.height))]),
      Fact(
        productName ?? "picture",
        path + (isThere && !options.existing.replaces ? ", which exists already" : ""),
        [
          (.output, .text(path)), (.exists, .bool(isThere)),
          (.format, .text(conversion?.fileExtensions[0] ?? kind.name)),
        ]),
    ] + run.measuredFacts + [
      Fact(
        "bytes", Quantity.bytes(bytes),
        [(.bytes, .whole(bytes)), (.bytesAreExact, .bool(true))]),
      Fact(
        "time", "about \(Quantity.time(seconds)) to draw it",
        [(.seconds, .decimal(seconds))]),
    ]
  }

  /// The contents of the file, made by the program at a path where one has to convert them.
  private func file(of scene: Scene, by program: String?) throws(Diagnostic) -> [UInt8] {
    let bytes = try image(scene)
    guard let conversion, let program else { return bytes }
    return try conversion.converted(bytes, by: program)
  }

  private func image(_ scene: Scene) throws(Diagnostic) -> [UInt8] {
    if sheet == nil { try drawing.checkMemory(kind.renderer.memory(for: scene)) }
    var (renderer, bytes) = (kind.renderer.init(), [UInt8]())
    renderer.render(scene, into: &bytes)
    return bytes
  }
}

extension Diagnostic {
  /// A track that has no frame for a picture.
  static func noFrame(in input: String) -> Diagnostic {
    Diagnostic(
      "\(inputName(input)): there is no frame to draw",
      hint: "choose another part of the track, or another track", status: .badData)
  }
}
