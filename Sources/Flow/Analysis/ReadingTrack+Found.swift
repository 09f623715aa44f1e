// SPDX-License-Identifier: MIT
internal import Synchronization

/// What was found in all readings of a track, which all its copies share.
// A class, since a value that reads the track has no copy of its own to change.
final class TrackFindings: Sendable {
  /// Which finding it is, and in which readings.
  struct Key: Hashable, Sendable {
    let name: String
    let kinds: [ObjectIdentifier]
    let stored: Int
    let part: Range<Int>?
    let rounds: Int
  }

  private let known = Mutex<[Key: any Sendable]>([:])

  func value<Value: Sendable>(_ key: Key) -> Value? {
    // The value may be an optional one.
    guard let found = known.withLock({ $0[key] }) else { return nil }
    return found as? Value
  }

  func keep(_ value: some Sendable, _ key: Key) { known.withLock { $0[key] = value } }
}

extension ReadingTrack {
  /// What is to be found in the readings: it is found once, and then known to all copies of the track. Figures
  /// that differ only in colour or size ask for the same. `name` tells apart what is found by different
  /// settings.
  ///
  /// - Throws: what `find` throws.
  public func found<Value: Sendable, Failure>(
    _ name: String = "", _ find: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard !isLive else { return try find() }
    let key = key(name, Value.self)
    if let value: Value = findings.value(key) { return value }
    let value = try find()
    findings.keep(value, key)
    return value
  }
}
