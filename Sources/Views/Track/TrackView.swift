// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Platform
internal import Signal

/// The whole track in one figure, which grows while it plays; its last frame is a poster.
public struct TrackView: View {
  /// The name of the view on the command line.
  public static let name = "track"
  /// A summary for the help.
  public static let summary = "the whole track in one figure, which grows while it plays"
  /// The rings and the other figures.
  public static let looks = TrackViewOptions.looks

  private let grid: TurnGrid
  private let tickCount: Int
  private let scale: LevelScale
  private let words: [Item]
  private var figure: any TrackFigure
  /// The turn that was locked to the music, if any.
  public let lockedTurn: LockedTurn?
  /// How many cells are shown.
  private var shown = 0

  /// A view before its first tick, with the cells of the whole track.
  public init(
    options: TrackViewOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws {
    scale = try LevelScale(options.scale, track: track, context: context)
    tickCount = track.count
    let figure = options.figure
    var loudness = TrackLoudness(track, scale, window: figure.window)
    if figure == .moth {
      // The whole track is one turn, which is half of the figure.
      var cells = try TurnGrid(&loudness, turn: Double(max(track.count, 1)), cellsPerTurn: 720)
      cells.stretch()
      grid = cells
      lockedTurn = nil
    } else {
      let base: Double
      var lock: TurnLock?
      switch options.turn {
      case .length(let length):
        let rate = context.tickRate
        base = length.seconds * Double(rate.numerator) / Double(rate.denominator)
      case .lock:
        let found = try Turn.locked(to: track, on: scale)
        (base, lock) = (found.ticks, found)
      }
      let turn = TurnGrid.turn(base: base, ticks: track.count, mostTurns: figure.mostTurns)
      lockedTurn = lock.map { LockedTurn($0, ticks: turn, at: context.tickRate) }
      grid = try TurnGrid(&loudness, turn: turn)
    }
    let ink = context.palette?.ink ?? figure.colors.ink
    let accent = context.palette?.accent ?? figure.colors.accent
    let place = context.composition
    words = place.lettering(in: ink)
    self.figure =
      switch figure {
      case .rings: RingsFigure(grid, context.palette ?? .dusk, place)
      case .wood: WoodFigure(grid, ink, place)
      case .ridges: RidgesFigure(grid, ink, place)
      case .spiral:
        SpiralFigure(
          grid, ink,
          RecordLabel(color: accent, logo: context.image, logoWidth: options.logoWidth?.points),
          place)
      case .oneLine: OneLineFigure(grid, ink, place)
      case .moth: MothFigure(grid, ink, place)
      }
  }

  /// The readings at the quiet end of the scale.
  public var measures: [Measure] { scale.measures }

  /// A remark on a silent track.
  public var remark: String? {
    tickCount > 0 && scale.isSilent ? "is completely silent; the figure shows no sound" : nil
  }

  /// The tick itself: all cells of the track are known.
  public func firstTick(shownAfterTick index: Int) -> Int { index }

  /// Shows the cells that have ended.
  public mutating func advance(to tick: Int) throws(SystemError) {
    let count = grid.count(endedByTick: tick, from: shown)
    let head = tick + 1 < tickCount ? Double(tick + 1) / grid.turn : nil
    figure.show(shown..<count, head: head)
    shown = count
  }

  /// Draws the figure and the words.
  public func draw(into scene: inout Scene) { scene.items += figure.items + words }
}
