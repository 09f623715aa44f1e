// SPDX-License-Identifier: MIT

/// A tag as Monkey's Audio, WavPack and Musepack have it, and some MP3s.
///
/// - Source: APEv2 specification, <https://wiki.hydrogenaud.io/index.php?title=APEv2_specification>.
struct APETag {
  /// What it says.
  private(set) var tags = AudioTags()
  /// The pictures in it.
  private(set) var pictures: [TagPicture] = []

  /// Reads the items between the header and the footer of a tag.
  init(items: [UInt8]) {
    var place = 0
    for _ in 0..<TagPicture.maxParts {
      guard let size = items.number(at: place, 4, bigEndian: false).map({ Int($0) }),
        let kind = items.number(at: place + 4, 4, bigEndian: false).map({ $0 >> 1 & 3 }),
        let end = items.dropFirst(place + 8).prefix(256).firstIndex(of: 0)
      else { return }
      let name = AudioTags.text(Array(items[place + 8..<end])).lowercased()
      let value = items[(end + 1)...].prefix(size)
      if kind == 0 { read(name, value) }
      if kind == 1, name.hasPrefix("cover art"), let zero = value.firstIndex(of: 0) {
        let isFront = name == "cover art (front)"
        pictures.append(TagPicture(bytes: Array(value[(zero + 1)...]), kind: isFront ? 3 : 0))
      }
      place = end + 1 + size
    }
  }

  private mutating func read(_ name: String, _ value: ArraySlice<UInt8>) {
    if ["lyrics", "unsynced lyrics", "unsyncedlyrics"].contains(name) {
      tags.lyrics = tags.lyrics ?? AudioTags.text(Array(value.prefix(AudioTags.maxBytesOfLyrics)))
    }
    let field = ["album artist": "album_artist", "albumartist": "album_artist", "year": "date"][
      name]
    for text in value.prefix(AudioTags.maxBytes).split(separator: 0) {
      tags.add(AudioTags.text(Array(text)), named: field ?? name)
    }
  }
}
