// SPDX-License-Identifier: MIT
internal import Analysis
internal import Pipeline
internal import Signal
internal import Synthesis

/// The values of the added columns of each tick: measured figures, and notes of an instrument.
struct AddedValues {
  private let figures: [AddedFigures]
  private let clock: TickClock
  private let begin: Int
  private var notes: InstrumentNotes?

  /// Values for a track.
  ///
  /// - Throws: ``Diagnostic`` if notes are requested for an input that is not an instrument.
  init(_ figures: [AddedFigures], _ track: borrowing Track) throws(Diagnostic) {
    self.figures = figures
    (clock, begin) = (track.clock, track.begin)
    guard figures.contains(.notes) else { return }
    guard let instrument = track.instrument else {
      throw Diagnostic(
        "\(track.name): is not an instrument, so it has no notes for '--add notes'",
        hint: "\(ProgramText.name) synth --example wheels > my-wheels.json", status: .usage)
    }
    notes = InstrumentNotes(instrument, sampleRate: clock.sampleRate)
  }

  /// The values of a tick, from its measured figures.
  mutating func values(_ measured: [Double], ofTick index: Int) -> [AddedValue] {
    var measured = measured[...]
    var values: [AddedValue] = []
    for figure in figures {
      guard figure == .notes else {
        let count = figure.columns.count
        values += measured.prefix(count).map(AddedValue.number)
        measured = measured.dropFirst(count)
        continue
      }
      let sampleFrames =
        begin + clock.firstSampleFrame(ofTick: index)..<begin
        + clock.firstSampleFrame(ofTick: index + 1)
      values.append(.list(notes?.frequencies(begunIn: sampleFrames) ?? []))
    }
    return values
  }
}
