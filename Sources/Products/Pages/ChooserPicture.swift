// SPDX-License-Identifier: MIT
public import Analysis
internal import Drawing
public import Pipeline
internal import Rendering
public import Views

/// The moving picture of a look on a page to choose from: a scene stream whose colours are numbers, and
/// what each of these is in several palettes.
public struct ChooserPicture: Sendable {
  /// The colours and the frames, as raw deflate: for each palette the red, green, blue and alpha of all
  /// slots, of which the first is the ground; if there is a cover, the same without it; and then a chunk of a scene stream, in whose colours red,
  /// green and blue are the lowest, the middle and the highest byte of a slot's number.
  public let chunk: [UInt8]
  /// How many colours each palette has.
  public let slotCount: Int
  /// How many frames there are.
  public let frameCount: Int
  /// How often they come.
  let pace: Pace
  /// Units of the stream in a point.
  public let unitsPerPoint: Double
  /// The cover in it, in its sizes, as PNG files.
  let images: [[UInt8]]

  /// What is shown of a track.
  public struct Part: Sendable {
    /// The ticks that are heard.
    let ticks: Range<Int>
    /// The song whose sections its film follows; `nil` if it does not.
    let song: SongStructure?
    /// Whether the whole track is drawn meanwhile.
    let isWhole: Bool

    /// A part of a track.
    public init(ticks: Range<Int>, song: SongStructure?, isWhole: Bool) {
      (self.ticks, self.song, self.isWhole) = (ticks, song, isWhole)
    }

    /// The frames of a run, each of which is shown for the ticks of a step, in one of some equal parts.
    fileprivate func frames(_ run: ReadRun, _ pace: Pace) -> [Int] {
      let step = pace.step
      let count = max(ticks.count / pace.rounds / step, 1)
      guard isWhole else { return (0..<count).map { ticks.lowerBound + step * $0 } }
      // The figure is complete for the last sixth of the time.
      let last = run.schedule.frameCount - 1
      let grown = max(count * 5 / 6, 1)
      return (0..<count).map { min($0 + 1, grown) * last / grown }
    }

    fileprivate func scenes(
      _ run: ReadRun, in colors: Palette?
    ) throws(PipelineError) -> SceneSequence {
      try run.scenes(
        in: colors, of: song, ticks: isWhole ? 0..<run.schedule.frameCount : ticks)
    }
  }

  /// How often frames come, and how often the first of them are repeated.
  struct Pace: Sendable {
    /// The ticks that each is shown: sixtieths of a second.
    let step: Int
    /// How often the frames are shown while all is heard once. Bars come in eights, so they are repeated in
    /// time with the music.
    let rounds: Int

    /// The best first.
    static let all =
      [1, 2, 4, 8].flatMap { rounds in
        [3, 4, 6].map { Pace(step: $0, rounds: rounds) }
      } + [Pace(step: 12, rounds: 8)]
    static let usual = Pace(step: 4, rounds: 1)

    /// The first of others with which what has `bytes` bytes has at most `limit`, or else the last.
    fileprivate func slowed(_ bytes: Int, to limit: Int, _ paces: [Pace]) -> Pace {
      paces.first { bytes * step * rounds / ($0.step * $0.rounds) <= limit }
        ?? paces[paces.count - 1]
    }
  }

  /// Draws a part of a run in each of the palettes; `nil` is the look's own. It has as many frames, at most 20
  /// a second, as about these bytes allow. If it shows a cover, `bare` is the same run without one.
  ///
  /// `isWanted` is called before each frame; it returns `false` to stop.
  ///
  /// - Precondition: there is a palette.
  /// - Throws: ``PipelineError``.
  public init(
    _ run: ReadRun, bare: ReadRun?, _ part: Part, palettes: [Palette?], bytes limit: Int,
    isWanted: () -> Bool = { true }
  ) throws(PipelineError) {
    var (pace, unitsPerPoint) = (Pace.usual, ChooserPicture.fine)
    if !part.isWhole {
      // The size of a second and a half tells that of all.
      let all = part.frames(run, pace)
      let some = Array(all.prefix(24))
      var probe = Drawing(run, bare, some, part, [palettes[0]], unitsPerPoint)
      _ = try probe.draw(isWanted)
      var size = RawDeflate.packed(probe.bytes).count * all.count / some.count
      if size > limit {
        unitsPerPoint = ChooserPicture.coarse
        size = size * 3 / 4
      }
      pace = pace.slowed(size, to: limit, Pace.all)
    }
    func draw(_ pace: Pace) throws(PipelineError) -> (Drawing, packed: [UInt8]) {
      let frames = part.frames(run, pace)
      var drawing = Drawing(run, bare, frames, part, palettes, unitsPerPoint)
      if try !drawing.draw(isWanted) {
        drawing = Drawing(run, bare, frames, part, palettes, unitsPerPoint)
        drawing.sampling = 1
        _ = try drawing.draw(isWanted)
      }
      return (drawing, RawDeflate.packed(drawing.slots.bytes + drawing.bytes))
    }
    var (drawing, packed) = try draw(pace)
    // Some figures are another one without a cover, so that there are two.
    if bare != nil, !part.isWhole, packed.count > limit {
      pace = pace.slowed(packed.count, to: limit, Pace.all + [Pace(step: 12, rounds: 16)])
      (drawing, packed) = try draw(pace)
    }
    (chunk, slotCount, frameCount) = (packed, drawing.slots.count, drawing.frames.count)
    (self.pace, self.unitsPerPoint) = (pace, unitsPerPoint)
    images = drawing.images.map(\.file)
  }

  /// To how many units in a point pictures are rounded: usually, and those of many bytes.
  private static let (fine, coarse) = (10.0, 4.0)

  /// The figure of a look in a few frames, to be compared with that on other sheets.
  public struct Samples {
    private let part: Part
    private let frames: [(number: Int, items: [Item])]

    /// The figure of a run.
    public init(_ run: ReadRun, _ part: Part) throws(PipelineError) {
      self.part = part
      let all = part.frames(run, .usual)
      let numbers = [2, 4, 5, 6, 7].map { all[$0 * (all.count - 1) / 8] }
      var cursor = SceneSequence.Cursor(try part.scenes(run, in: nil), from: numbers[0])
      frames = try numbers.map { (number) throws(PipelineError) in
        (number, try cursor.scene(ofFrame: number).items.filter(\.isOfFigure))
      }
    }

    /// Whether it differs from another one in more than the heart.
    fileprivate func isOther(than other: Samples) -> Bool {
      !zip(frames, other.frames).allSatisfy { one, two in
        let (items, others) = (one.items, two.items)
        return items.contains { $0.name == "wipe" }
          || items.filter { !$0.isOfHeart } == others.filter { !$0.isOfHeart }
      }
    }

    /// Whether the figure of another run, in a shape, is the same, moved and scaled as words ask for.
    public func agree(
      with other: ReadRun, _ shape: Chooser.Shape, hasWords: Bool
    ) throws(PipelineError) -> Bool {
      var cursor = SceneSequence.Cursor(try part.scenes(other, in: nil), from: frames[0].number)
      let sheet = shape.sheet
      let (center, scale) = hasWords ? (sheet.center, sheet.scale) : (.origin, 1)
      var isCompared = false
      // A change of scenes goes to the corners, for a third of a second.
      for (number, items) in frames where !items.contains(where: { $0.name == "wipe" }) {
        let others = try cursor.scene(ofFrame: number).items.filter(\.isOfFigure)
        guard items.count == others.count else { return false }
        let isSame = zip(items, others).allSatisfy { item, other in
          item.scaled(by: scale, about: .origin).isNear(other, movedBy: center)
        }
        guard isSame else { return false }
        isCompared = true
      }
      return isCompared
    }
  }
}

extension Item {
  /// Whether it is the cover, or what beats round it or in its place.
  fileprivate var isOfHeart: Bool { ["heart", "cover"].contains(name) }

  /// Whether it is neither words, nor their margin, nor the ground of a scene.
  var isOfFigure: Bool {
    !["title", "subtitle", "ground", Item.nameOfMargin].contains { name.hasPrefix($0) }
  }

  /// Whether another item has the same shape, to a tenth of a point, at another place.
  fileprivate func isNear(_ other: Item, movedBy offset: Point) -> Bool {
    func isNear(_ one: Path, _ two: Path) -> Bool {
      one.verbs == two.verbs
        && zip(one.points, two.points).allSatisfy {
          abs($0.x + origin.x + offset.x - $1.x - other.origin.x) < 0.1
            && abs($0.y + origin.y + offset.y - $1.y - other.origin.y) < 0.1
        }
    }
    switch (shape, other.shape) {
    case (.stroke(let one, let width), .stroke(let two, let otherWidth)):
      return abs(width - otherWidth) < 0.1 && isNear(one, two)
    case (.fill(let one, _), .fill(let two, _)): return isNear(one, two)
    case (.image(let one), .image(let two)): return abs(one.width - two.width) < 0.1
    default: return false
    }
  }
}

/// How the frames are drawn: all of them in a palette whose colours differ, and few of them in the others,
/// to know what has the same colour there.
private struct Drawing {
  let run: ReadRun
  let bare: ReadRun?
  let frames: [Int]
  let part: ChooserPicture.Part
  let palettes: [Palette?]
  let scale: Double
  /// Of this number of frames one is drawn in all palettes; with 1 all are. Of whole tracks, which have few colours
  /// and much to draw, only those with new colours.
  var sampling: Int
  var slots = ColorSlots()
  var bytes: [UInt8] = []
  private(set) var images: [PlacedImage] = []
  /// The colours in all palettes of what has a colour and a name.
  private var known: [Key: [Color]] = [:]

  private struct Key: Hashable {
    let name: String
    let color: Color
    let presence: Presence
  }

  init(
    _ run: ReadRun, _ bare: ReadRun?, _ frames: [Int], _ part: ChooserPicture.Part,
    _ palettes: [Palette?], _ unitsPerPoint: Double
  ) {
    (self.run, self.bare, self.frames) = (run, bare, frames)
    (self.part, self.palettes) = (part, palettes)
    scale = unitsPerPoint / Double(StreamedItem.unitsPerPoint)
    sampling = 16
  }

  /// Colours of which none is like another.
  private static let distinct = Palette(
    background: Color(rgb: 0x0A1B2C), ink: Color(rgb: 0xF7E1C3), ink2: Color(rgb: 0x3FA95D),
    accent: Color(rgb: 0xE8356B),
    ramp: [0xF1F8D3, 0xC9A1E6, 0x9BD41E, 0xF28C38, 0x5B74F0, 0x8A2F63, 0x1F6E75, 0x2B2440].map {
      Color(rgb: $0)
    })

  /// The slot of what has these colours in the palettes; where it is not shown, it is clear.
  private mutating func marker(_ colors: [Color], _ presence: Presence) -> Color {
    guard bare != nil else { return slots.marker(colors) }
    let clear = colors.map { _ in Color(red: 0, green: 0, blue: 0, alpha: 0) }
    return slots.marker(
      (presence == .withoutCover ? clear : colors) + (presence == .withCover ? clear : colors))
  }

  /// Draws the frames. Returns `false` if the sampled ones do not tell the colours of all.
  mutating func draw(_ isWanted: () -> Bool) throws(PipelineError) -> Bool {
    let first = frames.first ?? 0
    let isOther =
      try bare.map { (bare) throws(PipelineError) in
        try ChooserPicture.Samples(run, part).isOther(than: ChooserPicture.Samples(bare, part))
      } ?? false
    func cursor(_ colors: Palette?) throws(PipelineError) -> CoverCursor {
      CoverCursor(
        try part.scenes(run, in: colors),
        bare: try bare.map { (run) throws(PipelineError) in try part.scenes(run, in: colors) },
        isOther: isOther, from: first)
    }
    var cursors = try palettes.map(cursor)
    _ = marker(cursors.map(\.background), .always)
    // In scenes the cover has more pixels.
    images = try part.scenes(run, in: palettes[0]).images
    var base = palettes.count > 1 ? try cursor(Drawing.distinct) : cursors[0]
    var encoder = SceneStreamEncoder(images: images.map(\.bitmap))
    for (index, frame) in frames.enumerated() {
      guard isWanted() else { throw .interrupted }
      var (scene, presences) = try base.scene(ofFrame: frame)
      let colors = zip(scene.items, presences).map { item, presence in
        item.paint.colors.map { Key(name: item.name, color: $0, presence: presence) }
      }
      let isNew = colors.joined().contains { known[$0] == nil }
      var drawn: [[Color]] = []
      if isNew || !part.isWhole && (index % sampling == 0 || index == frames.count - 1) {
        var all: [[Color]] = []
        for index in cursors.indices {
          let other = try cursors[index].scene(ofFrame: frame).scene
          all.append(other.items.flatMap(\.paint.colors))
        }
        let keys = Array(colors.joined())
        for (place, key) in keys.enumerated() {
          // A frame that has more or less in a palette, as a sketch of what is to come, has the colours
          // that were seen before.
          let own = all.indices.map { palette in
            all[palette].count == keys.count
              ? all[palette][place] : known[key]?[palette] ?? key.color
          }
          if sampling > 1, let other = known[key], other != own { return false }
          known[key] = own
          drawn.append(own)
        }
      } else {
        drawn = colors.joined().map { known[$0] ?? [] }
      }
      var place = 0
      for index in scene.items.indices {
        var item = scene.items[index]
        let count = colors[index].count
        item.paint = item.paint.colored(
          drawn[place..<place + count].map { marker($0, presences[index]) })
        place += count
        scene.items[index] = scale == 1 ? item : item.scaled(by: scale, about: .origin)
      }
      encoder.append(scene, to: &bytes)
    }
    return true
  }
}

extension Paint {
  /// Its colour, or those of its stops.
  fileprivate var colors: [Color] {
    switch self {
    case .color(let color): [color]
    case .linear(_, _, let stops), .radial(_, _, let stops): stops.map(\.color)
    }
  }

  /// The paint with other colours.
  fileprivate func colored(_ colors: [Color]) -> Paint {
    func stops(_ stops: [GradientStop]) -> [GradientStop] {
      zip(stops, colors).map { GradientStop($0.offset, $1) }
    }
    return switch self {
    case .color: .color(colors[0])
    case .linear(let start, let end, let old): .linear(from: start, to: end, stops(old))
    case .radial(let center, let radius, let old):
      .radial(center: center, radius: radius, stops(old))
    }
  }
}

/// The colours of a picture that is drawn in several palettes: those that are together anywhere are a slot.
private struct ColorSlots {
  private var numbers: [[Color]: Int] = [:]
  private var slots: [[Color]] = []

  var count: Int { slots.count }

  /// A colour whose components are the number of a slot.
  mutating func marker(_ colors: [Color]) -> Color {
    let number = numbers[colors] ?? slots.count
    if number == slots.count {
      numbers[colors] = number
      slots.append(colors)
    }
    return Color(
      red: UInt8(number & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number >> 16 & 0xFF))
  }

  /// The colours, palette by palette.
  var bytes: [UInt8] {
    (slots.first ?? []).indices.flatMap { palette in
      slots.flatMap { slot in
        [slot[palette].red, slot[palette].green, slot[palette].blue, slot[palette].alpha]
      }
    }
  }
}
