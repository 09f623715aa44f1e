// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport
import Testing
import Views

@Suite struct SVGTests {
  private func text(_ scene: Scene) -> String {
    String(decoding: Picture.svg(scene), as: UTF8.self)
  }

  /// A sheet of 40 by 20 points, each two pixels wide.
  private func sheet(_ background: Color = .none) throws -> Scene {
    let canvas = try #require(Canvas(width: 80, height: 40, shortSideInPoints: 20))
    return Scene(canvas: canvas, background: background)
  }

  @Test func `an empty scene is an empty document`() throws {
    #expect(
      text(try sheet()) == """
        <svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" \
        viewBox="-20.000000 -10.000000 40.000000 20.000000">
        </svg>

        """)
  }

  @Test func `the sheet is measured in points with the origin at the centre`() throws {
    let canvas = try #require(Canvas(width: 1920, height: 1081, shortSideInPoints: 432))
    let document = text(Scene(canvas: canvas, background: .none))
    #expect(document.contains("width=\"1920\" height=\"1081\""))
    // 1920·432/1081 points.
    #expect(document.contains("viewBox=\"-383.644773 -216.000000 767.289547 432.000000\""))
  }

  @Test func `a sheet of paper has its millimetres and the same points`() throws {
    var canvas = try #require(Canvas(width: 80, height: 40, shortSideInPoints: 20))
    canvas.paper = PaperSize(width: 400, height: 200)
    let document = text(Scene(canvas: canvas, background: .none))
    #expect(
      document.contains(
        """
        width="400mm" height="200mm" viewBox="-20.000000 -10.000000 40.000000 20.000000"
        """))
  }

  @Test func `a ground is a rectangle of the whole sheet`() throws {
    #expect(
      text(try sheet(Color(red: 0xEE, green: 0xFF, blue: 0))).contains(
        """
        <rect id="background" x="-20.000000" y="-10.000000" width="40.000000" height="20.000000" fill="#eeff00"/>
        """))
    #expect(
      text(try sheet(Color(red: 0, green: 0, blue: 1, alpha: 128))).contains(
        "fill=\"#000001\" fill-opacity=\"0.501961\"/>"))
    #expect(!text(try sheet(Color(red: 1, green: 1, blue: 1, alpha: 0))).contains("<rect"))
  }

  @Test func `each path is one element, its rotation a transform`() throws {
    var scene = try sheet()
    scene.items = [
      Picture.stroke(
        [.origin, Point(x: 1.0004, y: -0.0004), Point(x: -2, y: 10.5)],
        rotation: .degrees(-90), width: 0.5, Color(red: 1, green: 2, blue: 3, alpha: 64),
        data: [DataAttribute("channel", "0"), DataAttribute("meter", "peak")]),
      Picture.stroke([], width: 2),
    ]
    let lines = text(scene).split(separator: "\n")
    #expect(
      lines.dropFirst().dropLast() == [
        """
        <path fill="none" stroke="#010203" stroke-opacity="0.250980" stroke-width="0.500" \
        stroke-linecap="round" stroke-linejoin="round" transform="rotate(-90.000)" \
        data-channel="0" data-meter="peak" d="M0.000 0.000L1.000 0.000 -2.000 10.500"/>
        """,
        """
        <path fill="none" stroke="#000000" stroke-width="2.000" stroke-linecap="round" \
        stroke-linejoin="round" transform="rotate(0.000)" d=""/>
        """,
      ])
  }

  @Test func `items of one name are a layer, and no two layers have the same id`() throws {
    var scene = try sheet()
    scene.title = "Levels & <more>"
    let dot = Item.fill(.circle(center: .origin, radius: 1), .black)
    for name in ["a", "a", "", "b", "a"] {
      scene.addLayer(name) { $0.items.append(dot) }
    }
    func layer(_ id: String) -> String {
      "<g id=\"\(id)\" inkscape:groupmode=\"layer\" inkscape:label=\"\(id)\">"
    }
    let lines = text(scene).split(separator: "\n").map(String.init)
    #expect(lines[0].contains(" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\""))
    #expect(lines[1] == "<title>Levels &amp; &lt;more&gt;</title>")
    let shape = lines[3]
    #expect(shape.hasPrefix("<path "))
    #expect(
      lines[2...] == [
        layer("a"), shape, shape, "</g>", shape, layer("b"), shape, "</g>", layer("a-2"), shape,
        "</g>", "</svg>",
      ])
  }

  @Test func `a spoke is an element of its own, and seen once where it meets its curve`() throws {
    var scene = try sheet()
    let points = [Point.origin, Point(x: 3, y: 0), Point(x: 2, y: 2.5), Point(x: 0, y: 4)]
    var item = Picture.stroke(
      points, width: 1, Color(red: 255, green: 0, blue: 0, alpha: 51),
      data: [DataAttribute("meter", "peak")])
    item.firstLineName = "peak-spoke"
    item.opacity = 0.5
    let pen =
      "<path fill=\"none\" stroke=\"#ff0000\" stroke-width=\"1.000\" stroke-linecap=\"round\" "
      + "stroke-linejoin=\"round\" transform=\"rotate(0.000)\""
    func lines(_ count: Int) -> [Substring] {
      var item = item
      item.shape = .stroke(Path(Array(points.prefix(count))), width: 1)
      scene.items = [item]
      return text(scene).split(separator: "\n").dropFirst().dropLast()
    }
    #expect(
      lines(4) == [
        "<g opacity=\"0.100000\">",
        "\(pen) id=\"peak-spoke\" d=\"M0.000 0.000L3.000 0.000\"/>",
        "\(pen) data-meter=\"peak\" d=\"M3.000 0.000 2.000 2.500 0.000 4.000\"/>", "</g>",
      ])
    #expect(
      lines(2) == [
        "<g opacity=\"0.100000\">",
        "\(pen) id=\"peak-spoke\" data-meter=\"peak\" d=\"M0.000 0.000L3.000 0.000\"/>", "</g>",
      ])
    // Without a line there is nothing to take away.
    #expect(lines(1).count == 1 && !lines(1)[0].contains("peak-spoke"))
    // The pixels are those of the whole.
    var plain = scene
    plain.items[0].firstLineName = nil
    #expect(Picture.png(plain) == Picture.png(scene))
  }

  @Test func `an image is embedded once, over the paths`() throws {
    var scene = try sheet()
    scene.items = [
      Picture.stroke([], width: 2)
    ]
    scene.items.append(
      .image(
        PlacedImage(
          bitmap: Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 0]), png: Array("any bytes".utf8),
          origin: Point(x: -3.25, y: -1), width: 10, height: 4.5)))
    let document = text(scene)
    #expect(
      document.hasSuffix(
        """
        <image x="-3.250" y="-1.000" width="10.000" height="4.500" preserveAspectRatio="none" \
        xlink:href="data:image/png;base64,YW55IGJ5dGVz"/>
        </svg>

        """))
  }

  @Test func `a picture is turned neither as text nor as pixels`() throws {
    var scene = try sheet()
    let bitmap = Bitmap(width: 1, height: 1, pixels: [255, 0, 0, 255])
    scene.items = [Picture.image(bitmap, on: scene, x: 3, y: 4, width: 20, height: 5)]
    var turned = scene
    turned.items[0].rotation = .degrees(30)
    #expect(text(turned) == text(scene))
    #expect(Picture.png(turned) == Picture.png(scene))
  }

  @Test(arguments: 0...20)
  func `an embedded file is read back from its base 64`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 250) }
    var scene = try sheet()
    scene.items.append(
      .image(
        PlacedImage(
          bitmap: Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 0]), png: bytes, origin: .origin,
          width: 1, height: 1)))
    let tail = text(scene).split(separator: "base64,")
    let code = tail.count > 1 ? tail[1].prefix { $0 != "\"" } : ""
    #expect(code == Data(bytes).base64EncodedString())
  }

  private static let hostile = [
    "\"><script>alert(1)</script>", "' onload='x", "]]>", "<!--", "a&b", "&quot;", "tab\tline\n\r",
    "\u{0}\u{1}\u{1F}", "\u{7F}\u{85}", "\u{FFFE}a\u{FFFF}", "\u{10FFFF}", "é ∿ 音", "",
  ]

  @Test(arguments: hostile)
  func `a value never breaks out of its attribute`(value: String) throws {
    var scene = try sheet(.black)
    scene.data = [DataAttribute("time", value), DataAttribute("after", "it")]
    scene.items = [
      Picture.stroke(
        [.origin, Point(x: 1, y: 1)], width: 1,
        data: [DataAttribute("meter", value)])
    ]
    let parser = AttributeReader(document: Picture.svg(scene))
    let elements = try #require(parser.elements())
    #expect(elements.map(\.name) == ["svg", "rect", "path"])
    let expected = String(
      String.UnicodeScalarView(
        value.unicodeScalars.map {
          $0.properties.generalCategory == .control
            ? " " : $0.properties.isNoncharacterCodePoint ? "\u{FFFD}" : $0
        }))
    #expect(elements[0].attributes["data-time"] == expected)
    #expect(elements[0].attributes["data-after"] == "it")
    #expect(elements[2].attributes["data-meter"] == expected)
    #expect(elements[2].attributes.count == 8)
  }

  @Test(.enabled(if: Tool.xmllint.isInstalled, "xmllint is not installed"))
  func `xmllint finds nothing wrong with hostile values`() throws {
    // Combining marks, behind which the reader of the test above would see no quote.
    for value in SVGTests.hostile + ["\"\u{301}><\u{301}&\u{301}"] {
      var scene = try sheet(.black)
      scene.data = [DataAttribute("time", value)]
      scene.title = value
      let result = try Tool.xmllint.run(["--noout", "--nonet", "@"], on: Picture.svg(scene))
      #expect(result.status == 0 && result.errors.isEmpty, "\(value): \(result.errors)")
    }
  }

  @Test(.enabled(if: Tool.xmllint.isInstalled, "xmllint is not installed"))
  func `xmllint finds nothing wrong`() throws {
    for ticks in [0, 1, 90] {
      var scene = try #require(
        try Picture.radial(
          RadialOptions.curves, size: (333, 257), background: .white, logo: try Picture.logo(),
          afterTicks: [max(ticks, 1)]
        ).first)
      scene.data.append(DataAttribute("odd", "<\"&'>\u{7}\u{7F}"))
      let result = try Tool.xmllint.run(["--noout", "@"], on: Picture.svg(scene))
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test func `numbers have a fixed number of places, and neither exponents nor signs of zero`()
    throws
  {
    let scene = try #require(
      try Picture.radial(
        RadialOptions.curves, size: (640, 480), background: .white, afterTicks: [300]
      ).first)
    let document = text(scene)
    #expect(!document.contains("-0.000 ") && !document.contains("-0.000\""))
    for (index, path) in document.split(separator: " d=\"").dropFirst().enumerated() {
      let numbers = path.prefix { $0 != "\"" }.split { " ML".contains($0) }
      // The spoke, and the curve from its end on.
      #expect(numbers.count == (index.isMultiple(of: 2) ? 2 * 2 : 2 * 300))
      for number in numbers {
        let parts = number.split(separator: ".")
        #expect(parts.count == 2 && parts[1].count == 3)
        #expect(number.allSatisfy { "-0123456789.".contains($0) })
      }
    }
  }
}

/// The elements of a document without text, and their attributes, read strictly: by a few lines
/// that know no more of XML than quotes, angle brackets and the five named characters.
private struct AttributeReader {
  struct Element {
    let name: String
    var attributes: [String: String] = [:]
  }

  let document: [UInt8]

  /// `nil` if the document is no more than nearly well formed.
  func elements() -> [Element]? {
    var elements: [Element] = []
    var rest = String(decoding: document, as: UTF8.self)[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      if rest.hasPrefix("/") {
        guard let close = rest.firstIndex(of: ">") else { return nil }
        rest = rest[rest.index(after: close)...]
        continue
      }
      var element = Element(name: String(rest.prefix { $0 != " " && $0 != ">" && $0 != "/" }))
      rest = rest.dropFirst(element.name.count)
      while rest.hasPrefix(" ") {
        rest = rest.dropFirst()
        let name = String(rest.prefix { $0 != "=" })
        rest = rest.dropFirst(name.count)
        guard rest.hasPrefix("=\""), element.attributes[name] == nil else { return nil }
        rest = rest.dropFirst(2)
        let value = rest.prefix { $0 != "\"" }
        guard value.endIndex < rest.endIndex, !value.contains("<") else { return nil }
        rest = rest[rest.index(after: value.endIndex)...]
        element.attributes[name] = unescaped(String(value))
      }
      guard rest.hasPrefix(">") || rest.hasPrefix("/>") else { return nil }
      elements.append(element)
    }
    return elements
  }

  private func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
