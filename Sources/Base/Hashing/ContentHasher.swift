// SPDX-License-Identifier: MIT

/// Computes a ``ContentHash`` from parts of any length, in order.
///
/// - Source: Y. Collet, *xxHash fast digest algorithm*, version 0.1.1, section "XXH64 algorithm".
public struct ContentHasher: Sendable {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  private static let stripe = 32

  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var count: UInt64 = 0
  /// The bytes that do not fill a stripe yet.
  private var rest: [UInt8] = []

  /// A hasher without input.
  public init() {
    let (first, second, _, _, _) = ContentHasher.primes
    lanes = (first &+ second, second, 0, 0 &- first)
  }

  /// Takes the next bytes.
  public mutating func update(_ bytes: Span<UInt8>) { unsafe update(raw: bytes.bytes) }

  /// Takes the bytes of numbers as they are in memory: little-endian on all machines that Swift
  /// supports.
  public mutating func update(_ numbers: Span<Float>) { unsafe update(raw: numbers.bytes) }

  private mutating func update(raw bytes: RawSpan) {
    count &+= UInt64(bytes.byteCount)
    var place = 0
    if !rest.isEmpty {
      let missing = min(ContentHasher.stripe - rest.count, bytes.byteCount)
      append(bytes.extracting(0..<missing))
      guard rest.count == ContentHasher.stripe else { return }
      let filled = rest
      unsafe mix(filled.span.bytes)
      rest.removeAll(keepingCapacity: true)
      place = missing
    }
    let whole = (bytes.byteCount - place) / ContentHasher.stripe * ContentHasher.stripe
    mix(bytes.extracting(place..<place + whole))
    append(bytes.extracting(place + whole..<bytes.byteCount))
  }

  /// The hash of all bytes so far.
  public func finish() -> ContentHash {
    let (first, second, third, fourth, fifth) = ContentHasher.primes
    var hash: UInt64
    if count >= UInt64(ContentHasher.stripe) {
      hash =
        rotated(lanes.0, 1) &+ rotated(lanes.1, 7) &+ rotated(lanes.2, 12) &+ rotated(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ round(0, lane)) &* first &+ fourth
      }
    } else {
      hash = fifth
    }
    hash &+= count
    var bytes = rest[...]
    while bytes.count >= 8 {
      hash = rotated(hash ^ round(0, number(bytes.prefix(8))), 27) &* first &+ fourth
      bytes = bytes.dropFirst(8)
    }
    if bytes.count >= 4 {
      hash = rotated(hash ^ (number(bytes.prefix(4)) &* first), 23) &* second &+ third
      bytes = bytes.dropFirst(4)
    }
    for byte in bytes { hash = rotated(hash ^ (UInt64(byte) &* fifth), 11) &* first }
    hash = (hash ^ hash >> 33) &* second
    hash = (hash ^ hash >> 29) &* third
    return ContentHash(value: hash ^ hash >> 32)
  }

  /// Takes whole stripes.
  private mutating func mix(_ bytes: RawSpan) {
    var (first, second, third, fourth) = lanes
    var place = 0
    while place < bytes.byteCount {
      first = round(first, load(bytes, place))
      second = round(second, load(bytes, place + 8))
      third = round(third, load(bytes, place + 16))
      fourth = round(fourth, load(bytes, place + 24))
      place += ContentHasher.stripe
    }
    lanes = (first, second, third, fourth)
  }

  private mutating func append(_ bytes: RawSpan) {
    for place in 0..<bytes.byteCount {
      rest.append(unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))
    }
  }

  @inline(__always)
  private func load(_ bytes: RawSpan, _ place: Int) -> UInt64 {
    // The span checks the bounds; any eight bytes are a valid number.
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  @inline(__always)
  private func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotated(lane &+ input &* ContentHasher.primes.1, 31) &* ContentHasher.primes.0
  }

  @inline(__always)
  private func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
