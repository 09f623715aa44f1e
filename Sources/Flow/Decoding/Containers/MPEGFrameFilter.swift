// SPDX-License-Identifier: MIT

/// Follows MPEG audio from frame to frame, and lets only complete frames through: no tags, no
/// incomplete frame at the end, nothing after a gap.
///
/// Decoders skip such places silently, and the sound after them comes too early.
struct MPEGFrameFilter: Sendable {
  /// Complete frames so far, and their sample frames, including the frame of the encoder's tag.
  private(set) var frameCount = 0
  private(set) var sampleFrames = 0

  /// Whether all frames have the kind of the first one.
  private(set) var isUniform = true
  private var kind: UInt16?
  /// Whether they are of layer I.
  private(set) var isLayerI = false

  /// Whether the last frame is incomplete.
  private(set) var isCutOff = false

  /// Whether frames follow after other bytes.
  private(set) var hasGap = false

  /// The tag in the first frame, which is removed unless the filter keeps it.
  private(set) var tag: MPEGTag?
  private let keepsTag: Bool

  private var bytes: [UInt8] = []
  private var place = 0
  /// The remaining bytes of a tag to skip.
  private var passing = 0
  private var search: Search? = .start

  /// What is searched for where there is no frame.
  private enum Search { case start, gapEnd }

  /// A filter at the start of a file, or in the middle of a stream.
  init(keepsTag: Bool) { self.keepsTag = keepsTag }

  /// Takes the next bytes (the last ones if `isLast`); returns the bytes of the frames that are
  /// complete now.
  mutating func pass(_ next: [UInt8], isLast: Bool) -> [UInt8] {
    bytes.removeFirst(place)
    place = 0
    bytes += next
    var frames: [UInt8] = []
    while !hasGap, step(&frames, isLast: isLast) {}
    return frames
  }

  /// Advances by a frame or a tag; `false` if that needs more bytes.
  private mutating func step(_ frames: inout [UInt8], isLast: Bool) -> Bool {
    let passed = min(passing, bytes.count - place)
    (place, passing) = (place + passed, passing - passed)
    let left = bytes.count - place
    // The common case: a complete frame where one is expected.
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

  /// More than the size of any frame, and enough to recognize a tag.
  private static let lookAhead = MPEGFrame.chainReach

  /// Searches for the first frame, or for one after a gap; `false` if that needs more bytes.
  private mutating func find(isLast: Bool) -> Bool {
    // At the start of a file one frame is enough.
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
    if frameCount == 0 {
      (tag, isLayerI) = (MPEGTag(bytes, in: frame, at: place), frame.isLayerI)
    }
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
