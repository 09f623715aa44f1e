// SPDX-License-Identifier: MIT

/// A page that lists pages, such as those of an album.
public enum PageList {
  /// A page in the list.
  public struct Entry: Sendable {
    /// The name of its file, in the same folder.
    let file: String
    /// Its title.
    let title: String

    /// A page with the title that ``PageList/title(ofPage:)`` found, or with its file name.
    public init(file: String, title: String?) {
      self.file = file
      self.title = title ?? file
    }
  }

  /// The title of a page of ours, from its first bytes; `nil` if there is none.
  public static func title(ofPage bytes: [UInt8]) -> String? {
    guard bytes.firstRange(of: Array(Page.generator.utf8)) != nil,
      let start = bytes.firstRange(of: Array("<title>".utf8))?.upperBound,
      let end = bytes[start...].firstRange(of: Array("</title>".utf8))?.lowerBound, start < end
    else { return nil }
    return HTMLText.unescaped(bytes[start..<end])
  }

  /// The page with links to all of them.
  public static func document(_ entries: [Entry]) -> [UInt8] {
    var text = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(Page.hashes.list)'; form-action 'none'; base-uri 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Tracks</title>
      <style>
      """
    text += String(decoding: PackageResources.list_css, as: UTF8.self)
    text += "</style>\n</head>\n<body>\n<ol>\n"
    for entry in entries {
      let address = HTMLText.escaped(PageLink.encoded(entry.file))
      text += "<li><a href=\"\(address)\">\(HTMLText.escaped(entry.title))</a></li>\n"
    }
    return Array((text + "</ol>\n</body>\n</html>\n").utf8)
  }
}
