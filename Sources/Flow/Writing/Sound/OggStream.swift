// SPDX-License-Identifier: MIT
internal import Hashing

/// Ogg pages on their way to a file, with a constant serial number.
///
/// libsndfile chooses a random one for each file, so the same sound would never give the same
/// bytes.
struct OggStream {
  private var waiting: [UInt8] = []
  private var offset = 0

  /// The pages that are complete after these bytes, and their offset in the file.
  mutating func pages(with bytes: Span<UInt8>) -> (bytes: [UInt8], offset: Int) {
    for index in bytes.indices { waiting.append(bytes[index]) }
    var end = 0
    while let size = pageSize(at: end) {
      let page = end..<end + size
      for place in 14..<18 { waiting[end + place] = 0 }
      let sum = OggChecksum.ofPage(waiting.span.extracting(page))
      for place in 0..<4 {
        waiting[end + 22 + place] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * place))
      }
      end = page.upperBound
    }
    defer {
      waiting.removeFirst(end)
      offset += end
    }
    return (Array(waiting[..<end]), offset)
  }

  /// The size of the page at an offset, if it is complete.
  private func pageSize(at start: Int) -> Int? {
    guard waiting.count >= start + 27 else { return nil }
    let bodyStart = start + 27 + Int(waiting[start + 26])
    guard waiting.count >= bodyStart else { return nil }
    let size = waiting[start + 27..<bodyStart].reduce(bodyStart - start) { $0 + Int($1) }
    return waiting.count >= start + size ? size : nil
  }
}
