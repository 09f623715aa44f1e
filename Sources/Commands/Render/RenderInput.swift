// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Analysis
internal import Pipeline
internal import Signal
internal import Views

/// All that the pictures of a track are made from, opened and looked at, but not read yet: what is
/// wrong with it is found here, before the long work.
struct RenderInput<SomeView: View>: ~Copyable {
  private let options: RenderOptions<SomeView>
  private let names: OutputNames
  private let image: ViewImage?
  private let constants: ConstantsFile?
  private let channels: ChannelPair
  private var track: Track

  /// Opens everything.
  init(_ options: RenderOptions<SomeView>, _ names: OutputNames) throws(Diagnostic) {
    let image = try options.view.imagePath.map { (path) throws(Diagnostic) in
      try ViewImage(path: path)
    }
    let constants = try options.constants.map { (path) throws(Diagnostic) in
      try ConstantsFile(path)
    }
    let track = try opened { () throws(PipelineError) in
      var request = options.track.request(for: options.input)
      request.hashesSamples = true
      return try Track(request)
    }
    let channels = try RenderInput.channels(options, of: track.format)
    try constants?.check(options.track, track.format)
    self.options = options
    self.names = names
    self.image = image
    self.constants = constants
    self.channels = channels
    self.track = track
  }

  /// Reads the track to its end, and settles what is to be drawn.
  consuming func read() throws(Diagnostic) -> RenderWork<SomeView> {
    var levels = LevelTrack(left: channels.left, right: channels.right)
    var builder = ConstantsBuilder(
      ballistics: options.track.ballistics, tickRate: options.track.tickRate,
      floor: options.track.floor.level)
    try builder.begin(options.input, track.format)
    let floor = options.track.floor.level
    var heard = (left: false, right: false)
    let (report, channels, needsConstants) = (options.report, channels, constants == nil)
    let summary = try opened { () throws(PipelineError) in
      try track.readReporting(report) { (tick) throws(PipelineError) in
        levels.append(tick)
        if needsConstants { builder.include(tick) }
        heard.left = heard.left || !tick.levels[channels.left].isSilent(floor: floor)
        heard.right = heard.right || !tick.levels[channels.right].isSilent(floor: floor)
      }
    }
    summary.warnIfOdd(options.input, options.track)
    let scale = options.scale(constants?.constants ?? builder.constants(), channels)
    try constants?.check(scale, heard: heard, channels)
    if summary.sampleFrames > 0, scale.isSilent {
      let silent = channels.wholly(of: summary.format.channelCount)
      warn("\(inputName(options.input)): \(silent) wholly silent; the figure is a circle")
    }
    return try RenderWork(
      options, names, image, channels: channels, scale: scale, levels: levels, summary)
  }

  /// The file's channels on both sides. A mono track is on both, unless others than the usual ones
  /// were asked for.
  private static func channels(
    _ options: RenderOptions<SomeView>, of format: StreamFormat
  ) throws(Diagnostic) -> ChannelPair {
    let wanted = options.channels
    if format.channelCount == 1, wanted == RenderOptions<SomeView>().channels {
      return ChannelPair(left: 0, right: 0)
    }
    guard max(wanted.left, wanted.right) < format.channelCount else {
      throw Diagnostic(
        "\(inputName(options.input)): has \(counted(format.channelCount, "channel")), not number "
          + "\(max(wanted.left, wanted.right)) of --channels \(wanted.argumentText)",
        hint: "channels are counted from 0", status: .usage)
    }
    return wanted
  }
}

extension RenderOptions {
  /// The maxima, each from the option that gives it, else from the constants.
  fileprivate func scale(_ constants: Constants, _ channels: ChannelPair) -> StereoScale {
    func side(_ channel: Int, _ pick: (LevelPair) -> Double?) -> StereoScale.Side {
      let statistics = constants.channels[channel]
      return StereoScale.Side(
        peak: maxPeak.map(pick) ?? statistics.peak?[normalization],
        average: maxAverage.map(pick) ?? statistics.average?[normalization])
    }
    return StereoScale(left: side(channels.left, \.left), right: side(channels.right, \.right))
  }
}

extension ChannelPair {
  /// `is` where these are all channels of a file, else which of them are meant.
  fileprivate func wholly(of channelCount: Int) -> String {
    if left == right { return channelCount == 1 ? "is" : "channel \(left) is" }
    return channelCount == 2 ? "is" : "channels \(left) and \(right) are"
  }
}

extension StereoScale {
  /// Whether no meter has a maximum.
  fileprivate var isSilent: Bool {
    [left.peak, left.average, right.peak, right.average].allSatisfy { $0 == nil }
  }
}

extension ViewImage {
  /// Reads a PNG.
  fileprivate init(path: String) throws(Diagnostic) {
    do {
      let image = try PNGImage(path: path)
      self.init(png: image.bytes, bitmap: image.bitmap)
    } catch { throw Diagnostic(error) }
  }
}
