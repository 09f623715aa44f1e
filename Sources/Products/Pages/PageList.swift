// SPDX-License-Identifier: MIT
public import Decoding
public import Drawing
internal import Rendering
internal import Text

/// What a page says about itself in its head.
public struct PageFacts: Sendable, Hashable {
  /// Bytes from the start of a page in which its head ends.
  public static let headSize = 1 << 14

  /// The words of its title and its artist, and its album; empty if there is none.
  public let title, artist, album: String
  /// How long it plays, in seconds.
  public let seconds: Double
  /// The colour behind its picture, and the main colour of its palette; `nil` if it has none.
  public let background, ink: Color?

  /// What a page of ours says, from its first bytes; `nil` if it is not one.
  public init?(page bytes: [UInt8]) {
    func text(after start: String, to end: String) -> String? {
      guard let start = bytes.firstRange(of: Array(start.utf8))?.upperBound,
        let end = bytes[start...].firstRange(of: Array(end.utf8))?.lowerBound
      else { return nil }
      return MarkupText.unescaped(bytes[start..<end])
    }
    func value(_ name: String) -> String? {
      text(after: "<meta name=\"\(name)\" content=\"", to: "\"")
    }
    guard value("generator") == Page.generator, let title = text(after: "<title>", to: "</title>"),
      !title.isEmpty
    else { return nil }
    artist = value("author") ?? ""
    self.title = PageFacts.title(of: title, artist: artist)
    album = value("album") ?? ""
    seconds = value("seconds").flatMap(Double.init) ?? 0
    background = value("theme-color").flatMap { Color(parsing: $0) }
    ink = value("ink").flatMap { Color(parsing: $0) }
  }

  private static func title(of text: String, artist: String) -> String {
    let (all, end) = (Array(text.utf8), Array(" - \(artist)".utf8))
    guard !artist.isEmpty, all.count > end.count, all.suffix(end.count) == end[...] else {
      return text
    }
    return String(decoding: all.dropLast(end.count), as: UTF8.self)
  }
}

/// A page that lists pages, such as those of an album.
public struct PageList: Sendable {
  /// A page in the list.
  public struct Entry: Sendable {
    /// The name of its file, in the same folder.
    let file: String
    /// What it says about itself.
    let facts: PageFacts?

    /// A page, which has its file name for a title if it says nothing about itself.
    public init(file: String, facts: PageFacts?) { (self.file, self.facts) = (file, facts) }

    var title: String { facts?.title ?? file }
  }

  private let entries: [Entry]
  private let cover: PictureFile?

  /// A list of pages with the cover that they share.
  public init(_ entries: [Entry], cover: PictureFile? = nil) {
    (self.entries, self.cover) = (entries, cover)
  }

  /// What all pages have; `nil` if they differ.
  private func common<Value: Equatable>(_ value: (PageFacts) -> Value) -> Value? {
    guard let first = entries.first?.facts.map(value) else { return nil }
    return entries.allSatisfy { $0.facts.map(value) == first } ? first : nil
  }

  /// The page with links to all of them, in the colours of the first one.
  public var document: [UInt8] {
    let album = common(\.album) ?? "", artist = common(\.artist) ?? ""
    let facts = entries.lazy.compactMap(\.facts).first
    let paper = facts?.background ?? .black
    let words = PageList.words(on: paper)
    let title = MarkupText.escaped(album.isEmpty ? "Tracks" : album)
    // These attributes are old, but a policy that allows one style sheet alone lets them through.
    let colors =
      "bgcolor=\"\(paper.hexadecimal)\" text=\"\(words.hexadecimal)\" link=\"\(words.hexadecimal)\" vlink=\"\(words.hexadecimal)\""
    let seconds = entries.reduce(0) { $0 + ($1.facts?.seconds ?? 0) }
    let count = entries.count == 1 ? "1 track" : "\(entries.count) tracks"
    var text = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(Page.hashes.list)'; img-src data:; form-action 'none'; base-uri 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="theme-color" content="\(paper.hexadecimal)">
      <title>\(title)\(artist.isEmpty ? "" : " - " + MarkupText.escaped(artist))</title>
      <style>\(String(decoding: PackageResources.list_css, as: UTF8.self))</style>
      </head>
      <body \(colors)>
      <header>
      \(picture)<div>
      <h1><font color="\((facts?.ink ?? words).hexadecimal)">\(title)</font></h1>
      <p>\(artist.isEmpty ? "" : MarkupText.escaped(artist) + "<br>")<small>\(count)\(seconds > 0 ? ", " + PageList.time(seconds) : "")</small></p>
      </div>
      </header>
      <ol>

      """
    for entry in entries { text += item(entry, hasArtist: artist.isEmpty) }
    return Array((text + "</ol>\n</body>\n</html>\n").utf8)
  }

  /// The colour of the words on a paper, as the player chooses it.
  private static func words(on paper: Color) -> Color {
    let lightness = 0.3 * Double(paper.red) + 0.59 * Double(paper.green) + 0.11 * Double(paper.blue)
    return lightness > 140 ? .black : Color(red: 255, green: 255, blue: 255)
  }

  private var picture: String {
    guard let cover, let type = cover.mediaType else { return "" }
    let data = String(decoding: Base64.text(of: cover.bytes), as: UTF8.self)
    return "<img src=\"data:\(type);base64,\(data)\" alt=\"\">\n"
  }

  private func item(_ entry: Entry, hasArtist: Bool) -> String {
    let address = MarkupText.escaped(AddressText.encoded(entry.file))
    var text = "<li><a href=\"\(address)\">\(MarkupText.escaped(entry.title))"
    if hasArtist, let artist = entry.facts?.artist, !artist.isEmpty {
      text += "<small>\(MarkupText.escaped(artist))</small>"
    }
    text += "</a>"
    if let seconds = entry.facts?.seconds { text += "<time>\(PageList.time(seconds))</time>" }
    return text + "</li>\n"
  }

  /// Minutes and seconds, as players show them.
  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9))
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let start = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
    return "\(start):\(two(whole % 60))"
  }
}
