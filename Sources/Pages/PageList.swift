// SPDX-License-Identifier: MIT

/// A page that lists pages, such as those of an album.
public enum PageList {
  /// A page in the list.
  public struct Entry: Sendable {
    /// The name of its file, in the same folder.
    let file: String
    /// Its title, as HTML.
    let title: String

    /// A page with the title that ``PageList/title(ofPage:)`` found, or with its file name.
    public init(file: String, title: String?) {
      self.file = file
      self.title = title ?? HTMLText.escaped(file)
    }
  }

  /// The title of a page as HTML, from its first bytes; `nil` if there is none.
  public static func title(ofPage bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.firstRange(of: "<title>")?.upperBound,
      let end = text[start...].firstRange(of: "</title>")?.lowerBound, start < end
    else { return nil }
    return String(text[start..<end])
  }

  /// The page with links to all of them.
  public static func document(_ entries: [Entry]) -> [UInt8] {
    var text = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(Page.hashes.list)'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Tracks</title>
      <style>
      """
    text += String(decoding: PackageResources.list_css, as: UTF8.self)
    text += "</style>\n</head>\n<body>\n<ol>\n"
    for entry in entries {
      let address = HTMLText.escaped(PageLink.encoded(entry.file))
      text += "<li><a href=\"\(address)\">\(entry.title)</a></li>\n"
    }
    return Array((text + "</ol>\n</body>\n</html>\n").utf8)
  }
}
