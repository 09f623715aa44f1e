// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Filming
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal

/// A window that shows sound while it arrives.
struct LiveWindow: Product {
  private let settings: LiveSettings
  var drawing: DrawingRequest { settings.drawing }

  /// The option that draws the shape of the screen, if the user has chosen no size.
  private let sizeWords: [String]

  init(_ drawing: DrawingRequest, _ live: LiveOptions) throws(Diagnostic) {
    var drawing = drawing
    let size = Screen.size().flatMap(PixelSize.init(ofScreen:))
    if let size, !drawing.given.contains("size") {
      drawing.options.size = size
      sizeWords = ["--size", size.argumentText]
    } else {
      sizeWords = []
    }
    settings = try LiveSettings(drawing, live)
  }

  func make() throws(Diagnostic) {
    guard !drawing.options.printsCommand else { return try printCommand() }
    let other = "pipe the frames: \(ProgramText.name) watch - -o - | PROGRAM"
    try Player.requireScreen(orElse: other)
    let (player, path) = try Player.found(orElse: other)
    let controls = try settings.controls()
    let words = player.liveWords(isFullScreen: settings.live.isFullScreen)
    let tap = try LiveRecorder(drawing, settings.live)
    let open = try settings.open(tap)
    let format = RawFormat.planar(.subsampled)
    let run = try settings.run(open, controls)
    try drawing.checkMemory(
      RawFrameRenderer.memory(for: run.blank, as: format, threads: LiveSettings.threads))
    let summary: LiveRun.Summary
    var drops = LiveDrops(reader: "the player is too slow; a smaller --size helps")
    do throws(FilmError) {
      summary = try show(
        run, format, path, words, controls, stalled: player.stalled(drawing)
      ) {
        if let remark = drops.remark(at: $0) { drawing.options.report.note(remark) }
      }
    } catch {
      let failure = Diagnostic(error)
      // The sound is whole, whatever became of the pictures.
      try tap.commit()
      throw failure
    }
    try tap.commit()
    settings.report(summary, reader: drops.reader)
    controls?.reportRefused()
    if let failure = summary.failure { throw Diagnostic(failure) }
  }

  /// Shows the pictures, and calls `progress` after each. A window that is closed is not a failure.
  private func show(
    _ run: LiveRun, _ format: RawFormat, _ path: String, _ words: [String],
    _ controls: LiveControls?, stalled: @escaping @Sendable () -> Void,
    progress: (LiveRun.Summary) -> Void
  ) throws(FilmError) -> LiveRun.Summary {
    let head = run.scenes.y4mHead(.subsampled)
    let frameHead = Y4M.frameHead
    var window = try PlayerProcess(path, words)
    var isFirst = true
    let shown = try window.watched(stalled: stalled) { advance in
      Result { () throws(PipelineError) in
        try run.run(
          as: format, threads: LiveSettings.threads, delay: settings.delay, control: controls,
          write: { (frame) throws(PipelineError) in
            if isFirst { try window.write(head.span) }
            isFirst = false
            try window.write(frameHead.span)
            try window.write(frame.bytes.span)
          },
          progress: {
            advance()
            progress($0)
            return Interruption.signal == nil
          })
      }
    }
    var summary: LiveRun.Summary
    do throws(PipelineError) { summary = try shown.get() } catch { throw .pipeline(error) }
    let report = try window.end()
    if case .output(_, .brokenPipe)? = summary.failure {
      guard report.ending == .exited(0) else {
        throw .playerFailed(path: path, report.ending, message: report.message)
      }
      summary.failure = nil
    }
    return summary
  }

  private func printCommand() throws(Diagnostic) {
    let stream = drawing.line(
      for: WatchOutput.self, without: ["print-command", "fullscreen"],
      adding: ["-o", "-", "--format", "y4m"] + sizeWords)
    guard let stream else { throw PrintedFilm.untypable }
    let player = Player.find() ?? Player.all[0]
    let words =
      [player.name]
      + player.liveWords(isFullScreen: settings.live.isFullScreen, isTyped: true)
    try DataOutput.print(
      Array("\(stream) | \(words.joined(separator: " "))\(player.pipedEnd)\n".utf8))
  }
}

extension PixelSize {
  /// The size to draw for a screen: its shape, with even sides, and at most 1920x1080 pixels, since
  /// a larger frame may take longer to draw than it is shown. `nil` for a screen that is too small.
  init?(ofScreen screen: (width: Int, height: Int)) {
    let scale = min(1, 1920 / Double(screen.width), 1080 / Double(screen.height))
    func even(_ side: Int) -> Int { Int((Double(side) * scale / 2).rounded()) * 2 }
    let (width, height) = (even(screen.width), even(screen.height))
    guard min(width, height) >= PixelSize.minOrdinarySide else { return nil }
    self.init(width: width, height: height)
  }
}
