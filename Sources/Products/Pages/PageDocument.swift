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
    script: "H0WPSsTMFKeOY2Wk5Um5+nB5lEcUDf2MjuhRABtbzrs=",
    style: "GQcNDbFsJ1Zlzr8RehJwRnA5FGPBVAx8ylqNUnVIAD0=",
    list: "Ae85ZI5CLqlLei85kKS/0WYNyCAPGfdjoCrfpXpuJOA=",
    loudness: "juy45yIyKGy3UOmI/lbrALKwILKDOdi4Iv6zNET3Qzg="
  )

  /// The generator that pages of this program name in their heads.
  static let generator = "radial-audio"

  /// Writes the HTML file with these scenes piece by piece. A link to the sound is relative to `path`,
  /// where the page will be.
  ///
  /// - Throws: what `output` throws.
  public func write<Failure>(
    _ scenes: PageScenes, at path: String = "page.html",
    to output: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try output(Array(beginning(scenes, at: path).utf8))
    for chunk in scenes.chunks { try output(Base64.text(of: chunk)) }
    if case .embedded(let file, _) = sound {
      try output(Array("</script>\n<script type=\"text/plain\" id=\"audio\">".utf8))
      // Whole groups of three bytes, so that there is no padding in between.
      for start in stride(from: 0, to: file.count, by: 3 << 16) {
        try output(Base64.text(of: Array(file[start..<min(start + 3 << 16, file.count)])))
      }
    }
    try output(Array("</script>\n</body>\n</html>\n".utf8))
  }

  /// The file up to the scenes.
  private func beginning(_ scenes: PageScenes, at path: String) -> String {
    let title = MarkupText.escaped(title), hashes = Page.hashes, head = head(scenes)
    let media =
      switch sound {
      case .none: "'none'"
      case .embedded: "blob:"
      case .linked: "'self' file:"
      }
    // The player before the scenes, so that a page that was cut off says so.
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-\(hashes.script)'; style-src 'sha256-\(hashes.style)'; media-src \(media); img-src data:; form-action 'none'; base-uri 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta name="generator" content="\(Page.generator)">
      \(facts)<title>\(title)\(artist.isEmpty ? "" : " - " + MarkupText.escaped(artist))</title>
      <style>\(text(PackageResources.style_css))</style>
      </head>
      <body\(hasWords ? " class=\"titled\"" : "")>
      <p id="note" role="alert" class="early">This page is still loading, or it is incomplete.</p>
      <canvas id="picture" role="img" aria-label="\(title): a moving picture of the sound"></canvas>
      <div id="bar">
      <button id="play" aria-label="Play"><svg class="start" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4.5v15l12.5-7.5z"/></svg><svg class="pause" viewBox="0 0 24 24" aria-hidden="true"><path d="M6.5 5h3.6v14H6.5zm7.4 0h3.6v14h-3.6z"/></svg></button>
      <p id="words"><b>\(title)</b>\(artist.isEmpty ? "" : "<span>\(MarkupText.escaped(artist))</span>")</p>
      <input id="place" type="range" min="0" value="0" step="any" aria-label="Position">
      <span id="times"></span>
      <button id="full" aria-label="Full screen"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z"/></svg></button>
      </div>
      <noscript>This page needs JavaScript to draw its picture.</noscript>
      \(audio(at: path))
      <script type="application/json" id="head" data-sum="\(Page.checksum(Array(head.utf8)))">\(head)</script>
      <script>\(Page.script)</script>
      <script type="text/plain" id="scenes">
      """
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static var script: String {
    String(decoding: PackageResources.picture_js + PackageResources.player_js, as: UTF8.self)
  }

  /// The title in the picture, or else that of the piece, or of the view.
  public var title: String {
    run.words.title ?? run.title ?? run.scenes.blank.title
  }

  /// Whether the picture shows words of its own. The bar then has none, and is below the picture.
  private var hasWords: Bool { run.words.title != nil || run.words.subtitle != nil }

  private var artist: String { run.words.subtitle ?? run.tags.artist ?? "" }

  /// What ``PageFacts`` reads, besides the title.
  private var facts: String {
    let rate = run.schedule.rate, background = run.scenes.background
    let seconds = Double(run.frames.count) * Double(rate.denominator) / Double(rate.numerator)
    let facts: [(String, String?)] = [
      ("author", artist), ("album", run.tags.album),
      ("seconds", DecimalText.text(seconds, places: 3)),
      ("theme-color", background.alpha == 255 ? background.hexadecimal : nil),
      ("ink", run.colors?.ink.hexadecimal),
    ]
    return facts.reduce(into: "") { text, fact in
      guard let value = fact.1, !value.isEmpty else { return }
      text += "<meta name=\"\(fact.0)\" content=\"\(MarkupText.escaped(value))\">\n"
    }
  }

  /// The middle of a figure that is a disc, and the side of the square that holds it, in points.
  private func place(of disc: Composition?, on canvas: Canvas, from frame: Int? = nil) -> JSONValue
  {
    guard let disc else { return .null }
    let unit = min(canvas.widthInPoints, canvas.heightInPoints) / 432
    let numbers = [disc.center.x, disc.center.y, 432 * disc.scale].map { JSONNumber($0 * unit) }
    return .array(((frame.map { [JSONNumber($0)] } ?? []) + numbers).map { .number($0) })
  }

  /// The first frame that shows all of the card at the end, and where its picture is.
  private func card(on canvas: Canvas) -> JSONValue {
    guard let card = run.endCard else { return .null }
    return place(of: card.disc, on: canvas, from: card.frame - run.frames.lowerBound)
  }

  private func audio(at path: String) -> String {
    switch sound {
    case .none: ""
    case .embedded: "<audio id=\"sound\" preload=\"auto\"></audio>"
    case .linked(let file):
      "<audio id=\"sound\" preload=\"auto\" src=\"\(MarkupText.escaped(PageLink.text(from: path, to: file)))\"></audio>"
    }
  }

  /// The checksum of a text in the page, by which the player knows that it is whole.
  private static func checksum(_ text: [UInt8]) -> Int { Int(Adler32(of: text).value) }

  /// What the player has to know before the scenes, as JSON that cannot end the element it is in.
  private func head(_ scenes: PageScenes) -> String {
    let (canvas, rate, color) = (run.scenes.blank.canvas, run.schedule.rate, run.scenes.background)
    func numbers(_ numbers: [Int]) -> JSONValue { .array(numbers.map { .number(JSONNumber($0)) }) }
    var type = ""
    if case .embedded(_, let mediaType) = sound { type = mediaType }
    let images = scenes.images.map { image -> JSONValue in
      .text("data:image/png;base64," + text(Base64.text(of: image.file)))
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
      JSONMember("disc", place(of: run.disc, on: canvas)), JSONMember("card", card(on: canvas)),
      JSONMember("background", numbers(components)),
      JSONMember("poster", .number(JSONNumber(run.frames.count - 1))),
      JSONMember("loop", .bool(isLoop)), JSONMember("title", .text(MarkupText.shown(title))),
      JSONMember("artist", .text(MarkupText.shown(artist))), JSONMember("sound", .text(type)),
      JSONMember("images", .array(images)),
      JSONMember("chunks", numbers(scenes.chunks.map { Base64.size(of: $0.count) })),
      JSONMember("sums", numbers(scenes.chunks.map { Page.checksum(Base64.text(of: $0)) })),
      JSONMember("soundSize", .number(JSONNumber(sound.size))),
    ])
    return MarkupText.escaped(json: head.text)
  }
}

/// The address of a file as a page names it.
enum PageLink {
  /// The path from the folder of `page` to `file`, with percent signs as addresses need them.
  static func text(from page: String, to file: String) -> String {
    let parent = Folder.parent(of: page)
    guard let folder = Folder.resolved(parent), let target = Folder.resolved(file) else {
      return AddressText.encoded(file)
    }
    let (from, to) = (parts(folder), parts(target))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let ups = Array(repeating: "..", count: from.count - common)
    return AddressText.encoded((ups + to[common...]).joined(separator: "/"))
  }

  private static func parts(_ path: String) -> [String] {
    path.unicodeScalars.split(separator: "/").map { String($0) }
  }
}
