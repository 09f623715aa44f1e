// SPDX-License-Identifier: MIT
internal import Drawing
internal import Synthesis
internal import Text

/// An oscilloscope: the sum of all tones, and below it each tone with its note and its dials.
///
/// The traces show the sound as it is, in slow motion: a tone's phase at the left edge is as many
/// turns as it has made since its note began, divided by the slowness of the time base. A time base
/// stays as long as a note does, so that a glide shows as a wave that becomes narrower or wider.
struct Scope: TonesFigure {
  private(set) var items: [Item] = []
  private let timeline: ToneTimeline
  private let layout: ScopeLayout
  private let colors: ScopeColors
  /// For each segment of each tone, the lowest frequency of its note in Hz.
  private let lowest: [[Double]]
  /// What the dials of each tone said last.
  private var dials: [ToneBank.Tone?]
  /// The items of the sum, and the first item of each tone.
  private var masterItem = 0
  private var toneItems: [Int] = []

  /// Periods of the lowest frequency that are seen at least.
  private static let periods = 1.5
  /// The widths of the lines, and of the shine about the line of the sum.
  private static let masterPen = 2.0, masterShine = 7.0, tonePen = 1.8

  init(_ timeline: ToneTimeline, _ context: ViewContext) {
    self.timeline = timeline
    guard
      let canvas = Canvas(
        width: context.picture.width, height: context.picture.height, shortSideInPoints: 432)
    else { preconditionFailure("a picture of \(context.picture.width)x\(context.picture.height)") }
    let count = timeline.segments.count
    layout = ScopeLayout(canvas, toneCount: count, hasWords: !context.words.isEmpty)
    colors = ScopeColors(context.palette, background: context.picture.background)
    lowest = timeline.segments.map(Scope.lowest)
    dials = [ToneBank.Tone?](repeating: nil, count: count)
    items = layout.lettering(context.words, colors)
    let master = layout.master
    add(layout.grid, width: layout.hairline, colors.ink(0.16), "grid")
    masterItem = items.count
    for (width, opacity) in [(0, 0.22), (Scope.masterShine, 0.2), (Scope.masterPen, 1)] {
      let shape =
        width > 0
        ? Item.Shape.stroke(Path(), width: width) : .fill(Path(), .nonzero)
      var item = Item(shape, .color(colors.line))
      item.opacity = opacity
      add(item, "master", at: Point(x: master.x, y: master.middle))
    }
    items[items.count - 1].data = [DataAttribute("name", "master")]
    add(Path(), width: ScopeLayout.small / 8, colors.ink(0.55), "master")
    for tone in 0..<count { addTone(tone, of: count) }
  }

  private mutating func add(_ path: Path, width: Double, _ color: Color, _ name: String) {
    add(.stroke(path, width: width, color), name)
  }

  private mutating func add(_ item: Item, _ name: String, at origin: Point = .origin) {
    var item = item
    item.name = name
    item.origin = origin
    items.append(item)
  }

  private mutating func addTone(_ tone: Int, of count: Int) {
    let name = "tone-\(tone)"
    let (cell, unit) = (layout.cell(tone), layout.unit)
    let color = colors.tone(tone, of: count)
    add(cell.grid, width: layout.hairline, colors.ink(0.16), name)
    toneItems.append(items.count)
    var band = Item.fill(Path(), color)
    band.opacity = 0.35
    let origin = Point(x: cell.wave.x, y: cell.wave.middle)
    add(band, name, at: origin)
    add(.stroke(Path(), width: Scope.tonePen * unit, color), name, at: origin)
    items[items.count - 1].data = [DataAttribute("name", name)]
    add(Path(), width: ScopeLayout.small * unit / 8, colors.ink(0.55), name)
    let track = cell.arc(1)
    for center in [cell.frequencyDial, cell.velocityDial] {
      add(.stroke(track, width: cell.dialPen, colors.ink(0.14)), name, at: center)
      add(.stroke(Path(), width: cell.dialPen, color), name, at: center)
      add(.stroke(Path(), width: cell.noteHeight / 9, colors.ink(0.95)), name, at: center)
    }
    add(Path(), width: cell.figureHeight / 8, colors.ink(0.8), name)
  }

  /// For each segment the lowest frequency of its note, from its beginning to its end, in Hz.
  private static func lowest(_ segments: [ToneSegment]) -> [Double] {
    var notes = segments.map(\.sound.frequency)
    var first = 0
    for index in segments.indices {
      if segments[index].isNew { first = index }
      if index + 1 < segments.count, segments[index + 1].isNew {
        notes[index] = min(
          notes[index], segments[index].sound(at: segments[index + 1].start).frequency)
      }
      if index > first { notes[index] = min(notes[index], notes[index - 1]) }
    }
    for index in segments.indices.dropLast().reversed() where !segments[index + 1].isNew {
      notes[index] = notes[index + 1]
    }
    return notes.map(ToneBank.hertz)
  }

  mutating func show(_ moment: Moment) {
    var tones: [(sound: ToneBank.Tone, hertz: Double, turns: (whole: Double, fraction: Double))] =
      []
    var lowestOfAll = Double.infinity
    for tone in timeline.segments.indices {
      let index = timeline.segmentIndex(ofTone: tone, at: moment)
      let segment = timeline.segments[tone][index]
      let dials = segment.dials(at: moment)
      let sound = segment.sound(at: moment)
      let hertz = ToneBank.hertz(ofNote: sound.frequency)
      tones.append((sound, hertz, segment.turns(at: moment)))
      if dials.velocity > 0 { lowestOfAll = min(lowestOfAll, lowest[tone][index]) }
      let base = TimeBase(
        divisions: ScopeLayout.toneDivisions, periods: Scope.periods, of: lowest[tone][index])
      showWave(tone, sound, hertz, tones[tone].turns, base)
      if self.dials[tone] != dials {
        self.dials[tone] = dials
        showDials(tone, dials)
      }
    }
    let base = TimeBase(
      divisions: ScopeLayout.masterDivisions.across, periods: Scope.periods,
      of: lowestOfAll.isFinite ? lowestOfAll : 100)
    let master = layout.master
    let sines = tones.map { tone in
      Scope.sine(
        tone.hertz, tone.turns, base,
        amplitude: tone.sound.velocity / 127 / Double(tones.count) * master.height / 2)
    }
    let trace = ScopeTrace(sines, width: master.width)
    items[masterItem].shape = .fill(trace.band, .nonzero)
    items[masterItem + 1].shape = .stroke(trace.line, width: Scope.masterShine)
    items[masterItem + 2].shape = .stroke(trace.line, width: Scope.masterPen)
    setText(masterItem + 3, layout.label(base.label, "1/\(Int(base.slowness)) speed"))
  }

  private mutating func setText(_ place: Int, _ path: Path) {
    guard case .stroke(_, let width) = items[place].shape else { return }
    items[place].shape = .stroke(path, width: width)
  }

  private mutating func showWave(
    _ tone: Int, _ sound: ToneBank.Tone, _ hertz: Double,
    _ turns: (whole: Double, fraction: Double), _ base: TimeBase
  ) {
    let (cell, place) = (layout.cell(tone), toneItems[tone])
    let sine = Scope.sine(
      hertz, turns, base,
      amplitude: sound.velocity / 127 * (cell.wave.height / 2 - Scope.tonePen * layout.unit))
    let trace = ScopeTrace([sine], width: cell.wave.width)
    items[place].shape = .fill(trace.band, .nonzero)
    items[place + 1].shape = .stroke(trace.line, width: Scope.tonePen * layout.unit)
    setText(place + 2, cell.label(base.label))
  }

  /// A tone as it is seen: its phase is that of the sound in slow motion.
  private static func sine(
    _ hertz: Double, _ turns: (whole: Double, fraction: Double), _ base: TimeBase,
    amplitude: Double
  ) -> ScopeTrace.Sine {
    let slowness = base.slowness
    return ScopeTrace.Sine(
      amplitude: amplitude,
      phase: (turns.whole.truncatingRemainder(dividingBy: slowness) + turns.fraction) / slowness,
      periods: hertz * base.division * Double(base.divisions))
  }

  private mutating func showDials(_ tone: Int, _ dials: ToneBank.Tone) {
    let (cell, place) = (layout.cell(tone), toneItems[tone] + 3)
    let hertz = ToneBank.hertz(ofNote: dials.frequency)
    let velocity = "\(Int(dials.velocity.rounded()))"
    items[place + 1].shape = .stroke(cell.arc(dials.frequency / 127), width: cell.dialPen)
    setText(place + 2, cell.note(Note(hertz: hertz).name.replacing("-", with: "−")))
    items[place + 4].shape = .stroke(cell.arc(dials.velocity / 127), width: cell.dialPen)
    setText(place + 5, cell.note(velocity))
    setText(place + 6, cell.figure(Scope.figure(hertz)))
    items[place + 2].data = [
      DataAttribute("name", "frequency"),
      DataAttribute("value", DecimalText.text(hertz, places: 3)),
    ]
    items[place + 5].data = [
      DataAttribute("name", "velocity"), DataAttribute("value", velocity),
    ]
  }

  /// A frequency to five digits.
  private static func figure(_ hertz: Double) -> String {
    let places = hertz < 1000 ? 2 : hertz < 10_000 ? 1 : 0
    return "\(DecimalText.text(hertz, places: places)) Hz"
  }
}
