// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Synthesis
internal import Views

/// Gears that mesh, in the colours of their notes, and turn smoothly.
struct BrassFigure: Figure {
  private var track: WheelTrack
  private let camera: WheelCamera
  private let colors: BrassColors
  private let lettering: [Item]
  private var shapes = WheelShapes<GearShape>()

  /// Seconds in which the light of a note fades.
  private static let fading = 1.1
  /// Seconds for the light source to go around once.
  private static let day = 90.0

  init(options: WheelsOptions, track: ReadingTrack<NoReading>, context: ViewContext) {
    self.track = WheelTrack(track, context)
    colors = BrassColors(context.palette, background: context.picture.background)
    lettering = context.composition.lettering(
      in: WordColors(
        colors.ink, on: context.picture.background, plate: context.palette?.background))
    camera = WheelCamera(
      options, context.canvas(shortSideInPoints: options.shortSideInPoints),
      beside: context.composition,
      self.track.network, teeth: GearShape.addendum, fits: true)
  }

  mutating func advance(to tick: Int) {
    track.advance(to: tick)
    shapes.prepare(track.wheels) { [scale = camera.scale] in GearShape(radius: $0, scale: scale) }
  }

  func draw(into scene: inout Scene) {
    let rotations = track.wheels.map { $0.evenRotation(at: track.time) }
    let teeth = directionsOfTeeth(track.wheels, rotations)
    let glows = track.wheels.indices.map { glow(of: track.lastNotes[$0], track.time) }
    scene.addLayer("rings") {
      for (index, state) in track.wheels.enumerated() {
        $0.items.append(ring(state, glows[index]))
      }
    }
    // It moves so slowly that small steps look smooth, and cost less.
    let degrees = track.time * 360 / BrassFigure.day - 126
    let light = Angle.degrees((2 * degrees).rounded().remainder(dividingBy: 720) / 2)
    for (index, state) in track.wheels.enumerated() {
      scene.addLayer("wheel-\(index)") {
        var items = gear(state, rotations[index], teeth[index], glows[index], light)
        items[0].data = track.data(index, rotation: rotations[index])
        $0.items += items
      }
    }
    scene.items += lettering
  }

  /// The remaining light of a note: 1 at its beginning, 0 at its end.
  private func glow(of note: WheelNote?, _ time: Double) -> Double {
    guard let note else { return 0 }
    let left = max(1 - (time - note.time) / BrassFigure.fading, 0)
    return left * left
  }

  /// The light of a note under the gears: a ring that grows and fades.
  private func ring(_ state: WheelState, _ glow: Double) -> Item {
    let scale = camera.scale
    let outer = (state.wheel.radius + GearShape.addendum + 24 * (1 - glow)) * scale
    let path = glow > 0 ? GearShape.quickRing(from: outer - 2.4 * scale, to: outer) : Path()
    var item = Item.disjoint(path, colors.background.tinted(color(of: state), 0.8 * glow))
    item.origin = camera.place(state.wheel)
    return item
  }

  private func color(of state: WheelState) -> Color {
    colors.color(ofHertz: track.network.frequency(ofRadius: state.wheel.radius))
  }

  /// The items of a gear, the spokes first.
  private func gear(
    _ state: WheelState, _ rotation: Double, _ tooth: Double, _ glow: Double, _ light: Angle
  ) -> [Item] {
    guard let shape = shapes[state] else { return [] }
    let plays = state.wheel.audio
    let (shade, ink) = (colors.shade, colors.ink)
    let metal = color(of: state).mixed(with: shade, plays ? 0.14 : 0.8)
    let dark = metal.mixed(with: shade, 0.55)
    // Mixed with the metal first, so that it does not become grey.
    let lamp = dark.mixed(with: metal.mixed(with: ink, 0.9 * glow), min(1.7 * glow, 1))
    let turn = camera.isTurned ? Double.pi / 2 : 0
    var items = [
      Item.disjoint(shape.spokes, metal.mixed(with: shade, 0.3)),
      .disjoint(shape.teeth, metal),
      .fill(shape.rim, metal),
      .disjoint(shape.sheen, metal.mixed(with: ink, plays ? 0.18 : 0.06)),
      .fill(plays ? shape.lampWithGate : shape.lamp, lamp),
    ]
    if shape.turnsSpokes { items[0].rotation = .turning(rotation + turn) }
    items[1].rotation = .turning(tooth + turn)
    items[3].rotation = light
    if plays {
      var mark = Item.disjoint(shape.mark, ink)
      mark.rotation = .turning(rotation + turn)
      items.append(mark)
    }
    let place = camera.place(state.wheel)
    for index in items.indices { items[index].origin = place }
    return items
  }

  /// The direction of a tooth of each gear, in radians.
  ///
  /// Gears have whole numbers of teeth, whatever their radii. So teeth move at the ratio of the
  /// numbers of teeth, and drift on their wheels by less than half a tooth a turn, which is not
  /// noticeable. Teeth that do not mesh would be.
  private func directionsOfTeeth(_ wheels: [WheelState], _ rotations: [Double]) -> [Double] {
    var directions = rotations
    var isKnown = wheels.map { $0.driver == nil }
    for index in wheels.indices {
      // Go up to a wheel whose teeth are known, then back.
      var chain: [Int] = []
      var wheel = index
      while !isKnown[wheel], let driver = wheels[wheel].driver {
        chain.append(wheel)
        wheel = driver
      }
      for driven in chain.reversed() {
        guard let driver = wheels[driven].driver else { continue }
        let contact = direction(from: wheels[driver].wheel, to: wheels[driven].wheel)
        let teeth = Double(shapes[wheels[driven]]?.toothCount ?? 1)
        let driving = Double(shapes[wheels[driver]]?.toothCount ?? 1)
        // A gap faces a tooth of the driver.
        directions[driven] =
          contact + .pi - .pi / teeth + driving / teeth * (contact - directions[driver])
        isKnown[driven] = true
      }
    }
    return directions
  }

  private func direction(
    from one: WheelNetwork.Wheel, to other: WheelNetwork.Wheel
  ) -> Double {
    Angle.toward(Point(x: other.x - one.x, y: other.y - one.y)).degrees * (.pi / 180)
  }
}
