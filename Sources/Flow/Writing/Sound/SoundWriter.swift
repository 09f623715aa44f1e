// SPDX-License-Identifier: MIT
public import Platform

/// A sound file that is being written, whose length is known in advance.
public struct SoundWriter: ~Copyable {
  private let file: OutputFile
  private let format: SoundFormat
  private var encoder: SndfileEncoder?

  /// The samples that were clipped.
  public private(set) var clipping = Clipping()

  /// A writer of a file in this format; WAV may also go to a stream.
  ///
  /// - Precondition: the format is supported by its kind.
  public init(_ format: SoundFormat, to file: consuming OutputFile) {
    self.format = format
    self.file = file
  }

  /// Begins a file with this many sample frames. After any error, it must not be committed.
  public mutating func begin(sampleFrames: Int) throws(SoundError) {
    switch (format.kind, file.place) {
    case (.wav, _):
      let header = WaveHeader(format, sampleFrames: sampleFrames)
      do { try file.write(header.bytes.span) } catch { throw .system(error) }
    case (_, .file(let path)): encoder = try SndfileEncoder(format, path: path)
    case (_, .stream): preconditionFailure("only WAV goes to a stream")
    }
  }

  /// Appends whole interleaved sample frames. Samples that integers cannot hold are clipped to full
  /// scale, and counted in ``clipping``.
  public mutating func write(_ samples: Span<Float>) throws(SystemError) {
    var bytes: [UInt8] = []
    var values: [Int32] = []
    switch (encoder == nil, format.depth) {
    case (true, .integer16?), (true, .integer24?):
      let bits = format.depth?.rawValue ?? 16
      bytes.reserveCapacity(samples.count * bits / 8)
      for index in samples.indices {
        bytes.append(clipping.integer(samples[index], bits: bits), byteCount: bits / 8)
      }
    case (true, _):
      bytes.reserveCapacity(samples.count * 4)
      for index in samples.indices {
        bytes.append(Int32(bitPattern: samples[index].bitPattern), byteCount: 4)
      }
    case (false, .integer16?), (false, .integer24?):
      // libsndfile takes 32-bit integers, of which it stores the upper bits.
      let bits = format.depth?.rawValue ?? 16
      values.reserveCapacity(samples.count)
      for index in samples.indices {
        values.append(clipping.integer(samples[index], bits: bits) << Int32(32 - bits))
      }
      try encoder?.write(values)
    case (false, _): try encoder?.write(samples)
    }
    try file.write(bytes.span)
  }

  /// Completes the file under its name.
  public consuming func commit() throws(SystemError) {
    try encoder?.close()
    try file.commit()
  }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number, little-endian.
  fileprivate mutating func append(_ value: Int32, byteCount: Int) {
    for shift in 0..<Int32(byteCount) { append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
  }
}
