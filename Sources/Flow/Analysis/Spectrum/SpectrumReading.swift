// SPDX-License-Identifier: MIT

/// The bars of a spectrum analyzer at the end of a tick, one for each band of ``SpectrumBands``.
///
/// Levels are in dB; 0 is a full-scale sine on both channels.
public struct SpectrumReading: PackedReading, Hashable {
  /// The levels of the bars, which rise at once and fall by 24 dB/s.
  public let bars: [Float]

  /// The levels of the peak caps, which are held for 1 s and then fall by 20 dB in 1.7 s.
  public let caps: [Float]

  /// What silence reads, in dB.
  public static let floor = -72.0

  /// The levels of all bars and caps, in dB.
  ///
  /// - Precondition: there are ``SpectrumBands/count`` of each.
  public init(bars: [Float], caps: [Float]) {
    precondition(bars.count == SpectrumBands.count && caps.count == SpectrumBands.count)
    self.bars = bars
    self.caps = caps
  }

  /// Appends two bytes for each bar and cap: its level in hundredths of a dB above the floor.
  public func pack(into bytes: inout [UInt8]) {
    for level in bars + caps {
      let units = ((Double(level) - SpectrumReading.floor) * 100).rounded()
      bytes.pack(UInt16(min(max(units, 0), Double(UInt16.max))))
    }
  }

  /// Reads the bytes of a packed reading, which are exact to 0.005 dB.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 0
    func levels() -> [Float] {
      (0..<SpectrumBands.count).map { _ in
        Float(Double(bytes.unpack(UInt16.self, at: &offset)) / 100 + SpectrumReading.floor)
      }
    }
    self.init(bars: levels(), caps: levels())
  }

  /// How many bytes a packed reading has.
  static let packedSize = 4 * SpectrumBands.count
}
