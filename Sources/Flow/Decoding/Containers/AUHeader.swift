// SPDX-License-Identifier: MIT
internal import Platform

/// The header of Sun and NeXT AU.
///
/// - Source: `audio.h` of NeXT, *sndstruct*.
enum AUHeader {
  /// Reads the six numbers; `nil` if some are missing.
  static func read(in window: borrowing ByteWindow) throws(SystemError) -> SampleLayout? {
    let bytes = try window.bytes(at: 0, 24)
    let bigEndian = bytes.has(".snd")
    let fields = stride(from: 4, to: 24, by: 4).compactMap {
      bytes.number(at: $0, 4, bigEndian: bigEndian).map { Int($0) }
    }
    guard fields.count == 5, fields[0] >= bytes.count else { return nil }
    var layout = SampleLayout()
    layout.dataStart = fields[0]
    layout.length = SampleLayout.length32(fields[1])
    switch fields[2] {
    case 2...5: layout.encoding = .signed(bytes: fields[2] - 1, bigEndian: bigEndian)
    case 6: layout.encoding = .float(bytes: 4, bigEndian: bigEndian)
    case 7: layout.encoding = .float(bytes: 8, bigEndian: bigEndian)
    default: layout.isCoded = true
    }
    (layout.sampleRate, layout.channelCount) = (fields[3], fields[4])
    return layout
  }
}
