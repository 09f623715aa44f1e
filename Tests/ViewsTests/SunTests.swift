// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing
import Views

@Suite struct SunTests {
  /// The items of a sun after ticks whose levels are read on a scale of 40 dB, by name.
  private func items(
    _ levels: [(left: Double, right: Double)], look: RunningLook = RunningLook.all[0],
    turn: Double = 6,
    image: PNGImage? = nil
  ) throws -> [String: Item] {
    let options = look.options(turn: turn).0
    let ticks = levels.enumerated().map { index, level in
      PictureTicks.tick(
        index, peaks: (level.left, level.right), averages: (level.left, level.right))
    }
    let end = LevelPair(left: 40, right: 40)
    var view = try options.figure(
      ticks: ticks, scale: LevelScale(peak: end, average: end), image: image)
    for index in ticks.indices { try view.advance(to: index) }
    let items = try Radial.scene(of: view).items.filter { $0.name != "ripple" }
    return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0) })
  }

  private func points(_ item: Item?) throws -> [Point] { try #require(item).path.points }

  @Test func `a ray reaches as far as the louder channel, a fine ray as far as its peak`() throws {
    let items = try items([(0, -20)])
    // Four corners for each of 120 rays: from the circle out and back.
    let rays = try points(items["rays"]).map(\.radius)
    #expect(rays.count == 480)
    #expect(zip(rays[0..<4], [60, 161.64, 161.64, 60]).allSatisfy { abs($0 - $1) < 0.002 })
    let fine = try points(items["fine-rays"]).map(\.radius)
    #expect(zip(fine[0..<4], [161.34, 214, 214, 161.34]).allSatisfy { abs($0 - $1) < 0.002 })
    // The right channel begins half a turn later.
    let right = [60, 110.82, 110.82, 60]
    #expect(zip(rays[240..<244], right).allSatisfy { abs($0 - $1) < 0.002 })
    let others = rays[4..<240] + rays[244...]
    #expect(others.allSatisfy { abs($0 - 60) < 0.002 })
  }

  @Test func `a ray is the loudest of three ticks, in the middle of them`() throws {
    let items = try items([(-20, -40), (0, -40), (-30, -40), (-10, -40)])
    let rays = try points(items["rays"])
    #expect(abs(rays[1].radius - 161.64) < 0.002)
    #expect(abs(rays[1].clock - 0.7) < 0.01 && abs(rays[2].clock - 2.3) < 0.01)
    #expect(abs(rays[5].radius - (60 + 154 * 0.66 * 0.75)) < 0.002)
  }

  @Test func `the body closes only where both channels are loud`() throws {
    let half = Array(repeating: (left: 0.0, right: -20.0), count: 180)
    let body = try points(items(half)["body"])
    #expect(body.prefix(360).allSatisfy { abs($0.radius - 60) < 0.002 })
    let whole = try points(items(half + half)["body"])
    #expect(whole.prefix(360).allSatisfy { abs($0.radius - (60 + 154 * 0.33)) < 0.002 })
  }

  @Test func `loud inside grows from the rim`() throws {
    let items = try items([(0, -40)], look: RunningLook.all[1])
    let rays = try points(items["rays"]).map(\.radius)
    #expect(zip(rays[0..<4], [204, 105, 105, 204]).allSatisfy { abs($0 - $1) < 0.002 })
    let fine = try points(items["fine-rays"]).map(\.radius)
    #expect(zip(fine[0..<4], [105.3, 54, 54, 105.3]).allSatisfy { abs($0 - $1) < 0.002 })
  }

  @Test func `the heart opens with the bass, between the soft and the loud of the track`() throws {
    // Made-up levels are those of the bass too. The range is from the 5th percentile of the levels
    // less than 20 dB below the mean to the 99.5th.
    let range = (0...40).map { (-Double($0), -Double($0)) }
    for (level, radius) in [(0.0, 48.0), (-40, 7)] {
      let heart = try points(items(range + [(level, level)])["heart"])
      #expect(abs(heart[0].radius - radius) < 0.001)
    }
  }

  @Test func `beads stand at the end of the newest tick, but not round a heart`() throws {
    let heart = try self.items(Array(repeating: (-5, -5), count: 91))
    #expect(try points(heart["head-left"]).isEmpty && heart["heart"] != nil)
    let bitmap = Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 255])
    let items = try items(
      Array(repeating: (-5, -5), count: 91), image: PNGImage(bytes: [1], bitmap: bitmap))
    #expect(items["head-left"]?.data == heart["head-left"]?.data)
    func center(_ item: Item?) throws -> Point {
      let points = try points(item)
      let (xs, ys) = (points.map(\.x), points.map(\.y))
      return Point(x: (xs.min()! + xs.max()!) / 2, y: (ys.min()! + ys.max()!) / 2)
    }
    let (left, right) = (try center(items["head-left"]), try center(items["head-right"]))
    #expect(abs(left.clock - 91) < 0.01 && abs(left.radius - 51) < 0.01)
    #expect(abs(right.clock - 271) < 0.01 && abs(right.radius - 51) < 0.01)
    #expect(
      items["head-left"]?.data == [
        DataAttribute("channel", "0"), DataAttribute("peak-dbfs", "-5.000000"),
        DataAttribute("average-dbfs", "-5.000000"),
      ])
  }

  @Test func `a logo takes the place of the heart`() throws {
    let bitmap = Bitmap(width: 4, height: 4, pixels: [UInt8](repeating: 7, count: 64))
    let items = try items([(0, 0)], image: PNGImage(bytes: [1], bitmap: bitmap))
    #expect(items["heart"] == nil)
    guard case .image(let logo)? = items["logo"]?.shape else { throw Radial.NoValues() }
    // The circle of 60 less 14.
    #expect((logo.width, logo.height, logo.origin) == (92, 92, Point(x: -46, y: -46)))
  }

  @Test(arguments: [1.0, 1.5, 1.7, 2, 5.69, 6, 10])
  func `every tick is in one ray, however many there are`(turn: Double) throws {
    let count = Int((turn * 60).rounded())
    for loud in [0, count / 3, count - 1] {
      let levels = (0..<count).map { (left: $0 == loud ? 0.0 : -40.0, right: -40.0) }
      let rays = try points(items(levels, turn: turn)["rays"])
      let reached = rays.filter { $0.radius > 61 }
      #expect(reached.count == 2)
      let middle = (reached[0].clock + reached[1].clock) / 2
      let place = (Double(loud) + 0.5) * 360 / Double(count)
      #expect(abs(middle - place) <= 3, "\(turn) s, tick \(loud)")
    }
  }
}
