// SPDX-License-Identifier: MIT
public import Signal

/// Which ticks each frame of a sequence shows.
///
/// Frame f shows the ticks that end by (f+1)/fps after the start of the sound, and the last frame shows all of them. At the tick
/// rate, frame f is the first to show tick f.
public struct FrameSchedule: Sendable, Hashable {
  /// Frames a second.
  public let rate: Rate

  /// Frames in the whole sequence: the smallest number that covers the sound.
  public let frameCount: Int

  /// Ticks of the sound that the sequence shows.
  public let tickCount: Int

  /// Ticks before them, which the first frame shows as well.
  public let lead: Int

  private let tickRate: Rate

  /// The schedule of a track of a number of sample frames, or of such a part after `lead` ticks, which may
  /// have a tick less than a track of its length.
  public init(
    rate: Rate, clock: TickClock, sampleFrames: Int, tickCount: Int? = nil, lead: Int = 0
  ) {
    self.rate = rate
    self.lead = lead
    tickRate = clock.rate
    self.tickCount = tickCount ?? clock.tickCount(sampleFrames: sampleFrames)
    let images = TickClock(sampleRate: clock.sampleRate, rate: rate)
    frameCount = images.tickCount(sampleFrames: sampleFrames)
  }

  /// How many ticks a frame shows, from the first on.
  public func ticksShown(byFrame index: Int) -> Int {
    guard index < frameCount - 1 else { return lead + tickCount }
    let ended =
      Int128(index + 1) * Int128(rate.denominator) * Int128(tickRate.numerator)
      / (Int128(rate.numerator) * Int128(tickRate.denominator))
    return lead + min(Int(ended), tickCount)
  }

  /// The first frame that shows `ticks` ticks; the last one if none does.
  func frame(showing ticks: Int) -> Int {
    (0..<max(frameCount - 1, 0)).endOfPrefix { ticksShown(byFrame: $0) < ticks }
  }
}

/// The part of a sequence that a run renders.
public enum FrameSelection: Sendable, Hashable {
  /// Every frame.
  case all
  /// From one frame to another, inclusive; to the last one if `nil`.
  case range(first: Int, last: Int?)
  /// The frame alone that is shown at this time.
  case moment(TimePosition)
  /// The last frame alone.
  case last
  /// The frame at the end of the fullest turn alone; the last one of figures without turns.
  case fullest
  /// The `index`th of `count` shards of equal length, from 1.
  case shard(index: Int, count: Int)

  /// The selection with a moment as the number of its frame.
  func counted(at rate: Rate) -> FrameSelection {
    guard case .moment(let moment) = self else { return self }
    let frame = Int(
      Int128(moment.nanoseconds) * Int128(rate.numerator)
        / (Int128(rate.denominator) * 1_000_000_000))
    return .range(first: frame, last: frame)
  }

  /// The selected frames of a sequence; `nil` if a range begins after its end.
  ///
  /// - Precondition: it is not a moment, which depends on a rate.
  public func frames(of frameCount: Int) -> Range<Int>? {
    switch self {
    case .moment: preconditionFailure("a moment has no number")
    case .all: return 0..<frameCount
    case .range(let first, let last):
      guard first < frameCount else { return nil }
      return first..<min(frameCount, (last ?? frameCount - 1) + 1)
    case .last, .fullest: return max(frameCount - 1, 0)..<frameCount
    case .shard(let index, let count):
      // In 128 bits, since the number of shards has no limit.
      func boundary(_ number: Int) -> Int {
        Int(Int128(frameCount) * Int128(number) / Int128(count))
      }
      return boundary(index - 1)..<boundary(index)
    }
  }
}

extension FrameSelection {
  /// The value of `--frames` or `--shard`.
  package var argumentText: String {
    switch self {
    case .all: "0-"
    case .range(let first, let last): "\(first)-" + (last.map { "\($0)" } ?? "")
    case .moment(let moment): "\(moment)"
    case .last: "last"
    case .fullest: "fullest"
    case .shard(let index, let count): "\(index)/\(count)"
    }
  }
}
