// SPDX-License-Identifier: MIT
public import Arguments

/// The options of colours and words, for views that support them.
public struct AppearanceOptions: Sendable {
  /// The colours; the look's own if `nil`.
  public var palette: PaletteChoice?
  /// The picture in the middle of the figure.
  public var cover = CoverChoice.none
  /// The large line below the figure; none if `nil`.
  public var title: CaptionChoice?
  /// The small line below the figure; none if `nil`.
  public var subtitle: CaptionChoice?
  /// The place of the words; that for the shape of the picture if `nil`.
  public var wordPlace: WordPlace?

  /// The defaults.
  public init() {}

  /// Refuses a palette for the iris in other looks.
  public func check(isIris: Bool) throws(UsageError) {
    guard !isIris, case .named(let name, .iris)? = palette else { return }
    throw .contradiction(
      "--palette \(name) is for --look iris",
      hint: "choose from \(PaletteColors.names(ofIris: false).joined(separator: ", "))")
  }

  /// Whether a cover is shown, or gives its colours.
  public var usesCover: Bool { cover != .none || palette == .cover }

  /// Whether the words come from the tags of the file.
  public var readsTags: Bool { title == .automatic || subtitle == .automatic }

  /// The words for a piece with this title and artist.
  public func words(title name: String?, artist: String?) -> Captions {
    func text(_ choice: CaptionChoice?, _ automatic: String?) -> String? {
      switch choice {
      case .automatic?: automatic
      case .text(let text)?: text
      case nil: nil
      }
    }
    return Captions(title: text(title, name), subtitle: text(subtitle, artist), place: wordPlace)
  }

  /// How each option is written.
  public static let table: [Option<AppearanceOptions>] = Option.section(
    "Style",
    [
      .value(
        "palette", "NAME|COLORS|cover|FILE", into: \.palette,
        completion: .choices(PaletteColors.named.map(\.name) + ["cover"]), affects: .nothing,
        help:
          "Colours: \(PaletteColors.names(ofIris: false).joined(separator: ", ")); two to four of your "
          + "own, as in '#0b3d2e,#f4d35e': background, ink, second ink, accent, and the rest is mixed "
          + "from them; cover for those of the cover; or a JSON file, for which the command palette "
          + "prints one to begin with; \(PaletteColors.names(ofIris: true).joined(separator: ", ")) only with --look "
          + "iris. By default the look's own."),
      .value(
        "cover", "auto|FILE|none", into: \.cover, completion: .file, affects: .nothing,
        help:
          "A picture in the middle of the figure, cut to a disc; auto: the cover in the tags of "
          + "the file, or else cover.* or folder.* beside it. PNG; with ffmpeg also JPEG, WebP, GIF, "
          + "BMP and TIFF."),
      .value(
        "title", "TEXT|auto", into: \.title, affects: .nothing,
        help: "Words beside the figure, in Latin, Greek or Cyrillic letters; auto: the title that "
          + "the file has, or its name."),
      .value(
        "subtitle", "TEXT|auto", into: \.subtitle, affects: .nothing,
        help: "Small words below the title; auto: the artist that the file has, if any."),
      .value(
        "words", "PLACE", into: \.wordPlace,
        help:
          "Place of the title and the subtitle: below or above the figure, in the corner at the "
          + "lower left, or side: larger, at the left of a wide picture, with the figure at its "
          + "right (below in others). By default corner in wide pictures, and below in others; in "
          + "9:16 above the lowest fifth, which apps cover with words of their own."),
    ])

  /// The long names of all options, for looks in which they have no effect.
  static let names = table.map(\.description.name)
}
