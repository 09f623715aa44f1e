// SPDX-License-Identifier: MIT
internal import Platform

/// Feeds an input to a helper through a pipe while we wait for the helper's output. One thread does
/// both, so neither can wait for the other for ever.
struct HelperFeed: ~Copyable {
  private let input: FileDescriptor
  /// The pipe to the helper; `nil` after everything was written.
  private var pipe: FileDescriptor?
  /// Bytes that were read but not written yet.
  private var bytes: [UInt8]
  private var handedOn = 0
  private var isAtEnd = false

  /// The filter of the input; everything passes if `nil`.
  private(set) var filter: MPEGFrameFilter?

  private static let pieceSize = 65_536

  /// A feed of an input whose first bytes, `head`, were read already.
  init(
    _ input: consuming FileDescriptor, head: [UInt8], filter: MPEGFrameFilter?,
    into pipe: consuming FileDescriptor
  ) {
    var filter = filter
    bytes = filter?.pass(head, isLast: false) ?? head
    self.filter = filter
    self.input = input
    self.pipe = consume pipe
  }

  /// Feeds the helper until `result` is readable.
  mutating func handOn(until result: borrowing FileDescriptor) throws(SystemError) {
    while let number = pipe?.rawValue {
      if handedOn == bytes.count, isAtEnd || filter?.hasGap == true {
        pipe = nil
        return
      }
      let next: (Int32, FileDescriptor.Purpose) =
        handedOn == bytes.count ? (input.rawValue, .reading) : (number, .writing)
      let ready = try FileDescriptor.waitForAny([(result.rawValue, .reading), next])
      if ready[0] { return }
      if handedOn == bytes.count { try readOn() } else { try writeOn() }
    }
  }

  private mutating func readOn() throws(SystemError) {
    let piece = try input.bytes(atMost: HelperFeed.pieceSize)
    isAtEnd = piece.isEmpty
    (bytes, handedOn) = (filter?.pass(piece, isLast: isAtEnd) ?? piece, 0)
  }

  private mutating func writeOn() throws(SystemError) {
    do throws(SystemError) {
      handedOn += try pipe?.writeSome(bytes.span.extracting(handedOn...)) ?? 0
    } catch {
      // It has ended, or needs no more; its exit status says the rest.
      guard error == .brokenPipe else { throw error }
      pipe = nil
    }
  }
}
