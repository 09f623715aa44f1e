// SPDX-License-Identifier: MIT
internal import Platform
internal import Signal

/// The header of AIFF and AIFF-C.
///
/// - Source: Apple, *Audio Interchange File Format* 1.3, 1989, and *AIFF-C*, 1991.
enum AIFFHeader {
  /// Reads the chunks in any order; `nil` if a required one is missing.
  static func read(in window: borrowing ByteWindow) throws(SystemError) -> SampleLayout? {
    var reader = ChunkReader(style: .riff(bigEndian: true))
    var layout = SampleLayout()
    layout.chunkStyle = reader.style
    var frames: Int?
    if let size = try window.bytes(at: 4, 4).number(at: 0, 4, bigEndian: true),
      case .bytes(let count) = SampleLayout.length32(Int(size))
    {
      layout.containerEnd = count + 8
    }
    while let chunk = try reader.next(in: window) {
      switch chunk.name {
      case "COMM":
        let fields = try window.bytes(at: chunk.start, min(chunk.size, 22))
        guard fields.count == min(chunk.size, 22), describe(fields, in: &layout) else { return nil }
        frames = fields.number(at: 2, 4, bigEndian: true).map { Int($0) }
      case "CHAN":
        let size = min(chunk.size, AppleChannelLayout.maxBytes)
        layout.speakers = AppleChannelLayout.speakers(try window.bytes(at: chunk.start, size))
      case "SSND":
        let fields = try window.bytes(at: chunk.start, 8)
        guard let offset = fields.number(at: 0, 4, bigEndian: true) else { return nil }
        layout.dataStart = chunk.start + 8 + Int(offset)
        layout.length = SampleLayout.length32(chunk.size)
        if case .bytes(let size) = layout.length {
          // An offset beyond the chunk does not shorten it: all its samples then count as missing.
          let skipped = Int(offset) <= size - 8 ? Int(offset) : 0
          layout.length = .bytes(max(size - 8 - skipped, 0))
        }
      default: break
      }
      if frames != nil, layout.dataStart > 0 { break }
    }
    // An empty file needs no chunk of samples.
    if frames == 0, layout.dataStart == 0, !window.isOnlyTheBeginning {
      (layout.dataStart, layout.length) = (window.count, .bytes(0))
    }
    return frames != nil && layout.dataStart > 0 ? layout : nil
  }

  private static func describe(_ fields: [UInt8], in layout: inout SampleLayout) -> Bool {
    guard let channels = fields.number(at: 0, 2, bigEndian: true),
      let bits = fields.number(at: 6, 2, bigEndian: true).map({ Int($0) }),
      let rate = sampleRate(fields)
    else { return false }
    (layout.channelCount, layout.sampleRate) = (
      Int(channels), Int(exactly: rate.rounded(.down)) ?? .max
    )
    if rate >= 1, rate < 0x1p62, rate != rate.rounded() { layout.fractionalRate = rate }
    let compression = fields.count >= 22 ? String(decoding: fields[18..<22], as: UTF8.self) : "NONE"
    switch compression {
    case "NONE", "twos", "in24", "in32", "sowt":
      guard SampleLayout.isPlain(bits) else { return false }
      layout.encoding = SampleLayout.plain(
        bits: bits, isFloat: false, bigEndian: compression != "sowt")
    case "fl32", "FL32": layout.encoding = .float(bytes: 4, bigEndian: true)
    case "fl64", "FL64": layout.encoding = .float(bytes: 8, bigEndian: true)
    default: layout.isCoded = true
    }
    return true
  }

  /// The 80-bit SANE number at byte 8, as far as it is not negative.
  private static func sampleRate(_ fields: [UInt8]) -> Double? {
    guard let exponent = fields.number(at: 8, 2, bigEndian: true),
      let mantissa = fields.number(at: 10, 8, bigEndian: true)
    else { return nil }
    return Double(sign: .plus, exponent: Int(exponent) - 16383 - 63, significand: Double(mantissa))
  }
}
