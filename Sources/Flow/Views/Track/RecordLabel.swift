// SPDX-License-Identifier: MIT
internal import Drawing

/// The label of a record: a disc with a hole, or with a cover and a logo.
struct RecordLabel {
  /// The colour of the disc.
  let color: Color
  /// The picture in place of the hole.
  let logo: PNGImage?
  /// The width of the logo, in points; if `nil` it fits on the disc.
  let logoWidth: Double?

  /// The items of a label with this radius.
  func items(radius: Double, cover: Item?, _ place: Composition) -> [Item] {
    func circle(_ radius: Double) -> Path {
      .circle(center: place.center, radius: radius * place.scale)
    }
    var disc = circle(radius)
    let covers = [cover].compactMap(\.self)
    guard let logo else {
      guard covers.isEmpty else { return covers }
      disc.add(circle(2.6))
      return [Item(.fill(disc, .evenOdd), .color(color)).named("label")]
    }
    let ratio = Double(logo.bitmap.height) / Double(logo.bitmap.width)
    // The diagonal of a logo that fits is the diameter of the disc.
    let width = (logoWidth ?? 2 * radius / (1 + ratio * ratio).squareRoot()) * place.scale
    let corner = Point(x: place.center.x - width / 2, y: place.center.y - width * ratio / 2)
    let image = PlacedImage(
      bitmap: logo.bitmap, png: logo.bytes, origin: corner, width: width, height: width * ratio)
    return [Item.fill(disc, color).named("label")] + covers + [Item.image(image).named("logo")]
  }
}
