// SPDX-License-Identifier: MIT
public import Arguments

/// The options of colours and words, for views that support them.
public struct AppearanceOptions: Sendable {
  /// The colours; the look's own if `nil`.
  public var palette: PaletteChoice?
  /// The picture in the middle of the figure.
  public var cover = CoverChoice.none
  /// The large line beside the figure.
  public var title = CaptionChoice.none
  /// The small line below it.
  public var subtitle = CaptionChoice.none
  /// The lines that are shown while they are sung.
  public var lyrics = LyricsChoice.none
  /// The letters of all words.
  public var font = FontChoice.automatic
  /// The place of the words; that for the shape of the picture if `nil`.
  public var wordPlace: WordPlace?

  /// The defaults.
  public init() {}

  /// Whether a cover is shown, or gives its colours.
  public var usesCover: Bool { cover != .none || palette == .cover }

  /// Whether words come from the tags of the file.
  public var readsTags: Bool {
    [.tags, .automatic].contains(title) || [.tags, .automatic].contains(subtitle)
      || lyrics == .automatic
  }

  /// The words for a piece with this title in its tags, this title for lack of it, and this artist.
  public func words(
    title tag: String?, otherwise name: String?, artist: String?, hasLyrics: Bool = false
  ) -> Captions {
    Captions(
      title: title.words(tag: tag, otherwise: name),
      subtitle: subtitle.words(tag: artist, otherwise: artist), place: wordPlace,
      hasLyrics: hasLyrics, titleStays: title.isWritten)
  }

  /// How each option is written.
  public static let table: [Option<AppearanceOptions>] = Option.section(
    "Style",
    [
      .value(
        "palette", "NAME|COLORS|FILE", into: \.palette,
        completion: .choices(Palette.names + PaletteChoice.foundNames), affects: .nothing,
        help:
          "Colours: \(Palette.names.joined(separator: ", ")); two to four of your "
          + "own, as in '#0b3d2e,#f4d35e': background, ink, second ink, accent, and the rest is mixed "
          + "from them; song for those of the song's key, tempo and brightness; cover for those of the cover; "
          + "or a JSON file, for which the command palette "
          + "prints one to begin with. By default the colours of the look; those of strata are yellow in film, page and watch."
      ).sharing(.input),
      .value(
        "cover", "tags|auto|FILE|none", into: \.cover, completion: .file, affects: .nothing,
        help:
          "A picture in the middle of the figure, cut to a disc; tags: the cover in the tags of "
          + "the file, or else cover.* or folder.* beside it; auto: the same, with a warning if there "
          + "is none. PNG; with ffmpeg also JPEG, WebP, GIF, BMP and TIFF."
      ).sharing(.input),
      .value(
        "title", "TEXT|tags|auto|none", into: \.title, affects: .nothing,
        help:
          "Words beside the figure; tags: the title in the tags of the file, if it has one; auto: or "
          + "else its name. TEXT stays above --lyrics."),
      .value(
        "subtitle", "TEXT|tags|none", into: \.subtitle, affects: .nothing,
        help:
          "Artist, or other small words below the title; tags: the artist in the tags of the file, if any."
      ),
      .value(
        "lyrics", "FILE|auto|none", into: \.lyrics, completion: .file, affects: .nothing,
        help:
          "Lyrics or subtitles, in place of the title or below a --title that you give: LRC, also with "
          + "times of words, SRT or WebVTT; auto: such a file beside the sound file, with its name, or else "
          + "its tags."
      ).sharing(.input),
      .value(
        "font", "FILE|FAMILY|auto|strokes", into: \.font, completion: .file, affects: .nothing,
        help:
          "Letters of all words: a TrueType or OpenType file; an installed font, such as 'DejaVu "
          + "Serif:bold'; strokes: capitals drawn with a round pen, for Latin, Greek and Cyrillic; auto: "
          + "strokes, and an installed font for other letters. Fonts need HarfBuzz, and fontconfig to be "
          + "found by name."
      ).sharing(.input),
      .value(
        "words", "PLACE", into: \.wordPlace,
        help:
          "Place of the title and the subtitle: below or above the figure, in the corner at the "
          + "lower left, at its side (below if the picture is not wide), or display: as large as can be, over "
          + "a part of it. By default display with --frame bleed, corner in wide pictures (side with "
          + "--lyrics), else below; in 9:16 above the lowest fifth, where apps have words."),
    ])

  /// The long names of all options, for looks in which they have no effect.
  static let names = table.map(\.description.name)
}
