// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal

/// Raw frames of sound that is still arriving.
struct LiveStream: Product {
  private let settings: LiveSettings
  private let stream: RawStream
  var drawing: DrawingRequest { settings.drawing }

  init(_ drawing: DrawingRequest, _ own: LiveOptions) throws(Diagnostic) {
    settings = try LiveSettings(drawing, own)
    let kind = own.kind ?? FileKind.promised(by: drawing.options.output)?.raw ?? .y4m
    stream = try RawStream(drawing, kind)
  }

  func make() throws(Diagnostic) {
    let format = stream.format
    let controls = try settings.controls()
    let tap = try LiveRecorder(drawing, settings.live)
    let open = try settings.open(tap)
    let output = try drawing.output(for: stream.kind.fileExtension)
    let run = try settings.run(open, controls)
    try drawing.checkMemory(stream.memory(for: run.blank, threads: LiveSettings.threads))
    stream.notePadding(of: run.blank.canvas, drawing.options.report)
    var drops = LiveDrops(
      reader: "the program that reads the frames is too slow; a smaller --size helps")
    var encoding = try FrameEncoding(stream.kind, run.blank.canvas, run.scenes.schedule.rate)
    let summary: LiveRun.Summary
    do throws(PipelineError) {
      try output.write(stream.head(of: run.scenes))
      summary = try run.run(
        as: format, threads: LiveSettings.threads,
        drawsEveryFrame: settings.live.drawsEveryFrame, delay: settings.delay,
        control: controls
      ) { (frame) throws(PipelineError) in
        try encoding.write(frame, to: output)
      } progress: {
        if let remark = drops.remark(at: $0) { drawing.options.report.note(remark) }
        return Interruption.signal == nil
      }
    } catch { throw Diagnostic(error) }
    try tap.commit()
    try output.commit()
    settings.report(summary, reader: drops.reader)
    controls?.reportRefused()
    if let failure = summary.failure { throw Diagnostic(failure) }
  }
}
