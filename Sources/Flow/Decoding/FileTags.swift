// SPDX-License-Identifier: MIT
package import Platform

/// What the tags in a file say and show, as this program reads them itself.
///
/// Those of the file's format count before ID3v2, and that before tags at the end of the file. The tags
/// of APE and ID3v1 count only if there are none of ID3v2.
package struct FileTags {
  /// What they say.
  package private(set) var tags = AudioTags()
  /// The pictures in the first of them that has any.
  private(set) var pictures: [TagPicture] = []
  /// The first bytes of the file behind the tags before the sound.
  let start: [UInt8]

  /// Reads the tags of a file.
  package init(path: String) throws(SystemError) {
    var window = try ByteWindow(path: path)
    let around = try SurroundingTags(in: window)
    let id3 = try ID3Tag(at: 0, in: window)
    let ape = try around.ape.map { range throws(SystemError) in
      APETag(items: try window.bytes(at: range.lowerBound, min(range.count, TagPicture.maxBytes)))
    }
    let last = try around.id3v1.map { place throws(SystemError) in
      AudioTags(id3v1: try window.bytes(at: place, 128))
    }
    window.narrow(to: around.sound)
    start = try window.bytes(at: 0, Container.decisiveCount)
    let comments = try CommentHeader(in: window)
    add(AudioTags(comments: comments.comments), comments.tagPictures)
    if start.has("ftyp", at: 4) {
      let movie = try MP4File(in: window)
      add(movie.tags, movie.pictures)
    }
    if let place = try ID3Tag.place(in: window, start) {
      let inside = try ID3Tag(at: place, in: window)
      add(inside.tags, inside.pictures)
    }
    add(id3.tags, id3.pictures)
    guard id3.tags == AudioTags() else { return }
    add(ape?.tags ?? AudioTags(), ape?.pictures ?? [])
    add(last ?? AudioTags(), [])
  }

  /// Adds what others say that was not said before.
  private mutating func add(_ others: AudioTags, _ more: [TagPicture]) {
    tags = tags.completed(by: others)
    if pictures.isEmpty { pictures = more.filter(\.isPicture) }
    if pictures.isEmpty, unreadable == nil { unreadable = more.first { !$0.bytes.isEmpty } }
  }

  /// What stands in the place of a picture and is none.
  private var unreadable: TagPicture?

  /// The front cover, or else another picture that is not an icon, and its number among the pictures; `nil`
  /// if there is none.
  package var cover: (bytes: [UInt8], index: Int)? {
    let order = pictures.indices.filter { pictures[$0].kind != 1 }
      .min { (pictures[$0].rank, $0) < (pictures[$1].rank, $1) }
    if let order { return (pictures[order].bytes, order) }
    return pictures.isEmpty ? unreadable.map { ($0.bytes, 0) } : nil
  }
}

extension TagPicture {
  /// Whether it is preferred as the cover: the front cover is 0, and icons come last.
  fileprivate var rank: Int { kind == 3 ? 0 : kind == 2 ? 2 : 1 }
}
