// SPDX-License-Identifier: MIT
// How values of the pipeline are written on the command line.
public import Analysis
public import Arguments
public import Decoding
public import Pipeline
public import Signal
internal import Views

extension Rate: ArgumentValue {
  /// Reads `60`, `30000/1001` or `24.5`; rounded broadcast rates such as `29.97` are taken as the
  /// fractions that they stand for.
  public init(argument: String) throws(ArgumentValueError) {
    do { self = try Rate(parsing: argument) } catch {
      switch error {
      case .malformed:
        throw ArgumentValueError("not a rate", hint: "write 60, 29.97 or 30000/1001")
      case .outOfRange:
        throw ArgumentValueError(
          "out of range",
          hint: "write a rate above 0, such as 60 or 1/2, with numbers up to \(Rate.largestTerm)")
      case .decimal(let meant): self = meant
      }
    }
  }

  /// The fraction in lowest terms.
  public var argumentText: String { description }
}

extension Ballistics: ArgumentValue {
  /// The name, and behind a colon the values of its parameters, if they are not the usual ones: `petal:12`.
  public init(argument: String) throws(ArgumentValueError) {
    self = try Ballistics.read(argument, of: Ballistics.allCases)
  }

  /// Reads one of these kinds.
  package static func read(
    _ argument: String, of kinds: [Ballistics]
  ) throws(ArgumentValueError) -> Ballistics {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = kinds.first(where: { $0.name == parts[0] }) else {
      throw ArgumentValueError(noneOf: kinds.map(\.name))
    }
    guard parts.count == 2 else { return kind }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == kind.parameters.count else {
      throw ArgumentValueError(
        kind.parameters.isEmpty ? "takes no number" : "not the numbers that it takes",
        hint: "write \(kind.valueText)")
    }
    var values: ParameterValues = [:]
    for (parameter, number) in zip(kind.parameters, numbers) {
      let (least, most) = (parameter.range.lowerBound, parameter.range.upperBound)
      values[parameter.name] = try Double(
        argument: String(number), in: parameter.range,
        hint: "use \(least.argumentText) to \(most.argumentText) \(parameter.unit.words)")
    }
    return kind.setting(values)
  }

  /// The name and the values of all its parameters.
  private var valueText: String {
    let values = parameters.map(\.value.argumentText).joined(separator: ",")
    return values.isEmpty ? name : "\(name):\(values)"
  }

  /// The name, with the values of parameters that are not the usual ones.
  public var argumentText: String {
    Ballistics.allCases.contains(self) ? name : valueText
  }

  /// All names.
  public static var choices: [String] { allCases.map(\.name) }
}

/// One of several audio tracks of a file.
struct TrackNumber: ArgumentValue {
  let number: Int

  init(argument: String) throws(ArgumentValueError) {
    number = try Int(argument: argument, in: 1...999, hint: "tracks are counted from 1")
  }

  var argumentText: String { "\(number)" }
}

extension TimePosition: ArgumentValue {
  /// Reads seconds, or hours, minutes and seconds.
  public init(argument: String) throws(ArgumentValueError) {
    guard let position = TimePosition(parsing: argument) else {
      let isTimecode = argument.utf8.count { $0 == UInt8(ascii: ":") } == 3
      throw ArgumentValueError(
        "not a time",
        hint: isTimecode
          ? "the frames of a timecode are not supported: write hh:mm:ss.mmm"
          : "write seconds, 1m30s or hh:mm:ss.mmm")
    }
    self = position
  }

  /// Seconds with as many decimals as needed.
  public var argumentText: String { description }
}

/// How much later the picture is than its sound, up to five seconds.
struct PictureDelay: ArgumentValue, Hashable {
  /// The delay.
  let time: TimePosition

  /// None.
  static let none = PictureDelay(time: .zero)

  private static let largest = 5_000_000_000

  private init(time: TimePosition) { self.time = time }

  /// Reads milliseconds, such as `150ms`, or a time.
  init(argument: String) throws(ArgumentValueError) {
    let isInMilliseconds = argument.hasSuffix("ms")
    let digits = argument.dropLast(isInMilliseconds ? 2 : 0)
    let zeros = String(repeating: "0", count: max(3 - digits.utf8.count, 0))
    let seconds = "\(zeros)\(digits)"
    let text =
      isInMilliseconds && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } && !digits.isEmpty
      ? "0\(seconds.dropLast(3)).\(seconds.suffix(3))" : argument
    guard let time = TimePosition(parsing: text), time.nanoseconds <= PictureDelay.largest else {
      throw ArgumentValueError(
        TimePosition(parsing: text) == nil ? "not a time" : "too long",
        hint: "write milliseconds or seconds, up to 5 s: 150ms, 0.15")
    }
    self.time = time
  }

  var argumentText: String { time.argumentText }
}

extension HeaderlessSamples: ArgumentValue {
  /// Reads `48000,2,s16le`: sample rate, channels, and the sample format by its name in ffmpeg,
  /// ALSA or PulseAudio.
  public init(argument: String) throws(ArgumentValueError) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let rate = Int(parts[0]), let channels = Int(parts[1]) else {
      throw ArgumentValueError(
        "not a rate, a number of channels and a format", hint: "write 48000,2,s16le")
    }
    let names = SampleFormat.allCases.map(\.rawValue)
    let name = HeaderlessSamples.defaultName(parts[2])
    guard let format = SampleFormat(rawValue: name) else {
      throw ArgumentValueError(
        "unknown format '\(parts[2])'",
        hint: Suggestion.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
          ?? "choose from \(names.joined(separator: ", "))")
    }
    guard let samples = Self(sampleRate: rate, channelCount: channels, sampleFormat: format) else {
      let (rates, counts) = (StreamLimits.sampleRates, StreamLimits.channelCounts)
      throw ArgumentValueError(
        "out of range",
        hint: "use \(rates.lowerBound) to \(rates.upperBound) Hz and \(counts.lowerBound) to "
          + "\(counts.upperBound) channels")
    }
    self = samples
  }

  /// ffmpeg's name for `S16_LE` of ALSA, for `float32le` and `ulaw` of PulseAudio, and for `s16`,
  /// which is taken as little-endian.
  private static func defaultName(_ word: String) -> String {
    var name = word.lowercased().replacing("_", with: "")
    if name.hasPrefix("float") {
      name = (name.contains("64") ? "f64" : "f32") + name.suffix(2)
    }
    if ["ulaw", "mulaw"].contains(name) { return SampleFormat.mulaw.rawValue }
    return SampleFormat(rawValue: name + "le")?.rawValue ?? name
  }

  /// Rate, channels and format, separated by commas.
  public var argumentText: String { "\(sampleRate),\(channelCount),\(sampleFormat.rawValue)" }
}

extension LevelTable.Format: ArgumentValue {}

/// The level in dBFS of digital silence.
struct FloorLevel: ArgumentValue {
  let level: Decibels

  /// From below every recording's noise to well within the precision of a Double.
  private static let range = -1000.0 ... -1.0

  init(_ level: Decibels) { self.level = level }

  init(argument: String) throws(ArgumentValueError) {
    level = Decibels(
      try Double(argument: argument, in: FloorLevel.range, hint: "use -1000 to -1 dBFS"))
  }

  var argumentText: String { level.value.argumentText }
}

/// What of the file's channels is on the left and on the right.
enum ChannelChoice: ArgumentValue, Hashable {
  /// Their numbers or speakers.
  case pair(ChannelPair)
  /// The mix of all on both sides.
  case mix

  /// The first two, or the only one on both sides.
  static let `default` = ChannelChoice.pair(ChannelPair(0, 1))

  /// Their names.
  var pair: ChannelPair? { if case .pair(let pair) = self { pair } else { nil } }

  /// Their names, unless they are the default.
  var chosen: ChannelPair? { self == .default ? nil : pair }

  init(argument: String) throws(ArgumentValueError) {
    guard argument != "mix" else {
      self = .mix
      return
    }
    let parts = argument.listParts
    guard (1...2).contains(parts.count) else {
      throw ArgumentValueError("not one or two channels", hint: "write 0,1, or mix for all")
    }
    var names: [ChannelName] = []
    for part in parts {
      if let speaker = Speaker(name: part) {
        names.append(.speaker(speaker))
        continue
      }
      let value: Int
      do { value = try Int(argument: part) } catch {
        throw error.or(
          hint:
            "write the numbers of the channels, from 0, or their speakers: 0,1 or FL,FR are left "
            + "and right; or mix for all")
      }
      guard (0...1023).contains(value) else {
        throw ArgumentValueError("out of range", hint: "channels are counted from 0 to 1023")
      }
      names.append(.number(value))
    }
    self = .pair(ChannelPair(left: names[0], right: names[names.count - 1]))
  }

  var argumentText: String { pair.map { "\($0.left),\($0.right)" } ?? "mix" }

  /// The option of a command, whose help begins with `purpose`.
  static func option<Root>(
    into target: any WritableKeyPath<Root, ChannelChoice> & Sendable, affects: Effect = .nothing,
    _ purpose: String
  ) -> Option<Root> {
    .value(
      "channels", "A,B|mix", into: target, completion: .choices(["mix"]), affects: affects,
      help: purpose + " mix is one channel, the mean of all of them.")
  }
}

/// A number of threads.
typealias JobCount = WholeNumber<1, 1024>

/// The format of the progress report.
enum ProgressStyle: String, CaseIterable, ArgumentValue {
  case auto, bar, lines, json, none
}
