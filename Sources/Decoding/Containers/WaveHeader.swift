// SPDX-License-Identifier: MIT
internal import Platform
internal import Signal

/// The headers of RIFF/RIFX WAVE, RF64 and Sony Wave64.
///
/// - Source: Microsoft *Multimedia Programming Interface*, 1991; EBU Tech 3306; the Wave64
///   specification of Sonic Foundry.
enum WaveHeader {
  /// Reads the chunks up to the samples; `nil` if there are none.
  static func read(
    _ format: Container.ChunkedFormat, in window: borrowing ByteWindow
  ) throws(SystemError) -> SampleLayout? {
    let start = try window.bytes(at: 0, 4)
    var reader = ChunkReader(
      style: format == .wave64 ? .wave64 : .riff(bigEndian: start.has("RIFX")))
    var layout = SampleLayout()
    layout.chunkStyle = reader.style
    var longDataSize: UInt64?
    while let chunk = try reader.next(in: window) {
      switch chunk.name {
      case "ds64":
        longDataSize = try window.bytes(at: chunk.start, 16).number(at: 8, 8, bigEndian: false)
      case "fmt ":
        let fields = try window.bytes(at: chunk.start, min(chunk.size, 40))
        guard describe(fields, bigEndian: reader.isBigEndian, in: &layout) else { return nil }
      case "data":
        guard layout.channelCount > 0 || layout.sampleRate > 0 else { return nil }
        layout.dataStart = chunk.start
        layout.length = length(of: chunk, format: format, longDataSize: longDataSize)
        return layout
      default: break
      }
    }
    return nil
  }

  private static func describe(
    _ fields: [UInt8], bigEndian: Bool, in layout: inout SampleLayout
  ) -> Bool {
    func field(_ offset: Int, _ length: Int) -> Int? {
      fields.number(at: offset, length, bigEndian: bigEndian).map { Int($0) }
    }
    guard var tag = field(0, 2), let channels = field(2, 2), let rate = field(4, 4),
      let alignment = field(12, 2), let bits = field(14, 2)
    else { return false }
    if tag == 0xFFFE, let mask = field(20, 4), let subformat = field(24, 2) {
      tag = subformat
      layout.speakers = Speakers(mask: mask)?.list ?? []
    }
    (layout.channelCount, layout.sampleRate) = (channels, rate)
    switch tag {
    // 24 bits in four bytes, which programs interpret in different ways: libsndfile decides.
    case 1 where bits == 24 && alignment == 4 * channels: break
    case 1 where (1...8).contains(bits): layout.encoding = .unsigned8
    case 1, 3:
      layout.encoding = SampleLayout.plain(bits: bits, isFloat: tag == 3, bigEndian: bigEndian)
    default: layout.isCoded = tag != 0
    }
    return true
  }

  private static func length(
    of chunk: ChunkReader.Chunk, format: Container.ChunkedFormat, longDataSize: UInt64?
  ) -> SampleLayout.Length {
    if format == .wave64 {
      return chunk.size < 0 ? .unknown : SampleLayout.length64(UInt64(chunk.size))
    }
    if format == .rf64, chunk.size == 0xFFFF_FFFF, let longDataSize {
      return SampleLayout.length64(longDataSize)
    }
    return SampleLayout.length32(chunk.size)
  }
}
