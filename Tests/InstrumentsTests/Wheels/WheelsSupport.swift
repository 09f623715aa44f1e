// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Instruments
import Signal
import Synthesis
import TestSupport
import Testing
import Views

/// Pictures of wheels.
struct WheelsRun {
  typealias Wheel = WheelNetwork.Wheel

  var picture = PictureSettings()
  var options = WheelsOptions()
  var network: WheelNetwork
  var rate = Rate.sixty
  var begin = 0

  /// A run of a look, at 60 ticks a second.
  init(_ look: String, _ wheels: [Wheel], events: [WheelNetwork.Event] = []) throws {
    network = WheelNetwork(wheels: wheels, events: events)
    try #require(WheelsView.looks.first { $0.name == look }).apply(&picture, &options)
  }

  /// A view before its first tick.
  func view() throws -> any Figure<WheelsOptions> {
    let format = StreamFormat(sampleRate: 48_000, channelCount: 2)
    return try options.figure(
      of: ReadingTrack<NoReading>(
        format: format, clock: TickClock(sampleRate: 48_000, rate: rate)),
      ViewContext(
        score: Instrument(.wheels(network)), begin: begin, picture: picture,
        request: AnalysisRequest(tickRate: rate)))
  }

  /// What the picture after a tick shows.
  func scene(afterTick tick: Int) throws -> Scene {
    var view = try view()
    try view.advance(to: tick)
    return try scene(view)
  }

  /// What a view shows.
  func scene(_ view: any Figure<WheelsOptions>) throws -> Scene {
    try view.scene(options, picture)
  }
}

extension Scene {
  /// The items of a wheel, the lowest first.
  func wheel(_ index: Int) -> [Item] { items.filter { $0.name == "wheel-\(index)" } }

  /// A number that an SVG says of a wheel.
  func value(_ name: String, ofWheel index: Int) throws -> Double {
    let data = wheel(index).flatMap(\.data)
    let text = try #require(data.first { $0.name == name }).value
    return try #require(Double(text))
  }
}

extension Item {
  /// The path of a fill.
  var filled: Path {
    get throws {
      guard case .fill(let path, _) = shape else { throw NoFill() }
      return path
    }
  }

  private struct NoFill: Error {}
}

extension Path {
  /// The number of its figures.
  var figureCount: Int { verbs.count { $0 == .move } }
}
