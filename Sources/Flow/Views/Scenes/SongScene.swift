// SPDX-License-Identifier: MIT
public import Analysis
internal import Drawing
public import Signal

/// A scene of a film: the figure in other colours and another size, for a section of the song.
public struct SongScene: Sendable, Hashable {
  /// The tick at which it begins.
  public private(set) var firstTick: Int
  /// Its colours, by the loudness of the section: 0 soft, 1 usual, 2 loud.
  public let setting: Int
  /// The factor of the figure's lengths.
  public let magnification: Double
  /// How far the song has gone on, in thirds from 0 to 3: the colours inside move outward with it, so that
  /// a part that returns has slightly later colours.
  public let hour: Int

  /// How the figure is shown, and whether the side of a corner is the other one.
  public private(set) var shot = Shot.wide
  private(set) var isOtherSide = false
  /// Whether it is another shot of the section before.
  public private(set) var continues = false

  init(firstTick: Int, setting: Int, magnification: Double, hour: Int) {
    (self.firstTick, self.setting) = (firstTick, setting)
    (self.magnification, self.hour) = (magnification, hour)
    settingOfSection = setting
  }

  /// The setting of its section, which a title covers.
  private(set) var settingOfSection: Int
  /// Whether it is the title over the whole sheet, with which a film begins.
  public private(set) var isTitle = false

  /// What it is called in a plan.
  public var shotName: String { isTitle ? "title" : shot.rawValue }

  /// The title, and then the scenes from the tick on at which it ends.
  static func opened(_ scenes: [SongScene], setting: Int, until end: Int) -> [SongScene] {
    guard let first = scenes.lastIndex(where: { $0.firstTick <= end }) else { return scenes }
    var title = SongScene(firstTick: 0, setting: setting, magnification: 1, hour: 0)
    (title.isTitle, title.settingOfSection) = (true, scenes[0].setting)
    var next = scenes[first]
    // What the title has covered did not change.
    next.continues = next.firstTick < end
    next.firstTick = end
    return [title, next] + scenes[(first + 1)...]
  }

  /// A figure of a scene: its colours, and where it is.
  struct Stage: Hashable {
    let setting, hour: Int
    let place: Shot.Place
    var channel: Side?
    /// Whether no other figure is on the sheet.
    var isAlone = true
  }

  /// The figures on a sheet, the lowest first.
  func stages(on canvas: Canvas) -> [(stage: Stage, part: Shot.Part)] {
    guard !isTitle else {
      return [
        (
          Stage(setting: setting, hour: hour, place: Opening.stage),
          Shot.Part(place: Opening.stage)
        )
      ]
    }
    let parts = shot.parts(on: canvas, isOtherSide: isOtherSide, magnification: magnification)
    return parts.map { part in
      // A light heart stands out from the dark roots of a large figure.
      let other = setting == 0 ? 1 : shot == .nested ? 0 : setting - 1
      let stage = Stage(
        setting: part.isOther ? other : setting, hour: hour, place: part.place,
        channel: part.channel, isAlone: parts.count == 1)
      return (stage, part)
    }
  }

  /// The last hour.
  static let hours = 3
  /// How many settings there are.
  static let settingCount = magnifications.count
  /// The setting of loud sections.
  static let loudest = settingCount - 1

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

  /// The scenes of a song, one for each section of half a second or more; none where one would last for the
  /// whole song, nor for speech.
  ///
  /// Sections of a class have the same setting, so that a chorus is recognized by its colour.
  /// With shots, each begins with a wide one, and is cut on bars.
  public static func scenes(
    of structure: SongStructure, at rate: Rate, shots: ShotChoice = .none, among all: [Shot] = []
  ) -> [SongScene] {
    var sections: [SongStructure.Section] = []
    for section in structure.sections {
      // So that grounds cannot flash, however a file divides the song.
      let isFarEnough = sections.last.map { section.begin - $0.begin >= shortest } ?? true
      if isFarEnough { sections.append(section) }
    }
    guard !sections.isEmpty, !structure.isSpeech else { return [] }
    // Ranks that no section has count for nothing.
    let ranks = Set(sections.map(\.rank)).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(ranks, ranks.indices))
    sections = sections.map {
      SongStructure.Section(
        begin: $0.begin, end: $0.end, name: $0.name, rank: places[$0.rank] ?? 0, shot: $0.shot)
    }
    let settings = settings(of: sections)
    var scenes: [SongScene] = []
    var director = Director(shots, all, structure)
    let usual = usualRank(of: sections)
    var isSecond = false
    for (index, section) in sections.enumerated() {
      var setting = settings[section.rank]
      if section.rank == usual {
        // What lasts for most of the song changes its colours too.
        if isSecond { setting = setting == loudest ? setting - 1 : setting + 1 }
        isSecond.toggle()
      }
      let sizes = magnifications[setting]
      let isRepeated = scenes.last.map { $0.setting == setting && $0.magnification == sizes[0] }
      scenes.append(
        SongScene(
          firstTick: index == 0 ? 0 : rate.event(atSecond: section.begin), setting: setting,
          magnification: sizes[isRepeated == true ? 1 : 0],
          hour: (2 * hours * index + sections.count - 1) / max(2 * (sections.count - 1), 1)))
      director.cut(&scenes, section, at: rate)
    }
    if shots == .auto, all.contains(.crowd), let end = sections.last?.end {
      crowd(&scenes, after: rate.event(atSecond: crowded * end))
    }
    return scenes.count > 1 ? scenes : []
  }

  /// Gathers the turns before once, near the end: in the last shot of the loudest scenes there that is not the
  /// first one of its section.
  private static func crowd(_ scenes: inout [SongScene], after tick: Int) {
    let late = scenes.indices.filter { scenes[$0].firstTick >= tick && scenes[$0].continues }
    guard let place = late.max(by: { (scenes[$0].setting, $0) < (scenes[$1].setting, $1) }) else {
      return
    }
    (scenes[place].shot, scenes[place].isOtherSide) = (.crowd, false)
  }

  /// The share of a song after which turns are gathered.
  private static let crowded = 0.7

  /// Chooses the shots of a film. Sections of a class begin with the same one, unless that is there already,
  /// and go on in their list where the last one of the class has left off.
  private struct Director {
    private let lists: [[Shot]]
    /// Those that the look takes.
    private let all: [Shot]
    /// In seconds.
    private let bars, beats: [Double]
    /// What comes next, by the rank of the section.
    private var next: [Int: Int] = [:]
    /// How many sections of a rank were too short to be cut.
    private var whole: [Int: Int] = [:]
    private var (isOtherSide, hasNested) = (false, false)
    private var last: (rank: Int, setting: Int, shot: Shot)?

    /// What the channels differ by, as a share of what they have in common, in songs that show each for itself.
    private static let widthOfTwins = 0.1

    init(_ choice: ShotChoice, _ all: [Shot], _ song: SongStructure) {
      (bars, beats, self.all) = (song.downbeats, song.beats.map(\.time), all)
      switch choice {
      case .none: lists = []
      case .auto:
        let isWide = song.measures.map { $0.width > Director.widthOfTwins } ?? false
        lists = Shot.lists.map { list in
          list.filter { all.contains($0) && ($0 != .twins || isWide) }
        }
      case .list(let shots):
        lists = Shot.lists.map { _ in all.count > 1 ? shots.filter(all.contains) : [] }
      }
    }

    /// Cuts the last of the scenes, that of a section, into shots.
    mutating func cut(
      _ scenes: inout [SongScene], _ section: SongStructure.Section, at rate: Rate
    ) {
      guard var scene = scenes.last, !lists.isEmpty else { return }
      let list = lists[scene.setting]
      guard let first = list.first else { return }
      scenes.removeLast()
      let named = section.shot.flatMap { all.contains($0) ? $0 : nil }
      let isCut = list.count > 1 && named == nil
      let begins = isCut ? Shot.begins(section, bars: bars, beats: beats) : [section.begin]
      // Where no section is long enough to be cut, every second one of a rank is another shot.
      let isWhole = isCut && begins.count == 1
      if isWhole { whole[section.rank, default: 0] += 1 }
      let isVaried = isWhole && whole[section.rank, default: 0] % 2 == 0
      for (index, begin) in begins.enumerated() {
        if index > 0 {
          scene = SongScene(
            firstTick: rate.event(atSecond: begin), setting: scene.setting,
            magnification: scene.magnification, hour: scene.hour)
          scene.continues = true
        }
        // What would look like the shot before it is another one.
        let isLike = last.map {
          $0.rank == section.rank || $0.shot == first && $0.setting == scene.setting
        }
        let isNew = index == 0 && isLike != true && !isVaried
        scene.shot = named ?? (isNew ? first : shot(after: last?.shot, list, section.rank))
        if scene.shot == .corner {
          scene.isOtherSide = isOtherSide
          isOtherSide.toggle()
        }
        last = (section.rank, scene.setting, scene.shot)
        scenes.append(scene)
      }
    }

    private mutating func shot(after last: Shot?, _ list: [Shot], _ rank: Int) -> Shot {
      for _ in list {
        let place = next[rank] ?? 1
        next[rank] = place + 1
        let shot = list[place % list.count]
        guard shot != last, shot != .nested || !hasNested else { continue }
        hasNested = hasNested || shot == .nested
        return shot
      }
      return .wide
    }
  }

  /// The rank of the sections that take more than 45 % of the time, if they are several and there are others.
  private static func usualRank(of sections: [SongStructure.Section]) -> Int? {
    var lengths: [Int: Double] = [:]
    for section in sections { lengths[section.rank, default: 0] += section.end - section.begin }
    let whole = lengths.values.reduce(0, +)
    guard lengths.count > 2,
      let longest = lengths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
      longest.value > 0.45 * whole
    else { return nil }
    return longest.key
  }

  /// The ranks of two sections, one after the other.
  private struct Neighbours: Hashable {
    let before, after: Int
  }

  /// The setting of each rank: soft ones have about 15 to 30 % of the time, and loud ones 20 to 40 %. Of those that
  /// come as near to it, in tenths, those with which the most sections differ from the one before, and of
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
    let whole = max(lengths.reduce(0, +), 1e-9)
    func distance(_ ranks: Range<Int>, _ range: ClosedRange<Double>) -> Double {
      let share = ranks.reduce(0) { $0 + lengths[$1] } / whole
      return max(range.lowerBound - share, share - range.upperBound, 0)
    }
    var best = (fit: Int.min, changes: -1, seconds: 0.0, settings: [Int]())
    for usual in 1..<count - 1 {
      for loud in usual + 1..<count {
        let settings = (0..<count).map { $0 < usual ? 0 : $0 < loud ? 1 : 2 }
        let changes = neighbours.reduce(0) {
          $0 + (settings[$1.key.before] != settings[$1.key.after] ? $1.value : 0)
        }
        let seconds = lengths.indices.reduce(0) { $0 + (settings[$1] == 1 ? lengths[$1] : 0) }
        let far = distance(0..<usual, 0.15...0.3) + distance(loud..<count, 0.2...0.4)
        let fit = -Int(10 * far)
        if (fit, changes, seconds) > (best.fit, best.changes, best.seconds) {
          best = (fit, changes, seconds, settings)
        }
      }
    }
    return best.settings
  }
}

extension SongScene: CustomStringConvertible {
  /// Its first tick, its setting, its size, its hour and its shot: `511:2:1.7:1:wide`.
  public var description: String {
    "\(firstTick):\(setting):\(magnification):\(hour):"
      + "\(shotName)\(isOtherSide ? "-2" : "")"
  }
}
