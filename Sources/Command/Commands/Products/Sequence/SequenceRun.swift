internal import Arguments
// SPDX-License-Identifier: MIT
internal import Drawing
internal import Hashing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Views
internal import Writing

/// A track that was read, and its frames to draw as images.
struct SequenceRun: Sendable {
  /// The image format.
  let kind: OutputKind
  /// The track and its pictures.
  let run: ReadRun
  /// All that determines the bytes of the frames.
  let job: SequenceSettings

  /// The memory for the pixels of a picture in bytes; 0 for formats without pixels.
  private let pixelMemory: Int

  var frames: Range<Int> { run.frames }
  var schedule: FrameSchedule { run.schedule }

  /// Reads a track to its end, settles what to draw, and checks the memory for it.
  init(
    _ drawing: DrawingRequest, _ kind: OutputKind, _ open: consuming OpenRun
  ) throws(Diagnostic) {
    let run = try drawing.read(&open)
    self.kind = kind
    self.run = run
    job = drawing.settings(of: run)
    pixelMemory = kind.renderer.memory(for: run.scenes.blank)
    try drawing.checkMemory(pixelMemory)
  }

  /// The number of threads for drawing: as many as requested, if the memory limits allow that.
  func jobCount(_ wanted: Int) -> Int {
    var count = wanted
    while count > 1,
      !Machine.hasAddressSpace(count * (pixelMemory + SequenceRun.threadMemory))
    {
      count -= 1
    }
    return count
  }

  /// The memory for the stack of a thread and the C library's arena for it, in bytes.
  private static var threadMemory: Int { 80 << 20 }

  /// The maximum size of a frame's file in bytes, if its pixels limit it: their size plus a little.
  var maxBytesPerFrame: Int? {
    let canvas = run.scenes.blank.canvas
    return pixelMemory == 0 ? nil : canvas.width * canvas.height * 4 + canvas.height + 65_536
  }

  /// The cost of the frames, measured on a few of them.
  ///
  /// - Precondition: there are frames.
  func estimate(on disk: FileSystem) throws(Diagnostic) -> RenderEstimate {
    do { return try run.scenes.estimate(frames, as: kind.renderer, on: disk) } catch {
      throw Diagnostic(error)
    }
  }
}

extension DrawingRequest {
  /// All that determines the frames of a run, and what `further` facts determine.
  func settings(
    of run: ReadRun, adding further: [SequenceSettings.Fact] = []
  ) -> SequenceSettings {
    let input = run.soundName.map { $0.isEmpty ? "-" : $0 } ?? options.input
    return SequenceSettings(
      input: inputName(input).split(separator: "/").last.map(String.init) ?? "",
      origins: line.presets.map { .init($0.name, $0.origin) },
      facts: facts(run) + further, frameCount: run.schedule.frameCount)
  }

  private func facts(_ run: ReadRun) -> [SequenceSettings.Fact] {
    func facts(_ effect: Effect, _ text: (OptionSetting) -> String?) -> [SequenceSettings.Fact] {
      settings.filter { $0.affects == effect }.map { .init($0.name, text($0)) }
    }
    return [.init("version", ProgramText.version)] + run.facts
      + (lookHash.map { [.init("look-hash", $0)] } ?? [])
      + facts(.pixelsByContent) { _ in run.imageHash?.text }
      + facts(.pixels) { $0.value.isEmpty ? nil : $0.value }
  }
}
