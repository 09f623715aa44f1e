// SPDX-License-Identifier: MIT
internal import Pipeline

/// Tells while a show runs that frames are left out, when there is still time to mend it.
struct LiveDrops {
  /// What is to be done if the frames are not taken fast enough.
  let reader: String
  /// The numbers at the last look, and the time of the next one.
  private var written = 0
  private var dropped = 0
  private var inBlocks = 0
  private var due = interval / 2

  /// The time between two remarks.
  private static let interval = Duration.seconds(10)

  init(reader: String) { self.reader = reader }

  /// What is to be told after a frame, if more than a twentieth was left out since the last look.
  mutating func remark(at summary: LiveRun.Summary) -> String? {
    guard summary.duration >= due else { return nil }
    due = summary.duration + LiveDrops.interval
    let new = (
      written: summary.written - written, dropped: summary.droppedLater - dropped,
      inBlocks: summary.droppedInBlocks - inBlocks
    )
    (written, dropped) = (summary.written, summary.droppedLater)
    inBlocks = summary.droppedInBlocks
    let sound = Double(summary.sampleFrames) / Double(max(summary.sampleRate, 1))
    // Sound that is not played, such as a file in a pipe, comes faster than anyone could show it.
    guard new.dropped * 20 > new.written, summary.duration > .seconds(sound * 0.9) else {
      return nil
    }
    return "\(new.dropped) of the last \(new.dropped + new.written) frames were dropped: "
      + LiveDrops.cause(blocks: new.inBlocks, of: new.dropped, reader: reader)
  }

  /// Why frames were left out, if `dropped` of them came with newer ones in one block.
  static func cause(blocks: Int, of dropped: Int, reader: String) -> String {
    2 * blocks > dropped
      ? "the sound arrived in large blocks or after pauses; if its source has a setting for that, "
        + "ask for smaller blocks, as with parec --latency-msec=10"
      : reader
  }
}
