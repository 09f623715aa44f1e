// SPDX-License-Identifier: MIT
public import Signal

/// The levels of a tick as a bundle of OSC messages, which is sent as one datagram.
///
/// The messages are `/radial-audio/tick`, the number of the tick as an `int32`, which restarts
/// after 2³¹ ticks; and one for each further column of ``LevelTable``, with a `float32` for each of
/// its numbers, `/radial-audio/peak` with the levels of all channels, or `/radial-audio/pitch_hz`; or
/// with a string, `/radial-audio/lyrics`.
///
/// - Source: *The Open Sound Control 1.0 Specification*, 2002.
public struct LevelBundle: Sendable {
  private let levels: [(name: String, places: [Int])]
  private let added: [(name: String, places: [Int])]

  /// Bundles of the levels of `channelCount` channels, in `columns` of a ballistics and added ones.
  public init(_ columns: [Column], adding added: [AddedColumns] = [], channelCount: Int) {
    levels = columns.messages(channelCount: channelCount)
    var start = 0
    self.added = added.flatMap { added in
      defer { start += added.columns.names(channelCount: channelCount).count }
      return added.columns.messages(channelCount: channelCount)
        .map { [start] in ($0.name, $0.places.map { $0 + start }) }
    }
  }

  /// The bundle of a tick: its levels, and the values of added columns. The time tag is given as the
  /// time since 1970 in UTC, and written as the time since 1900, as in NTP.
  ///
  /// - Precondition: there is a value for each column, and nanoseconds are below 1 000 000 000.
  public func bytes(
    ofTick index: Int, _ levels: [Decibels], _ added: [ColumnValue] = [], seconds: Int,
    nanoseconds: Int
  ) -> [UInt8] {
    precondition((0..<1_000_000_000).contains(nanoseconds))
    var bytes: [UInt8] = []
    append("#bundle", to: &bytes)
    append(UInt32(truncatingIfNeeded: seconds + LevelBundle.secondsTo1970), to: &bytes)
    append(UInt32(nanoseconds << 32 / 1_000_000_000), to: &bytes)
    append("tick", "i", [UInt32(index & 0x7FFF_FFFF)], to: &bytes)
    for (name, places) in self.levels {
      append(floats: places.map { levels[$0].value }, name, to: &bytes)
    }
    for (name, places) in self.added {
      if case .text(let words) = added[places[0]] {
        append(words, name, to: &bytes)
      } else {
        append(floats: places.flatMap { added[$0].numbers }, name, to: &bytes)
      }
    }
    return bytes
  }

  /// From 1900 to 1970: 70 years, 17 of them leap years.
  private static let secondsTo1970 = (70 * 365 + 17) * 86_400

  private func append(floats: [Double], _ name: String, to bytes: inout [UInt8]) {
    append(name, "f", floats.map { Float($0).bitPattern }, to: &bytes)
  }

  /// Appends an element of the bundle: its size, then a message with words, in UTF-8.
  private func append(_ words: String, _ name: String, to bytes: inout [UInt8]) {
    var message: [UInt8] = []
    append("/radial-audio/\(name)", to: &message)
    append(",s", to: &message)
    append(words, to: &message)
    append(UInt32(message.count), to: &bytes)
    bytes += message
  }

  /// Appends an element of the bundle: its size, then a message whose arguments have one type.
  private func append(
    _ name: String, _ type: Character, _ arguments: [UInt32], to bytes: inout [UInt8]
  ) {
    var message: [UInt8] = []
    append("/radial-audio/\(name)", to: &message)
    append("," + String(repeating: type, count: arguments.count), to: &message)
    for argument in arguments { append(argument, to: &message) }
    append(UInt32(message.count), to: &bytes)
    bytes += message
  }

  /// Appends a text and one to four zero bytes, so that its length is a multiple of four.
  private func append(_ text: String, to bytes: inout [UInt8]) {
    bytes += text.utf8
    bytes += repeatElement(0, count: 4 - text.utf8.count % 4)
  }

  /// Appends the four bytes of a number, big-endian.
  private func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
