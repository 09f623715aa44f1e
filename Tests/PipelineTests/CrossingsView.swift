// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Drawing
import Platform
import Signal
import Views

/// How often the left channel crosses zero, as a bar for each tick: a view that shows no level.
enum CrossingsView: View {
  struct Options: ViewOptions {
    typealias Drawn = CrossingsView

    var look = CrossingsView.looks[0]
    var color = Color(red: 255, green: 0, blue: 0)
    var bars = TickCount(8)
    var choice = AppearanceOptions()

    var appearance: AppearanceOptions? {
      get { choice }
      set { choice = newValue ?? AppearanceOptions() }
    }

    static let table: [Option<Options>] = Option.section(
      "Crossings",
      [
        .value("color", "COLOR", into: \.color, help: "Colour of the bars."),
        .value("bars", "N", into: \.bars, help: "Ticks that are shown."),
      ])

    func check() throws(UsageError) {
      guard bars.count > 1 else { throw .contradiction("--bars 1 is no plot") }
    }
  }

  static let name = "crossings"
  static let summary = "how often the sound crosses zero"
  static let looks: [Look<Options>] = [
    Look("paper", "on white", BarsFigure.self, shortSideInPoints: 100) { settings, _ in
      (settings.width, settings.height) = (200, 100)
      settings.background = Color(red: 255, green: 255, blue: 255)
    }
  ]
}

/// What the look draws.
private struct BarsFigure: Figure {
  /// Crossings within a tick.
  struct Reading: PackedReading {
    let count: Int

    init(count: Int) { self.count = count }

    init(unpacking bytes: Span<UInt8>) { count = Int(bytes[0]) << 8 | Int(bytes[1]) }

    func pack(into bytes: inout [UInt8]) {
      bytes += [UInt8(count >> 8 & 255), UInt8(count & 255)]
    }
  }

  private let options: CrossingsView.Options
  private let track: ReadingTrack<Reading>
  private let ink: Color
  private var counts: [Int] = []

  static func analysis(
    for options: CrossingsView.Options, of request: AnalysisRequest
  ) -> Analysis<Reading> {
    let channel = request.channels.left
    return Analysis { stream in
      Counter(channelCount: stream.format.channelCount, channel: channel)
    }
  }

  init(options: CrossingsView.Options, track: ReadingTrack<Reading>, context: ViewContext) {
    self.options = options
    self.track = track
    ink = context.palette?.ink ?? options.color
  }

  func firstTick(shownAfterTick index: Int) -> Int { max(0, index + 1 - options.bars.count) }

  mutating func advance(to tick: Int) throws(SystemError) {
    counts.append(try track.reading(ofTick: tick).count)
    if counts.count > options.bars.count { counts.removeFirst() }
  }

  func draw(into scene: inout Scene) {
    let width = scene.canvas.widthInPoints / Double(options.bars.count)
    for (index, count) in counts.enumerated() {
      let bar = Path.rectangle(
        x: width * Double(index) - scene.canvas.widthInPoints / 2, y: 50 - Double(count),
        width: width, height: Double(count))
      scene.items.append(.fill(bar, ink))
    }
    let number = counts.last.map { "\($0)" } ?? "none"
    let place = Point(x: 0, y: -20)
    var text = Item.stroke(
      StrokeFont.path(number, size: 16, at: place, anchor: .middle), width: 2, .black)
    text.data = [DataAttribute("crossings", number)]
    scene.items.append(text)
  }

  private struct Counter: Analyzer {
    let channelCount, channel: Int
    var isPositive = true
    var count = 0

    mutating func consume(_ run: Span<Float>) -> Bool {
      for index in stride(from: channel, to: run.count, by: channelCount) {
        guard run[index].isFinite else { return false }
        if run[index] != 0, (run[index] > 0) != isPositive {
          isPositive.toggle()
          count += 1
        }
      }
      return true
    }

    mutating func endTick(emit: (Reading) -> Void) {
      emit(Reading(count: count))
      count = 0
    }

    mutating func finish(emit: (Reading) -> Void) {}
  }
}
