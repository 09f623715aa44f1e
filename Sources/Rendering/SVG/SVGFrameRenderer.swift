// SPDX-License-Identifier: MIT
public import Drawing
internal import Text

/// Renders scenes as SVG documents: the coordinates in points with the origin at the centre, one
/// `<path>` for each path, attributes in a fixed order, no dates.
///
/// The text of a path that only grows is kept, and its new corners are added.
///
/// - Source: W3C, *Scalable Vector Graphics (SVG) 2*.
public struct SVGFrameRenderer: FrameRenderer {
  private var previous: Scene?
  private var outlines: [[UInt8]] = []
  private var imageElement: [UInt8] = []

  /// Decimals of a coordinate: a thousandth of a point.
  private static let places = 3

  /// Decimals of the size of the sheet, which is seldom a whole number of points.
  private static let sheetPlaces = 6

  /// A renderer that has drawn nothing yet.
  public init() {}

  /// The coordinates and colours at their longest, the data with every byte of it escaped.
  public static func mostBytes(for scene: Scene) -> Int {
    // No element's own words and numbers, nor an attribute's, are longer.
    let (element, attribute) = (512, 16)
    // A sign, nine digits, a point, three decimals and what stands before it; twice.
    let corner = 30
    func data(_ data: [DataAttribute]) -> Int {
      data.reduce(0) { $0 + attribute + $1.name.utf8.count + 6 * $1.value.utf8.count }
    }
    let paths = scene.paths.reduce(0) { sum, path in
      sum + element + data(path.data) + corner * path.points.count
    }
    let image = scene.image.map { element + 4 * (($0.png.count + 2) / 3) } ?? 0
    return 2 * element + data(scene.data) + paths + image
  }

  /// Puts the SVG document of a scene in place of what `bytes` held.
  public mutating func render(_ scene: Scene, into bytes: inout [UInt8]) {
    updateOutlines(scene)
    if previous == nil || previous?.image != scene.image {
      imageElement = scene.image.map(SVGFrameRenderer.element(of:)) ?? []
    }
    previous = scene
    bytes.removeAll(keepingCapacity: true)
    appendRoot(scene, to: &bytes)
    for (path, outline) in zip(scene.paths, outlines) {
      appendElement(of: path, outline, to: &bytes)
    }
    bytes += imageElement
    bytes += "</svg>\n".utf8
  }

  /// Brings the `d` attribute of each path up to date.
  private mutating func updateOutlines(_ scene: Scene) {
    let known = previous?.paths ?? []
    outlines.removeLast(max(outlines.count - scene.paths.count, 0))
    for (index, path) in scene.paths.enumerated() {
      var drawn = 0
      if index < known.count, path.points.starts(with: known[index].points) {
        drawn = known[index].points.count
      } else if index < outlines.count {
        outlines[index].removeAll(keepingCapacity: true)
      } else {
        outlines.append([])
      }
      for (place, point) in path.points.enumerated().dropFirst(drawn) {
        outlines[index].append(UInt8(ascii: place == 0 ? "M" : place == 1 ? "L" : " "))
        DecimalText.append(point.x, places: SVGFrameRenderer.places, to: &outlines[index])
        outlines[index].append(UInt8(ascii: " "))
        DecimalText.append(point.y, places: SVGFrameRenderer.places, to: &outlines[index])
      }
    }
  }

  private func appendRoot(_ scene: Scene, to bytes: inout [UInt8]) {
    let canvas = scene.canvas
    let width = Double(canvas.width) / canvas.pixelsPerPoint
    let height = Double(canvas.height) / canvas.pixelsPerPoint
    func sheet(_ value: Double) -> String {
      DecimalText.text(value, places: SVGFrameRenderer.sheetPlaces)
    }
    let corner = (x: sheet(-width / 2), y: sheet(-height / 2))
    bytes += "<svg xmlns=\"http://www.w3.org/2000/svg\"".utf8
    if scene.image != nil { bytes += " xmlns:xlink=\"http://www.w3.org/1999/xlink\"".utf8 }
    bytes += " width=\"\(canvas.width)\" height=\"\(canvas.height)\"".utf8
    bytes += " viewBox=\"\(corner.x) \(corner.y) \(sheet(width)) \(sheet(height))\"".utf8
    SVGText.append(scene.data, to: &bytes)
    bytes += ">\n".utf8
    guard scene.background.alpha > 0 else { return }
    bytes += "<rect x=\"\(corner.x)\" y=\"\(corner.y)\"".utf8
    bytes += " width=\"\(sheet(width))\" height=\"\(sheet(height))\"".utf8
    SVGText.append(scene.background, as: "fill", to: &bytes)
    bytes += "/>\n".utf8
  }

  private func appendElement(of path: StrokedPath, _ outline: [UInt8], to bytes: inout [UInt8]) {
    bytes += "<path fill=\"none\"".utf8
    SVGText.append(path.color, as: "stroke", to: &bytes)
    let width = DecimalText.text(path.lineWidth, places: SVGFrameRenderer.places)
    let degrees = DecimalText.text(path.rotation.degrees, places: SVGFrameRenderer.places)
    bytes += " stroke-width=\"\(width)\" stroke-linecap=\"round\" stroke-linejoin=\"round\"".utf8
    bytes += " transform=\"rotate(\(degrees))\"".utf8
    SVGText.append(path.data, to: &bytes)
    bytes += " d=\"".utf8
    bytes += outline
    bytes += "\"/>\n".utf8
  }

  /// The image, named as SVG 1.1 does: Inkscape 1.2 and ImageMagick know no other way, and SVG 2
  /// has every program take this one as well. To write both would embed the image twice.
  private static func element(of image: PlacedImage) -> [UInt8] {
    func number(_ value: Double) -> String { DecimalText.text(value, places: places) }
    var bytes = Array("<image x=\"\(number(image.origin.x))\" y=\"\(number(image.origin.y))\"".utf8)
    bytes += " width=\"\(number(image.width))\" height=\"\(number(image.height))\"".utf8
    bytes += " preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,".utf8
    Base64.append(image.png, to: &bytes)
    bytes += "\"/>\n".utf8
    return bytes
  }
}
