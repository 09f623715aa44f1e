// SPDX-License-Identifier: MIT
public import Drawing
internal import Text

/// Renders scenes as SVG documents, with coordinates in points, the origin at the centre, one
/// element for each item, attributes in a fixed order, and no dates.
///
/// Items of the same name form a group, which Inkscape and Illustrator show as a layer.
///
/// The text of a path that grows is kept, and only its new points are added.
///
/// - Source: W3C, *Scalable Vector Graphics (SVG) 2*; Inkscape's `groupmode` and `label`.
public struct SVGFrameRenderer: FrameRenderer {
  private var items: [KnownItem] = []

  /// An item as it was last written.
  private struct KnownItem {
    var shape: Item.Shape
    /// The `d` attribute of a path, or the element of an image up to its `transform`.
    var text: [UInt8]
  }

  /// Decimals of a coordinate: a thousandth of a point.
  private static let places = 3

  /// Decimals of the size of the sheet, which is rarely a whole number of points.
  private static let sheetPlaces = 6

  /// A renderer that has drawn nothing yet.
  public init() {}

  /// Replaces `bytes` by the SVG document of a scene.
  public mutating func render(_ scene: Scene, into bytes: inout [UInt8]) {
    items.removeLast(max(items.count - scene.items.count, 0))
    for (index, item) in scene.items.enumerated() { update(index, item.shape) }
    bytes.removeAll(keepingCapacity: true)
    appendRoot(scene, to: &bytes)
    var layers = SVGLayers()
    var clip: (path: Path?, number: Int) = (nil, 0)
    for (index, item) in scene.items.enumerated() {
      layers.go(to: item.name, in: &bytes)
      if item.clip != clip.path {
        clip = (item.clip, index)
        if let path = item.clip { appendClip(path, number: index, to: &bytes) }
      }
      // Around the element, since its own place would move the path too.
      if clip.path != nil { bytes += "<g clip-path=\"url(#part-\(clip.number))\">".utf8 }
      append(item, items[index].text, number: index, to: &bytes)
      if clip.path != nil { bytes += "</g>\n".utf8 }
    }
    layers.go(to: "", in: &bytes)
    bytes += "</svg>\n".utf8
  }

  /// The part of the sheet in which the next elements are seen.
  private func appendClip(_ path: Path, number: Int, to bytes: inout [UInt8]) {
    bytes += "<clipPath id=\"part-\(number)\"><path d=\"".utf8
    SVGPath.append(path, from: Path(), to: &bytes)
    bytes += "\"/></clipPath>\n".utf8
  }

  /// Updates the text of a shape.
  private mutating func update(_ index: Int, _ shape: Item.Shape) {
    if index == items.count {
      items.append(KnownItem(shape: shape, text: SVGFrameRenderer.text(of: shape)))
      return
    }
    if items[index].shape == shape { return }
    if case .stroke(let path, _) = shape, case .stroke(let known, _) = items[index].shape,
      path.continues(known)
    {
      SVGPath.append(path, from: known, to: &items[index].text)
    } else {
      items[index].text = SVGFrameRenderer.text(of: shape)
    }
    items[index].shape = shape
  }

  private static func text(of shape: Item.Shape) -> [UInt8] {
    var text: [UInt8] = []
    switch shape {
    case .stroke(let path, _), .fill(let path, _): SVGPath.append(path, from: Path(), to: &text)
    case .image(let image): append(image, to: &text)
    }
    return text
  }

  private func appendRoot(_ scene: Scene, to bytes: inout [UInt8]) {
    let canvas = scene.canvas
    func sheet(_ value: Double) -> String {
      DecimalText.text(value, places: SVGFrameRenderer.sheetPlaces)
    }
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    let corner = (x: sheet(-width / 2), y: sheet(-height / 2))
    bytes += "<svg xmlns=\"http://www.w3.org/2000/svg\"".utf8
    if scene.items.contains(where: { !$0.name.isEmpty }) {
      bytes += " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"".utf8
    }
    if scene.items.contains(where: \.isImage) {
      bytes += " xmlns:xlink=\"http://www.w3.org/1999/xlink\"".utf8
    }
    let size =
      canvas.paper.map { ("\($0.width)mm", "\($0.height)mm") }
      ?? ("\(canvas.width)", "\(canvas.height)")
    bytes += " width=\"\(size.0)\" height=\"\(size.1)\"".utf8
    bytes += " viewBox=\"\(corner.x) \(corner.y) \(sheet(width)) \(sheet(height))\"".utf8
    SVGText.append(scene.data, to: &bytes)
    bytes += ">\n".utf8
    SVGText.appendTitle(scene.title, to: &bytes)
    guard scene.background.alpha > 0 else { return }
    bytes += "<rect id=\"background\" x=\"\(corner.x)\" y=\"\(corner.y)\"".utf8
    bytes += " width=\"\(sheet(width))\" height=\"\(sheet(height))\"".utf8
    SVGText.append(scene.background, as: "fill", to: &bytes)
    bytes += "/>\n".utf8
  }

  private func append(_ item: Item, _ text: [UInt8], number: Int, to bytes: inout [UInt8]) {
    guard let name = item.firstLineName, case .color(let color) = item.paint,
      let split = SVGPath.endOfFirstLine(text)
    else { return append(item, id: nil, text[...], number: number, to: &bytes) }
    // Two transparent elements would be darker where they overlap, so their group is transparent
    // instead.
    let opacity = Double(color.alpha) / 255 * item.opacity
    if opacity < 1 {
      bytes += "<g opacity=\"\(DecimalText.text(opacity, places: 6))\">\n".utf8
    }
    var part = item
    part.paint = .color(Color(red: color.red, green: color.green, blue: color.blue))
    part.opacity = 1
    part.data = split.start == nil ? item.data : []
    append(part, id: name, text[..<split.end], number: number, to: &bytes)
    if let start = split.start {
      part.data = item.data
      append(part, id: nil, [UInt8(ascii: "M")] + text[start...], number: number, to: &bytes)
    }
    if opacity < 1 { bytes += "</g>\n".utf8 }
  }

  /// One element; `text` is the `d` attribute of a path, or the element of an image.
  private func append(
    _ item: Item, id: String?, _ text: ArraySlice<UInt8>, number: Int, to bytes: inout [UInt8]
  ) {
    func number3(_ value: Double) -> String {
      DecimalText.text(value, places: SVGFrameRenderer.places)
    }
    let gradient = "paint-\(number)"
    SVGText.appendGradient(item.paint, id: gradient, to: &bytes)
    let clip = "clip-\(number)"
    if case .image(let image) = item.shape, let (center, radius) = image.clip {
      bytes += "<clipPath id=\"\(clip)\"><circle cx=\"\(number3(center.x))\"".utf8
      bytes += " cy=\"\(number3(center.y))\" r=\"\(number3(radius))\"/></clipPath>\n".utf8
    }
    let isMoved = item.origin != .origin
    if isMoved {
      bytes += "<g transform=\"translate(\(number3(item.origin.x)) ".utf8
      bytes += "\(number3(item.origin.y)))\">".utf8
    }
    switch item.shape {
    case .stroke(_, let width):
      bytes += "<path fill=\"none\"".utf8
      SVGText.append(item.paint, id: gradient, as: "stroke", to: &bytes)
      bytes += " stroke-width=\"\(number3(width))\"".utf8
      bytes += " stroke-linecap=\"round\" stroke-linejoin=\"round\"".utf8
    case .fill(_, let rule):
      bytes += "<path".utf8
      SVGText.append(item.paint, id: gradient, as: "fill", to: &bytes)
      if rule == .evenOdd { bytes += " fill-rule=\"evenodd\"".utf8 }
    case .image(let image):
      bytes += text
      if image.clip != nil { bytes += " clip-path=\"url(#\(clip))\"".utf8 }
    }
    if item.opacity < 1 { bytes += " opacity=\"\(number3(item.opacity))\"".utf8 }
    if let rotation = item.rotation, !item.isImage {
      bytes += " transform=\"rotate(\(number3(rotation.degrees)))\"".utf8
    }
    if let id { bytes += " id=\"\(id)\"".utf8 }
    SVGText.append(item.data, to: &bytes)
    if !item.isImage {
      bytes += " d=\"".utf8
      bytes += text
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += (isMoved ? "/></g>\n" : "/>\n").utf8
  }

  /// The image, with the `xlink:href` of SVG 1.1: Inkscape 1.2 and ImageMagick read nothing else,
  /// and SVG 2 programs must read it too. Writing both attributes would embed the image twice.
  private static func append(_ image: PlacedImage, to bytes: inout [UInt8]) {
    func number(_ value: Double) -> String { DecimalText.text(value, places: places) }
    bytes += "<image x=\"\(number(image.origin.x))\" y=\"\(number(image.origin.y))\"".utf8
    bytes += " width=\"\(number(image.width))\" height=\"\(number(image.height))\"".utf8
    bytes += " preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,".utf8
    Base64.append(image.file, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}

extension PlacedImage {
  /// The picture as a PNG file.
  public var file: [UInt8] { png ?? bitmap.png }
}

extension Bitmap {
  /// The pixels as a PNG file.
  fileprivate var png: [UInt8] {
    guard let canvas = Canvas(width: width, height: height, shortSideInPoints: 1) else {
      preconditionFailure("a picture of \(width)x\(height)")
    }
    let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    var scene = Scene(canvas: canvas, background: isOpaque ? .black : .none)
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    let corner = Point(x: -width / 2, y: -height / 2)
    scene.items = [
      .image(
        PlacedImage(bitmap: self, png: nil, origin: corner, width: width, height: height))
    ]
    var bytes: [UInt8] = []
    var renderer = PNGFrameRenderer()
    renderer.render(scene, into: &bytes)
    return bytes
  }
}

/// The open group, and all names that were used.
private struct SVGLayers {
  private var name = ""
  private var uses: [String: Int] = [:]

  /// Closes the group and opens another one if the next item has another name. A repeated name gets
  /// a number, since ids must be unique.
  mutating func go(to next: String, in bytes: inout [UInt8]) {
    guard next != name else { return }
    if !name.isEmpty { bytes += "</g>\n".utf8 }
    name = next
    guard !next.isEmpty else { return }
    uses[next, default: 0] += 1
    let id = uses[next] == 1 ? next : "\(next)-\(uses[next] ?? 1)"
    bytes += "<g id=\"\(id)\" inkscape:groupmode=\"layer\" inkscape:label=\"\(id)\">\n".utf8
  }
}

extension Item {
  fileprivate var isImage: Bool {
    if case .image = shape { true } else { false }
  }
}
