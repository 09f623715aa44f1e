// SPDX-License-Identifier: MIT
public import Analysis
public import Signal

/// A scene of a film: the figure in other colours and another size, for a section of the song.
public struct SongScene: Sendable, Hashable {
  /// The tick at which it begins.
  public let firstTick: Int
  /// Its colours, by the loudness of the section: 0 soft, 1 usual, 2 loud.
  public let setting: Int
  /// The factor of the figure's lengths.
  public let magnification: Double
  /// How far the song has gone on, in thirds from 0 to 3: the colours inside move outward with it, so that
  /// a part that returns has slightly later colours.
  public let hour: Int

  /// What scenes of the same picture have in common.
  struct Kind: Hashable {
    let setting: Int
    let magnification: Double
    let hour: Int
  }

  var kind: Kind { Kind(setting: setting, magnification: magnification, hour: hour) }

  /// The last hour.
  static let hours = 3
  /// How many settings there are.
  static let settingCount = magnifications.count

  /// The scene of a song that has no other.
  public static let only = SongScene(firstTick: 0, setting: 1, magnification: 1, hour: 0)

  /// The sizes of figures by setting; neighbours in one setting alternate between two.
  private static let magnifications = [[0.8, 0.94], [1.3, 1.12], [1.7, 1.95]]
  /// A section that begins sooner after the one before it has no scene, in seconds: at most two changes a
  /// second of the whole sheet, and of three that are allowed.
  ///
  /// - Source: WCAG 2.3.1, *Three flashes or below threshold*.
  private static let shortest = 0.5
  /// The largest size.
  public static let largestMagnification = 1.95

  /// The scenes of a song, one for each section of half a second or more; none for a single section, which
  /// needs no change, nor for speech.
  ///
  /// Sections of a class have the same setting, so that a chorus is recognized by its colour.
  public static func scenes(of structure: SongStructure, at rate: Rate) -> [SongScene] {
    var sections: [SongStructure.Section] = []
    for section in structure.sections {
      // So that grounds cannot flash, however a file divides the song.
      let isFarEnough = sections.last.map { section.begin - $0.begin >= shortest } ?? true
      if isFarEnough { sections.append(section) }
    }
    guard sections.count > 1, !structure.isSpeech else { return [] }
    // Ranks that no section has count for nothing.
    let ranks = Set(sections.map(\.rank)).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(ranks, ranks.indices))
    sections = sections.map {
      SongStructure.Section(
        begin: $0.begin, end: $0.end, name: $0.name, rank: places[$0.rank] ?? 0)
    }
    let settings = settings(of: sections)
    var scenes: [SongScene] = []
    for (index, section) in sections.enumerated() {
      let setting = settings[section.rank]
      let sizes = magnifications[setting]
      let isRepeated = scenes.last.map { $0.setting == setting && $0.magnification == sizes[0] }
      scenes.append(
        SongScene(
          firstTick: index == 0 ? 0 : rate.event(atSecond: section.begin), setting: setting,
          magnification: sizes[isRepeated == true ? 1 : 0],
          hour: (2 * hours * index + sections.count - 1) / (2 * (sections.count - 1))))
    }
    return scenes
  }

  /// The ranks of two sections, one after the other.
  private struct Neighbours: Hashable {
    let before, after: Int
  }

  /// The setting of each rank: those with which the most sections differ from the one before, and of
  /// these the ones that show the usual colours for the longest time.
  private static func settings(of sections: [SongStructure.Section]) -> [Int] {
    let count = (sections.map(\.rank).max() ?? 0) + 1
    guard count > 2 else { return count == 1 ? [1] : [1, 2] }
    // A file may have a million sections: they are counted once.
    let neighbours = Dictionary(
      zip(sections, sections.dropFirst()).map { (Neighbours(before: $0.rank, after: $1.rank), 1) },
      uniquingKeysWith: +)
    var lengths = [Double](repeating: 0, count: count)
    for section in sections { lengths[section.rank] += section.end - section.begin }
    var best = (changes: -1, seconds: 0.0, settings: [Int]())
    for usual in 1..<count - 1 {
      for loud in usual + 1..<count {
        let settings = (0..<count).map { $0 < usual ? 0 : $0 < loud ? 1 : 2 }
        let changes = neighbours.reduce(0) {
          $0 + (settings[$1.key.before] != settings[$1.key.after] ? $1.value : 0)
        }
        let seconds = lengths.indices.reduce(0) { $0 + (settings[$1] == 1 ? lengths[$1] : 0) }
        if (changes, seconds) > (best.changes, best.seconds) { best = (changes, seconds, settings) }
      }
    }
    return best.settings
  }
}

extension SongScene: CustomStringConvertible {
  /// Its first tick, its setting, its size and its hour: `511:2:1.7:1`.
  public var description: String { "\(firstTick):\(setting):\(magnification):\(hour)" }
}

/// The change from one scene to the next one, which opens out of the heart, or closes into it.
struct Wipe: Sendable, Hashable {
  /// The ticks in which both scenes are shown.
  let ticks: Range<Int>
  /// Whether the new scene opens; otherwise the old one closes.
  let opens: Bool

  /// A change to what opens in these ticks.
  init(opening ticks: Range<Int>) { (self.ticks, opens) = (ticks, true) }

  /// The change at the beginning of a scene: it begins 0.24 s before, and ends 0.08 s after it.
  init(from old: SongScene, to new: SongScene, at rate: Rate) {
    func ticks(_ seconds: Double) -> Int {
      rate.count(seconds: seconds)
    }
    self.ticks = new.firstTick - ticks(0.24)..<new.firstTick + max(ticks(0.08), 1)
    opens = (new.setting, new.magnification) > (old.setting, old.magnification)
  }

  /// The radius of the upper scene's disc at a tick, in points, up to `reach`.
  func radius(atTick tick: Int, reach: Double) -> Double {
    let step = opens ? tick - ticks.lowerBound : ticks.upperBound - 1 - tick
    let share = Double(step + 1) / Double(ticks.count + 1)
    return 24 + (reach - 20) * share.power
  }
}

extension Double {
  /// The number, from 0 to 1, to the power of 1.875: roots have the same bits on every machine.
  fileprivate var power: Double {
    let eighth = squareRoot().squareRoot().squareRoot()
    return self * self / max(eighth, 1e-9)
  }
}
