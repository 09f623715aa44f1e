// SPDX-License-Identifier: MIT
internal import Signal

/// A file that libsndfile decodes, and that ffmpeg continues where libsndfile stops early.
struct SndfileInput: Input, ~Copyable {
  /// `nil` when ffmpeg has taken over.
  private var decoder: SndfileDecoder?
  private var helper: FFmpegDecoder?

  /// Opens the file again for ffmpeg.
  private var reopening: Reopening?

  /// The error to report if ffmpeg cannot continue.
  private var failure: DecodingError?
  private var position = 0

  let format: StreamFormat
  let expectedFrameCount: Int?

  /// What libsndfile took for the end.
  private(set) var declaredFrameCount: Int?

  let demuxing: Demuxing?

  init(_ decoder: consuming SndfileDecoder, _ reopening: consuming Reopening) {
    format = decoder.format
    expectedFrameCount = decoder.expectedFrameCount
    self.decoder = consume decoder
    demuxing = reopening.demuxing
    self.reopening = consume reopening
  }

  /// The tags, from libsndfile and from the file.
  func tags(ofFile path: String?) -> AudioTags {
    // Values that cannot be copied do not allow optional chaining.
    switch decoder {
    case .some(let decoder): decoder.tags.completed(fromFile: path)
    case nil: AudioTags()
    }
  }

  mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    if let failure {
      block.truncate(to: 0)
      throw failure
    }
    defer { position += block.frameCount }
    do throws(DecodingError) { try decoder?.read(into: &block) } catch {
      guard decoder?.stopsEarly == true else { throw error }
    }
    if block.frameCount == 0, decoder?.stopsEarly == true {
      do { try handOver() } catch {
        failure = error
        throw error
      }
    }
    try helper?.read(into: &block)
  }

  /// Skips sample frames, by seeking if the decoder can.
  mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    let jumped = decoder?.jump(count) ?? 0
    position += jumped
    return try jumped + skipByReading(count - jumped)
  }

  /// Lets ffmpeg continue where libsndfile stopped.
  private mutating func handOver() throws(DecodingError) {
    guard let decoder = decoder.take(), let reopening = reopening.take() else { return }
    let path = reopening.path
    var helper = try reopening.openWithHelper()
    declaredFrameCount = decoder.headerFrameCount == position ? position : nil
    let (other, own) = (helper.format, format)
    guard (other.sampleRate, other.channelCount) == (own.sampleRate, own.channelCount),
      try helper.skip(position) == position
    else {
      throw .damaged(
        path: path, atFrame: position, reason: "ffmpeg reads something else in it")
    }
    self.helper = consume helper
  }
}
