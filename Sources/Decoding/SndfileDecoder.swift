// SPDX-License-Identifier: MIT
internal import CSndfile
public import Platform
public import Signal
internal import Synchronization
internal import Text

/// Decodes every format that libsndfile reads.
///
/// Samples are floating-point with full scale at ±1.0 and are not clipped. The stream is read to
/// its end; the length in its header decides only whether the file is whole.
@safe public struct SndfileDecoder: AudioSource, ~Copyable, @unchecked Sendable {
  // Sendable: the handle has one owner, which moves with the value, and libsndfile ties nothing
  // to a thread.
  private let handle: OpaquePointer
  private let descriptor: FileDescriptor?
  private let path: String
  private let step: Int
  private let isFLAC: Bool
  private let isMPEG: Bool
  private let seekableLength: Int
  private var promise: StreamPromise
  private var position = 0
  private var ending: Ending?

  private enum Ending { case clean, failed(DecodingError) }

  /// A number of sample frames that divides the usual lengths of FLAC's blocks, so that no read
  /// spans two of them.
  private static let blockDivisor = 64

  /// The sample frames that libsndfile reports, whatever they are worth.
  let headerFrameCount: Int

  /// The shape of the stream.
  public let format: StreamFormat

  /// What the header says, if a file can be so long.
  public private(set) var expectedFrameCount: Int?

  /// Opens a file. Calls `sf_open`, so that formats known by the end of a name only are read too.
  ///
  /// The file is not compared with its header; ``AudioInput`` does that.
  ///
  /// - Throws: ``DecodingError/unrecognized(path:reason:)`` and the other cases for a file that
  ///   does not begin as it should.
  public init(path: String) throws(DecodingError) {
    try self.init(path: path, promise: StreamPromise())
  }

  /// Opens what a descriptor leads to, which may be a pipe if the format can be read in one go.
  ///
  /// Calls `sf_open_fd`. `path` is the name to show in errors.
  ///
  /// - Throws: as ``init(path:)``.
  public init(_ descriptor: consuming FileDescriptor, path: String) throws(DecodingError) {
    try self.init(descriptor, path: path, promise: StreamPromise())
  }

  init(path: String, promise: StreamPromise) throws(DecodingError) {
    var info = SF_INFO()
    let handle = try unsafe SndfileDecoder.opened(path, promise, isFile: true) {
      unsafe sf_open(RawText.cString(path), Int32(SFM_READ), &info)
    }
    let checked = try unsafe SndfileDecoder.checked(handle, info, path: path)
    unsafe self.init(checked, nil, info, path: path, promise: promise)
  }

  /// With `raw`, the samples are read from where that says, past a header that is of no use.
  init(
    _ descriptor: consuming FileDescriptor, path: String, promise: StreamPromise,
    raw: SampleLayout? = nil
  ) throws(DecodingError) {
    var info = SF_INFO()
    if let raw, let format = SndfileDecoder.rawFormat(raw.encoding) {
      info.format = format
      info.samplerate = Int32(clamping: raw.sampleRate)
      info.channels = Int32(clamping: raw.channelCount)
    }
    // A file that libsndfile 1.2 refuses it closes, even if told not to: so it gets one of its own.
    let given: Int32
    let isFile: Bool
    do throws(SystemError) {
      isFile = try descriptor.status().kind == .regular
      given = try FileDescriptor.duplicating(descriptor.rawValue).release()
    } catch { throw .cannotOpen(path: path, error) }
    let handle = try unsafe SndfileDecoder.opened(path, promise, isFile: isFile) {
      unsafe sf_open_fd(given, Int32(SFM_READ), &info, 1)
    }
    let checked = try unsafe SndfileDecoder.checked(handle, info, path: path)
    if let raw, raw.dataStart > 0 {
      var offset = sf_count_t(raw.dataStart)
      let size = Int32(MemoryLayout<sf_count_t>.size)
      unsafe sf_command(checked, Int32(SFC_SET_RAW_START_OFFSET), &offset, size)
      unsafe sf_seek(checked, 0, Int32(SEEK_SET))  // The offset alone moves nothing.
    }
    if raw != nil { info.frames = 0 }
    unsafe self.init(checked, consume descriptor, info, path: path, promise: promise)
  }

  /// libsndfile keeps why it did not open something in one place for all threads.
  private static let opening = Mutex(())

  /// The handle that a call has opened. Only a pipe may let it wait, and then no other one waits.
  private static func opened(
    _ path: String, _ promise: StreamPromise, isFile: Bool, _ call: () -> OpaquePointer?
  ) throws(DecodingError) -> OpaquePointer {
    var handle: OpaquePointer?
    var error: DecodingError?
    func attempt() {
      unsafe handle = unsafe StandardError.silenced(if: promise.isNoisy, call)
      if unsafe handle == nil { error = openingError(path: path) }
    }
    if isFile { opening.withLock { _ in attempt() } } else { attempt() }
    guard let handle = unsafe handle else { throw error ?? openingError(path: path) }
    return unsafe handle
  }

  /// The handle of an opened file whose format is allowed; of another one it is closed.
  private static func checked(
    _ handle: OpaquePointer, _ info: SF_INFO, path: String
  ) throws(DecodingError) -> OpaquePointer {
    let (rate, channels) = (Int(info.samplerate), Int(info.channels))
    guard StreamLimits.sampleRates.contains(rate), StreamLimits.channelCounts.contains(channels)
    else {
      unsafe sf_close(handle)
      throw .badFormat(path: path, sampleRate: rate, channelCount: channels)
    }
    return unsafe handle
  }

  private init(
    _ handle: OpaquePointer, _ descriptor: consuming FileDescriptor?, _ info: SF_INFO,
    path: String, promise: StreamPromise
  ) {
    let (rate, channels) = (Int(info.samplerate), Int(info.channels))
    unsafe self.handle = unsafe handle
    self.descriptor = descriptor
    self.path = path
    self.promise = promise
    format = StreamFormat(sampleRate: rate, channelCount: channels)
    let isPlain = SndfileDecoder.isPlain(info.format)
    seekableLength = isPlain && info.seekable != 0 ? Int(info.frames) : 0
    // A decoder for compressed audio tells of an error with the read that met it: small steps
    // find the place.
    isFLAC = Int(info.format) & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_FLAC)
    isMPEG = Int(info.format) & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_MPEG)
    step = isPlain ? .max : isFLAC ? SndfileDecoder.blockDivisor : 1024
    let frames = Int(info.frames)
    headerFrameCount = frames
    if isFLAC, frames < 1 << 60 { self.promise.frameCount = frames }
    if promise.trustsDecoder, frames < 1 << 60 { self.promise.frameCount = frames }
    if let survey = promise.survey {
      self.promise.damagedAfter = survey.damagedAfter(sampleRate: rate)
    }
    expectedFrameCount =
      self.promise.frameCount ?? ((1..<1 << 40).contains(frames) ? frames : nil)
  }

  deinit { unsafe sf_close(handle) }

  /// Gives the next sample frames. Calls `sf_readf_float`, and `sf_error` after each call.
  public mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    precondition(block.channelCount == format.channelCount)
    let capacity = block.capacity
    block.fill { storage in
      var filled = 0
      while ending == nil, filled < capacity {
        filled += readStep(into: &storage, after: filled, atMost: capacity - filled)
      }
      return filled
    }
    if block.frameCount == 0, case .failed(let error) = ending { throw error }
  }

  /// Passes over sample frames; calls `sf_seek` where that is exact: in files of plain samples.
  public mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    guard ending == nil, position < seekableLength, count > 0 else {
      return try skipByReading(count)
    }
    let target = min(position + min(count, seekableLength), seekableLength)
    guard unsafe sf_seek(handle, sf_count_t(target), Int32(SEEK_SET)) == target else {
      return try skipByReading(count)
    }
    defer { position = target }
    return target - position
  }

  /// Reads once; gives how many sound sample frames came, and sets `ending` if they were the last.
  private mutating func readStep(
    into storage: inout MutableSpan<Float>, after filled: Int, atMost room: Int
  ) -> Int {
    let next = isFLAC ? step - position % step : step
    let wanted = min(room, next, (promise.damagedAfter ?? .max) - position)
    guard wanted > 0 else {
      ending = .failed(.checksumMismatch(path: path, atFrame: position))
      return 0
    }
    let start = filled * format.channelCount
    let count = StandardError.silenced(if: promise.isNoisy) {
      unsafe storage.withUnsafeMutableBufferPointer {
        unsafe sf_readf_float(handle, $0.baseAddress?.advanced(by: start), sf_count_t(wanted))
      }
    }
    let systemError = SystemError.current
    let code = unsafe sf_error(handle)
    guard code == 0 else {
      // A short read ends before the damage; a full one has it somewhere inside. In FLAC libsndfile
      // passes over the block that is damaged, and what it gives comes from behind it.
      let sound = count < wanted && !isFLAC ? max(Int(count), 0) : 0
      position += sound
      endAfterError(code, systemError, isFollowed: count > 0 && isFLAC)
      return sound
    }
    position += Int(count)
    if count == 0 { endCleanly() }
    return Int(count)
  }

  private mutating func endCleanly() {
    if let place = promise.damagedAfter, place > position {
      ending = .failed(.checksumMismatch(path: path, atFrame: position))
      return
    }
    let isBroken = promise.isBroken(by: position)
    let isKept = promise.frameCount != nil && !isBroken
    ending = (isKept ? nil : endBeforeFrames) ?? (isBroken ? .failed(truncation) : .clean)
  }

  /// How it ends where the decoder has come to an end, but the MPEG audio has not.
  private var endBeforeFrames: Ending? {
    do throws(SystemError) {
      guard isMPEG, try hasFramesLeft() else { return nil }
    } catch { return .failed(.readFailed(path: path, error)) }
    let reason = "the decoder stops here, and more audio follows"
    return .failed(.damaged(path: path, atFrame: position, reason: reason))
  }

  /// Whether frames of MPEG audio stand behind what the decoder has read.
  ///
  /// At a frame of another format, or what it takes for one, libmpg123 starts anew, and libsndfile
  /// takes that for the end. At a true end nothing follows but tags.
  private func hasFramesLeft() throws(SystemError) -> Bool {
    switch descriptor {
    case .some(let file):
      guard try file.status().kind == .regular else { return false }
      // What libsndfile was only tried on may be anything.
      let beginning = try file.bytes(at: 0, count: Container.decisiveCount)
      guard Container(beginning: beginning) == .mpegAudio else { return false }
      return try MPEGFrame.follow(in: file, from: file.position())
    case .none: return false
    }
  }

  private mutating func endAfterError(
    _ code: Int32, _ systemError: SystemError, isFollowed: Bool
  ) {
    let reason = unsafe String(cString: sf_error_number(code))
    let isAtEnd = !isFollowed && !hasMore
    if Int(code) == SF_ERR_SYSTEM {
      ending = .failed(.readFailed(path: path, systemError))
    } else if let error = readingFault {
      ending = .failed(.readFailed(path: path, error))
    } else if isAtEnd {
      // An error at the very end: what follows is a tag that belongs to no decoder, or nothing.
      let isWhole = promise.frameCount.map { position >= $0 } ?? false
      ending = isWhole && !promise.isCutOff ? .clean : .failed(truncation)
    } else {
      ending = .failed(.damaged(path: path, atFrame: position, reason: reason))
    }
  }

  /// Whether anything follows an error: bytes of the file, or sample frames from the decoder.
  private var hasMore: Bool {
    var frame = [Float](repeating: 0, count: format.channelCount)
    let count = StandardError.silenced(if: promise.isNoisy) {
      unsafe sf_readf_float(handle, &frame, 1)
    }
    if count > 0 { return true }
    guard let status = try? descriptor?.status(), let place = try? descriptor?.position() else {
      return false
    }
    return status.kind == .regular && place < status.size
  }

  /// What the system says of reading on in the file: to libmpg123 a disk that fails is an error of
  /// its own like any other.
  private var readingFault: SystemError? {
    guard (try? descriptor?.status())?.kind == .regular else { return nil }
    var byte: [UInt8] = [0]
    var span = byte.mutableSpan
    do { _ = try descriptor?.read(into: &span) } catch { return error }
    return nil
  }

  private var truncation: DecodingError {
    let expected = promise.frameCount.flatMap { $0 > position ? $0 : nil }
    return .truncated(path: path, atFrame: position, expectedFrames: expected)
  }
}

extension SndfileDecoder {
  /// libsndfile's words for a file that it does not know.
  static var notRecognized: String {
    unsafe String(cString: sf_error_number(Int32(SF_ERR_UNRECOGNISED_FORMAT)))
  }

  /// Why libsndfile did not open the last file.
  private static func openingError(path: String) -> DecodingError {
    let code = sf_error(nil)
    let reason = unsafe String(cString: sf_strerror(nil))
    switch Int(code) {
    case SF_ERR_UNRECOGNISED_FORMAT: return .unrecognized(path: path, reason: reason)
    case SF_ERR_UNSUPPORTED_ENCODING: return .unsupported(path: path, reason: reason)
    case SF_ERR_SYSTEM: return .cannotOpen(path: path, .current)
    default: return .damaged(path: path, atFrame: 0, reason: reason)
    }
  }

  /// Whether samples are stored one by one, as numbers, so that seeking is exact.
  private static func isPlain(_ format: Int32) -> Bool {
    let chunked = [
      SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_AIFF, SF_FORMAT_AU, SF_FORMAT_CAF, SF_FORMAT_W64,
      SF_FORMAT_RF64, SF_FORMAT_RAW,
    ]
    let numbers = [
      SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
      SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE,
    ]
    return chunked.contains { Int($0) == Int(format) & Int(SF_FORMAT_TYPEMASK) }
      && numbers.contains { Int($0) == Int(format) & Int(SF_FORMAT_SUBMASK) }
  }

  /// libsndfile's number for plain samples without a header.
  private static func rawFormat(_ encoding: SampleLayout.Encoding?) -> Int32? {
    let (sample, bigEndian): (Int, Bool)
    switch encoding {
    case .unsigned8: (sample, bigEndian) = (Int(SF_FORMAT_PCM_U8), false)
    case .signed(let bytes, let order):
      let formats = [SF_FORMAT_PCM_S8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32]
      guard (1...4).contains(bytes) else { return nil }
      (sample, bigEndian) = (Int(formats[bytes - 1]), order)
    case .float(let bytes, let order):
      (sample, bigEndian) = (Int(bytes == 4 ? SF_FORMAT_FLOAT : SF_FORMAT_DOUBLE), order)
    case nil: return nil
    }
    let order = bigEndian ? Int(SF_ENDIAN_BIG) : Int(SF_ENDIAN_LITTLE)
    return Int32(Int(SF_FORMAT_RAW) | sample | order)
  }
}
