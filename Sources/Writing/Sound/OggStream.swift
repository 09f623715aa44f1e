// SPDX-License-Identifier: MIT
internal import Hashing

/// Pages of Ogg on their way to a file, with a serial number that is always the same.
///
/// libsndfile takes one by chance for each file, so that the same sound would never give the same
/// bytes.
struct OggStream {
  private var waiting: [UInt8] = []
  private var offset = 0

  /// The pages that are whole with these next bytes, and where in the file they begin.
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

  /// The size of the page that begins at a place, if all of it is there.
  private func pageSize(at start: Int) -> Int? {
    guard waiting.count >= start + 27 else { return nil }
    let bodyStart = start + 27 + Int(waiting[start + 26])
    guard waiting.count >= bodyStart else { return nil }
    let size = waiting[start + 27..<bodyStart].reduce(bodyStart - start) { $0 + Int($1) }
    return waiting.count >= start + size ? size : nil
  }
}
