// SPDX-License-Identifier: MIT
internal import Platform
internal import Signal

/// The header of a chunked container, as written and not verified.
///
/// Plain samples are decoded without libsndfile: it silently shortens the declared length to the
/// file's size, and does not read all of these formats from pipes.
struct SampleLayout: Sendable, Hashable {
  /// The storage format of plain samples.
  enum Encoding: Sendable, Hashable {
    case unsigned8
    case signed(bytes: Int, bigEndian: Bool)
    case float(bytes: Int, bigEndian: Bool)
    /// ITU-T G.711: 8 bits for 13 or 14 bits.
    case aLaw, muLaw
  }

  /// The length of the samples.
  enum Length: Sendable, Hashable {
    /// This many bytes.
    case bytes(Int)
    /// To the end of the stream: the writer did not know the length, or could not fill it in.
    case unknown
  }

  /// Sample frames a second.
  var sampleRate = 0
  /// The sample rate that the header gives, if it is not a whole number.
  var fractionalRate: Double?
  /// Samples in each sample frame.
  var channelCount = 0
  /// The speakers of the channels, in their order in the file; none if it does not name them.
  var speakers: [Speaker] = []
  /// `nil` for compressed and unknown encodings.
  var encoding: Encoding?
  /// Whether they are compressed, with a codec that the header names.
  var isCoded = false
  /// The offset of the first sample, in bytes.
  var dataStart = 0
  /// The length of the samples.
  var length = Length.unknown
  /// The format of chunks that may follow the samples; `nil` if none may follow.
  var chunkStyle: ChunkReader.Style?

  /// The sample frames that the header of compressed samples counts.
  var countedFrames: Int?
  /// The sample frames of a block of compressed samples.
  var framesPerBlock = 0
  /// The end of the container by its own size; `nil` if it does not tell.
  var containerEnd: Int?

  /// Whether samples may also be in another place of the file, which other programs read.
  var hasOtherSamples = false

  /// The container.
  var container: Container.ChunkedFormat?

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

  /// The sample frames that the header declares; `nil` if unknown or compressed.
  var declaredFrameCount: Int? {
    guard case .bytes(let count) = length, let bytesPerFrame else { return nil }
    return count / bytesPerFrame
  }

  /// Moves all places by the bytes of a tag before the container.
  mutating func move(by bytes: Int) {
    dataStart += bytes
    containerEnd = containerEnd.map { $0 + bytes }
  }

  /// Refuses impossible sample rates and channel counts.
  func check(path: String) throws(DecodingError) {
    guard StreamLimits.sampleRates.contains(sampleRate),
      StreamLimits.channelCounts.contains(channelCount)
    else { throw .badFormat(path: path, sampleRate: sampleRate, channelCount: channelCount) }
  }

  /// Reads the header; `nil` if it is incomplete or malformed, which libsndfile then reports.
  static func read(
    _ format: Container.ChunkedFormat, in window: borrowing ByteWindow
  ) throws(SystemError) -> SampleLayout? {
    var layout =
      switch format {
      case .riff, .rf64, .wave64: try WaveHeader.read(format, in: window)
      case .aiff: try AIFFHeader.read(in: window)
      case .au: try AUHeader.read(in: window)
      case .caf: try CAFHeader.read(in: window)
      }
    layout?.container = format
    return layout
  }

  /// Whether a file has a second chunk of samples or of their format, which others read in its place.
  func findsOtherSamples(in window: borrowing ByteWindow) throws(SystemError) -> Bool {
    guard let chunkStyle else { return false }
    var chunks = ChunkReader(style: chunkStyle)
    var names: Set<String> = []
    while let chunk = try chunks.next(in: window) {
      guard ["data", "fmt ", "SSND", "COMM", "desc"].contains(chunk.name) else { continue }
      if !names.insert(chunk.name).inserted { return true }
    }
    return false
  }

  /// Whether bytes begin with this header, except for its length.
  ///
  /// libsndfile, in SoX for example, cannot return to the header of a CAF that goes into a pipe: it
  /// writes it once more before the samples, and again after them.
  func isRepeated(in bytes: [UInt8]) -> Bool {
    guard let container, Container(beginning: bytes) == .chunked(container),
      var other = try? SampleLayout.read(container, in: ByteWindow(beginning: bytes))
    else { return false }
    (other.length, other.hasOtherSamples) = (length, hasOtherSamples)
    return other == self
  }

  /// A 32-bit length, unless it is one of those that writers leave in a stream.
  ///
  /// Known ones: 0xFFFFFFFF (ffmpeg, oggdec), 0x7FFFFFFF (opusdec), 0x80000000 (arecord),
  /// 0x7FFFF000 (mpv), 0x7F000000 (SoX). If a real length is in that range, only the check for
  /// truncation is lost.
  static func length32(_ bytes: Int) -> Length {
    let placeholders = [0x7F00_0000...0x8000_0000, 0xFFFF_0000...0xFFFF_FFFF]
    return placeholders.contains { $0.contains(bytes) } ? .unknown : .bytes(bytes)
  }

  /// A 64-bit length, unless no file can be that long.
  static func length64(_ bytes: UInt64) -> Length {
    bytes < 1 << 60 ? .bytes(Int(bytes)) : .unknown
  }

  /// Whether samples can have a number of bits.
  static func isPlain(_ bits: Int) -> Bool { (1...64).contains(bits) }

  /// The encoding of samples with a number of bits; `nil` if no program writes it.
  static func plain(bits: Int, isFloat: Bool, bigEndian: Bool) -> Encoding? {
    let bytes = (bits + 7) / 8
    if isFloat { return [4, 8].contains(bytes) ? .float(bytes: bytes, bigEndian: bigEndian) : nil }
    return (1...4).contains(bytes) ? .signed(bytes: bytes, bigEndian: bigEndian) : nil
  }
}
