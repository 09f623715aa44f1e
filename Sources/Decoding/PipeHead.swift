// SPDX-License-Identifier: MIT
internal import Platform

/// A pipe of which the beginning was read, to see what it is.
struct PipeHead: ~Copyable {
  /// What was read so far.
  private(set) var bytes: [UInt8] = []

  /// Whether that is all.
  private(set) var isAll = false

  /// What must be handed on before anything comes out of the pipe.
  private var feed: HelperFeed?
  private let pipe: FileDescriptor
  private let path: String

  /// The most bytes that are read to see what an input is; headers with larger pictures are for
  /// those who can go back.
  private static let limit = 1 << 20

  /// A pipe of which nothing was read; `path` is the name to show.
  init(_ pipe: consuming FileDescriptor, path: String, feed: consuming HelperFeed? = nil) {
    self.pipe = pipe
    self.path = path
    self.feed = feed
  }

  /// Reads until a question about the bytes has an answer, or there are no more.
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

  /// The header of plain samples, if they can be read from here on.
  mutating func plainLayout(
    _ format: Container.ChunkedFormat
  ) throws(DecodingError) -> SampleLayout? {
    let layout = try answer { bytes in
      (try? SampleLayout.read(format, in: ByteWindow(beginning: bytes))) ?? nil
    }
    return layout?.bytesPerFrame == nil ? nil : layout
  }

  /// The samples that follow a header.
  consuming func samples(_ layout: SampleLayout) throws(DecodingError) -> PCMDecoder {
    try PCMDecoder(pipe: pipe, head: bytes, layout, path: path, feed: feed)
  }

  /// The pipe, to be read on from behind ``bytes``.
  consuming func intoPipe() -> FileDescriptor { pipe }
}
