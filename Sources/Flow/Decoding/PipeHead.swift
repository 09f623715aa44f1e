// SPDX-License-Identifier: MIT
internal import Platform

/// A pipe whose first bytes were read to recognize the format.
struct PipeHead: ~Copyable {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  /// Whether these are all bytes.
  private(set) var isAll = false

  /// The feed to serve before anything comes out of the pipe.
  private var feed: HelperFeed?
  private let pipe: FileDescriptor
  private let path: String

  /// How many bytes are read to recognize an input; headers with larger pictures need seeking.
  private static let limit = 1 << 20

  /// A pipe that was not read yet; `path` is the name in errors.
  init(_ pipe: consuming FileDescriptor, path: String, feed: consuming HelperFeed? = nil) {
    self.pipe = pipe
    self.path = path
    self.feed = feed
  }

  /// Reads until the bytes answer a question, or the pipe ends.
  mutating func answer<Answer>(
    _ question: ([UInt8]) -> Answer?
  ) throws(DecodingError) -> Answer? {
    while true {
      if let answer = question(bytes) { return answer }
      guard !isAll, bytes.count < PipeHead.limit else { return nil }
      do throws(SystemError) {
        try feed?.handOn(until: pipe)
        let piece = try pipe.bytes(atMost: 4096)
        bytes += piece
        isAll = piece.isEmpty
      } catch { throw .readFailed(path: path, error) }
    }
  }

  /// The header of plain samples, if they can be decoded from here on.
  mutating func plainLayout(
    _ format: Container.ChunkedFormat
  ) throws(DecodingError) -> SampleLayout? {
    let layout = try answer { bytes in
      (try? SampleLayout.read(format, in: ByteWindow(beginning: bytes))) ?? nil
    }
    return layout?.bytesPerFrame == nil ? nil : layout
  }

  /// A decoder for the samples after the header.
  consuming func samples(_ layout: SampleLayout) throws(DecodingError) -> PCMDecoder {
    try PCMDecoder(pipe: pipe, head: bytes, layout, path: path, feed: feed)
  }

  /// The pipe, to continue after ``bytes``.
  consuming func intoPipe() -> FileDescriptor { pipe }
}
