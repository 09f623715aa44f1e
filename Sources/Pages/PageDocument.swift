// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
internal import JSON
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Text
internal import Views

extension Page {
  /// The SHA-256 of the script and of the style sheets in base64: the page runs nothing else.
  static let hashes = (
    script: "jmhgchJg7ZG/53aF0Wrqwrn65p46qxM2Wm10XEOijn0=",
    style: "WMaUq1jZoj/YVChTNbY8+3V8jFIy7JeXnFOotA8ryYU=",
    list: "hScEZ3/jZYoMJtQwKeserE1Z0NRkoQQ7GheIhPjkzh0="
  )

  /// What pages of this program have in their heads.
  static let generator = "<meta name=\"generator\" content=\"radial-audio\">"

  /// The HTML file with these scenes. A link to the sound is relative to `path`, where the page will be.
  ///
  /// - Throws: ``PageError/tooLarge(_:)``.
  public func document(scenes: PageScenes, at path: String = "page.html") throws(PageError)
    -> [UInt8]
  {
    let size = scenes.size + sound.size
    guard size <= Page.maxBytes else { throw .tooLarge(size) }
    let title = HTMLText.escaped(title), hashes = Page.hashes, head = head(scenes)
    let media =
      switch sound {
      case .none: "'none'"
      case .embedded: "blob:"
      case .linked: "'self' file:"
      }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + size / 16 + 65_536)
    bytes +=
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-\(hashes.script)'; style-src 'sha256-\(hashes.style)'; media-src \(media); img-src data:; form-action 'none'; base-uri 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      \(Page.generator)
      <title>\(title)\(artist.isEmpty ? "" : " - " + HTMLText.escaped(artist))</title>
      <style>
      """.utf8
    bytes += PackageResources.style_css
    bytes +=
      """
      </style>
      </head>
      <body\(hasWords ? " class=\"titled\"" : "")>
      <canvas id="picture" role="img" aria-label="\(title): a moving picture of the sound"></canvas>
      <div id="bar">
      <button id="play" aria-label="Play"><svg class="start" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4.5v15l12.5-7.5z"/></svg><svg class="pause" viewBox="0 0 24 24" aria-hidden="true"><path d="M6.5 5h3.6v14H6.5zm7.4 0h3.6v14h-3.6z"/></svg></button>
      \(hasWords ? "" : "<p id=\"words\"><b>\(title)</b>\(artist.isEmpty ? "" : "<span>\(HTMLText.escaped(artist))</span>")</p>")
      <input id="place" type="range" min="0" value="0" step="any" aria-label="Position">
      <span id="times"></span>
      <button id="full" aria-label="Full screen"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z"/></svg></button>
      </div>
      <p id="note" role="alert" hidden></p>
      <noscript>This page needs JavaScript to draw its picture.</noscript>
      \(audio(at: path))
      <script type="application/json" id="head" data-sum="\(Page.checksum(head.utf16))">\(head)</script>
      <script>
      """.utf8
    // Before the scenes, so that a page that was cut off says so.
    bytes += PackageResources.player_js
    bytes += "</script>\n<script type=\"text/plain\" id=\"scenes\">".utf8
    for chunk in scenes.chunks { Base64.append(chunk, to: &bytes) }
    if case .embedded(let file, _) = sound {
      bytes += "</script>\n<script type=\"text/plain\" id=\"audio\">".utf8
      Base64.append(file, to: &bytes)
    }
    bytes += "</script>\n</body>\n</html>\n".utf8
    return bytes
  }

  /// The title in the picture, or else that of the piece, or of the view.
  public var title: String {
    run.words.title ?? run.title ?? run.scenes.blank.title
  }

  /// Whether the picture shows words of its own. The bar then has none, and is below the picture.
  private var hasWords: Bool { run.words.title != nil || run.words.subtitle != nil }

  private var artist: String { run.words.subtitle ?? run.tags.artist ?? "" }

  private func audio(at path: String) -> String {
    switch sound {
    case .none: ""
    case .embedded: "<audio id=\"sound\" preload=\"auto\"></audio>"
    case .linked(let file):
      "<audio id=\"sound\" preload=\"auto\" src=\"\(HTMLText.escaped(PageLink.text(from: path, to: file)))\"></audio>"
    }
  }

  /// The Adler-32 of a text in the page, by which the player knows that it is whole.
  ///
  /// - Source: RFC 1950, section 8.2.
  private static func checksum(_ text: some Sequence<some BinaryInteger>) -> Int {
    var (low, high) = (1, 0)
    for unit in text {
      low = (low + Int(unit)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  /// What the player has to know before the scenes, as JSON that cannot end the element it is in.
  private func head(_ scenes: PageScenes) -> String {
    let (canvas, rate, color) = (run.scenes.blank.canvas, run.schedule.rate, run.scenes.background)
    func numbers(_ numbers: [Int]) -> JSONValue { .array(numbers.map { .number(JSONNumber($0)) }) }
    var type = ""
    if case .embedded(_, let mediaType) = sound { type = mediaType }
    let images = scenes.images.map { image -> JSONValue in
      var text = Array("data:image/png;base64,".utf8)
      Base64.append(image.file, to: &text)
      return .string(String(decoding: text, as: UTF8.self))
    }
    let components = [color.red, color.green, color.blue, color.alpha].map { Int($0) }
    let head = JSONValue.object([
      JSONMember("version", .number(JSONNumber(1))),
      JSONMember("rate", numbers([rate.numerator, rate.denominator])),
      JSONMember("frames", .number(JSONNumber(run.frames.count))),
      JSONMember("chunk", .number(JSONNumber(Page.framesInChunk))),
      JSONMember("unit", .number(JSONNumber(StreamedItem.unitsPerPoint))),
      JSONMember("size", numbers([canvas.width, canvas.height])),
      JSONMember(
        "points",
        .array([
          .number(JSONNumber(canvas.widthInPoints)), .number(JSONNumber(canvas.heightInPoints)),
        ])),
      JSONMember("background", numbers(components)),
      JSONMember("poster", .number(JSONNumber(run.frames.count - 1))),
      JSONMember("loop", .bool(isLoop)), JSONMember("title", .string(title)),
      JSONMember("artist", .string(artist)), JSONMember("sound", .string(type)),
      JSONMember("images", .array(images)),
      JSONMember("chunks", numbers(scenes.chunks.map { Base64.size(of: $0.count) })),
      JSONMember(
        "sums",
        numbers(
          scenes.chunks.map { chunk in
            var text: [UInt8] = []
            Base64.append(chunk, to: &text)
            return Page.checksum(text)
          })), JSONMember("soundSize", .number(JSONNumber(sound.size))),
    ])
    return HTMLText.escaped(json: head.text)
  }
}

/// Text in HTML, by scalars: a `Character` may be a `<` with what stands before or behind it.
enum HTMLText {
  private static let names: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]

  /// A text with its special characters escaped; bytes that are not UTF-8 become U+FFFD.
  static func escaped(_ text: String) -> String {
    replaced(String(decoding: RawText.bytes(text), as: UTF8.self), names)
  }

  /// JSON that cannot end the element of HTML that it is in.
  static func escaped(json: String) -> String { replaced(json, ["<": "\\u003c"]) }

  /// The text whose escaped form this is.
  static func unescaped(_ bytes: some Collection<UInt8>) -> String {
    // The ampersand last, since it may stand before the name of another.
    let order = names.sorted { $0.key != "&" && $1.key == "&" }
    return String(
      decoding: order.reduce(Array(bytes)) { text, name in
        text.replacing(Array(name.value.utf8), with: Array(String(name.key).utf8))
      }, as: UTF8.self)
  }

  private static func replaced(_ text: String, _ names: [Unicode.Scalar: String]) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let name = names[scalar] {
        result.append(contentsOf: name.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

/// The address of a file as a page names it.
enum PageLink {
  /// The path from the folder of `page` to `file`, with percent signs as addresses need them.
  static func text(from page: String, to file: String) -> String {
    let parent = Folder.parent(of: page)
    guard let folder = Folder.resolved(parent), let target = Folder.resolved(file) else {
      return encoded(file)
    }
    let (from, to) = (parts(folder), parts(target))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let ups = Array(repeating: "..", count: from.count - common)
    return encoded((ups + to[common...]).joined(separator: "/"))
  }

  private static func parts(_ path: String) -> [String] {
    path.unicodeScalars.split(separator: "/").map { String($0) }
  }

  /// - Source: RFC 3986, section 2.3.
  static func encoded(_ path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in RawText.bytes(path) {
      if plain.contains(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
