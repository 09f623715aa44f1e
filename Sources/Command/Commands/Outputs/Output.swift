// SPDX-License-Identifier: MIT
// What commands make of a track. A new output is a type here, with its product, and a line in the list of the
// commands:
//
//     /// `count`: the number of the frames, in a file.
//     enum CountOutput: Output {
//       static let outline = Outline(name: "count", summary: "Count the frames.", …)
//       static let table: [Option<OutputOptions<CountOptions>>] = …   // those of CountOptions, and shared ones
//       static func product(
//         of drawing: DrawingRequest, _ own: CountOptions
//       ) throws(Diagnostic) -> any Product {
//         FrameCount(drawing: drawing)   // Is the name right? May it be written?
//       }
//     }
internal import Analysis
internal import Arguments
internal import Pipeline
internal import Views
internal import Writing

/// What a command makes of the pictures of a track.
protocol Output: Sendable {
  /// The options that it alone has.
  associatedtype Own: OwnOptions

  /// Its name, its text and the style of its pictures.
  static var outline: Outline { get }

  /// Its options, beside those of all pictures and of the track.
  static var table: [Option<OutputOptions<Own>>] { get }

  /// What these words make, if the words decide: itself by default.
  static func actual(for words: GivenWords) -> any Output.Type

  /// Settles what is made, before anything is opened.
  ///
  /// - Throws: an error if the options contradict each other.
  static func product(
    of drawing: DrawingRequest, _ own: Own
  ) throws(Diagnostic) -> any Product

  /// What is made of each track of several.
  static func ofEach(_ own: Own) -> BatchOutput

  /// Whether several inputs make one thing.
  static func isOfAll(_ drawing: DrawingRequest) -> Bool
}

extension Output {
  static func actual(for words: GivenWords) -> any Output.Type { self }

  static func ofEach(_ own: Own) -> BatchOutput { .file("") }

  static func isOfAll(_ drawing: DrawingRequest) -> Bool { false }

  /// Its options for these words, with those of one view.
  static func description<SomeView: View>(
    for words: GivenWords, drawing view: SomeView.Type
  ) -> CommandDescription {
    LookOptions<SomeView, Self>.spec(for: words).description
  }
}

/// The options that an output alone has.
protocol OwnOptions: Sendable {
  init()

  /// What they make of a run, as limits ask for it.
  func traits(_ drawing: DrawingRequest) -> Set<Limit.Trait>
}

extension OwnOptions {
  func traits(_ drawing: DrawingRequest) -> Set<Limit.Trait> { [] }
}

/// What is said of a command that draws.
struct Outline {
  let name, summary: String
  let paragraphs: [String]
  let examples: [Example]
  /// What its pictures look like if nothing is typed.
  var style = Style()
  /// Options of all pictures that it does not take: its help leaves them out.
  var hidden: [String] = []
  /// The only options that its help lists; all if `nil`.
  var listed: Set<String>?
  /// The options that most people need, by their long names, for `-h`.
  var mainOptions: [String] = []
  /// The limits of its options, beside those of all commands.
  var limits: [Limit] = []
  /// Whether it takes sizes that are like shapes: it makes frames, which may be of any size.
  var takesAnySize = false
  /// The default of `--output`.
  var defaultOutput = ""
  /// Its exit statuses.
  var exits: [ExitStatus] = [
    .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
  ]
  /// How it processes several tracks; `nil` if it takes one track at a time.
  var batch: BatchSpec?

  /// The options of which only one counts.
  var rivals: [[String]] {
    (Outline.commonLimits + limits).compactMap(\.rivals)
      + (batch == nil ? [] : BatchOptions.limits(batch).compactMap(\.rivals)) + [["view", "look"]]
  }

  static let commonLimits: [Limit] = [
    .excludes("frames", "shard"), .excludes("at", "frames"), .excludes("at", "shard"),
    .excludes("at", "contact-sheet"), .excludes("range", "max-peak"),
    .excludes("range", "max-average"), .excludes("range", "normalization"),
  ]

  /// Refuses options that contradict each other.
  func check(_ drawing: DrawingRequest, _ traits: Set<Limit.Trait>) throws(Diagnostic) {
    // What only says what is measured leaves the ends of the scale open.
    let isOpen = drawing.view.levelScale.map { $0.scope != nil || $0.constants != nil } ?? false
    try Limit.check(
      Outline.commonLimits + limits, traits,
      given: isOpen ? drawing.given.subtracting(["range"]) : drawing.given, command: name,
      output: drawing.options.output)
  }
}
