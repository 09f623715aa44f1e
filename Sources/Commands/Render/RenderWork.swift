// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Hashing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Views
internal import Writing

/// A track that was read, and its frames to draw: all that `render` needs.
struct RenderWork: Sendable {
  /// The image format.
  let kind: OutputKind
  /// The track and its pictures.
  let prepared: PreparedRender
  /// All that determines the bytes of the frames.
  let job: SequenceJob

  /// The memory for the pixels of a picture in bytes; 0 for formats without pixels.
  private let pixelMemory: Int

  var frames: Range<Int> { prepared.frames }
  var schedule: FrameSchedule { prepared.schedule }

  /// Reads a track to its end, settles what to draw, and checks the memory for it.
  init(
    _ drawing: ChosenDrawing, _ kind: OutputKind, _ render: consuming OpenedRender
  ) throws {
    let prepared = try drawing.read(render)
    self.kind = kind
    self.prepared = prepared
    job = SequenceJob(
      input: inputName(drawing.options.input).split(separator: "/").last.map(String.init) ?? "",
      facts: drawing.facts(prepared), frameCount: prepared.schedule.frameCount)
    pixelMemory = kind.renderer.memory(for: prepared.scenes.blank)
    try drawing.checkMemory(pixelMemory)
  }

  /// The number of threads for drawing: as many as requested, if the memory limits allow that.
  func jobCount(_ wanted: Int) -> Int {
    var count = wanted
    while count > 1,
      !Machine.hasAddressSpace(count * (pixelMemory + RenderWork.threadMemory))
    {
      count -= 1
    }
    return count
  }

  /// The memory for the stack of a thread and the C library's arena for it, in bytes.
  private static var threadMemory: Int { 80 << 20 }

  /// The maximum size of a frame's file in bytes, if its pixels limit it: their size plus a little.
  var mostBytesPerFrame: Int? {
    let canvas = prepared.scenes.blank.canvas
    return pixelMemory == 0 ? nil : canvas.width * canvas.height * 4 + canvas.height + 65_536
  }

  /// The cost of the frames, measured on a few of them.
  ///
  /// - Precondition: there are frames.
  func estimate(on disk: FileSystem) throws(PipelineError) -> RenderEstimate {
    try prepared.scenes.estimate(frames, as: kind.renderer, on: disk)
  }
}

extension ChosenDrawing {
  /// Reads a track to its end with progress and warnings.
  func read(_ render: consuming OpenedRender) throws -> PreparedRender {
    if render.readsScale {
      let scale = Reading(
        render.format, render.expectedScaleSampleFrames, options.report, name: "scale")
      try scale.reporting { (progress) throws(PipelineError) in
        try render.readScale(progress: progress)
      }
    }
    let reading = Reading(render.format, render.expectedSampleFrames, options.report)
    let prepared: PreparedRender
    do {
      prepared = try reading.reporting { (progress) throws(PipelineError) in
        try render.read(progress: progress)
      }
    } catch {
      guard let moment = options.moment, case .request(.noSuchFrames, let path) = error else {
        throw error
      }
      let startsLater = options.track.start != .zero
      let isPart = startsLater || options.track.duration != nil
      throw Diagnostic(
        "\(path): \(isPart ? "the part " : "")ends before --at \(moment.argumentText)",
        hint: (startsLater ? "--at counts from --start; " : "")
          + "choose an earlier time, or --frames last", status: .usage)
    }
    prepared.summary.warnIfOdd(options.input, options.track)
    if let damage = prepared.scaleDamage, prepared.summary.damage == nil {
      warn("\(Diagnostic(damage).message); the scale is that of the sound before it")
    }
    if let remark = prepared.remark { warn("\(inputName(options.input)): \(remark)") }
    warnOfBoxes(prepared.words)
    return prepared
  }

  /// Tells the letters that the font of the pictures lacks, and what to do.
  private func warnOfBoxes(_ words: Words) {
    let missing = words.missing
    let lines = [("title", missing.title), ("subtitle", missing.subtitle)].filter { !$0.1.isEmpty }
    guard !lines.isEmpty else { return }
    let lacks = lines.map { line, characters in
      let rest = characters.count > 10 ? " and \(characters.count - 10) others" : ""
      return "no " + characters.prefix(10).map(String.init).joined(separator: " ") + rest
        + " for the \(line)"
    }
    warn(
      "\(inputName(options.input)): the font has \(lacks.joined(separator: " and ")); "
        + "it draws boxes instead",
      hint: "write \(lines.map { "--\($0.0) \"...\"" }.joined(separator: " and ")) in Latin, "
        + "Greek or Cyrillic letters")
  }

  /// Makes sure that there is enough memory for a picture.
  func checkMemory(_ bytes: Int) throws(Diagnostic) {
    guard bytes == 0 || Machine.hasMemory(bytes) else {
      throw Diagnostic(
        "a picture of \(options.size.argumentText) takes \(Quantity.bytes(bytes)) of memory, which "
          + "is not available",
        hint: "choose a smaller --size, or \(Diagnostic.memoryHint)", status: .ioError)
    }
  }

  /// All that determines the frames.
  fileprivate func facts(_ prepared: PreparedRender) -> [SequenceJob.Fact] {
    func facts(_ shaping: Shaping, _ text: (OptionSetting) -> String?) -> [SequenceJob.Fact] {
      settings.filter { $0.shapes == shaping }.map { .init($0.name, text($0)) }
    }
    return [.init("version", ProgramText.version)] + prepared.facts
      + facts(.framesByContent) { _ in prepared.imageHash?.text }
      + facts(.frames) { $0.value.isEmpty ? nil : $0.value }
  }
}
