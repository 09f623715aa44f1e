// SPDX-License-Identifier: MIT
public import Arguments
internal import Drawing
public import Filming
internal import Rendering
internal import Text

/// The film options.
struct FilmOptions: OwnOptions {
  var container: FilmContainer?
  var codec: FilmCodec?
  var quality: FilmQuality?
  var sound = ChoiceOrFile(SoundChoice.auto)
  var encoderWords = EncoderWords()
  /// The parts to join.
  var joined: PartPattern?
  var checksSpace = true

  /// What the names of such films end in, without the full stop.
  var end: String { (container ?? .default).fileExtensions[0] }

  func traits(_ drawing: DrawingRequest) -> Set<Limit.Trait> { [.film, .sound] }

  /// The sound: a choice, or the file that was measured. `help` says what the choices are.
  static func soundRow<Root: Sendable, Choice: ArgumentValue>(
    into target: any WritableKeyPath<Root, ChoiceOrFile<Choice>> & Sendable, _ help: String
  ) -> Option<Root> {
    .value(
      "sound", (Choice.choices + ["FILE"]).joined(separator: "|"), into: target, affects: .nothing,
      help: help + " FILE: the audio file that was measured, if INPUT is a file of readings."
    ).sharing(.input)
  }

  /// Whether to look for space first; sequences have it too.
  static func spaceRow<Root: Sendable>(
    into target: any WritableKeyPath<Root, Bool> & Sendable
  ) -> Option<Root> {
    .flag(
      "no-space-check", into: target, value: false, affects: .nothing,
      help: "Start even if the disk is too small for all frames."
    ).sharing(.typed)
  }

  /// The encoding options.
  static let codingTable: [Option<OutputOptions<FilmOptions>>] = [
    .value(
      "codec", "NAME", into: \.own.codec, affects: .nothing,
      help:
        "How pictures are coded. own: by the program, the default where it can; equal bytes everywhere. "
        + "x264: through ffmpeg, as all others; 1.2 to 3 times smaller, and mostly slower. 444 keeps thin "
        + "coloured lines, and plays on computers. prores, the default of transparent mov, is slow; qtrle is "
        + "lossless, fast and large."
    ),
    .value(
      "quality", into: \.own.quality, affects: .nothing,
      help: "Encoding quality; by default standard, or lossless in mkv and nut."),
    soundRow(
      into: \.own.sound,
      "Its sound: auto copies the track's if the copy is exact, and otherwise encodes it; copy, none, "
        + "or a codec. With --size canvas it is none."),
    .value(
      "encoder-args", "WORDS", into: \.own.encoderWords, affects: .nothing,
      help: "More options for ffmpeg, in one word: '-crf 10 -tune animation'."
    ).sharing(.typed),
  ]

  /// The options of films in parts.
  static let partTable: [Option<OutputOptions<FilmOptions>>] = [
    .value(
      "shard", "I/N", into: \.common.frames.shard, affects: .nothing,
      help:
        "Make the I-th of N equal parts of the film, counted from 1 and silent: mp4, mov or nut, "
        + "with a note beside it. The name part-%03d.mp4 has a place for the number."),
    .value(
      "join", "PARTS", into: \.own.joined, completion: .file, affects: .nothing,
      help:
        "Join these parts, and add the sound of INPUT, with the options of the sound: 'part-*.mp4', in "
        + "quotes, or part-%03d.mp4."),
  ]
}

extension FilmContainer: NamedValue {}

extension FilmCodec: NamedValue {}

extension FilmQuality: ArgumentValue {}

extension SoundChoice: NamedValue {
  /// The general choices, and all codecs.
  public static var all: [SoundChoice] {
    [.auto, .copy, .none] + SoundCodec.all.map { .coded($0) }
  }

  /// Its name on the command line.
  public var name: String {
    switch self {
    case .auto: "auto"
    case .copy: "copy"
    case .none: "none"
    case .coded(let codec): codec.name
    }
  }
}

/// Options for ffmpeg in one argument, which is split like a shell command.
struct EncoderWords: ArgumentValue {
  let words: [String]

  init() { words = [] }

  init(argument: String) throws(ArgumentValueError) {
    let words = ShellText.words(argument)
    let isText = words?.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } } ?? true
    guard let words, isText, words.first?.hasPrefix("-") ?? true else {
      throw ArgumentValueError(
        words == nil
          ? "a quote is not closed"
          : isText ? "does not begin with an option" : "has a control character",
        hint: "write '-crf 10 -tune animation'")
    }
    self.words = words
  }

  var argumentText: String { words.map(ShellText.quoted).joined(separator: " ") }
}
