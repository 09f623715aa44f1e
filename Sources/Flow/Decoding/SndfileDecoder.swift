// SPDX-License-Identifier: MIT
internal import CSndfile
internal import Platform
internal import Signal
internal import Synchronization
internal import Text

/// Decodes files with libsndfile; ``PCMDecoder`` does the usual plain samples.
///
/// Samples are floating-point with full scale at ±1.0 and are not clipped. The stream is read to
/// its end; the length in its header only shows whether the file is complete.
@safe struct SndfileDecoder: SteppingSource, ~Copyable, @unchecked Sendable {
  // Sendable: the handle has one owner, which moves with the value, and libsndfile does not tie it
  // to a thread.
  let handle: OpaquePointer
  private let descriptor: FileDescriptor?
  private let path: String
  private let step: Int
  private let isFLAC: Bool
  /// Whether it is MPEG audio, whose length libsndfile knows only from a tag.
  let isMPEG: Bool
  private let isOpus: Bool
  private let checks: ContainerChecks
  /// The sample frames that the header declares; `nil` if not reliable.
  private let declaredFrameCount: Int?
  /// The sample frame after which nothing is used, and why: a checksum is wrong, or the rate changes.
  private var damage: (after: Int, error: DecodingError)?
  /// The sample frame where the sound ends, if libsndfile might read other things as sound.
  private let soundEnd: Int?
  /// The offset in the file up to which the headers of frames were looked at.
  private var lookedAt = 0
  /// Sample frames that were read.
  private(set) var position = 0
  private(set) var ending: StreamEnding?

  /// Whether it ended where a decoder that is less strict, or trusts the header less, continues.
  private(set) var stopsEarly = false

  /// The sample frames that libsndfile reports, reliable or not.
  let headerFrameCount: Int

  /// The shape of the stream.
  let format: StreamFormat

  /// The channel of the file for each of the stream, if they are in another order.
  let sources: [Int]?

  /// The header's count, if a file can be that long.
  let expectedFrameCount: Int?

  /// Opens a file by name, so that formats recognized only by the file extension can be read. Calls
  /// `sf_open`.
  ///
  /// - Throws: ``DecodingError/unrecognized(path:reason:)`` and other cases for a file that does
  ///   not begin as it should.
  init(path: String, checks: ContainerChecks) throws(DecodingError) {
    var info = SF_INFO()
    let handle = try unsafe SndfileDecoder.opened(path, checks) {
      unsafe sf_open(RawText.cString(path), Int32(SFM_READ), &info)
    }
    let checked = try unsafe SndfileDecoder.checked(handle, &info, path: path)
    unsafe self.init(checked, nil, info, path: path, checks: checks)
  }

  /// Opens the file of a descriptor.
  ///
  /// Calls `sf_open_fd`. `path` is the name in errors.
  ///
  /// - Throws: see ``init(path:checks:)``.
  init(
    _ descriptor: consuming FileDescriptor, path: String, checks: ContainerChecks
  ) throws(DecodingError) {
    var info = SF_INFO()
    // libsndfile 1.2 closes a file that it refuses, even if told not to: so it gets a copy.
    let given: Int32
    do { given = try FileDescriptor.duplicating(descriptor.rawValue).release() } catch {
      throw .cannotOpen(path: path, error)
    }
    let handle = try unsafe SndfileDecoder.opened(path, checks) {
      unsafe sf_open_fd(given, Int32(SFM_READ), &info, 1)
    }
    let checked = try unsafe SndfileDecoder.checked(handle, &info, path: path)
    unsafe self.init(checked, consume descriptor, info, path: path, checks: checks)
  }

  /// libsndfile stores the reason for a failed open globally, for all threads.
  private static let opening = Mutex(())

  /// The handle from a call that opens a file.
  private static func opened(
    _ path: String, _ checks: ContainerChecks, _ call: () -> OpaquePointer?
  ) throws(DecodingError) -> OpaquePointer {
    var handle: OpaquePointer?
    var error: DecodingError?
    opening.withLock { _ in
      unsafe handle = unsafe StandardError.silenced(if: checks.isNoisy, call)
      if unsafe handle == nil { error = openingError(path: path) }
    }
    guard let handle = unsafe handle else { throw error ?? openingError(path: path) }
    return unsafe handle
  }

  /// The handle of an opened file with an allowed format; otherwise it is closed. Opus is decoded at
  /// 48 000 Hz, whatever rate its first packet names, which is that of what was encoded. Calls
  /// `sf_command`.
  ///
  /// - Source: RFC 7845, section 5.1.
  private static func checked(
    _ handle: OpaquePointer, _ info: inout SF_INFO, path: String
  ) throws(DecodingError) -> OpaquePointer {
    if Int(info.format) & Int(SF_FORMAT_SUBMASK) == Int(SF_FORMAT_OPUS), info.samplerate != 48_000 {
      var rate: Int32 = 48_000
      let (change, ask) = (Int32(SFC_SET_ORIGINAL_SAMPLERATE), Int32(SFC_GET_CURRENT_SF_INFO))
      unsafe sf_command(handle, change, &rate, Int32(MemoryLayout<Int32>.size))
      unsafe sf_command(handle, ask, &info, Int32(MemoryLayout<SF_INFO>.size))
    }
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
    path: String, checks: ContainerChecks
  ) {
    let (rate, channels) = (Int(info.samplerate), Int(info.channels))
    unsafe self.handle = unsafe handle
    self.descriptor = descriptor
    self.path = path
    self.checks = checks
    let order = ChannelOrder(checks.speakers, channelCount: channels)
    sources = order.sources
    format = StreamFormat(sampleRate: rate, channelCount: channels, speakers: order.speakers)
    // A decoder of compressed audio reports an error with the read that met it: small steps locate
    // it. In FLAC no step spans two blocks: it is as long as they are, or a divisor of usual lengths.
    isFLAC = Int(info.format) & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_FLAC)
    isMPEG = Int(info.format) & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_MPEG)
    isOpus = Int(info.format) & Int(SF_FORMAT_SUBMASK) == Int(SF_FORMAT_OPUS)
    let start =
      isFLAC ? try? self.descriptor?.bytes(at: checks.sound?.lowerBound ?? 0, count: 26) : nil
    step = isFLAC ? FLACFrame.blockSize(fileStart: start ?? []) ?? 64 : 1024
    let frames = Int(info.frames)
    soundEnd =
      isFLAC
      ? FLACFrame.declaredCount(fileStart: start ?? [])
      : checks.pageScan?.end(sampleRate: rate) ?? checks.countedFrames(of: frames)
    headerFrameCount = frames
    declaredFrameCount = (isFLAC || checks.trustsDecoder) && frames < 1 << 60 ? frames : nil
    damage = checks.pageScan?.damagedAfter(sampleRate: rate).map { after in
      (after, .checksumMismatch(path: path, atFrame: after))
    }
    expectedFrameCount =
      declaredFrameCount ?? soundEnd ?? ((1..<1 << 40).contains(frames) ? frames : nil)
  }

  deinit { unsafe sf_close(handle) }

  /// Skips sample frames by seeking, in FLAC, whose blocks need nothing before them; returns their
  /// number, or 0 if they have to be read. Calls `sf_seek`.
  mutating func jump(_ count: Int) -> Int {
    let target = position + count
    guard isFLAC, ending == nil, count > 0, target < headerFrameCount else { return 0 }
    if unsafe sf_seek(handle, sf_count_t(target), SEEK_SET) == target {
      position = target
      return count
    }
    // A block on the way is damaged: reading finds out where.
    _ = unsafe sf_seek(handle, sf_count_t(position), SEEK_SET)
    return 0
  }

  /// Calls `sf_readf_float` and `sf_error` once.
  mutating func readStep(
    into storage: inout MutableSpan<Float>, after filled: Int, atMost room: Int
  ) -> Int {
    let next = isFLAC ? step - position % step : step
    if let damage, position >= damage.after {
      ending = .failed(damage.error)
      return 0
    }
    let wanted = min(room, next, (damage?.after ?? .max) - position, (soundEnd ?? .max) - position)
    guard wanted > 0 else {
      endCleanly()
      return 0
    }
    let start = filled * format.channelCount
    let count = StandardError.silenced(if: checks.isNoisy) {
      unsafe storage.withUnsafeMutableBufferPointer {
        unsafe sf_readf_float(handle, $0.baseAddress?.advanced(by: start), sf_count_t(wanted))
      }
    }
    let systemError = SystemError.current
    let code = unsafe sf_error(handle)
    guard code == 0 else {
      // A short read ends before the damage; a full one has it somewhere inside. In FLAC libsndfile
      // skips the damaged block, and delivers what follows.
      let sound = count < wanted && !isFLAC ? max(Int(count), 0) : 0
      position += sound
      endAfterError(code, systemError, isFollowed: count > 0 && isFLAC)
      return sound
    }
    if isFLAC { lookForRates() }
    let whole = min(Int(count), (damage?.after ?? .max) - position)
    position += whole
    if count == 0 { endCleanly() }
    return whole
  }

  /// Looks at the headers of the frames that libFLAC has read: it does not tell that the sample rate
  /// changes.
  private mutating func lookForRates() {
    guard let place = try? descriptor?.position(), place > lookedAt else { return }
    let start = max(0, lookedAt - 16, place - 1 << 20)
    let bytes = (try? descriptor?.bytes(at: start, count: place - start)) ?? []
    lookedAt = place
    let change = FLACFrame.change(
      ofRate: format.sampleRate, in: bytes, at: position..<position + 1 << 20, blockSize: step)
    if let change, damage == nil {
      damage = (
        change.frame,
        .damaged(
          path: path, atFrame: change.frame,
          reason: "the sample rate changes from \(format.sampleRate) to \(change.rate) Hz")
      )
    }
  }

  private mutating func endCleanly() {
    if let damage, damage.after > position {
      ending = .failed(.checksumMismatch(path: path, atFrame: position))
      return
    }
    let isBroken = checks.isCutOff || lacksFrames
    ending =
      isBroken
      ? .failed(truncation)
      : checks.isUnfinished ? .failed(.unfinished(path: path, atFrame: position)) : .clean
    stopsEarly = isFLAC && !isBroken && hasFramesLeft
  }

  /// Whether the decoder has fewer sample frames than it has declared.
  private var lacksFrames: Bool { position < (declaredFrameCount ?? 0) - checks.tolerance }

  /// Whether FLAC frames follow the last one that was read: libsndfile stops at the header's sample
  /// frame count.
  private var hasFramesLeft: Bool {
    guard headerFrameCount == position, let place = try? descriptor?.position() else {
      return false
    }
    // libFLAC has read ahead by up to 8 KiB, and a frame may be larger.
    let start = max(0, place - 65_536)
    let bytes = (try? descriptor?.bytes(at: start, count: 131_072)) ?? []
    return FLACFrame.isFound(in: bytes, from: position)
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
      // An error at the very end: only a tag of an unknown kind follows, or nothing.
      let isWhole = declaredFrameCount.map { position >= $0 } ?? false
      ending =
        checks.isUnfinished && !lacksFrames
        ? .failed(.unfinished(path: path, atFrame: position))
        : isWhole && !checks.isCutOff ? .clean : .failed(truncation)
    } else {
      ending = .failed(.damaged(path: path, atFrame: position, reason: reason))
      // libsndfile 1.2 refuses pages whose position is below the sum of their packets, as ffmpeg
      // writes them.
      stopsEarly = isOpus && checks.pageScan?.isDamaged == false
    }
  }

  /// Whether anything follows an error: bytes in the file, or sample frames from the decoder.
  private var hasMore: Bool {
    var frame = [Float](repeating: 0, count: format.channelCount)
    let count = StandardError.silenced(if: checks.isNoisy) {
      unsafe sf_readf_float(handle, &frame, 1)
    }
    if count > 0 { return true }
    guard let status = try? descriptor?.status(), let place = try? descriptor?.position() else {
      return false
    }
    return status.kind == .regular && place < status.size
  }

  /// The system's error when reading on in the file: to libmpg123 a failing disk is an error like
  /// any other.
  private var readingFault: SystemError? {
    guard (try? descriptor?.status())?.kind == .regular else { return nil }
    do { _ = try descriptor?.bytes(atMost: 1) } catch { return error }
    return nil
  }

  private var truncation: DecodingError {
    let expected = declaredFrameCount.flatMap { $0 > position ? $0 : nil }
    return .truncated(path: path, atFrame: position, expectedFrames: expected)
  }
}

extension SndfileDecoder {
  /// libsndfile's message for an unknown format.
  static var notRecognized: String {
    unsafe String(cString: sf_error_number(Int32(SF_ERR_UNRECOGNISED_FORMAT)))
  }

  /// Why libsndfile could not open the last file.
  private static func openingError(path: String) -> DecodingError {
    let code = sf_error(nil)
    let reason = unsafe String(cString: sf_strerror(nil))
    switch Int(code) {
    case SF_ERR_UNRECOGNISED_FORMAT: return .unrecognized(path: path, reason: reason)
    case SF_ERR_UNSUPPORTED_ENCODING: return .unsupported(path: path, reason: reason)
    case SF_ERR_SYSTEM: return .cannotOpen(path: path, .current)
    // Valid, such as FLAC of 12 or 20 bits.
    case _ where reason.hasSuffix("unimplemented format."):
      return .unsupported(path: path, reason: reason)
    default: return .damaged(path: path, atFrame: 0, reason: reason)
    }
  }
}
