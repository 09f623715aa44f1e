// SPDX-License-Identifier: MIT
internal import Platform
internal import Signal

/// The header of Core Audio Format.
///
/// - Source: Apple, *Core Audio Format Specification* 1.0.
enum CAFHeader {
  /// Reads the chunks up to the samples; `nil` if there are none.
  static func read(in window: borrowing ByteWindow) throws(SystemError) -> SampleLayout? {
    var reader = ChunkReader(style: .caf)
    var layout = SampleLayout()
    var isALAC = false
    layout.chunkStyle = reader.style
    while let chunk = try reader.next(in: window) {
      switch chunk.name {
      case "desc":
        let fields = try window.bytes(at: chunk.start, 32)
        guard describe(fields, in: &layout) else { return nil }
        isALAC = fields.has("alac", at: 8)
      case "chan":
        let size = min(chunk.size, AppleChannelLayout.maxBytes)
        layout.speakers = AppleChannelLayout.speakers(try window.bytes(at: chunk.start, size))
      case "data":
        guard layout.channelCount > 0 || layout.sampleRate > 0 else { return nil }
        layout.dataStart = chunk.start + 4  // behind the edit count
        layout.length = chunk.size < 4 ? .unknown : .bytes(chunk.size - 4)
        if isALAC { layout.speakers = AppleChannelLayout.speakersOfALAC(layout.channelCount) }
        return layout
      default: break
      }
    }
    return nil
  }

  private static func describe(_ fields: [UInt8], in layout: inout SampleLayout) -> Bool {
    guard let rateBits = fields.number(at: 0, 8, bigEndian: true),
      let flags = fields.number(at: 12, 4, bigEndian: true),
      let bytesPerPacket = fields.number(at: 16, 4, bigEndian: true),
      let channels = fields.number(at: 24, 4, bigEndian: true),
      let bits = fields.number(at: 28, 4, bigEndian: true)
    else { return false }
    let rate = Double(bitPattern: rateBits)
    layout.sampleRate = rate >= 0 && rate < 0x1p62 ? Int(rate) : 0
    if rate > Double(layout.sampleRate), layout.sampleRate > 0 { layout.fractionalRate = rate }
    layout.channelCount = Int(channels)
    let bytesPerSample = channels > 0 ? bytesPerPacket / channels : 0
    layout.isCoded = !fields.has("lpcm", at: 8)
    guard !layout.isCoded, bits == bytesPerSample * 8 else { return true }
    layout.encoding = SampleLayout.plain(
      bits: Int(bits), isFloat: flags & 1 != 0, bigEndian: flags & 2 == 0)
    return true
  }
}
