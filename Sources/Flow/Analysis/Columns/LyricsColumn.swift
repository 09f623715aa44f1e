// SPDX-License-Identifier: MIT
internal import Signal

extension AddedColumns {
  /// The lyrics, as a picture shows them.
  static let lyrics = AddedColumns(
    "lyrics",
    [
      Column(
        "lyrics",
        "The line of the lyrics that is shown in the tick, of --lyrics or else of the file; empty in "
          + "pauses.")
    ]
  ) { input in
    Analysis<[ColumnValue]>(reach: { _, _ in .tick }) { LyricsAnalyzer(input.lyrics, of: $0) }
  }
}

private struct LyricsAnalyzer: Analyzer {
  private let lyrics: SongLyrics?
  private let stream: MeteredStream
  private var tick = 0

  init(_ lyrics: SongLyrics?, of stream: MeteredStream) {
    (self.lyrics, self.stream) = (lyrics, stream)
  }

  mutating func consume(_ run: Span<Float>) -> Bool { true }

  mutating func endTick(emit: ([ColumnValue]) -> Void) {
    let begin = Double(stream.begin) / Double(stream.clock.sampleRate)
    let line = lyrics?.line(inEvent: tick, of: stream.clock.rate, from: begin)
    emit([.text(line?.text ?? "")])
    tick += 1
  }

  mutating func finish(emit: ([ColumnValue]) -> Void) {}
}
