// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Drawing
import Signal
import TestSupport
import Testing
import Views

@Suite struct PlotsTutorialTests {
  /// The plots lie below 81.5 points of labels; both round half of their 585.5 points down.
  private let left = -187.5, bottom = 333.5, middle = -252.0 + 292, unit = 292.0

  @Test func `the screen is a telephone of 375 by 667 points at 2 pixels each, white`() throws {
    let scene = try Plots.screen([], afterTick: 0)
    #expect(scene.canvas == Canvas(width: 750, height: 1334, shortSideInPoints: 375))
    #expect("\(scene.background)" == "#ffffff")
  }

  @Test func `before the first tenth of a second there are labels and no plots`() throws {
    let scene = try Plots.screen([Plots.tutorial()], afterTick: 4)
    #expect(scene.items.count == 3)
    #expect(scene.values("frequency") == ["200.00"])
    #expect(scene.values("amplitude") == ["0.00"])
    #expect(scene.values("fft-frequency") == ["0.00"])
  }

  @Test func `the labels change with each tenth of a second`() throws {
    let readings = [
      Plots.tutorial(frequency: 439.2699, amplitude: 1.0406, fftFrequency: 430.6640625),
      Plots.tutorial(frequency: 0.005, amplitude: 0, fftFrequency: 22_006.93359375),
    ]
    for (tick, expected) in [
      (5, ["439.27", "1.04", "430.66"]), (10, ["439.27", "1.04", "430.66"]),
      (11, ["0.01", "0.00", "22006.93"]), (40, ["0.01", "0.00", "22006.93"]),
    ] {
      let scene = try Plots.screen(readings, afterTick: tick)
      let names = ["frequency", "amplitude", "fft-frequency"]
      #expect(names.flatMap(scene.values) == expected, "after tick \(tick)")
    }
  }

  @Test func `three black labels of one left edge stand at the top, the widest in the middle`()
    throws
  {
    let scene = try Plots.screen([Plots.tutorial()], afterTick: 5)
    let labels = ["Frequency : 440.00", "Amplitude : 0.50", "FFT Frequency : 430.66"]
    let width = StrokeFont.width(labels[2], size: 12)
    for (index, label) in labels.enumerated() {
      let place = Point(x: -width / 2, y: -333.5 + 36.3 + 20.5 * Double(index))
      #expect(scene.items[index].path == StrokeFont.path(label, size: 12, at: place))
      #expect(scene.items[index].paint == .color(.black))
    }
  }

  @Test func `the spectrum has 1024 points, of which the values are the left half`() throws {
    let reading = Plots.tutorial(fft: { Float($0 % 7) / 700 })
    let fft = try Plots.screen([reading], afterTick: 5).item("fft")
    #expect(fft.paint == .color(Color(red: 0, green: 0, blue: 255)))
    let points = try #require(fft.figures.first)
    #expect(fft.figures.count == 1)
    #expect(points.count == 1024)
    for (index, point) in points.enumerated() {
      let value = index < 512 ? Double(Float(index % 7) / 700) : 0
      #expect(abs(point.x - (left + Double(index) * 375 / 1024)) < 6e-4)
      #expect(abs(point.y - (bottom - 100 * value * 2 * unit)) < 6e-4)
    }
  }

  @Test func `the spectrum's first value is not drawn, and nothing holds the others`() throws {
    let reading = Plots.tutorial(fft: { $0 < 2 ? 0.25 : 0 })
    let points = try #require(try Plots.screen([reading], afterTick: 5).item("fft").figures.first)
    #expect(points[0] == Point(x: left, y: bottom))
    #expect(points[1].y == bottom - 25 * 584)
  }

  @Test func `the rolling plot is twice the level, above and below its middle`() throws {
    let readings = [0.5, 0.125, 0.25, 0.75].map { Plots.tutorial(rms: $0) }
    let rolling = try Plots.screen(readings, afterTick: 23).item("rolling")
    #expect(rolling.paint == .color(Color(red: 255, green: 0, blue: 0)))
    #expect(rolling.figures.map(\.count) == [512, 512])
    // The first point is held to 0.
    for (figure, sign) in zip(rolling.figures, [-1.0, 1]) {
      #expect(
        figure.prefix(5).map(\.y) == [0, 0.25, 0.5, 1.5, 0].map { middle + sign * $0 * unit })
      #expect(figure.dropFirst(4).allSatisfy { $0.y == middle })
      for (index, point) in figure.enumerated() {
        #expect(abs(point.x - (left + Double(index) * 375 / 512)) < 6e-4)
      }
    }
  }

  /// The levels of the rolling plot after so many readings, the n-th of which is n thousandths.
  private func rolling(after count: Int) throws -> [Int] {
    let readings = (0..<count).map { Plots.tutorial(rms: Float($0) / 1000) }
    let rolling = try Plots.screen(readings, afterTick: count * 6 - 1).item("rolling")
    return try #require(rolling.figures.first).map { Int(((middle - $0.y) / unit * 500).rounded()) }
  }

  @Test(arguments: [1, 2, 300, 511, 512])
  func `the rolling plot fills from the left`(count: Int) throws {
    var expected = Array(0..<count) + [Int](repeating: 0, count: 512 - count)
    expected[511] = 0
    #expect(try rolling(after: count) == expected)
  }

  @Test(arguments: [513, 514, 540])
  func `once it is full, the rolling plot is one buffer late`(count: Int) throws {
    var expected = Array(count - 513..<count - 1)
    (expected[0], expected[511]) = (0, 0)
    #expect(try rolling(after: count) == expected)
  }

  @Test func `the rolling plot stands still when it has become full`() throws {
    #expect(try rolling(after: 512) == rolling(after: 513))
  }

  @Test func `red lies over blue, and both over the labels, with outlines of a point`() throws {
    let scene = try Plots.screen([Plots.tutorial(fft: { _ in 0.001 })], afterTick: 5)
    #expect(scene.items.count == 7)
    #expect(scene.items[3] == (try scene.item("fft")))
    #expect(scene.items[5] == (try scene.item("rolling")))
    for index in [3, 5] {
      #expect(
        scene.items[index + 1].shape == .stroke(scene.items[index].path, width: 1))
      #expect(scene.items[index + 1].paint == scene.items[index].paint)
    }
  }

  @Test func `no value makes a place beyond reach, or a figure that cannot be written`() throws {
    let extremes: [Float] = [.greatestFiniteMagnitude, .infinity, 1e30, 0]
    let reading = Plots.tutorial(
      rms: .greatestFiniteMagnitude, frequency: 1e6, amplitude: 99_999_999,
      fft: { extremes[$0 % extremes.count] })
    let scene = try Plots.screen([reading, reading], afterTick: 11)
    for item in scene.items {
      #expect(item.path.points.allSatisfy { abs($0.x) < 200 && abs($0.y) <= 100_400 })
    }
    #expect(scene.values("amplitude") == ["99999999.00"])
  }

  @Test func `options of the analyzer are refused`() throws {
    let unused = Set(["accent", "history", "ballistics", "floor", "palette", "title"])
    #expect(unused.isSubset(of: try Plots.words(look: "tutorial").options.unusedOptions))
    #expect(try Plots.words(look: "analyzer").options.unusedOptions == ["cover"])
  }
}
