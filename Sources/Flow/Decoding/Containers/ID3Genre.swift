// SPDX-License-Identifier: MIT

/// The genres that tags name by numbers.
///
/// - Source: ID3v1 (0 to 79) and Winamp (80 to 191) for the numbers; ID3v2.3.0, 4.2.1, and ID3v2.4.0, 4.2.3,
///   TCON, for how they are written.
enum ID3Genre {
  /// The genre of a number; `nil` if it has none.
  static func named(_ number: Int) -> String? {
    names.indices.contains(number) ? names[number] : nil
  }

  /// The genres of a text: by numbers from version 2.4 on, before that by numbers in parentheses, perhaps with
  /// words behind them: `(17)(4)Eurodisco`. Words that begin with a parenthesis have two: `((Foo)`.
  static func genres(_ text: String) -> [String] {
    var (rest, genres): (Substring, [String]) = (text[...], [])
    while rest.first == "(", let end = rest.firstIndex(of: ")"),
      let genre = standing(for: rest[..<end].dropFirst())
    {
      (rest, genres) = (rest[end...].dropFirst().drop { $0 == " " }, genres + [genre])
    }
    return genres + [standing(for: rest) ?? String(rest.hasPrefix("((") ? rest.dropFirst() : rest)]
  }

  /// The genre for which a number or a sign stands, empty if it has none; `nil` for words.
  private static func standing(for sign: Substring) -> String? {
    ["RX": "Remix", "CR": "Cover"][sign] ?? Int(sign).map { named($0) ?? "" }
  }

  private static let names =
    """
    Blues,Classic Rock,Country,Dance,Disco,Funk,Grunge,Hip-Hop,Jazz,Metal,New Age,Oldies,Other,Pop
    R&B,Rap,Reggae,Rock,Techno,Industrial,Alternative,Ska,Death Metal,Pranks,Soundtrack
    Euro-Techno,Ambient,Trip-Hop,Vocal,Jazz+Funk,Fusion,Trance,Classical,Instrumental,Acid,House
    Game,Sound Clip,Gospel,Noise,Alt. Rock,Bass,Soul,Punk,Space,Meditative,Instrumental Pop
    Instrumental Rock,Ethnic,Gothic,Darkwave,Techno-Industrial,Electronic,Pop-Folk,Eurodance,Dream
    Southern Rock,Comedy,Cult,Gangsta Rap,Top 40,Christian Rap,Pop/Funk,Jungle,Native American
    Cabaret,New Wave,Psychedelic,Rave,Showtunes,Trailer,Lo-Fi,Tribal,Acid Punk,Acid Jazz,Polka
    Retro,Musical,Rock & Roll,Hard Rock,Folk,Folk-Rock,National Folk,Swing,Fast-Fusion,Bebop,Latin
    Revival,Celtic,Bluegrass,Avantgarde,Gothic Rock,Progressive Rock,Psychedelic Rock
    Symphonic Rock,Slow Rock,Big Band,Chorus,Easy Listening,Acoustic,Humour,Speech,Chanson,Opera
    Chamber Music,Sonata,Symphony,Booty Bass,Primus,Porn Groove,Satire,Slow Jam,Club,Tango,Samba
    Folklore,Ballad,Power Ballad,Rhythmic Soul,Freestyle,Duet,Punk Rock,Drum Solo,A Cappella
    Euro-House,Dance Hall,Goa,Drum & Bass,Club-House,Hardcore,Terror,Indie,BritPop,Afro-Punk
    Polsk Punk,Beat,Christian Gangsta Rap,Heavy Metal,Black Metal,Crossover,Contemporary Christian
    Christian Rock,Merengue,Salsa,Thrash Metal,Anime,JPop,Synthpop,Abstract,Art Rock,Baroque
    Bhangra,Big Beat,Breakbeat,Chillout,Downtempo,Dub,EBM,Eclectic,Electro,Electroclash,Emo
    Experimental,Garage,Global,IDM,Illbient,Industro-Goth,Jam Band,Krautrock,Leftfield,Lounge
    Math Rock,New Romantic,Nu-Breakz,Post-Punk,Post-Rock,Psytrance,Shoegaze,Space Rock,Trop Rock
    World Music,Neoclassical,Audiobook,Audio Theatre,Neue Deutsche Welle,Podcast,Indie Rock,G-Funk
    Dubstep,Garage Rock,Psybient
    """.split { $0 == "," || $0 == "\n" }.map(String.init)
}
