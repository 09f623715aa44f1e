// SPDX-License-Identifier: MIT
package import Analysis
internal import Signal
internal import Synthesis

extension AddedColumns {
  /// The frequencies of the notes that an instrument begins, which come from the instrument itself
  /// and not from its sound.
  package static let notes = AddedColumns(
    "notes",
    [
      Column(
        "notes",
        "The frequencies of the notes that begin in the tick, in Hz, with spaces between; only "
          + "for instruments.")
    ]
  ) { input in
    guard let instrument = input.score as? Instrument else { return nil }
    return Analysis(reach: { _, _ in .tick }) { stream in
      NotesAnalyzer(
        notes: InstrumentNotes(instrument, sampleRate: stream.format.sampleRate),
        clock: stream.clock, begin: stream.begin)
    }
  }
}

/// Emits the notes of each tick.
private struct NotesAnalyzer: Analyzer {
  var notes: InstrumentNotes
  let clock: TickClock
  let begin: Int
  var tickStart = 0
  var ticksEnded = 0

  init(notes: InstrumentNotes, clock: TickClock, begin: Int) {
    (self.notes, self.clock, self.begin) = (notes, clock, begin)
  }

  mutating func consume(_ run: Span<Float>) -> Bool { areFinite(run) }

  mutating func endTick(emit: ([ColumnValue]) -> Void) {
    ticksEnded += 1
    let tickEnd = clock.firstSampleFrame(ofTick: ticksEnded)
    emit([.list(notes.frequencies(begunIn: begin + tickStart..<begin + tickEnd))])
    tickStart = tickEnd
  }

  mutating func finish(emit: ([ColumnValue]) -> Void) {}
}
