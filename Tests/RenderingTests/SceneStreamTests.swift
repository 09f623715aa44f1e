// SPDX-License-Identifier: MIT
import Drawing
import Fuzzing
import Rendering
import TestSupport
import Testing

/// The scene stream: what the encoder writes, and what a reader makes of it.
@Suite struct SceneStreamTests {
  private let yellow = Color(red: 238, green: 255, blue: 0)

  private func sheet(_ items: [Item]) throws -> Scene {
    let canvas = try #require(Canvas(width: 320, height: 180, shortSideInPoints: 180))
    var scene = Scene(canvas: canvas, background: .black)
    scene.items = items
    return scene
  }

  /// The example of the format: a triangle, of which a corner moves down by 2.5 points; then nothing.
  @Test func `the bytes of a triangle are those of the format`() throws {
    func triangle(_ y: Double) throws -> Scene {
      let corners = [Point.origin, Point(x: 10, y: 0), Point(x: 10, y: y)]
      return try sheet([.fill(.polygon(corners), yellow)])
    }
    var (encoder, bytes) = (SceneStreamEncoder(images: []), [UInt8]())
    for y in [10, 12.5, 12.5] { encoder.append(try triangle(y), to: &bytes) }
    #expect(
      bytes == [
        // One edit at item 0: a new item with a paint and a path.
        1, 0, 0x62, 0, 0xEE, 0xFF, 0, 0xFF,
        // One splice: keep 0, remove 0, insert 4: a move to 0,0, two lines, a close.
        1, 0, 0, 4, 0x04, 0, 0, 0x09, 0xD0, 0x0F, 0, 0, 0xD0, 0x0F, 0x07,
        // One edit: a path, whose third corner moves.
        1, 0, 0x20, 1, 2, 0x03, 0, 0xF4, 0x03,
        // Nothing.
        0,
      ])
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `a reader has the items of every scene, to a hundredth of a point`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let canvas = try sheet([]).canvas
    var source = RandomItems(seed: seed, on: canvas)
    var (items, scenes) = ([source.item(), source.item()], [Scene]())
    for _ in 0..<30 {
      items = source.step(items)
      scenes.append(try sheet(items))
    }
    let images = scenes.flatMap(\.items).compactMap { item -> Bitmap? in
      if case .image(let image) = item.shape { image.bitmap } else { nil }
    }
    var encoder = SceneStreamEncoder(images: images)
    var bytes: [UInt8] = []
    for scene in scenes { encoder.append(scene, to: &bytes) }
    var decoder = SceneStreamDecoder(bytes, imageCount: images.count)
    for (number, scene) in scenes.enumerated() {
      #expect(try decoder.readFrame())
      #expect(
        decoder.items == scene.items.map { StreamedItem($0, images: images) },
        "seed \(seed), frame \(number)")
    }
    #expect(try !decoder.readFrame())
    // Another chunk is the same again.
    encoder.beginChunk()
    var again: [UInt8] = []
    for scene in scenes { encoder.append(scene, to: &again) }
    #expect(again == bytes)
    checkDamage(of: bytes, images.count, &random)
  }

  /// Whatever is not a chunk is refused, or read to its end: nothing traps.
  private func checkDamage(
    of bytes: [UInt8], _ imageCount: Int, _ random: inout SeededGenerator
  ) {
    func read(_ bytes: [UInt8]) -> Bool {
      var decoder = SceneStreamDecoder(bytes, imageCount: imageCount)
      do {
        while try decoder.readFrame() {}
        return true
      } catch {
        #expect(error.offset <= bytes.count)
        return false
      }
    }
    // A frame of an edit that is not there.
    let isRefused = !read(bytes + [1])
    #expect(isRefused)
    for _ in 0..<50 {
      _ = read(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))))
      var damaged = bytes
      for _ in 0..<3 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      _ = read(damaged)
    }
  }

  @Test func `chunks that nobody wrote are refused`() {
    for bytes: [UInt8] in [
      // An edit of an item that is not there; a removal; an insertion beyond the end.
      [1, 0, 2, 0, 0, 0, 0, 0], [1, 0, 128], [1, 1, 64],
      // An unknown kind, an unknown paint, a picture that is not there.
      [1, 0, 65, 8], [1, 0, 65, 12], [1, 0, 66, 4], [1, 0, 66, 3, 0, 0, 0, 0, 0, 0],
      // More elements removed than there are; a run of none; two closes, which take no bytes.
      [1, 0, 96, 1, 0, 2, 0], [1, 0, 96, 1, 0, 0, 1, 0], [1, 0, 96, 1, 0, 0, 2, 11],
      // Numbers without an end.
      [255, 255, 255, 255, 255, 255, 255, 255, 255], [1, 0, 96, 1],
    ] {
      var decoder = SceneStreamDecoder(bytes)
      #expect(throws: SceneStreamDecoder.Failure.self, "\(bytes)") { try decoder.readFrame() }
    }
  }

  @Test func `a line that grows costs what is new of it`() throws {
    var path = Path([.origin])
    var (encoder, sizes) = (SceneStreamEncoder(images: []), [Int]())
    for index in 1...500 {
      path.line(to: Point(x: Double(index) / 2, y: Double(index % 7)))
      var bytes: [UInt8] = []
      encoder.append(try sheet([.stroke(path, width: 1, yellow)]), to: &bytes)
      sizes.append(bytes.count)
    }
    #expect(sizes.dropFirst().allSatisfy { $0 <= 12 })
  }

  @Test func `a disc that beats or moves costs a few bytes`() throws {
    var (encoder, sizes) = (SceneStreamEncoder(images: []), [Int]())
    for index in 0..<20 {
      let place = Double(index)
      var disc = Item.fill(.circle(center: Point(x: 3, y: 5), radius: 8 + place / 3), yellow)
      disc.origin = Point(x: place, y: 0)
      var bytes: [UInt8] = []
      encoder.append(try sheet([disc]), to: &bytes)
      sizes.append(bytes.count)
    }
    #expect(sizes.dropFirst().allSatisfy { $0 <= 10 })
  }

  @Test func `what scrolls, turns or grows costs about two bytes a point`() throws {
    func size(_ place: (Int, Int) -> Point) throws -> Int {
      var encoder = SceneStreamEncoder(images: [])
      var bytes: [UInt8] = []
      for frame in 0..<2 {
        bytes = []
        let points = (0..<400).map { place($0, frame) }
        encoder.append(try sheet([.stroke(Path(points), width: 1, yellow)]), to: &bytes)
      }
      return bytes.count
    }
    #expect(try size { Point(x: Double($0) / 4, y: Double(($0 + $1) * 37 % 50) / 100) } < 820)
    func circle(_ angle: Double, _ radius: Double) -> Point {
      let direction = Angle.degrees(angle).direction
      return Point(x: radius * direction.x, y: radius * direction.y)
    }
    #expect(try size { circle(Double($0) + Double($1) / 2, 80 + Double($0 % 5)) } < 820)
    #expect(try size { circle(Double($0) * 7, 80 + Double($1)) } < 820)
  }
}
