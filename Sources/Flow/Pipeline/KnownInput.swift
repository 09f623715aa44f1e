// SPDX-License-Identifier: MIT
internal import Decoding
internal import Signal

/// What is known of a file of sound that was opened before.
struct KnownInput: Sendable {
  fileprivate let format: StreamFormat
  fileprivate let expectedFrameCount: Int?
  fileprivate let demuxing: Demuxing?
  fileprivate let tags: AudioTags

  /// What an input has told; `nil` if it is not a file of sound, or if its tags were not read.
  init?(_ input: borrowing AudioInput, _ request: TrackRequest, _ tags: AudioTags) {
    guard request.canReadTwice, request.readsTags, request.headerless == nil,
      case .samples = input.content
    else { return nil }
    (format, expectedFrameCount) = (input.format, input.expectedFrameCount)
    (demuxing, self.tags) = (input.demuxing, tags)
  }
}

extension InputKind {
  /// The file, whose decoder is started when its samples are read.
  static func known(_ input: KnownInput, _ request: TrackRequest) -> InputKind {
    InputKind(matches: { _, _ in true }) { _ in LaterInput(known: input, request) }
  }
}

/// Sound that is opened when it is read.
private struct LaterInput: Input, ~Copyable {
  private let known: KnownInput
  private let request: TrackRequest
  private var input: AudioInput?

  init(known: KnownInput, _ request: TrackRequest) {
    (self.known, self.request) = (known, request)
  }

  var format: StreamFormat { known.format }
  var expectedFrameCount: Int? { known.expectedFrameCount }
  var demuxing: Demuxing? { known.demuxing }
  var declaredFrameCount: Int? {
    switch input {
    case .some(let input): input.lengthConflict?.declared
    case nil: nil
    }
  }

  func tags(ofFile path: String?) -> AudioTags { known.tags }

  mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    try open()
    try input?.read(into: &block)
  }

  mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    try open()
    return try input?.skip(count) ?? 0
  }

  private mutating func open() throws(DecodingError) {
    guard input == nil else { return }
    let opened: AudioInput = try .open(
      request.input, sampleRate: request.sampleRate, track: request.track, kinds: request.kinds)
    guard opened.format == format, opened.expectedFrameCount == expectedFrameCount else {
      throw .damaged(path: request.input, atFrame: 0, reason: "it has changed meanwhile")
    }
    input = consume opened
  }
}
