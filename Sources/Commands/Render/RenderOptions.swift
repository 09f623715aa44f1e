internal import Analysis
// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Pipeline
internal import Platform
internal import Signal
internal import Views

/// What `render` is told: its own options, and those of a view.
struct RenderOptions<SomeView: View> {
  var input = ""
  var track = TrackOptions(ballistics: .avaudioplayer)
  var channels = ChannelPair(left: 0, right: 1)

  var viewName = ViewName(SomeView.name)
  var look = LookName<SomeView>()
  var size = PixelSize(width: 1920, height: 1080)
  var background = Color.black
  var view = SomeView.Options()

  var output = ""
  var format: ImageFormat?
  var rate: Rate?
  var frames: FrameRange?
  var shard: Shard?
  var overwrites = false
  var resumes = false
  var checksSpace = true
  var jobs: JobCount?
  var report = ReportOptions()

  /// The defaults of the first look.
  init() { apply(look.look) }

  /// Frames to render at a time.
  var jobCount: Int { min(jobs?.count ?? .max, Machine.processorCount) }

  static var table: [Option<RenderOptions>] {
    outputTable + viewTable + pictureTable + SomeView.Options.table.at(\.view)
      + TrackOptions.table.at(\.track)
      + Option.section(
        "Sound",
        [
          .value(
            "channels", "A,B", into: \.channels,
            help: "The file's channels on the left and on the right, from 0. A mono file is both.")
        ]) + ReportOptions.table.at(\.report)
  }

  private static var outputTable: [Option<RenderOptions>] {
    Option.section(
      "Output",
      [
        .value(
          "output", letter: "o", "DIR|PATTERN", into: \.output, completion: .directory,
          isRequired: true,
          help: "A folder (frame-%06d.png inside), or a pattern with one %0Nd or ####."),
        .value(
          "format", letter: "f", into: \.format,
          help: "Kind of images; png unless the pattern says svg."),
        .value(
          "fps", letter: "r", "N[/D]", into: \.rate,
          help: "Images a second; the tick rate if not given."),
        .value(
          "frames", "A-B", into: \.frames,
          help: "Render only these, counted from 0; the same bytes as in a whole run."),
        .value(
          "shard", "I/N", into: \.shard,
          help: "Render the I-th of N equal runs of frames, counted from 1; the same bytes again."),
        .flag(
          "overwrite", into: \.overwrites,
          help: "Start afresh: replace frames that exist, and remove those beyond the new end."),
        .flag(
          "resume", into: \.resumes,
          help: "Go on: keep the frames of the same job that are whole, and render the others."),
        .flag(
          "no-space-check", into: \.checksSpace, value: false,
          help: "Begin even where the disk has no room for all frames."),
        .value(
          "jobs", letter: "j", "N", into: \.jobs,
          help: "Frames rendered at a time: as many as there are processors, or fewer."),
      ])
  }

  /// Nothing to choose while there is one view only.
  private static var viewTable: [Option<RenderOptions>] {
    guard ViewCatalog.all.count > 1 else { return [] }
    return Option.section(
      "Picture",
      [
        .value(
          "view", "NAME", into: \.viewName, help: "What is drawn; each view has options of its own."
        )
      ])
  }

  private static var pictureTable: [Option<RenderOptions>] {
    let looks = SomeView.looks.map { "\($0.name): \($0.summary)" }.joined(separator: "; ")
    return Option.section(
      "Picture",
      [
        .value(
          "look", "NAME", into: \.look,
          help: "A named set of options, over which those that are given count more. \(looks)."),
        .value("size", "WxH", into: \.size, help: "Pixels; every length below scales with it."),
        .value(
          "background", "COLOR", into: \.background, completion: .choices(Color.names),
          help: "A CSS name, #rgb, #rrggbb, #rrggbbaa, or none for straight alpha."),
      ])
  }
}
