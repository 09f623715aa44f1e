// SPDX-License-Identifier: MIT
package import Analysis
package import Signal

/// Which sound is metered for a part of a track, and whose readings are handed out.
///
/// Places in the input are sample frames from its beginning; `Int.max` is an open end. Ticks are
/// counted from the first one that is metered.
package struct Window: Sendable, Hashable {
  /// The part that is asked for, in the input.
  package let part: Range<Int>
  /// What is metered, in the input: the part, and the sound around it that its readings depend on.
  package let metered: Range<Int>
  /// The ticks that are metered before the part.
  package let ticksBefore: Int
  /// How many of these are handed out: all or none.
  package let lead: Int
  /// Whether a scale is measured over all that comes after the part: damage there is then an error, and
  /// its readings are handed out.
  package let measuresAfter: Bool
  private let clock: TickClock

  /// What is handed out beside the part.
  package enum Margin {
    /// Nothing.
    case nothing
    /// The readings of all that is before it.
    case before
    /// Those of all that is before and after it.
    case all
  }

  /// The part alone.
  package init(_ part: Range<Int>, _ clock: TickClock) {
    (self.part, metered, self.clock) = (part, part, clock)
    (ticksBefore, lead, measuresAfter) = (0, 0, false)
  }

  /// The part with the sound around it, as far as `reach` goes: so that it reads what the whole track
  /// reads at that time. For an open-ended input, only the rest of the last tick and what the reach
  /// names is read after it.
  package init(
    _ part: Range<Int>, _ clock: TickClock, reach: Reach, handingOut margin: Margin,
    isOpenEnded: Bool
  ) {
    (self.part, self.clock) = (part, clock)
    let whole = clock.ticksEnded(bySampleFrame: part.lowerBound)
    ticksBefore = whole - (margin == .nothing ? reach.firstTick(before: whole, clock) : 0)
    lead = margin == .nothing ? 0 : ticksBefore
    measuresAfter = margin == .all
    let begin = part.lowerBound - clock.firstSampleFrame(ofTick: ticksBefore)
    var end = Int.max
    let hasReach = reach.framesAfter < .max
    if part.upperBound < .max, isOpenEnded || !measuresAfter && hasReach {
      let ticks = clock.tickCount(sampleFrames: part.upperBound - begin)
      end = begin + clock.firstSampleFrame(ofTick: ticks) + (hasReach ? reach.framesAfter : 0)
    }
    metered = begin..<end
  }

  /// The sample frames that are metered before the part.
  package var leadLength: Int { part.lowerBound - metered.lowerBound }

  /// The part, in sample frames from the first one that is metered.
  package var partOfMetered: Range<Int> {
    leadLength..<(part.upperBound == .max ? .max : part.upperBound - metered.lowerBound)
  }

  /// The place in the input of the first sample frame whose reading is handed out.
  package var begin: Int { part.lowerBound - clock.firstSampleFrame(ofTick: lead) }

  /// The ticks of a clock, that of the readings, that are handed out.
  package func handedOut(_ clock: TickClock) -> Range<Int> {
    let isToEnd = measuresAfter || metered.upperBound <= part.upperBound
    let end = isToEnd ? .max : clock.tickCount(sampleFrames: partOfMetered.upperBound)
    return ticksBefore - lead..<end
  }
}
