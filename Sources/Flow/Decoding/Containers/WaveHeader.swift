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
    layout.containerEnd = try end(format, in: window, bigEndian: reader.isBigEndian)
    while let chunk = try reader.next(in: window) {
      switch chunk.name {
      case "ds64":
        let sizes = try window.bytes(at: chunk.start, 16)
        longDataSize = sizes.number(at: 8, 8, bigEndian: false)
        layout.containerEnd = sizes.number(at: 0, 8, bigEndian: false)
          .flatMap { $0 < 1 << 60 ? Int($0) + 8 : nil }
      case "fmt ":
        let fields = try window.bytes(at: chunk.start, min(chunk.size, 40))
        guard describe(fields, bigEndian: reader.isBigEndian, in: &layout) else { return nil }
      case "fact":
        layout.countedFrames = try window.bytes(at: chunk.start, 4)
          .number(at: 0, 4, bigEndian: reader.isBigEndian).map { Int($0) }
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
    if tag != 1, tag != 3 { layout.framesPerBlock = field(18, 2) ?? 0 }
    switch tag {
    // 24 bits in four bytes, which programs interpret in different ways: libsndfile decides.
    case 1 where bits == 24 && alignment == 4 * channels: break
    case 1 where (1...8).contains(bits): layout.encoding = .unsigned8
    case 1, 3:
      guard SampleLayout.isPlain(bits) else { return false }
      layout.encoding = SampleLayout.plain(bits: bits, isFloat: tag == 3, bigEndian: bigEndian)
    default: layout.isCoded = tag != 0
    }
    return true
  }

  /// The end of the container; `nil` if its writer did not come back to fill it in.
  private static func end(
    _ format: Container.ChunkedFormat, in window: borrowing ByteWindow, bigEndian: Bool
  ) throws(SystemError) -> Int? {
    let isLong = format == .wave64
    let size = try window.bytes(at: 0, 24)
      .number(at: isLong ? 16 : 4, isLong ? 8 : 4, bigEndian: bigEndian)
    guard let size, size < 1 << 60 else { return nil }
    if isLong { return Int(size) }
    guard case .bytes(let count) = SampleLayout.length32(Int(size)) else { return nil }
    return count + 8
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
