// SPDX-License-Identifier: MIT

/// Follows the frames of MPEG audio from one to the next, and lets whole ones through and nothing
/// else: no tags, no half frame at the end, nothing behind a place where frames are missing.
///
/// Decoders pass over such places without a word, and what follows then comes too early.
struct MPEGFrameFilter: Sendable {
  /// Whole frames so far, and their sample frames; the one with the tag of an encoder is counted.
  private(set) var frameCount = 0
  private(set) var sampleFrames = 0

  /// Whether all frames are of the kind of the first one.
  private(set) var isUniform = true
  private var kind: UInt16?

  /// Whether the last frame breaks off.
  private(set) var isCutOff = false

  /// Whether frames follow behind something that is none.
  private(set) var hasGap = false

  /// The tag in the first frame, which is not let through unless it is to be kept.
  private(set) var tag: MPEGTag?
  private let keepsTag: Bool

  private var bytes: [UInt8] = []
  private var place = 0
  /// Bytes of a tag that are yet to be passed over.
  private var passing = 0
  private var search: Search? = .start

  /// What is looked for where no frame stands.
  private enum Search { case start, gapEnd }

  /// A filter at the beginning of a file, or of a stream that was tuned in to.
  init(keepsTag: Bool) { self.keepsTag = keepsTag }

  /// Takes the next bytes, the last ones if `isLast`; gives those of the frames that are whole now.
  mutating func pass(_ next: [UInt8], isLast: Bool) -> [UInt8] {
    bytes.removeFirst(place)
    place = 0
    bytes += next
    var frames: [UInt8] = []
    while !hasGap, step(&frames, isLast: isLast) {}
    return frames
  }

  /// Goes on by a frame or a tag; `false` where more bytes are needed for that.
  private mutating func step(_ frames: inout [UInt8], isLast: Bool) -> Bool {
    let passed = min(passing, bytes.count - place)
    (place, passing) = (place + passed, passing - passed)
    let left = bytes.count - place
    // A whole frame where one is due goes on at once.
    if search == nil, let frame = MPEGFrame(bytes, at: place), frame.size <= left {
      return take(frame, &frames, isLast: isLast)
    }
    guard left > 0, isLast || left >= MPEGFrameFilter.lookAhead else { return false }
    if let size = MPEGTag.sizeOfTag(bytes, at: place) {
      passing = size
    } else if search != nil, !find(isLast: isLast) {
      return false
    } else if let frame = MPEGFrame(bytes, at: place) {
      return take(frame, &frames, isLast: isLast)
    } else {
      search = .gapEnd
    }
    return true
  }

  /// More than any frame has, and what shows that a tag begins.
  private static let lookAhead = MPEGFrame.chainReach

  /// Looks for the first frame, or for one behind a gap; `false` where more bytes are needed.
  private mutating func find(isLast: Bool) -> Bool {
    // At the beginning of a file one frame is enough.
    if search == .start, MPEGFrame(bytes, at: place) != nil {
      search = nil
      return true
    }
    guard let start = MPEGFrame.chain(in: bytes, from: place) else {
      place = isLast ? bytes.count : max(place, bytes.count - MPEGFrame.chainReach)
      return false
    }
    hasGap = search == .gapEnd
    (place, search) = (start, nil)
    return !hasGap
  }

  private mutating func take(
    _ frame: MPEGFrame, _ frames: inout [UInt8], isLast: Bool
  ) -> Bool {
    guard place + frame.size <= bytes.count else {
      isCutOff = isLast
      return false
    }
    if frameCount == 0 { tag = MPEGTag(bytes, in: frame, at: place) }
    isUniform = isUniform && frame.kind == kind ?? frame.kind
    kind = frame.kind
    if keepsTag || frameCount > 0 || !MPEGTag.isMark(bytes, in: frame, at: place) {
      frames += bytes[place..<place + frame.size]
      sampleFrames += frame.sampleFrames
    }
    place += frame.size
    frameCount += 1
    return true
  }
}
