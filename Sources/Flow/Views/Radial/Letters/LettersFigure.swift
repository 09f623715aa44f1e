// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The title, or the line of the lyrics that is sung, over the whole sheet: each letter is a neon tube
/// that glows with a band of the sound, the bass at the beginning and the treble at the end.
struct LettersFigure: Figure {
  /// How fast each speed falls, in dB a second.
  private static let falls = [12.0, 18, 28, 44, 70]
  /// The strokes from the widest to the narrowest: which speed it follows, its share of the full width,
  /// and its place in the ramp; the narrowest has the colour of words.
  private static let layers = [
    (0, 1.0, 6), (0, 0.84, 5), (1, 0.67, 4), (2, 0.5, 3), (3, 0.34, 2), (4, 0.19, 0),
  ]
  /// The most letters of a page of lyrics.
  private static let mostLetters = 64
  /// A letter opens by at most this share a tick, so that a word does not flash.
  private static let rise = 0.34
  private var track: RadialTrack
  private var spectrum: FallingSpectrum
  /// The colours of the layers.
  private let colors: [Color]
  /// What is below the letters of an overlay.
  private let plate: Color?
  private let context: ViewContext
  /// The lyrics by pages of as many letters as a sheet can have.
  private let lyrics: SongLyrics?
  /// How broad bright letters are, as a factor.
  private let glow: Double
  /// What is shown in pauses.
  private let title: String
  /// The letters of what is shown in pauses.
  private let lettersOfTitle: NeonLetters

  static func traits(for options: RadialOptions) -> FigureTraits {
    FigureTraits(BandGroups.spectrum.name, drawsLive: true)
  }

  static func analysis(
    for options: RadialOptions, of request: AnalysisRequest
  ) -> Analysis<BandLevels> { BandGroups.spectrum.analysis(request) }

  init(
    options: RadialOptions, track readings: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    let palette = context.palette ?? .dusk
    let words = WordColors(
      palette.ink, on: context.picture.background, plate: palette.background)
    // The core can be read even of a tube that is off.
    colors = LettersFigure.layers.dropLast().map { palette.ramp[$0.2] } + [words.ink]
    plate = words.isOverlay ? words.ground : nil
    track = try RadialTrack(
      options, readings.beginnings(StereoLevels.self), context, palette, coverRadius: 0,
      fillsSheet: true)
    self.context = context
    lyrics = context.lyrics?.paged(letters: LettersFigure.mostLetters)
    spectrum = try FallingSpectrum(
      readings, of: BandGroups.spectrum.range(of: .spectrum), falls: LettersFigure.falls,
      rise: LettersFigure.rise)
    glow = options.number("glow")
    // Sound that is still arriving may have no name.
    let isNamed = options.colors.title == CaptionChoice.none || !readings.isLive
    title = context.words.title ?? (isNamed ? "" : "Live")
    // A font has the letters of the words alone.
    let lettering = context.words.title == nil ? Lettering(.strokes) : context.words.lettering
    lettersOfTitle = NeonLetters(
      title, lettering, on: context.canvas(shortSideInPoints: 432), glow: glow)
  }

  static let parameters = [
    LookParameter("glow", .number(1), in: 0...2, help: "how broad bright letters are")
  ]

  let fillsSheet = true

  var findings: Findings { track.findings }

  func firstTick(shownAfterTick index: Int) -> Int { max(index - spectrum.memory, 0) }

  mutating func advance(to tick: Int) throws(SystemError) {
    _ = try track.levels(ofTick: tick)
    try spectrum.advance(to: tick)
  }

  func draw(into scene: inout Scene) {
    scene.title = "The title as letters that glow with the sound"
    let line = scene.moment.flatMap { lyrics?.line(at: $0) }
    let letters =
      line.map { NeonLetters($0.text, context.words.lettering, on: scene.canvas, glow: glow) }
      ?? lettersOfTitle
    if let plate {
      let path = Path(joining: letters.paths)
      scene.items.append(
        Item.stroke(path, width: letters.thinnest + 2 * Lettering.widestPlate, plate)
          .named(Item.nameOfLetters + "ground"))
    }
    // Each layer of all letters, so that the glow of neighbours merges.
    // An outline has its inside in place of the narrowest stroke, which would close small holes.
    for (index, (speed, share, _)) in LettersFigure.layers.enumerated()
    where !letters.isFilled || index < LettersFigure.layers.count - 1 {
      for (letter, path) in letters.paths.enumerated() {
        let glow = glow(ofLetter: letter, of: letters.paths.count, spectrum.levels[speed])
        let width = letters.thinnest + (letters.widest - letters.thinnest) * glow
        var item = Item.stroke(path, width: share * width, colors[index])
        item.name = Item.nameOfLetters + "\(index + 1)"
        if index == 0, letter == 0 { item.data = [DataAttribute("line", line?.text ?? title)] }
        scene.items.append(item)
      }
    }
    guard letters.isFilled, let core = colors.last else { return }
    for path in letters.paths {
      scene.items.append(
        Item.fill(path, core)
          .named(Item.nameOfLetters + "\(LettersFigure.layers.count)"))
    }
  }

  /// How wide a letter is open, from 0 to 1: by the loudest of its bands in each channel.
  private func glow(
    ofLetter letter: Int, of count: Int, _ levels: [SIMD2<Double>]
  ) -> Double {
    let first = levels.count * letter / count
    let end = max(levels.count * (letter + 1) / count, first + 1)
    return SpectrumScale.opening(levels[first..<end].reduce(.zero, pointwiseMax).sum() / 2)
  }
}

extension Item {
  /// How the names of the layers of letters begin.
  fileprivate static let nameOfLetters = "neon-"

  /// Whether it is a layer of a letter of this figure.
  var isLetter: Bool { name.hasPrefix(Item.nameOfLetters) }
}

/// The letters of a text over a whole sheet.
private struct NeonLetters: Sendable {
  /// The strokes of each letter.
  let paths: [Path]
  /// The width of a tube that is off, and at its brightest, in points.
  let thinnest, widest: Double
  /// Whether the paths are outlines.
  let isFilled: Bool

  /// The letters of a text, whose tubes glow by a factor.
  init(_ text: String, _ lettering: Lettering, on canvas: Canvas, glow: Double) {
    isFilled = lettering.isFilled
    let lines = StretchedLines.lines(of: text, lettering, on: canvas)
    let isDense = lines.count > 2
    // Room for the glow.
    let (x, y, leading) = isDense ? (54.0, 54.0, 58.0) : (66, 62, 76)
    let box = Composition.Area(
      left: x - canvas.widthInPoints / 2, top: y - canvas.heightInPoints / 2,
      right: canvas.widthInPoints / 2 - x, bottom: canvas.heightInPoints / 2 - y)
    let type = StretchedLines(lines, lettering, in: box, leading: leading)
    paths = type.letters(pen: 0)
    let widths = paths.map { path in
      let places = path.points.map(\.x)
      return (places.max() ?? 0) - (places.min() ?? 0)
    }.sorted()
    let median = widths.isEmpty ? 0 : widths[widths.count / 2]
    // An outline is as broad as a tube already.
    thinnest = isFilled ? 0 : min(13, 0.6 * median)
    widest = max(glow * min(0.62 * type.cap, 1.25 * median, 104), thinnest)
  }
}
