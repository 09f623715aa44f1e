// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Drawing
internal import Platform
internal import Signal

/// The figure of a look of a whole track that is a file.
struct TrackFigure: Figure {
  private var track: WholeTrack
  private let file: LookFile
  private let cells: TrackCells
  private let song: LookSong
  private let view: ViewContext
  private let clock: TickClock
  private let length: Double
  private var layers: [Layer] = []
  private var camera: LookCamera?
  /// The cover, and the logo in its place.
  private var middle: [Item] = []

  /// A layer, or those that are painted together for each row.
  private enum Layer {
    case single(SingleLayer)
    case cells([TrackLayer], LookDomain.First)

    /// Shows the newest tick, with its head at a place in degrees, if there is one, and the cells that are
    /// shown.
    ///
    /// What changes is taken out first: what stands in two places is copied, with all its paths.
    mutating func show(
      _ moment: LookMoment, at head: LookElement?, _ degrees: Double, _ cellCount: Int
    ) {
      switch self {
      case .single(var single):
        self = .cells([], .newest)
        if single.isHead {
          single.advance(to: head, degrees: degrees)
        } else {
          single.advance(moment, nil)
        }
        self = .single(single)
      case .cells(var parts, let first):
        self = .cells([], first)
        for part in parts.indices { parts[part].advance(to: cellCount) }
        self = .cells(parts, first)
      }
    }
  }

  static func traits(for options: TrackViewOptions) -> FigureTraits {
    FigureTraits(
      (options.look.file?.groupsOfBands ?? []).name,
      followsBars: options.look.file?.followsBars ?? false)
  }

  static func analysis(
    for options: TrackViewOptions, of request: AnalysisRequest
  ) -> Analysis<BandLevels> { (options.look.file?.groupsOfBands ?? []).analysis(request) }

  init(
    options: TrackViewOptions, track: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    try self.init(
      options: options, levels: track.beginnings(StereoLevels.self), bands: track,
      context: context)
  }

  /// The figure of a track with these levels, and with the bands that its look needs.
  init(
    options: TrackViewOptions, levels: ReadingTrack<StereoLevels>,
    bands: ReadingTrack<BandLevels>?, context view: ViewContext
  ) throws(FigureError) {
    guard let file = options.look.file, let form = file.track else {
      preconditionFailure("a look of a file")
    }
    let layout = file.layouts[0]
    let track = try WholeTrack(
      options, levels, view, ink: (view.palette ?? file.palette).ink, form)
    (self.file, self.track, self.view, clock) = (file, track, view, levels.clock)
    length = track.place.scale
    let song = LookSong(view, levels.clock, loop: nil)
    self.song = song
    var settings = LookSettings(
      file, layout, options.look.values(of: options.settings), view,
      turnCount: track.grid.turnCount)
    if let excess = file.excess(settings) {
      throw .usage(.contradiction("--look \(file.name): \(excess)", of: ["look"]))
    }
    settings.places = file.places(settings)
    let places = settings.places
    do throws(SystemError) {
      var moments = try track.grid.cells.indices.map { (cell) throws(SystemError) in
        let last = track.grid.ticks(ofCell: cell).upperBound - 1
        var moment = try TrackFigure.moment(ofTick: last, track, song, view, levels.clock)
        let own = track.grid.cells[cell]
        moment.levels = ScaledLevels(
          left: ScaledLevel(peak: own.peak.x, average: own.average.x),
          right: ScaledLevel(peak: own.peak.y, average: own.average.y))
        return moment
      }
      if let bands, !places.isEmpty {
        let range = file.groupsOfBands.range(of: .shares)
        let shares = try TrackShares(
          BandShares(bands, of: range), of: track.grid, stretches: form.stretches)
        for cell in moments.indices {
          for case (let index, .band(let band)) in places.enumerated() {
            let both = shares.reading(at: band, inCell: cell)
            (moments[cell].places.left[index], moments[cell].places.right[index]) = (both.x, both.y)
          }
        }
      }
      cells = TrackCells(form, layout, moments)
    } catch { throw .readings(error) }
    let common = LookContext(
      settings: settings, layout: layout, length: length, rate: view.tickRate)
    for group in file.groups { add(group, settings, common) }
    for index in layers.indices { layers[index].show(.silent, at: nil, 0, track.shown) }
    camera = LookCamera(file, settings)
    middle = TrackFigure.middle(
      view, options, radius: file.coverRadius(settings) * length, scale: track.place.scale)
  }

  /// Adds the layers of a group, with all their copies.
  private mutating func add(
    _ group: LookGroup, _ settings: LookSettings, _ context: LookContext
  ) {
    let (file, cells, length, turnCount) = (file, cells, length, track.grid.turnCount)
    var (parts, singles): ([TrackLayer], [Layer]) = ([], [])
    file.eachCopy(of: group, in: context.layout, settings) { layer, settings, name in
      let code = LookCode(layer, of: file, settings)
      let gradient = file.paint(layer.gradient, settings, length: length)
      if group.domain.kind == .track {
        parts.append(
          TrackLayer(
            layer, code, cells, turnCount: turnCount, context, name: name, gradient: gradient,
            isAhead: file.constant(.ahead, of: group.domain, settings) != 0))
      } else {
        singles.append(
          .single(
            SingleLayer(
              layer, code, group.domain.kind, context, cells: 1, name: name, gradient: gradient)))
      }
    }
    layers += singles
    if !parts.isEmpty { layers.append(.cells(parts, group.domain.first)) }
  }

  /// A cover in a disc about the centre, and a logo that fits into the disc, unless it has a width.
  private static func middle(
    _ view: ViewContext, _ options: TrackViewOptions, radius: Double, scale: Double
  ) -> [Item] {
    // The diagonal of a logo that fits is the diameter of the disc.
    let ratio = view.image.map { Double($0.bitmap.height) / Double($0.bitmap.width) } ?? 1
    let set = options.number("logo-width") * scale
    let width = set > 0 ? set : 2 * radius / (1 + ratio * ratio).squareRoot()
    let anchor = Anchor(x: options.number("logo-x"), y: options.number("logo-y"))
    return [view.coverItem(radius: radius), view.logoItem(width: width, anchor: anchor)]
      .compactMap(\.self)
  }

  /// The readings of a tick.
  private static func moment(
    ofTick tick: Int, _ track: WholeTrack, _ song: LookSong, _ view: ViewContext,
    _ clock: TickClock
  ) throws(SystemError) -> LookMoment {
    let reading = try track.reading(ofTick: tick)
    var moment = LookMoment(levels: reading.levels)
    (moment.heart, moment.bass) = (reading.heart, reading.bass)
    moment.time = view.time(afterTick: tick - 1, of: clock)
    moment.song = song.place(ofTick: tick)
    return moment
  }

  var findings: Findings { track.findings }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    let names = layers.flatMap { (layer: Layer) -> [String] in
      guard case .cells(let parts, _) = layer else { return [] }
      return parts.filter { !$0.isAhead }.flatMap(\.names)
    }
    return try track.sketch(self, Set(names), shownAfter: ticks)
  }

  mutating func skip(to tick: Int) { track.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let head = track.advance(to: tick).head
    var moment = try TrackFigure.moment(ofTick: tick, track, song, view, clock)
    let newest = max(track.shown - 1, 0)
    moment.places = cells.moment(ofCell: newest).places
    var element: LookElement?
    var degrees = cells.degrees(ofCell: newest)
    if let head {
      var own = cells.element(ofCell: newest, .mean)
      (own.moment.heart, own.moment.bass, own.now) = (
        moment.heart, moment.bass, LookNow(moment)
      )
      // Before the first cell ends, what is to come is not known.
      if track.shown == 0 { (own.moment.levels, degrees) = (moment.levels, 0) }
      // In a spiral it moves on between the ends of cells.
      if cells.form.isSpiral { (own.turn, degrees) = (head, 360 * head) }
      element = own
    }
    for index in layers.indices { layers[index].show(moment, at: element, degrees, track.shown) }
    camera?.advance(moment)
  }

  func draw(into scene: inout Scene) {
    for layer in layers {
      switch layer {
      case .single(let single): scene.items += single.items
      case .cells(let parts, let first):
        let rows = parts.map(\.rowCount).max() ?? 0
        for row in 0..<rows {
          let own = first == .oldest ? row : rows - 1 - row
          for part in parts { scene.items += part.items(ofRow: own) }
        }
      }
    }
    scene.items += middle
    for index in scene.items.indices { scene.items[index].origin = track.place.center }
    camera?.move(&scene, about: track.place.center, length: length)
    scene.items += track.words
  }
}
