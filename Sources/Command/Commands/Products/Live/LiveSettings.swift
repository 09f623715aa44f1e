// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Pipeline
internal import Platform
internal import Signal
internal import Text
internal import Views

/// What live products have in common: the sound that is kept, and the last note.
struct LiveSettings {
  let drawing: DrawingRequest
  let live: LiveOptions
  private var options: DrawingOptions { drawing.options }

  init(_ drawing: DrawingRequest, _ live: LiveOptions) throws(Diagnostic) {
    (self.drawing, self.live) = (drawing, live)
    if drawing.line.text(of: "turn") == "lock" {
      throw Diagnostic(
        "--turn lock has to know the whole track", hint: "give the length of a turn: --turn 6",
        status: .usage, for: ["turn"])
    }
  }

  /// Opens the input, whose samples `tap` gets as well.
  func open(_ tap: LiveRecorder) throws(Diagnostic) -> OpenRun {
    var request = drawing.request()
    request.isLive = true
    request.track.fillsGaps = live.idle == .silence
    request.track.samples = { block throws(PipelineError) in try tap.append(block) }
    let run = try OpenRun.opened(request)
    try tap.begin(run.format)
    drawing.noteChannels(run.format)
    return run
  }

  /// What changes the show; `nil` if nothing can.
  func controls() throws(Diagnostic) -> LiveControls? {
    try LiveControls(live.oscIn, EditedFiles(drawing), options.report)
  }

  /// The run of an input that was opened; with controls, it can change to all looks that can be live.
  func run(
    _ open: consuming OpenRun, _ controls: LiveControls?
  ) throws(Diagnostic) -> LiveRun {
    // All pictures of a stream have one size, that of the first look.
    let others = (controls == nil ? [] : drawing.otherLiveLooks).map { other in
      var request = other
      let own = options.picture
      (request.picture.width, request.picture.height) = (own.width, own.height)
      request.picture.paper = own.paper
      return request
    }
    do { return try LiveRun(open, others: others) } catch { throw Diagnostic(error) }
  }

  /// How many threads draw a picture: a few, since each draws with memory of its own.
  static var threads: Int { min(Machine.processorCount, 4) }

  /// The ticks by which the pictures are late.
  var delay: Int {
    Rate.sixty.count(seconds: Double(live.delay.time.nanoseconds) * 1e-9)
  }

  /// Says what was shown; `reader` is what is to be done if that was too slow.
  func report(_ summary: LiveRun.Summary, reader: String) {
    let seconds = Double(summary.sampleFrames) / Double(max(summary.sampleRate, 1))
    options.report.note(
      "\(Quantity.length(seconds)) live, \(counted(summary.written, "frame")), "
        + "\(summary.dropped) dropped")
    // Sound that is not played, such as a file in a pipe, comes faster than anyone could show it.
    guard summary.droppedLater * 20 > summary.written, summary.duration > .seconds(seconds * 0.9)
    else { return }
    options.report.note(
      LiveDrops.cause(
        blocks: summary.droppedInBlocks, of: summary.droppedLater, reader: reader))
  }
}
