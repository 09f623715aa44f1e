// SPDX-License-Identifier: MIT
internal import Synchronization

/// Readings that are read while others arrive: one thread appends them, another one reads them.
///
/// The newest ones are kept, as bytes in a ring; the oldest of them stands for all that are lost. A
/// class because both threads share it; the lock is held for the time of a copy.
final class LiveReadings: Sendable {
  private struct Ring {
    var bytes: [UInt8] = []
    /// Bytes of a reading.
    var size = 0
    var count = 0
  }

  private let ring = Mutex(Ring())
  private let capacity: Int

  /// An empty ring for `capacity` readings.
  init(capacity: Int) { self.capacity = capacity }

  /// How many were appended.
  var count: Int { ring.withLock(\.count) }

  func append(_ packed: [UInt8]) {
    ring.withLock { ring in
      if ring.count == 0 { ring.size = packed.count }
      let place = ring.count % capacity * ring.size
      if place == ring.bytes.count {
        ring.bytes += packed
      } else {
        ring.bytes.replaceSubrange(place..<place + ring.size, with: packed)
      }
      ring.count += 1
    }
  }

  /// The reading of a tick, or of the oldest one that is kept.
  ///
  /// - Precondition: the tick was appended.
  func reading<Reading: PackedReading>(ofTick index: Int) -> Reading {
    ring.withLock { ring in
      precondition((0..<ring.count).contains(index))
      let place = max(index, ring.count - capacity) % capacity * ring.size
      return Reading(unpacking: ring.bytes.span.extracting(place..<place + ring.size))
    }
  }
}
