// SPDX-License-Identifier: MIT
internal import Drawing

/// The face and the needle of the tutorial's gauge, measured on its author's screenshot to half a
/// point.
///
/// - Source: *Building an Audio Meter using ShinobiGauges*, 2014, and its screenshot, 640 by 960
///   pixels at 2 pixels a point.
struct TutorialDial {
  /// The items under the needle.
  let face: [Item]
  /// The items above it: the knob, and the reflection on the glass.
  let cover: [Item]
  private let scale: DialScale

  private static let ink = Color(red: 26, green: 26, blue: 26)
  private static let darkGray = Color(red: 85, green: 85, blue: 85)
  private static let lightGray = Color(red: 170, green: 170, blue: 170)
  private static let gray = Color(red: 128, green: 128, blue: 128)
  private static let white = Color(red: 255, green: 255, blue: 255)

  private enum Radius {
    static let edge = 120.0
    static let bevelRidge = 106.0
    static let face = 100.5
    static let baseline = 95.5
    static let ranges = 83.5
    static let label = 61.0
    static let knob = 10.0
  }

  /// A gauge with a scale and coloured ranges.
  init(scale: DialScale, ranges: [GaugeRange]) {
    self.scale = scale
    face =
      TutorialDial.bevel
      + Dial.bands(ranges, on: scale, from: Radius.ranges, to: Radius.baseline)
      + TutorialDial.marks(scale)
    cover = TutorialDial.cover
  }

  /// The case and the face, lit from above on the outer ring, from below on the inner one.
  private static var bevel: [Item] {
    // The gradients span the gauge's view, which was 280 points high.
    func bevel(_ top: Color, _ bottom: Color) -> Paint {
      .linear(
        from: Point(x: 0, y: -140), to: Point(x: 0, y: 140),
        [GradientStop(0, top), GradientStop(1, bottom)])
    }
    let face = Path.circle(center: .origin, radius: Radius.face)
    return [
      Dial.ring(from: Radius.bevelRidge, to: Radius.edge, bevel(white, lightGray)),
      Dial.ring(from: Radius.face, to: Radius.bevelRidge, bevel(lightGray, white)),
      Item(
        .fill(face, .nonzero),
        .radial(
          center: .origin, radius: Radius.face,
          [GradientStop(0, lightGray), GradientStop(1, gray)])),
    ]
  }

  private static func marks(_ scale: DialScale) -> [Item] {
    let ends = (scale.direction(of: scale.minimum), scale.direction(of: scale.maximum))
    let outer = Radius.baseline + 1
    var marks = Path.ringSector(
      center: .origin, inner: Radius.baseline - 1, outer: outer, start: ends.0,
      sweep: .degrees(ends.1.degrees - ends.0.degrees))
    marks.add(Dial.bars(scale.majors, on: scale, from: outer - 17, to: outer, width: 2))
    marks.add(Dial.bars(scale.minors, on: scale, from: outer - 6, to: outer, width: 1))
    var labels = Path()
    for value in scale.numbered {
      labels.add(
        Dial.text(
          Dial.number(value), size: 12.4, at: Dial.place(scale.direction(of: value), Radius.label)))
    }
    return [.fill(marks, ink), .stroke(labels, width: 1.6, .black)]
  }

  private static var cover: [Item] {
    // The reflection is between the upper edge of the face and a circle about a point far below.
    var gloss = Path()
    gloss.arc(
      center: .origin, radius: Radius.face, start: .degrees(187.19), sweep: .degrees(165.62))
    gloss.arc(
      center: Point(x: 0, y: 296.75), radius: 325, start: .degrees(-72.13),
      sweep: .degrees(-35.74))
    gloss.close()
    return [
      .fill(.circle(center: .origin, radius: Radius.knob + 2), .black),
      .fill(.circle(center: .origin, radius: Radius.knob), darkGray),
      .fill(gloss, Color(red: 255, green: 255, blue: 255, alpha: 18)),
    ]
  }

  /// The needle, pointing at a value.
  func needle(at value: Double, channel: Int) -> [Item] {
    let shape = Path.polygon([
      Point(x: 0, y: -5), Point(x: 88, y: 0), Point(x: 0, y: 5),
    ])
    var needle = Item.fill(shape, Color(red: 255, green: 128, blue: 0, alpha: 204))
    needle.rotation = scale.direction(of: value)
    needle.data = Dial.data("needle", channel: channel, scale.held(value))
    var border = Item.stroke(shape, width: 2, Color(red: 85, green: 85, blue: 85, alpha: 153))
    border.rotation = needle.rotation
    return [needle, border]
  }
}

extension DialScale {
  /// −60 to 0: a long mark every 10, with four short ones in between.
  ///
  /// - Source: the tutorial *Building an Audio Meter using ShinobiGauges*, 2014.
  static let tutorialDecibels = even(
    from: -60, to: 0, steps: 30, majorEvery: 5,
    ranges: ranges(
      [-60, -15, -8, -2, 0],
      [
        Color(red: 0, green: 255, blue: 0, alpha: 102),
        Color(red: 255, green: 255, blue: 0, alpha: 102),
        Color(red: 255, green: 128, blue: 0, alpha: 102),
        Color(red: 255, green: 0, blue: 0, alpha: 102),
      ]))

  /// 0 to 1: a long mark every 0.2, with four short ones in between, and no ranges, as in the first
  /// version of the tutorial.
  static let tutorialLinear = even(from: 0, to: 1, steps: 25, majorEvery: 5, ranges: [])
}
