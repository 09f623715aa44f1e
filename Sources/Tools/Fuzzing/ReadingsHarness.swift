// SPDX-License-Identifier: MIT
internal import Analysis
internal import Decoding
internal import Hashing
internal import Pipeline
internal import Platform
internal import Signal

/// Files of readings: what is read of them are levels, and takes no more memory than they have bytes.
enum ReadingsHarness {
  static let harness = Harness(
    name: "readings", longestInput: 8192,
    words: ["\"schema\":\"radial-audio/readings/2\"", "\"tables\":[", "\"count\":", "\"size\":"],
    repair: repair, check: check)

  /// Makes the hashes right of the first line, and of tables of one block.
  private static func repair(_ bytes: inout [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
    let hash = Array((ContentHash(of: Array(bytes[...end])).text + "\n").utf8)
    bytes.replaceSubrange(end + 1..<min(end + 1 + hash.count, bytes.count), with: hash)
    guard let file = try? Spool(bytes),
      let input = try? AudioInput.open(file.name, environment: Spool.environment),
      case .readings(let readings) = input.content
    else { return }
    for entry in readings.head.tables where 1...ReadingsFile.readingsInBlock ~= entry.count {
      guard let stored = try? readings.table(entry.name) else { continue }
      let end = stored.offset + entry.count * entry.size
      var hash: [UInt8] = []
      hash.pack(ContentHash(of: Array(bytes[stored.offset..<end])).value)
      bytes.replaceSubrange(end..<end + hash.count, with: hash)
    }
  }

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    guard !bytes.isEmpty else { return }
    let file = try Spool(bytes)
    guard
      let input = try? AudioInput.open(file.name, environment: Spool.environment),
      case .readings(let readings) = input.content
    else { return }
    try checkProgramme(file.name)
    let clock = TickClock(sampleRate: readings.head.format.sampleRate, rate: readings.head.tickRate)
    for entry in readings.head.tables {
      guard let stored = try? readings.table(entry.name) else { continue }
      try law(
        stored.table.count * stored.table.size <= bytes.count, "a table is a part of its file")
      // Levels are numbers of eight bytes.
      guard stored.table.size > 0, stored.table.size.isMultiple(of: 8) else { continue }
      guard let copy = try? FileDescriptor.duplicating(stored.file.rawValue),
        let track = try? ReadingTrack<PackedLevels>(
          format: readings.head.metered, clock: clock, count: stored.table.count,
          size: stored.table.size, in: copy, at: stored.offset,
          isIntact: { stored.isIntact(block: $0, $1) }),
        (try? track.firstImpossibleTick()) == .some(nil)
      else { continue }
      for tick in 0..<track.count {
        let levels = (try? track.reading(ofTick: tick))?.levels ?? []
        try law(levels.allSatisfy { abs($0.value) < 1000 }, "readings are levels")
      }
    }
  }

  /// The loudness that a file has in tenths of a second is that of a programme.
  private static func checkProgramme(_ path: String) throws(BrokenLaw) {
    guard let track = try? Track(TrackRequest(input: path)), let file = track.readingsFile,
      let tenths = try? track.programme(of: file)
    else { return }
    var programme = ProgrammeSummary(floor: .silence)
    for tenth in 0..<tenths.count {
      if let reading = try? tenths.reading(ofTick: tenth) { programme.include(reading) }
    }
    try law(
      programme.integrated.value < 10_000 && 0..<10_000 ~= programme.range,
      "loudness \(programme.integrated.value), range \(programme.range)")
  }
}
