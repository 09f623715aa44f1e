// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Synthesis
internal import Text
internal import Views

/// An oscilloscope: the sum of all tones, and below it each tone with its note and its dials.
///
/// A beam draws the sound in slow motion: the phase of a tone at the beam is its number of turns
/// since its note began, divided by the slowness of the time base. Frequency and velocity are those
/// of the moment when the beam is there: a glide shows as a wave that becomes narrower or wider,
/// and a new note as a new wave. The time base does not change during a note.
struct ScopeFigure: Figure {
  private var items: [Item] = []
  private let track: ToneTrack
  private let layout: ScopeLayout
  private let colors: ScopeColors
  /// For each segment of each tone, the lowest frequency of its note in Hz.
  private let lowest: [[Double]]
  private var master: ScopeScreen
  private var screens: [ScopeScreen] = []
  /// The last values of each tone's dials, and the index of the first item of each tone's dials.
  private var dials: [ToneBank.Tone?]
  private var dialItems: [Int] = []
  /// The labels on the screens, the sum's first, with the indices of their items.
  private var labels: [(place: Int, text: String)] = []

  /// The time of a sweep from the left edge to the right, in seconds.
  private static let sweep = 5
  /// How many periods of the lowest frequency are visible at least.
  private static let periods = 1.5
  /// The narrowest period that is drawn as a line, in points.
  private static let narrowestPeriod = 4.0

  init(options: TonesOptions, track: ReadingTrack<NoReading>, context: ViewContext) {
    self.track = ToneTrack(track, context)
    let timeline = self.track.timeline
    let canvas = context.canvas(shortSideInPoints: options.shortSideInPoints)
    let count = timeline.segments.count
    layout = ScopeLayout(canvas, toneCount: count, hasWords: !context.words.isEmpty)
    colors = ScopeColors(context.palette, background: context.picture.background)
    lowest = timeline.segments.map(ScopeFigure.lowest)
    dials = [ToneBank.Tone?](repeating: nil, count: count)
    var items = layout.lettering(context.words, colors)
    items.append(layout.gridItem(layout.grid, colors, name: "master"))
    master = ScopeScreen(
      layout.master, pen: 2, shines: true, colors.brightest, colors, name: "master", to: &items)
    self.items = items
    addLabel("master", unit: 1)
    for tone in 0..<count { addTone(tone, of: count) }
    show(.zero)
  }

  private mutating func addLabel(_ name: String, unit: Double) {
    labels.append((items.count, ""))
    add(.stroke(Path(), width: ScopeLayout.small * unit / 8, colors.ink(0.65)), name)
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
    items.append(layout.gridItem(cell.grid, colors, name: name))
    screens.append(
      ScopeScreen(cell.wave, pen: 1.8 * unit, shines: false, color, colors, name: name, to: &items))
    addLabel(name, unit: unit)
    dialItems.append(items.count)
    let track = cell.arc(1)
    for center in [cell.frequencyDial, cell.velocityDial] {
      add(.stroke(track, width: cell.dialPen, colors.ink(0.14)), name, at: center)
      add(.stroke(Path(), width: cell.dialPen, color), name, at: center)
      add(.stroke(Path(), width: cell.noteHeight / 9, colors.ink(0.95)), name, at: center)
    }
    add(.stroke(Path(), width: cell.figureHeight / 8, colors.ink(0.8)), name)
  }

  /// For each segment the lowest frequency of its whole note, in Hz.
  private static func lowest(_ segments: [ToneSegment]) -> [Double] {
    var notes = segments.map(\.sound.frequency)
    for index in segments.indices.dropLast() where segments[index + 1].isNew {
      notes[index] = min(
        notes[index], segments[index].sound(at: segments[index + 1].start).frequency)
    }
    for index in segments.indices.dropFirst() where !segments[index].isNew {
      notes[index] = min(notes[index], notes[index - 1])
    }
    for index in segments.indices.dropLast().reversed() where !segments[index + 1].isNew {
      notes[index] = notes[index + 1]
    }
    return notes.map(ToneBank.hertz)
  }

  mutating func advance(to tick: Int) { show(track.moment(afterTick: tick)) }

  func draw(into scene: inout Scene) { scene.items += items }

  /// Updates to a moment of the instrument, which is not before the last one.
  private mutating func show(_ moment: Moment) {
    let (timeline, lowest) = (track.timeline, lowest)
    let screen = master.box
    master.show(moment, sweep: ScopeFigure.sweep, in: &items) { moment in
      ScopeFigure.sum(timeline, lowest, at: moment, on: screen)
    }
    let base = ScopeFigure.masterBase(timeline, lowest, at: moment)
    let layout = layout
    write(0, base.label) { layout.label($0, "1/\(Int(base.slowness)) speed") }
    for tone in screens.indices {
      let screen = screens[tone].box
      screens[tone].show(moment, sweep: ScopeFigure.sweep, in: &items) { moment in
        let index = timeline.segmentIndex(ofTone: tone, at: moment)
        let base = ScopeFigure.toneBase(lowest[tone][index])
        let sine = Sine(timeline.segments[tone][index], at: moment, base)
        return sine.place(
          base, divisions: ScopeLayout.toneDivisions, on: screen, height: screen.height / 2)
      }
      let index = timeline.segmentIndex(ofTone: tone, at: moment)
      let cell = layout.cell(tone)
      write(tone + 1, ScopeFigure.toneBase(lowest[tone][index]).label, cell.label)
      let segment = timeline.segments[tone][index]
      // Figures that change every frame cannot be read: they change every tenth of a second.
      let tenth = Moment(
        sampleFrame: moment.seconds * 10 + Int(moment.rest * 10), sampleRate: 10)
      let dials = segment.dials(at: max(tenth, segment.start))
      if self.dials[tone] != dials {
        self.dials[tone] = dials
        show(dials, of: tone)
      }
    }
  }

  /// A tone as drawn by the beam.
  private struct Sine {
    let hertz, level, phase: Double

    init(_ segment: ToneSegment, at moment: Moment, _ base: TimeBase) {
      hertz = segment.hertz(at: moment)
      level = segment.sound(at: moment).velocity / 127
      let turns = segment.turns(at: moment)
      let whole = turns.whole.truncatingRemainder(dividingBy: base.slowness)
      phase = (whole + turns.fraction) / base.slowness
    }

    /// The position of the beam on a screen on which full scale is `height` points. A sine too fast
    /// to be drawn as a line becomes a swing.
    func place(
      _ base: TimeBase, divisions: Int, on screen: ScopeLayout.Box, height: Double
    ) -> Beam.Place {
      let periods = base.division * hertz * Double(divisions)
      return periods * narrowestPeriod > screen.width
        ? (0, height * level) : (-height * level * ExactMath.sine(turns: phase), 0)
    }
  }

  private static func toneBase(_ hertz: Double) -> TimeBase {
    TimeBase(
      divisions: ScopeLayout.toneDivisions, sweep: sweep, periods: periods, of: hertz)
  }

  /// The time base of the sum: that of the lowest audible note.
  private static func masterBase(
    _ timeline: ToneTimeline, _ lowest: [[Double]], at moment: Moment
  ) -> TimeBase {
    var hertz = Double.infinity
    for tone in lowest.indices {
      let index = timeline.segmentIndex(ofTone: tone, at: moment)
      let segment = timeline.segments[tone][index]
      if segment.dials(at: moment).velocity > 0 { hertz = min(hertz, lowest[tone][index]) }
    }
    return TimeBase(
      divisions: ScopeLayout.masterDivisions.across, sweep: sweep, periods: periods,
      of: hertz.isFinite ? hertz : 100)
  }

  /// The sum of all tones at a moment: those slow enough to be drawn, and the amplitude of the
  /// others.
  private static func sum(
    _ timeline: ToneTimeline, _ lowest: [[Double]], at moment: Moment, on screen: ScopeLayout.Box
  ) -> Beam.Place {
    let base = masterBase(timeline, lowest, at: moment)
    var place: Beam.Place = (0, 0)
    for tone in lowest.indices {
      let sine = Sine(timeline.segment(ofTone: tone, at: moment), at: moment, base)
      let part = sine.place(
        base, divisions: ScopeLayout.masterDivisions.across, on: screen,
        height: screen.height / 2 / Double(lowest.count))
      place.height += part.height
      place.swing += part.swing
    }
    return place
  }

  private mutating func write(_ label: Int, _ text: String, _ path: (String) -> Path) {
    guard labels[label].text != text else { return }
    labels[label].text = text
    setText(labels[label].place, path(text))
  }

  private mutating func setText(_ place: Int, _ path: Path) {
    guard case .stroke(_, let width) = items[place].shape else { return }
    items[place].shape = .stroke(path, width: width)
  }

  private mutating func show(_ dials: ToneBank.Tone, of tone: Int) {
    let (cell, place) = (layout.cell(tone), dialItems[tone])
    let hertz = ToneBank.hertz(ofNote: dials.frequency)
    let velocity = "\(Int(dials.velocity.rounded()))"
    items[place + 1].shape = .stroke(cell.arc(dials.frequency / 127), width: cell.dialPen)
    setText(place + 2, cell.note(Note(hertz: hertz).name.replacing("-", with: "−")))
    items[place + 4].shape = .stroke(cell.arc(dials.velocity / 127), width: cell.dialPen)
    setText(place + 5, cell.note(velocity))
    setText(place + 6, cell.figure(ScopeFigure.figure(hertz)))
    items[place + 2].data = [
      DataAttribute("name", "frequency"),
      DataAttribute("value", DecimalText.text(hertz, places: 3)),
    ]
    items[place + 5].data = [
      DataAttribute("name", "velocity"), DataAttribute("value", velocity),
    ]
  }

  /// A frequency with five digits.
  private static func figure(_ hertz: Double) -> String {
    let places = hertz < 1000 ? 2 : hertz < 10_000 ? 1 : 0
    return "\(DecimalText.text(hertz, places: places)) Hz"
  }
}
