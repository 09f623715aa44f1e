// SPDX-License-Identifier: MIT
internal import JSON
internal import Analysis
internal import Platform
internal import Signal

/// A file of constants that `normalize` wrote, or that somebody edited.
struct ConstantsFile {
  let constants: Constants
  let path: String

  /// More than the constants of 1024 channels need, and little enough to be read at once.
  private static let mostBytes = 4 << 20

  init(_ path: String) throws(Diagnostic) {
    self.path = path
    let bytes: [UInt8]
    do throws(SystemError) {
      guard Folder.kind(of: path) != .directory else { throw SystemError.isDirectory }
      let file = try FileDescriptor.reading(path)
      bytes = try file.readAll(limit: ConstantsFile.mostBytes + 1)
    } catch {
      throw Diagnostic(
        "\(path): \(error)", hint: error.wayOutOfReading,
        status: error.isShortage ? .ioError : .noInput)
    }
    guard bytes.count <= ConstantsFile.mostBytes else {
      throw Diagnostic(
        "\(path): has more than \(ConstantsFile.mostBytes >> 20) MiB and so is no constants file",
        hint: ConstantsFile.hint, status: .badData)
    }
    do { constants = try Constants(json: bytes) } catch {
      throw Diagnostic(
        "\(path): \(ConstantsFile.wording(error))", hint: ConstantsFile.hint, status: .badData)
    }
  }

  private static let hint = "write it anew: \(ProgramText.name) normalize INPUT... -o FILE"

  /// Makes sure that the constants are of the run's kind of readings, and have the channels of the
  /// stream.
  func check(_ track: TrackOptions, _ format: StreamFormat) throws(Diagnostic) {
    do {
      try constants.check(
        ballistics: track.ballistics, tickRate: track.tickRate,
        channelCount: format.channelCount)
    } catch {
      let hint: String? =
        switch error {
        case .ballisticsDiffer(let constants, _):
          "use --ballistics \(constants.rawValue), or constants of this run's ballistics"
        case .tickRatesDiffer(let constants, _):
          "use --tick-rate \(constants), or constants of this run's tick rate"
        default: nil
        }
      throw Diagnostic(
        "\(path): \(ConstantsFile.wording(error))", hint: hint, status: .badData)
    }
    guard constants.channels.count == format.channelCount else {
      throw Diagnostic(
        "\(path): has constants of \(counted(constants.channels.count, "channel")), but the track "
          + "has \(format.channelCount)",
        hint: "constants are for tracks with the same number of channels", status: .badData)
    }
  }

  /// Makes sure that there is a scale for each side that was heard. Of a side that is silent in the
  /// track as well nothing is asked.
  func check(
    _ scale: StereoScale, heard: (left: Bool, right: Bool), _ channels: ChannelPair
  ) throws(Diagnostic) {
    let sides = [
      (scale.left, heard.left, channels.left), (scale.right, heard.right, channels.right),
    ]
    for (side, isHeard, channel) in sides
    where isHeard && (side.peak == nil || side.average == nil) {
      throw Diagnostic(
        "\(path): has no constants of channel \(channel), which was silent in its tracks",
        hint: "use --max-peak and --max-average, or constants of other tracks", status: .badData)
    }
  }

  static func wording(_ error: ConstantsError) -> String {
    switch error {
    case .syntax(let error):
      "is not JSON: line \(error.line), column \(error.column): \(error.situation.wording)"
    case .unknownSchema(let found): "has the schema '\(found)', not '\(Constants.schema)'"
    case .missingKey(let path): "has no '\(path)'"
    case .unknownKey(let path): "has a '\(path)', which means nothing here"
    case .wrongKind(let path, let expected, let found):
      (path.isEmpty ? "is" : "'\(path)' is") + " \(found.wording), not \(expected.wording)"
    case .unknownBallistics(let found): "has the unknown ballistics '\(found)'"
    case .malformedTickRate(let found, _): "has '\(found)' for 'tickRate', which is no rate"
    case .notWhole(let path, let found): "'\(path)' is \(found), not a whole number"
    case .outOfRange(let path, let found): "'\(path)' is \(found), which is out of range"
    case .notOrdered(let path, let found, let limit):
      "'\(path)' is \(found), more than the \(limit) of a greater share of the ticks"
    case .noChannels: "has no channels"
    case .silenceContradicted("silentTicks"):
      "'silentTicks' does not agree with 'ticks' and the channels' figures"
    case .silenceContradicted(let path): "'\(path)' is null, although not all ticks are silent"
    case .channelCountsDiffer(let first, let next):
      "has \(counted(next, "channel")), but the first input has \(first)"
    case .ballisticsDiffer(let constants, let run):
      "has constants of the ballistics '\(constants.rawValue)', but this run has '\(run.rawValue)'"
    case .tickRatesDiffer(let constants, let run):
      "has constants of \(constants) ticks a second, but this run has \(run)"
    case .tooFewChannels(let constants, let needed):
      "has constants of \(counted(constants, "channel")), but this run needs \(needed)"
    }
  }
}
