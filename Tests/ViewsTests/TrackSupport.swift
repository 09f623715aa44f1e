// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Foundation
import Signal
import TestSupport
import Testing
import Views

/// Views of a whole track that are fed with made-up levels.
struct TrackRun {
  var picture = PictureSettings()
  var options = TrackViewOptions()
  var image: PNGImage?
  var rate = Rate.sixty

  /// The names of all looks, and of the example.
  static let looks = TrackView.looks.map(\.name).filter { $0 != "parts" } + ["wood"]

  /// A run of a look whose scale ends at −60 dBFS.
  init(_ look: String) throws {
    if let own = TrackView.looks.first(where: { $0.name == look }) {
      try self.init(own)
    } else {
      try self.init(
        file: try [UInt8](
          Data(contentsOf: URL(filePath: Repository.fixture("Looks/\(look).json")))))
    }
  }

  /// A run of a look that is a file.
  init(file: [UInt8]) throws {
    try self.init(try #require(TrackView.look(of: LookFile(json: file))))
  }

  private init(_ look: Look<TrackViewOptions>) throws {
    look.apply(&picture, &options)
    (picture.width, picture.height) = (64, 64)
    options.turn = .length(TurnLength(seconds: 6))
    let end = LevelPair(left: 60, right: 60)
    (options.scale.maxPeak, options.scale.maxAverage) = (end, end)
  }

  /// A view of levels in dBFS: peak and average of each side.
  func view(_ ticks: [Tick]) throws -> any Figure<TrackViewOptions> {
    try options.figure(
      ofTicks: ticks,
      ViewContext(image: image, picture: picture, request: AnalysisRequest(tickRate: rate)))
  }

  /// A view of a loudness of 0 to 1 on either side at each tick.
  func view(count: Int, loudness: (Int) -> (left: Double, right: Double)) throws -> any Figure<
    TrackViewOptions
  > {
    try view(
      (0..<count).map { index in
        let (left, right) = loudness(index)
        let levels = (60 * left - 60, 60 * right - 60)
        return PictureTicks.tick(index, peaks: levels, averages: levels)
      })
  }

  /// What a view shows after a tick, fed with that one alone.
  func scene(_ view: any Figure<TrackViewOptions>, tick: Int) throws -> Scene {
    var view = view
    for tick in view.firstTick(shownAfterTick: tick)...tick { try view.advance(to: tick) }
    return try scene(view)
  }

  /// What a view shows now.
  func scene(_ view: any Figure<TrackViewOptions>) throws -> Scene {
    try view.scene(options, picture)
  }
}

extension Scene {
  /// The paths of a layer.
  func paths(in layer: String) -> [Path] { items.filter { $0.name == layer }.map(\.path) }
}

extension Path {
  /// The distances of all points from the centre.
  var radii: [Double] { points.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() } }

  /// Whether all points but the centre lie at a distance from it, to a thousandth of a point and a little.
  func isCircle(_ radius: Double) -> Bool {
    let radii = radii.filter { $0 != 0 }
    return !radii.isEmpty && radii.allSatisfy { abs($0 - radius) < 0.002 }
  }
}
