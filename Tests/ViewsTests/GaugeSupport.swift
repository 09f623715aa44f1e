// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Drawing
import Foundation
import Signal
import TestSupport
import Testing
import Views

/// Gauges that are fed with made-up readings.
struct GaugeRun {
  var picture = PictureSettings()
  var options = GaugeOptions()
  var rate = Rate.sixty
  var channels = (left: 0, right: 1)

  /// A run of a look, at 60 ticks a second.
  init(_ look: String) throws {
    try #require(GaugeView.looks.first { $0.name == look }).apply(&picture, &options)
  }

  /// Peak and average on the left and on the right, in dBFS.
  typealias Levels = (left: (Double, Double), right: (Double, Double))

  private func view<Reading: PackedReading>(
    _ readings: [Reading], _ readingRate: Rate
  ) throws -> any Figure<GaugeOptions> {
    let format = StreamFormat(sampleRate: 48_000, channelCount: 2)
    var track = ReadingTrack<Reading>(
      format: format, clock: TickClock(sampleRate: 48_000, rate: readingRate))
    for reading in readings { try track.append(reading) }
    let request = AnalysisRequest(
      ballistics: picture.ballistics, channels: channels, tickRate: rate)
    return try options.figure(
      of: track, ViewContext(picture: picture, request: request))
  }

  /// A view of levels.
  func view(levels: [Levels]) throws -> any Figure<GaugeOptions> {
    func level(_ pair: (Double, Double)) -> ChannelLevel {
      ChannelLevel(peak: Decibels(pair.0), average: Decibels(pair.1))
    }
    return try view(
      levels.map { StereoLevels(left: level($0.left), right: level($0.right)) }, rate)
  }

  /// A view of the sound meter's figures.
  func view(figures: [Double]) throws -> any Figure<GaugeOptions> {
    try view(
      figures.map(SoundMeterReading.init), #require(Rate(10)))
  }

  /// What a view shows.
  func scene(_ view: any Figure<GaugeOptions>) throws -> Scene {
    try view.scene(options, picture)
  }

  /// What a view shows after each of its ticks up to one, fed from `first` on.
  func scenes(_ view: any Figure<GaugeOptions>, from first: Int = 0, through last: Int) throws
    -> [Scene]
  {
    var view = view
    return try (first...last).map { tick in
      try view.advance(to: tick)
      return try scene(view)
    }
  }
}

extension Scene {
  /// The items with a name.
  func items(named name: String) -> [Item] {
    items.filter { $0.data.first == DataAttribute("name", name) }
  }

  /// The directions of the items with a name, in degrees.
  func degrees(of name: String) -> [Double] {
    items(named: name).map { $0.rotation?.degrees ?? .nan }
  }

  /// The values of the items with a name.
  func values(of name: String) throws -> [Double] {
    try items(named: name).map { item in
      let text = try #require(item.data.first { $0.name == "value" }?.value)
      return try #require(Double(text))
    }
  }
}

extension Item {
  /// The path that is painted.
  var path: Path {
    switch shape {
    case .stroke(let path, _), .fill(let path, _): path
    case .image: Path()
    }
  }
}
