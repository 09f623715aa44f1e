// SPDX-License-Identifier: MIT
internal import Decoding
package import Signal

/// The speakers of a film's sound, and what each of them plays.
package struct SoundLayout: Sendable, Hashable {
  /// The channel of the track for each of the film; `nil` for a silent one.
  package let sources: [Int?]
  /// The speakers of the film's channels; none if they are not known.
  package let speakers: Speakers

  /// Some channels of a track: one, or a left and a right one.
  init(_ channels: (left: Int, right: Int)) {
    sources = channels.left == channels.right ? [channels.left] : [channels.left, channels.right]
    speakers = .usual(sources.count)
  }

  /// All channels of a track, in one of the layouts that a codec has; `nil` if none of them has room.
  ///
  /// That is its own layout; or else the same with the sides at the back, or the other way round; or
  /// else the smallest one with all speakers of either, in which the others are silent; or else the
  /// smallest one with as many speakers, where those that it lacks get the free places on their side, or
  /// else any, in order. A codec without a list has all layouts.
  package init?(_ track: StreamFormat, in layouts: [Speakers]?) {
    let own = track.speakers
    guard own != .none, let layouts, !layouts.contains(where: { $0.list == own.list }) else {
      (sources, speakers) = (Array(0..<track.channelCount), own)
      return
    }
    let smallestFirst = layouts.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }
    for layout in smallestFirst.map(\.element) where layout.count >= own.count {
      for list in [own.list, SoundLayout.turned(own.list)]
      where list.allSatisfy({ layout.channel(of: $0) != nil }) {
        (sources, speakers) = (layout.list.map(list.firstIndex), layout)
        return
      }
    }
    // Sides stand at the back, if nothing else does, and those before them in their places.
    let list = own.list.contains(.backLeft) ? own.list : SoundLayout.turned(own.list)
    for keepsSides in [true, false] {
      for layout in smallestFirst.map(\.element) where layout.count >= own.count {
        var sources = layout.list.map(list.firstIndex)
        var left = list.indices.filter { !sources.contains($0) }
        for (place, speaker) in layout.list.enumerated()
        where sources[place] == nil && !speaker.isForLowFrequency {
          let next = left.firstIndex { !keepsSides || list[$0].side == speaker.side }
          sources[place] = next.map { left.remove(at: $0) }
        }
        if left.isEmpty {
          (self.sources, speakers) = (sources, layout)
          return
        }
      }
    }
    return nil
  }

  /// The speakers with the sides at the back, or the back at the sides.
  private static func turned(_ list: [Speaker]) -> [Speaker] {
    let pairs: [Speaker: Speaker] = [
      .backLeft: .sideLeft, .backRight: .sideRight, .sideLeft: .backLeft, .sideRight: .backRight,
    ]
    let turned = list.map { pairs[$0] ?? $0 }
    return Set(turned).isDisjoint(with: [.backLeft, .backRight])
      || Set(turned).isDisjoint(with: [.sideLeft, .sideRight]) ? turned : list
  }
}

extension Speaker {
  /// The side on which it stands, L or R; `nil` for the middle.
  fileprivate var side: Character? {
    isForLowFrequency ? nil : rawValue.first { $0 == "L" || $0 == "R" }
  }
}

extension [Speakers] {
  /// Layouts by ffmpeg's names for them.
  init(named names: String) {
    self = names.split(separator: " ").compactMap { Speakers(Speakers.described($0)) }
  }
}
