// SPDX-License-Identifier: MIT
public import Drawing
internal import JSON
internal import Rendering
internal import Text
public import Views

/// A page on which a part of a track moves in many looks, to choose one of them: it says with which
/// command the film of the chosen one is made.
public struct Chooser: Sendable {
  /// A look on the page.
  public struct Look: Sendable {
    /// Its name, and a few words about it.
    public let name, summary: String
    /// The words of the command that choose it.
    public let words: [String]
    /// The options of words that its films take: `title`, `subtitle`.
    public let options: [String]
    /// Whether the page writes these words into its pictures.
    public let hasWords: Bool
    /// The numbers of its palettes on the page, in the order in which its pictures have them.
    public let palettes: [Int]
    /// Its pictures, and for each shape of the page which of them it is.
    public let pictures: [ChooserPicture]
    /// For each shape of the page how it is shown.
    public let places: [Place]

    /// A look.
    ///
    /// - Precondition: there is a place for each shape of the page, and a picture for each place.
    public init(
      name: String, summary: String, words: [String], options: [String], hasWords: Bool,
      palettes: [Int], pictures: [ChooserPicture], places: [Place]
    ) {
      (self.name, self.summary, self.words) = (name, summary, words)
      (self.options, self.hasWords) = (options, hasWords)
      (self.palettes, self.pictures, self.places) = (palettes, pictures, places)
    }
  }

  /// How a look is shown in a shape.
  public struct Place: Sendable {
    /// The number of the picture.
    let picture: Int
    /// Whether the figure makes room for words, as its films do.
    let isMoved: Bool
    let canvas: Canvas

    /// A picture of a look on a sheet.
    public init(picture: Int, isMoved: Bool, canvas: Canvas) {
      (self.picture, self.isMoved, self.canvas) = (picture, isMoved, canvas)
    }
  }

  /// A shape that can be chosen.
  public struct Shape: Sendable {
    /// What it is called on the page, and its name on the command line; empty if it is the usual one.
    let label, name: String
    /// Its sheet.
    public let canvas: Canvas

    /// A shape with its sheet.
    public init(label: String, name: String, canvas: Canvas) {
      (self.label, self.name, self.canvas) = (label, name, canvas)
    }
  }

  /// The beginning of the command, as a shell reads it.
  private let command: String
  /// The title and the artist that films have without options; empty for none.
  private let title, artist: String
  /// What is shown, such as `8 bars from 1:43`.
  private let remark: String
  private let seconds: Double
  /// The name of the look that is shown first.
  private let first: String
  private let shapes: [Shape]
  /// The names and the colours; the first one stands for those of the looks.
  private let palettes: [(name: String, colors: Palette?)]
  /// The number of the colours that are chosen at first.
  private let palette: Int
  private let looks: [Look]
  private let sound: PageSound

  /// A page of looks that last some seconds.
  ///
  /// - Precondition: the sound is embedded, or none.
  public init(
    command: String, title: String, artist: String, remark: String, seconds: Double,
    shapes: [Shape], palettes: [(name: String, colors: Palette?)], palette: Int = 0,
    looks: [Look], first: String, sound: PageSound
  ) {
    (self.command, self.title, self.artist, self.remark) = (command, title, artist, remark)
    (self.seconds, self.shapes, self.palettes) = (seconds, shapes, palettes)
    (self.looks, self.first, self.sound) = (looks, first, sound)
    self.palette = palette
  }
}

extension Chooser {
  /// The SHA-256 of the script and of the style sheet in base64: the page runs nothing else.
  static let hashes = (
    script: "xDA99AXTMGOvBEzLfBfcn7j+J9NatYOkhLfAWDPSj88=",
    style: "VcdueW2+/Qf+ZHBYfPfmL67gUtvM2HCxEQmPf+0jyPY="
  )

  private static var script: String {
    String(decoding: PackageResources.picture_js + PackageResources.chooser_js, as: UTF8.self)
  }

  /// The HTML file.
  public var document: [UInt8] {
    var streams = Streams()
    let letters = Letters(&streams)
    let head = head(&streams, letters)
    let name = MarkupText.escaped(title.isEmpty ? "Looks" : title)
    let hashes = Chooser.hashes
    var bytes = Array(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-\(hashes.script)'; style-src 'sha256-\(hashes.style)'; img-src data:; form-action 'none'; base-uri 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta name="generator" content="\(Page.generator)">
      <meta name="theme-color" content="#111114">
      <title>\(name): choose a look</title>
      <style>\(String(decoding: PackageResources.chooser_css, as: UTF8.self))</style>
      </head>
      <body>
      <header><h1>Choose a look</h1><p>\(title.isEmpty ? "" : name + ", ")\(MarkupText.escaped(remark))</p></header>
      <p id="note" role="alert" class="early">This page is still loading, or it is incomplete.</p>
      <noscript><p>This page needs JavaScript to draw its pictures.</p></noscript>
      <main>
      <section id="stage" aria-label="The chosen look"><div><canvas id="large" role="img"></canvas><button id="play" type="button"><svg class="start" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4.5v15l12.5-7.5z"/></svg><svg class="pause" viewBox="0 0 24 24" aria-hidden="true"><path d="M6.5 5h3.6v14H6.5zm7.4 0h3.6v14h-3.6z"/></svg><span></span></button></div></section>
      <section id="controls" aria-label="Its film">
      <div><h2 id="name" aria-live="polite"></h2><p id="summary"></p></div>
      <fieldset id="palettes"><legend>Colours</legend><div></div></fieldset>
      <div id="frame"><fieldset id="shapes"><legend>Shape</legend><div></div></fieldset><fieldset id="cover"><legend>Cover</legend><div></div></fieldset></div>
      <div id="words"><label><span>Title</span><input id="title" maxlength="200" autocomplete="off"></label><label><span>Artist</span><input id="artist" maxlength="200" autocomplete="off"></label></div>
      <p id="remark"></p>
      </section>
      <section id="command" aria-label="The command that makes this film"><pre><code id="line"></code></pre><button id="copy" type="button" aria-live="polite">Copy</button></section>
      </main>
      <ul id="looks" aria-label="Looks"></ul>
      <script type="application/json" id="head">\(head)</script>
      <script>\(Chooser.script)</script>
      <script type="text/plain" id="streams">
      """.utf8)
    bytes += streams.text
    if case .embedded(let file, _) = sound {
      bytes += "</script>\n<script type=\"text/plain\" id=\"audio\">".utf8
      bytes += Base64.text(of: file)
    }
    return bytes + "</script>\n</body>\n</html>\n".utf8
  }

  /// The address of the song's cover: the largest of those that are in pictures, for all of them.
  private var cover: String {
    let images = looks.flatMap(\.pictures).flatMap(\.images)
    guard let file = images.max(by: { $0.count < $1.count }) else { return "" }
    return "data:image/png;base64," + String(decoding: Base64.text(of: file), as: UTF8.self)
  }

  /// What the script has to know, as JSON that cannot end the element it is in.
  private func head(_ streams: inout Streams, _ letters: Letters) -> String {
    let hasSound = sound.size > 0
    let looks = looks.map { look in
      JSONValue.object([
        JSONMember("name", .text(look.name)), JSONMember("summary", .text(look.summary)),
        JSONMember("words", .array(look.words.map { .text($0) })),
        JSONMember("options", .array(look.options.map { .text($0) })),
        JSONMember("hasWords", .bool(look.hasWords)),
        JSONMember("palettes", .array(look.palettes.map { .whole($0) })),
        JSONMember("pictures", .array(look.pictures.map { streams.add($0) })),
        JSONMember("places", .array(look.places.map(\.json))),
      ])
    }
    let head = JSONValue.object([
      JSONMember("version", .whole(1)), JSONMember("rate", .whole(60)),
      JSONMember("seconds", .decimal(seconds)), JSONMember("command", .text(command)),
      JSONMember("first", .text(first)), JSONMember("palette", .whole(palette)),
      JSONMember("title", .text(MarkupText.shown(title))),
      JSONMember("artist", .text(MarkupText.shown(artist))),
      JSONMember("cover", .text(cover)),
      JSONMember("playLabel", .text(hasSound ? "Play with sound" : "Play")),
      JSONMember("shapes", .array(shapes.map(\.json))),
      JSONMember(
        "palettes",
        .array(
          palettes.map { name, colors in
            .object([
              JSONMember("name", .text(name)),
              JSONMember("colors", .array((colors?.strip ?? []).map { .text($0.hexadecimal) })),
            ])
          })),
      JSONMember("letters", letters.json), JSONMember("looks", .array(looks)),
    ])
    return MarkupText.escaped(json: head.text)
  }
}

extension JSONValue {
  fileprivate static func whole(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
  fileprivate static func decimal(_ number: Double) -> JSONValue { .number(JSONNumber(number)) }
}

extension Palette {
  /// The colours that show what it is like.
  fileprivate var strip: [Color] { [background, ramp[5], ink2, ink] }
}

extension Chooser.Place {
  fileprivate var json: JSONValue {
    .object([
      JSONMember("picture", .whole(picture)), JSONMember("isMoved", .bool(isMoved)),
      JSONMember(
        "points", .array([.decimal(canvas.widthInPoints), .decimal(canvas.heightInPoints)])),
    ])
  }
}

extension Chooser.Shape {
  /// How films in this shape place their words, and their figure beside them.
  var sheet: WordSheet { WordSheet(canvas, Captions(title: "I", subtitle: "I")) }

  fileprivate var json: JSONValue {
    let sheet = sheet
    func sizes(_ sizes: [Lettering.LineSize]) -> JSONValue {
      .array(sizes.map { .array([.decimal($0.cap), .decimal($0.width)]) })
    }
    return .object([
      JSONMember("label", .text(label)), JSONMember("name", .text(name)),
      JSONMember(
        "sheet",
        .object([
          JSONMember("x", .decimal(sheet.x)),
          JSONMember("isMiddle", .bool(sheet.anchor == .middle)),
          JSONMember("top", .decimal(sheet.strip.top)),
          JSONMember("bottom", .decimal(sheet.strip.bottom)),
          JSONMember("endsBelow", .bool(sheet.endsBelow)),
          JSONMember("gap", .decimal(WordSheet.gap)), JSONMember("title", sizes(sheet.title)),
          JSONMember("subtitle", sizes(sheet.subtitle)),
          JSONMember(
            "figure",
            .object([
              JSONMember("x", .decimal(sheet.center.x)), JSONMember("y", .decimal(sheet.center.y)),
              JSONMember("scale", .decimal(sheet.scale)),
            ])),
        ])),
    ])
  }
}

/// All streams of the page, one after the other in base64.
private struct Streams {
  private(set) var text: [UInt8] = []

  /// Adds one; returns where it is.
  mutating func place(of chunk: [UInt8]) -> [JSONMember] {
    let coded = Base64.text(of: chunk)
    defer { text += coded }
    return [JSONMember("start", .whole(text.count)), JSONMember("length", .whole(coded.count))]
  }

  mutating func add(_ picture: ChooserPicture) -> JSONValue {
    .object(
      place(of: picture.chunk) + [
        JSONMember("slots", .whole(picture.slotCount)),
        JSONMember("frames", .whole(picture.frameCount)),
        JSONMember("step", .whole(picture.pace.step)),
        JSONMember("rounds", .whole(picture.pace.rounds)),
        JSONMember("unit", .decimal(picture.unitsPerPoint)),
        JSONMember("images", .whole(picture.images.count)),
      ])
  }
}

/// The letters that films write with a round pen, as a stream of a single frame in which each is an item.
private struct Letters {
  let json: JSONValue

  /// The signs of Latin, Greek and Cyrillic, and of punctuation.
  private static let ranges: [ClosedRange<UInt32>] = [0x21...0x52F, 0x2010...0x20BF]

  init(_ streams: inout Streams) {
    let letters = Letters.ranges.joined().compactMap { Unicode.Scalar($0).map(Character.init) }
      .filter { StrokeFont.has($0) && Lettering.capitals(String($0)) == String($0) }
    let size = 14.0
    guard let canvas = Canvas(width: 1, height: 1, shortSideInPoints: 1) else {
      preconditionFailure("no sheet of a pixel")
    }
    var scene = Scene(canvas: canvas, background: .black)
    scene.items = letters.map {
      .stroke(StrokeFont.path(String($0), size: size, at: .origin), width: 1, .black)
    }
    var (encoder, bytes) = (SceneStreamEncoder(images: []), [UInt8]())
    encoder.append(scene, to: &bytes)
    json = .object(
      streams.place(of: RawDeflate.packed(bytes)) + [
        JSONMember("characters", .text(String(letters))),
        JSONMember(
          "advances",
          .array(letters.map { .decimal(StrokeFont.width(String($0), size: 1)) })),
        JSONMember("cap", .decimal(size)),
        JSONMember("space", .decimal(StrokeFont.width(" ", size: 1))),
        JSONMember("tracking", .decimal(Lettering.tracking)),
        JSONMember("pen", .decimal(Lettering.pen(shortSide: 1080))),
        JSONMember("plateInPens", .decimal(Lettering.plateInPens)),
        JSONMember("widestPlate", .decimal(Lettering.widestPlate)),
      ])
  }
}
