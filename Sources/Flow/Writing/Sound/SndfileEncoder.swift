// SPDX-License-Identifier: MIT
internal import CSndfile
internal import Platform

/// Encodes sound with libsndfile, into an open file.
///
/// The library writes through our callbacks, so that the system's write errors are known, including
/// those at the end, which the library hides.
@safe final class SndfileEncoder {
  private var handle: OpaquePointer?
  private let target: EncodedFile
  private let channelCount: Int

  /// Calls `sf_open_virtual`.
  init(_ format: SoundFormat, path: String) throws(SoundError) {
    let isOgg = format.kind == .ogg || format.kind == .opus
    do { target = EncodedFile(try .updating(path), isOgg: isOgg) } catch { throw .system(error) }
    channelCount = format.channelCount
    var info = SF_INFO()
    info.samplerate = Int32(format.sampleRate)
    info.channels = Int32(format.channelCount)
    info.format = Int32(format.code)
    var calls = EncodedFile.calls
    let opened = unsafe sf_open_virtual(
      &calls, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(target).toOpaque())
    unsafe handle = unsafe opened
    guard unsafe opened != nil else {
      if let error = target.error { throw .system(error) }
      throw .refused(reason: unsafe String(cString: sf_strerror(nil)))
    }
    // The PEAK chunk has a timestamp: the same sound should give the same bytes.
    unsafe sf_command(opened, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
  }

  deinit { if unsafe handle != nil { unsafe sf_close(handle) } }

  /// Appends whole sample frames. Calls `sf_write_float`.
  func write(_ samples: Span<Float>) throws(SystemError) {
    let written = unsafe samples.withUnsafeBufferPointer {
      unsafe sf_write_float(handle, $0.baseAddress, sf_count_t($0.count))
    }
    guard written == samples.count, target.error == nil else { throw failure }
  }

  /// Appends whole sample frames of integers, whose upper bits count. Calls `sf_write_int`.
  func write(_ samples: [Int32]) throws(SystemError) {
    let written = unsafe sf_write_int(handle, samples, sf_count_t(samples.count))
    guard written == samples.count, target.error == nil else { throw failure }
  }

  /// Writes the remaining data. Calls `sf_close`.
  func close() throws(SystemError) {
    let code = unsafe sf_close(handle)
    unsafe handle = nil
    guard code == 0, target.error == nil else { throw failure }
  }

  /// The system's error; if it is the library that fails, nothing better is known.
  private var failure: SystemError { target.error ?? .deviceFailure }
}

/// The file that libsndfile writes through callbacks.
private final class EncodedFile {
  private let descriptor: FileDescriptor
  fileprivate private(set) var position = 0
  fileprivate private(set) var size = 0
  /// The first error.
  private(set) var error: SystemError?
  /// Bytes that do not fill an Ogg page yet; `nil` for other formats.
  private var pages: OggStream?

  init(_ descriptor: consuming FileDescriptor, isOgg: Bool) {
    self.descriptor = descriptor
    pages = isOgg ? OggStream() : nil
  }

  fileprivate func seek(_ offset: Int, _ whence: Int32) -> Int {
    switch whence {
    case Int32(SF_SEEK_CUR): position += offset
    case Int32(SF_SEEK_END): position = size + offset
    default: position = offset
    }
    return position
  }

  fileprivate func write(_ bytes: Span<UInt8>) -> Int {
    do {
      if let whole = pages?.pages(with: bytes) {
        try descriptor.write(whole.bytes.span, at: whole.offset)
      } else {
        try descriptor.write(bytes, at: position)
      }
    } catch {
      self.error = self.error ?? error
      return 0
    }
    position += bytes.count
    size = max(size, position)
    return bytes.count
  }

  /// The callbacks, whose user data is an ``EncodedFile``.
  static var calls: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { data in unsafe sf_count_t(file(data).size) },
      seek: { offset, whence, data in unsafe sf_count_t(file(data).seek(Int(offset), whence)) },
      read: { _, _, _ in 0 },
      write: { pointer, count, data in
        let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: Int(count))
        return unsafe sf_count_t(file(data).write(bytes.bindMemory(to: UInt8.self).span))
      },
      tell: { data in unsafe sf_count_t(file(data).position) })
  }
}

private func file(_ data: UnsafeMutableRawPointer?) -> EncodedFile {
  guard let data = unsafe data else { preconditionFailure("libsndfile hands the data on") }
  return unsafe Unmanaged<EncodedFile>.fromOpaque(data).takeUnretainedValue()
}

extension SoundFormat {
  /// libsndfile's code of the format.
  fileprivate var code: Int {
    let coding =
      switch depth {
      case .integer16?: Int(SF_FORMAT_PCM_16)
      case .integer24?: Int(SF_FORMAT_PCM_24)
      case .float?: Int(SF_FORMAT_FLOAT)
      case nil: Int(kind == .opus ? SF_FORMAT_OPUS : SF_FORMAT_VORBIS)
      }
    switch kind {
    case .wav: return Int(SF_FORMAT_WAV) | coding
    case .flac: return Int(SF_FORMAT_FLAC) | coding
    case .ogg, .opus: return Int(SF_FORMAT_OGG) | coding
    case .aiff: return Int(SF_FORMAT_AIFF) | coding
    }
  }
}
