// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport
import Testing
import Views

/// A renderer keeps what it drew last; nobody may see that from its bytes.
@Suite struct FreshRendererTests {
  @Test(arguments: TestRun.seeds(1...50))
  func `a renderer with a past gives the bytes of a fresh one`(seed: UInt64) throws {
    var scenes = RandomScenes(seed: seed)
    var png = PNGFrameRenderer()
    var svg = SVGFrameRenderer()
    var bytes: [UInt8] = []
    for step in 0..<5 {
      let scene = try scenes.next()
      png.render(scene, into: &bytes)
      #expect(bytes == Picture.png(scene), "PNG \(step): \(scenes.story)")
      svg.render(scene, into: &bytes)
      #expect(bytes == Picture.svg(scene), "SVG \(step): \(scenes.story)")
    }
  }

  @Test(arguments: TestRun.seeds(1...6))
  func `a pixmap that is continued equals one that is drawn at once`(seed: UInt64) throws {
    var scenes = RandomScenes(seed: 1000 + seed, keepsSetup: true)
    var renderer = RasterRenderer(try scenes.next())
    for step in 0..<8 {
      let scene = try scenes.next()
      guard let continued = renderer.renderContinuing(scene) else {
        Issue.record("step \(step) is not continued")
        return
      }
      let fresh = RasterRenderer(scene).pixmap
      #expect(continued.bytes == fresh.bytes, "\(step): \(scenes.story)")
      #expect(continued.format == fresh.format)
    }
  }

  @Test(arguments: TestRun.seeds(1...25))
  func `items of every kind come, change and go as if drawn afresh`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = random.pick([(97, 61), (64, 40), (31, 90), (200, 120)])
    let canvas = try #require(
      Canvas(width: size.0, height: size.1, shortSideInPoints: random.pick([50, 61])))
    var items = RandomItems(seed: seed, on: canvas)
    var scene = Scene(
      canvas: canvas, background: items.chance(3) ? random.pick([.none, items.color()]) : .white)
    scene.items = (0..<Int.random(in: 1...8, using: &random)).map { _ in items.item() }
    var raster = RasterRenderer(scene)
    var png = PNGFrameRenderer()
    var svg = SVGFrameRenderer()
    var bytes: [UInt8] = []
    for step in 0..<12 {
      let fresh = RasterRenderer(scene).pixmap
      if let continued = raster.renderContinuing(scene) {
        #expect(continued.bytes == fresh.bytes, "pixels \(step)")
        #expect(continued.format == fresh.format)
      } else {
        raster = RasterRenderer(scene)
      }
      png.render(scene, into: &bytes)
      #expect(bytes == Picture.png(scene), "PNG \(step)")
      #expect(try Picture.decoded(bytes).pixels == Pixels.rgba(fresh))
      svg.render(scene, into: &bytes)
      #expect(bytes == Picture.svg(scene), "SVG \(step)")
      scene.items = items.step(scene.items)
    }
  }

  @Test(arguments: TestRun.seeds(1...24))
  func `lines grow among words, fills and images as if drawn afresh`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = random.pick([(1, 1), (9, 14), (64, 64), (97, 61)])
    let canvas = try #require(
      Canvas(width: size.0, height: size.1, shortSideInPoints: random.pick([50, 400])))
    var items = RandomItems(seed: seed, on: canvas)
    var others = (0..<5).map { _ in items.item() }
    let reach = min(canvas.widthInPoints, canvas.heightInPoints) / 2
    var lines = [[Point]](repeating: [], count: 3)
    let widths = (0..<3).map { _ in random.pick([0.3, 1.25, 8]) }
    var renderer: RasterRenderer?
    for step in 0..<14 {
      // Now and then a turn ends. Many points at once are a turn that is drawn from its middle.
      if random.pick([0, 1, 2, 3, 4, 5]) == 0 { lines[random.pick([0, 1, 2])] = [] }
      if random.pick([0, 1]) == 0 { others = items.step(others) }
      var scene = Scene(canvas: canvas, background: .white)
      scene.items = others
      for index in lines.indices {
        for _ in 0..<random.pick([0, 1, 1, 2, 30, step == 0 ? 300 : 1]) {
          let last = lines[index].last ?? .origin
          func moved(_ place: Double) -> Double {
            min(max(place + .random(in: -1...1, using: &random) * reach / 2, -reach), reach)
          }
          lines[index].append(Point(x: moved(last.x), y: moved(last.y)))
        }
        scene.items.insert(
          Picture.stroke(lines[index], width: widths[index]),
          at: min(2 * index, scene.items.count))
      }
      let fresh = RasterRenderer(scene)
      if renderer?.renderContinuing(scene) == nil { renderer = fresh }
      #expect(renderer?.pixmap.bytes == fresh.pixmap.bytes, "step \(step)")
    }
  }

  @Test func `a raster does not go on from another sheet, ground or kind of scene`() throws {
    var scene = try Picture.sheet(20, 10)
    scene.items = [Picture.path([(1, 1), (9, 9)], on: scene, width: 1)]
    var renderer = RasterRenderer(scene)
    #expect(renderer.renderContinuing(scene) != nil)
    var others = [try Picture.sheet(10, 20), try Picture.sheet(20, 10, .black)]
    others[0].items = scene.items
    others[1].items = scene.items
    let red = Picture.path([(1, 1), (9, 9)], on: scene, width: 1, Color(red: 9, green: 0, blue: 0))
    var half = scene.items[0]
    half.opacity = 0.5
    let bitmap = Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 4])
    let image = Picture.image(bitmap, on: scene, x: 0, y: 0, width: 3, height: 3)
    for items in [[red], [half], [image]] {
      var other = scene
      other.items = items
      others.append(other)
    }
    for other in others { #expect(renderer.renderContinuing(other) == nil) }
    let wider = Picture.path([(1, 1), (9, 9)], on: scene, width: 2)
    var turned = scene.items[0]
    turned.rotation = .degrees(1)
    var still = scene.items[0]
    still.grows = false
    let fill = Item.fill(.circle(center: .origin, radius: 4), .black)
    for items in [
      [wider], [turned], [turned, wider], [scene.items[0], scene.items[0]], [still], [fill],
    ] {
      scene.items = items
      #expect(renderer.renderContinuing(scene)?.bytes == RasterRenderer(scene).pixmap.bytes)
    }
  }

  @Test(arguments: [1, 2] as [UInt64], [false, true])
  func `the radial view's frames are the same from a renderer that saw them all`(
    seed: UInt64, isTutorial: Bool
  ) throws {
    var options = RadialOptions.curves
    options.turn = .ticks(TickCount(24))
    options.heldTicks = isTutorial ? 1 : 0
    options.holdsRadii = !isTutorial
    options.set("pen", to: "\(isTutorial ? 0.5 : 6)")
    if !isTutorial { options.set("stroke", to: "red,#00f8,black,#0808") }
    var png = PNGFrameRenderer()
    var svg = SVGFrameRenderer()
    var bytes: [UInt8] = []
    let scenes = try Picture.radial(
      options, size: (161, 120), background: isTutorial ? .white : .none,
      afterTicks: Array(1...60), seed: seed)
    for (index, scene) in scenes.enumerated() {
      png.render(scene, into: &bytes)
      if index % 3 == 0 || index > 46 { #expect(bytes == Picture.png(scene), "frame \(index)") }
      svg.render(scene, into: &bytes)
      #expect(bytes == Picture.svg(scene), "frame \(index)")
    }
  }
}

/// Scenes that follow each other in all the ways that may come to mind.
private struct RandomScenes {
  private(set) var story: [String] = []

  private var random: SeededGenerator
  private let keepsSetup: Bool
  private var scene: Scene?

  init(seed: UInt64, keepsSetup: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.keepsSetup = keepsSetup
  }

  mutating func next() throws -> Scene {
    guard var scene else { return try begin() }
    switch keepsSetup ? 9 : Int.random(in: 0..<10, using: &random) {
    case 0: return try begin()
    case 1: scene = try changeSetup(of: scene)
    default: break
    }
    // What all curves of a view do at the end of a turn.
    let restartsAll = Int.random(in: 0..<4, using: &random) == 0
    for index in scene.items.indices { grow(&scene.items[index], on: scene.canvas, restartsAll) }
    scene.data = [DataAttribute("frame", "\(story.count)")]
    self.scene = scene
    return scene
  }

  private mutating func begin() throws -> Scene {
    let sizes = [(1, 1), (1, 40), (40, 1), (7, 9), (24, 17), (64, 48), (90, 160), (300, 200)]
    let size = random.pick(sizes)
    let shortSide = random.pick([Double(min(size.0, size.1)), 432, 10])
    let canvas = try #require(
      Canvas(width: size.0, height: size.1, shortSideInPoints: shortSide))
    var scene = Scene(canvas: canvas, background: color())
    let common = Bool.random(using: &random) ? color() : nil
    let shortSideInPixels = Double(min(size.0, size.1)) / canvas.pixelsPerPoint
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      // A wide pen on a large canvas takes long.
      let widest = size.0 * size.1 > 2000 ? 0.02 : 0.5
      let widths = [0, 1e-3, 0.005, 0.02, widest].map { $0 * shortSideInPixels }
      scene.items.append(
        Picture.stroke([], rotation: rotation(), width: random.pick(widths), common ?? color()))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      scene.items.append(.image(image(shortSideInPixels)))
    }
    for index in scene.items.indices { grow(&scene.items[index], on: canvas, false) }
    story.append("begin \(size) \(scene.background)")
    self.scene = scene
    return scene
  }

  private mutating func changeSetup(of scene: Scene) throws -> Scene {
    var changed = scene
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      changed = Scene(canvas: scene.canvas, background: color())
      changed.items = scene.items
    case 1:
      if case .image = changed.items.last?.shape {
        changed.items.removeLast()
      } else {
        changed.items.append(.image(image(20)))
      }
    case 2:
      guard let place = changed.items.indices.randomElement(using: &random),
        case .stroke(let path, let width) = changed.items[place].shape
      else { break }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: changed.items[place].rotation = rotation()
      case 1: changed.items[place].shape = .stroke(path, width: width * 1.5)
      default: changed.items[place].paint = .color(color())
      }
    default: if changed.items.count > 1 { changed.items.removeFirst() }
    }
    story.append("setup")
    return changed
  }

  private mutating func grow(_ item: inout Item, on canvas: Canvas, _ restarts: Bool) {
    guard case .stroke(let path, let width) = item.shape else { return }
    var points = path.points
    defer { item.shape = .stroke(Path(points), width: width) }
    let pattern = restarts ? 0 : Int.random(in: 0..<12, using: &random)
    switch pattern {
    case 0: points = []
    case 1: points.removeLast(min(points.count, 2))
    case 2: if let last = points.last { points[points.count - 1].x = last.x + 1 }
    case 3: points.append(contentsOf: points.reversed().prefix(3))
    case 4: if let last = points.last { points.append(last) }
    case 5: return story.append("still")
    default: break
    }
    let reach = Double(max(canvas.width, canvas.height)) / canvas.pixelsPerPoint
    let factor = random.pick([0.4, 0.6, 2, 1000])
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      if let last = points.last, Bool.random(using: &random) {
        // A short step, as most are.
        points.append(
          Point(
            x: last.x + .random(in: -0.05...0.05, using: &random) * reach,
            y: last.y + .random(in: -0.05...0.05, using: &random) * reach))
      } else {
        points.append(
          Point(
            x: .random(in: -factor...factor, using: &random) * reach,
            y: .random(in: -factor...factor, using: &random) * reach))
      }
    }
    story.append("grow \(pattern) to \(points.count)")
  }

  private mutating func rotation() -> Angle {
    .degrees(random.pick([0, 90, 180, -90, 37.5]))
  }

  private mutating func color() -> Color {
    Color(
      red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
      blue: .random(in: 0...255, using: &random),
      alpha: random.pick([255, 255, 128, 1, 0]))
  }

  private mutating func image(_ reach: Double) -> PlacedImage {
    let (width, height) = (
      Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random)
    )
    let pixels = (0..<width * height * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    return PlacedImage(
      bitmap: Bitmap(width: width, height: height, pixels: pixels), png: [1, 2, 3],
      origin: Point(
        x: .random(in: -reach...reach, using: &random),
        y: .random(in: -reach...reach, using: &random)),
      width: .random(in: 0.1...1, using: &random) * reach,
      height: .random(in: 0.1...1, using: &random) * reach)
  }
}
