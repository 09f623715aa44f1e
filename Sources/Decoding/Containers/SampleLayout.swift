// SPDX-License-Identifier: MIT
internal import Platform

/// What the header of a chunked container says of its samples, as written and not yet believed.
///
/// Plain samples are decoded from here on without libsndfile, which shortens the length in the
/// header to the file that it sees without a word, and does not read all of them from pipes.
struct SampleLayout: Sendable, Hashable {
  /// How plain samples are stored.
  enum Encoding: Sendable, Hashable {
    case unsigned8
    case signed(bytes: Int, bigEndian: Bool)
    case float(bytes: Int, bigEndian: Bool)
    /// ITU-T G.711: 8 bits for 13 or 14.
    case aLaw, muLaw
  }

  /// How long the samples are.
  enum Length: Sendable, Hashable {
    /// This many bytes.
    case bytes(Int)
    /// To the end of the stream: the writer could not know it, or could not come back to say it.
    case unknown
  }

  /// Sample frames a second.
  var sampleRate = 0
  /// Samples in each sample frame.
  var channelCount = 0
  /// `nil` for compressed and unknown encodings.
  var encoding: Encoding?
  /// Whether they are compressed, by a codec that the header names.
  var isCoded = false
  /// Where the first sample is, in bytes from the beginning.
  var dataStart = 0
  /// How long the samples are.
  var length = Length.unknown
  /// How the chunks are written that may follow the samples; `nil` if only samples may.
  var chunkStyle: ChunkReader.Style?

  /// The bytes of one sample frame; `nil` for compressed encodings.
  var bytesPerFrame: Int? {
    let bytesPerSample: Int
    switch encoding {
    case .unsigned8, .aLaw, .muLaw: bytesPerSample = 1
    case .signed(let bytes, _), .float(let bytes, _): bytesPerSample = bytes
    case nil: return nil
    }
    let (product, overflow) = bytesPerSample.multipliedReportingOverflow(by: channelCount)
    return product > 0 && !overflow ? product : nil
  }

  /// The sample frames that the header declares; `nil` if it does not, or they are compressed.
  var declaredFrameCount: Int? {
    guard case .bytes(let count) = length, let bytesPerFrame else { return nil }
    return count / bytesPerFrame
  }

  /// Refuses formats that nothing can be.
  func check(path: String) throws(DecodingError) {
    guard StreamLimits.sampleRates.contains(sampleRate),
      StreamLimits.channelCounts.contains(channelCount)
    else { throw .badFormat(path: path, sampleRate: sampleRate, channelCount: channelCount) }
  }

  /// Reads the header; `nil` if it breaks off or is malformed, which libsndfile then tells.
  static func read(
    _ format: Container.ChunkedFormat, in window: borrowing ByteWindow
  ) throws(SystemError) -> SampleLayout? {
    switch format {
    case .riff, .rf64, .wave64: try WaveHeader.read(format, in: window)
    case .aiff: try AIFFHeader.read(in: window)
    case .au: try AUHeader.read(in: window)
    case .caf: try CAFHeader.read(in: window)
    }
  }

  /// A length of 32 bits, unless it is one of those that writers leave in a stream.
  ///
  /// Seen: 0xFFFFFFFF (ffmpeg, oggdec), 0x7FFFFFFF (opusdec), 0x80000000 (arecord), 0x7FFFF000
  /// (mpv), 0x7F000000 (SoX). A true length in those ranges loses only the check for cuts.
  static func length32(_ bytes: Int) -> Length {
    let placeholders = [0x7F00_0000...0x8000_0000, 0xFFFF_0000...0xFFFF_FFFF]
    return placeholders.contains { $0.contains(bytes) } ? .unknown : .bytes(bytes)
  }

  /// A length of 64 bits, unless no file can have it.
  static func length64(_ bytes: UInt64) -> Length {
    bytes < 1 << 60 ? .bytes(Int(bytes)) : .unknown
  }

  /// How a number of bits is stored in whole bytes; `nil` if no program writes that.
  static func plain(bits: Int, isFloat: Bool, bigEndian: Bool) -> Encoding? {
    let bytes = (bits + 7) / 8
    if isFloat { return [4, 8].contains(bytes) ? .float(bytes: bytes, bigEndian: bigEndian) : nil }
    return (1...4).contains(bytes) ? .signed(bytes: bytes, bigEndian: bigEndian) : nil
  }
}
