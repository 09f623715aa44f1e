// SPDX-License-Identifier: MIT
internal import Signal

/// The classes of the sections of a song: those that sound alike and are about as loud, in the order of
/// their loudness.
struct LoudnessClasses {
  /// The number of each section's class, from 0 in the order in which they come.
  let numbers: [Int]
  /// The rank of each class, from 0 for the softest.
  let ranks: [Int]

  /// A section is no farther from the others of its class, in LU.
  private static let leastStep = 3.0
  /// Classes that are nearer are about as loud: then those with more onsets come later, in LU.
  private static let sameLoudness = 1.0

  /// How a section, or a class of them, sounds.
  struct Sound {
    /// How many tenths of a second it has, and the sum of their powers.
    private var (tenths, energy) = (0.0, 0.0)
    private var onsets = 0
    /// Amplitudes of all bands in all ticks, and those times the number of the band.
    private var (amplitude, moment) = (0.0, 0.0)

    /// That of no section.
    init() {}

    /// That of some seconds of a track, without their ends: a section may begin and end a bar off.
    init(_ readings: StructureReadings, _ curves: RhythmCurves, _ seconds: Range<Double>) {
      let end = min((seconds.upperBound - seconds.lowerBound) / 4, Sound.longestEnd)
      let first = min(Int((seconds.lowerBound + end) * 100), readings.tickCount)
      let ticks = first..<max(min(Int((seconds.upperBound - end) * 100), readings.tickCount), first)
      let count = StructureReading.tickCount
      for power in readings.powers[first / count..<(ticks.upperBound + count - 1) / count] {
        tenths += 1
        energy += Double(power)
      }
      onsets = RhythmCurves.onsetCount(curves.all, in: ticks)
      for start in stride(from: first, to: ticks.upperBound, by: count) {
        for band in 0..<StructureReading.bandCount {
          let level = readings.levels[start * StructureReading.bandCount + band]
          let size = Sound.amplitudes[Int(level)]
          amplitude += size
          moment += size * Double(band)
        }
      }
    }

    /// In seconds.
    private static let longestEnd = 2.0

    private static let amplitudes = (0...255).map {
      power(10, Double($0) / Double(20 * StructureReading.stepsInDecibel))
    }

    mutating func add(_ other: Sound) {
      tenths += other.tenths
      energy += other.energy
      onsets += other.onsets
      amplitude += other.amplitude
      moment += other.moment
    }

    /// How loud is what is left without a part of it.
    func without(_ part: Sound) -> Sound {
      var rest = self
      rest.tenths -= part.tenths
      rest.energy = max(rest.energy - part.energy, 0)
      return rest
    }

    /// The energy mean of the loudness, in LUFS, at least −70.
    var loudness: Double {
      max(Loudness.level(energy / max(tenths, 1)), Loudness.absoluteGate)
    }

    /// Onsets a second, in halves.
    var density: Double { (20 * Double(onsets) / max(tenths, 1)).rounded() / 2 }

    /// The mean band by amplitude.
    var brightness: Double { moment / max(amplitude, 1e-9) }
  }

  /// The classes of sections that are alike if they are in one group.
  init(_ groups: [Int], sounds: [Sound]) {
    let loudness = sounds.map(\.loudness)
    var classes: [[Int]] = Set(groups).sorted().flatMap { group in
      LoudnessClasses.split(groups.indices.filter { groups[$0] == group }, sounds)
    }
    classes.sort { ($0.min() ?? 0) < ($1.min() ?? 0) }
    var numbers = [Int](repeating: 0, count: loudness.count)
    for (number, members) in classes.enumerated() {
      for member in members { numbers[member] = number }
    }
    self.numbers = numbers
    ranks = LoudnessClasses.ranks(classes.map { LoudnessClasses.sum($0, sounds) })
  }

  /// Parts of a class, divided where the step of loudness is greatest until no section is too far from
  /// the others of its part.
  private static func split(_ members: [Int], _ sounds: [Sound]) -> [[Int]] {
    let sorted = members.sorted { sounds[$0].loudness < sounds[$1].loudness }
    let levels = sorted.map { sounds[$0].loudness }
    let whole = sum(members, sounds)
    let isDivided = sorted.indices.contains { place in
      abs(levels[place] - whole.without(sounds[sorted[place]]).loudness) > leastStep
    }
    guard isDivided, sorted.count > 1,
      let cut = levels.indices.dropFirst().max(by: {
        levels[$0] - levels[$0 - 1] < levels[$1] - levels[$1 - 1]
      })
    else { return [members] }
    return split(Array(sorted[..<cut]), sounds) + split(Array(sorted[cut...]), sounds)
  }

  private static func sum(_ members: [Int], _ sounds: [Sound]) -> Sound {
    members.reduce(into: Sound()) { $0.add(sounds[$1]) }
  }

  /// By loudness; classes that are within 1 LU of the softest of them by onsets, then by brightness.
  private static func ranks(_ classes: [Sound]) -> [Int] {
    let sorted = classes.indices.sorted { classes[$0].loudness < classes[$1].loudness }
    var ranks = [Int](repeating: 0, count: classes.count)
    var begin = 0
    while begin < sorted.count {
      let limit = classes[sorted[begin]].loudness + sameLoudness
      let end = sorted[begin...].firstIndex { classes[$0].loudness > limit } ?? sorted.count
      let alike = sorted[begin..<end].sorted {
        let (one, two) = (classes[$0], classes[$1])
        return (one.density, one.brightness) < (two.density, two.brightness)
      }
      for (place, number) in alike.enumerated() { ranks[number] = begin + place }
      begin = end
    }
    return ranks
  }
}
