// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing
import Views

/// Frames without a file around them, against a plain conversion of the PNG's pixels.
@Suite struct RawFrameTests {
  private static let formats: [RawFormat] = [
    .planar(.subsampled), .planar(.full), .rgb24, .rgba,
  ]

  /// The bytes that a scene is to have.
  private func expected(_ scene: Scene, _ bitmap: Bitmap, _ format: RawFormat) -> [UInt8] {
    switch format {
    case .planar(.subsampled): RawPixels.subsampled(bitmap, ground: scene.background)
    case .planar(.full): RawPixels.full(bitmap)
    case .rgb24: RawPixels.rgb24(bitmap)
    case .rgba: bitmap.pixels
    }
  }

  @Test(arguments: [
    ("#eeff00", [216, 18, 131]), ("white", [235, 128, 128]), ("black", [16, 128, 128]),
    ("red", [63, 102, 240]), ("lime", [173, 42, 26]), ("blue", [32, 240, 118]),
    ("#808080", [126, 128, 128]),
  ])
  func `a ground has the values that BT709 gives it`(name: String, values: [UInt8]) throws {
    let color = try #require(Color(parsing: name))
    for chroma in Chroma.allCases {
      var renderer = RawFrameRenderer(.planar(chroma))
      renderer.draw(try Picture.sheet(4, 2, color))
      let samples = chroma == .full ? 8 : 2
      #expect(
        renderer.bytes == [UInt8](repeating: values[0], count: 8)
          + [UInt8](repeating: values[1], count: samples)
          + [UInt8](repeating: values[2], count: samples))
    }
  }

  @Test func `colour lies at the left of its two columns`() throws {
    let blue = Color(red: 0, green: 0, blue: 255)
    var scene = try Picture.sheet(6, 2, .black)
    for (column, shares) in [(2, [0, 0.5, 0]), (3, [0, 0.25, 0.25]), (5, [0, 0, 0.25])] {
      scene.items = [.fill(.rectangle(x: Double(column) - 3, y: -1, width: 1, height: 2), blue)]
      var renderer = RawFrameRenderer(.planar(.subsampled))
      renderer.draw(scene)
      let us = shares.map { UInt8((128 + 112 * $0).rounded()) }
      #expect(renderer.bytes[12..<15].elementsEqual(us), "column \(column)")
    }
  }

  @Test(arguments: TestRun.seeds(1...30))
  func `frames equal a plain conversion of the PNG's pixels, whatever was drawn before`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let size = random.pick([(1, 1), (2, 3), (33, 17), (97, 61), (64, 40)])
    let canvas = try #require(
      Canvas(width: size.0, height: size.1, shortSideInPoints: random.pick([50, 61])))
    var items = RandomItems(seed: seed, on: canvas)
    let format = RawFrameTests.formats[Int(seed) % 4]
    let isClear = format.hasAlpha && items.chance(2)
    var scene = Scene(
      canvas: canvas, background: isClear ? .none : random.pick([.white, .black, items.solid()]))
    let line = items.solid()
    var renderer = RawFrameRenderer(format)
    for step in 0..<10 {
      scene.items = items.step(scene.items)
      if step == 3 {
        // Lines of one colour, which are drawn as a ramp.
        scene.items = [Picture.path([(1, 1), (9, 30), (50, 2)], on: scene, width: 1.5, line)]
      }
      renderer.draw(scene)
      let bitmap = try Picture.decoded(scene)
      #expect(
        renderer.bytes == expected(scene, bitmap, format), "\(format) \(size), step \(step)")
      // As they were drawn, in every format; over black where they are transparent.
      let places = (0..<size.0 * size.1).map { (x: $0 % size.0, y: $0 / size.0) }
      let drawn = places.indices.flatMap { pixel in
        (0..<3).map { part in
          let alpha = Int(bitmap.pixels[4 * pixel + 3])
          return UInt8((Int(bitmap.pixels[4 * pixel + part]) * alpha + 127) / 255)
        }
      }
      #expect(renderer.colors(at: places) == drawn, "\(format) \(size), step \(step)")
      #expect(renderer.bytes.count == format.byteCount(of: canvas))
    }
  }

  @Test(arguments: TestRun.seeds(1...24))
  func `several threads draw the frames that one draws`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Several stripes, the last one of them not whole.
    let size = random.pick([(95, 331), (40, 520), (130, 64)])
    let canvas = try #require(
      Canvas(width: size.0, height: size.1, shortSideInPoints: random.pick([50, 61])))
    var items = RandomItems(seed: seed, on: canvas)
    let format = RawFrameTests.formats[Int(seed) % 4]
    var scene = Scene(canvas: canvas, background: items.solid())
    var one = RawFrameRenderer(format)
    var several = RawFrameRenderer(format, threads: random.pick([2, 3]))
    let count = (size.0 + 15) / 16 * ((size.1 + 15) / 16)
    var (marks, others) = (
      [Bool](repeating: false, count: count), [Bool](repeating: false, count: count)
    )
    for step in 0..<16 {
      scene.items = items.step(scene.items)
      if step == 8 {
        scene.items = [Picture.path([(1, 1), (9, 300)], on: scene, width: 2, .black)]
      }
      if step == 12 {
        scene = Scene(
          canvas: try #require(Canvas(width: 64, height: 512, shortSideInPoints: 50)),
          background: .white)
      }
      one.draw(scene)
      several.draw(scene)
      #expect(one.bytes == several.bytes, "\(format) \(size), step \(step)")
      let places = (0..<scene.canvas.height).map { (x: 7 * $0 % scene.canvas.width, y: $0) }
      #expect(one.colors(at: places) == several.colors(at: places), "\(size), step \(step)")
      guard step < 12 else { continue }
      one.markChanges(in: &marks)
      several.markChanges(in: &others)
      #expect(marks == others, "\(size), step \(step)")
    }
  }

  @Test(arguments: [false, true])
  func `the radial view's turns equal a plain conversion`(isTutorial: Bool) throws {
    let scenes = try Picture.radial(
      .init(), size: isTutorial ? (81, 45) : (80, 44), background: isTutorial ? .white : .black,
      afterTicks: [1, 2, 3, 200, 201, 359, 360, 361, 362])
    var renderers = RawFrameTests.formats.map { RawFrameRenderer($0) }
    for scene in scenes {
      let bitmap = try Picture.decoded(scene)
      for index in renderers.indices {
        renderers[index].draw(scene)
        #expect(renderers[index].bytes == expected(scene, bitmap, renderers[index].format))
      }
    }
  }

  @Test func `the head of a stream says all that a player needs`() throws {
    let canvas = try Picture.sheet(641, 361).canvas
    let text = { String(decoding: $0 as [UInt8], as: UTF8.self) }
    #expect(
      text(Y4M.head(canvas, .subsampled, rate: (30000, 1001)))
        == "YUV4MPEG2 W642 H362 F30000:1001 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n")
    #expect(
      text(Y4M.head(canvas, .full, rate: (60, 1)))
        == "YUV4MPEG2 W641 H361 F60:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n")
  }
}
