// SPDX-License-Identifier: MIT

extension Score {
  /// The demo: sixteen rounds of four chords, each of 6 s, as long as a turn of the figure, and an
  /// end: intro, verse, refrain, break and refrain.
  static let demo = Score(
    tempo: 160,
    bars: intro + verse + refrain + interlude + refrain + lastRefrain + ending, pause: nil,
    zeroBits: 3...6, isHalved: true)

  private static let verseChords: [Chord] = [.aMinor, .fMajor, .cMajor, .gMajor]
  private static let refrainChords: [Chord] = [.fMajor, .gMajor, .aMinor, .cMajor]
  private static let breakChords: [Chord] = [.dMinor, .fMajor, .aMinor, .eMinor]

  /// Rounds of chords, of which each bar is changed by its number in the rounds.
  private static func rounds(
    _ count: Int, _ chords: [Chord], _ change: (_ bar: inout Bar, _ number: Int) -> Void
  ) -> [Bar] {
    (0..<count * chords.count).map { number in
      var bar = Bar(chord: chords[number % chords.count])
      change(&bar, number)
      return bar
    }
  }

  /// Strings from nothing, a call and an answer, then the bass.
  private static let intro = rounds(2, verseChords) { bar, number in
    bar.pad = (0.1 * Double(number), min(0.1 * Double(number + 1), 0.8))
    bar.arpeggio = number < 4 ? "0.......2...1..." : "0.1.2.3.0.1.2.4."
    if number > 3 { bar.bass = "r..............." }
    if number == 7 { bar.drums = [.snare: "........1.2.3456"] }
  }

  /// Half as many strokes as the refrain has.
  private static let verse = rounds(4, verseChords) { bar, number in
    bar.pad = (0.5, 0.5)
    bar.arpeggio = "0.2.4.2.1.3.5.3."
    bar.sides = "LLRRLLRRLLRRLLRR"
    bar.drums = [
      .kick: number % 4 == 3 ? "x.........x.x.x.." : "x.........x.....",
      .closedHat: number < 8 ? "" : "x...-...x...-...",
    ]
    bar.bass = "r.........r....."
    if number > 7 {
      bar.drums[.snare] = "........x......."
      bar.tune =
        [[Note(0, 6, 76), Note(8, 8, 74)], [Note(0, 12, 72)], [Note(4, 12, 71)], []][number % 4]
    }
    if number == 15 { bar.drums = fill }
  }

  private static let fill: [Drum: String] = [
    .kick: "x...x...x...x...", .highTom: "3...4.5.......6.", .lowTom: "....3.....5.6.7.",
    .snare: "........1.2.3456",
  ]

  private static let beat: [Drum: String] = [
    .kick: "X.....x...X.....", .snare: "........X.......", .closedHat: "x.-.x.-.x.-.x...",
    .openHat: "..............x.",
  ]

  private static let refrainTune = [
    [Note(0, 6, 81), Note(6, 2, 79), Note(8, 8, 77)], [Note(0, 6, 79), Note(8, 6, 74)],
    [Note(0, 6, 76), Note(6, 6, 72), Note(12, 4, 74)], [Note(0, 12, 76)],
  ]

  private static let refrain = rounds(3, refrainChords) { bar, number in play(&bar, number) }

  private static func play(_ bar: inout Bar, _ number: Int) {
    bar.pad = (0.4, 0.4)
    bar.hit = number % 4 == 0 ? 0.9 : 0
    // The last bar of each round calls the next one.
    bar.drums =
      number % 4 == 3
      ? [
        .kick: "X.....x.........", .snare: "........X.X.X.X.", .closedHat: "x.-.x.-.........",
        .highTom: ".........x......", .lowTom: "...........x.x.x",
      ] : beat
    bar.bass = "r..r..o.r..r..f."
    bar.arpeggio = "0.2.4.2.1.3.5.3."
    bar.sides = "LLRRLLRRLLRRLLRR"
    bar.tune = refrainTune[number % 4]
  }

  /// Without drums, until they come back.
  private static let interlude = rounds(2, breakChords) { bar, number in
    bar.pad = (0.6, 0.7)
    bar.hit = number == 0 ? 0.8 : 0
    bar.arpeggio = number < 4 ? "0...2...1...3..." : "0.1.2.3.4.3.2.1."
    bar.sides = "LLLLRRRRLLLLRRRR"
    bar.tune =
      [[Note(0, 16, 81)], [Note(0, 8, 77), Note(8, 8, 79)], [Note(0, 16, 76)], []][number % 4]
    if number > 5 { bar.bass = "r...r...r...r..." }
    if number == 7 { bar.drums = fill }
  }

  private static let lastRefrain = rounds(2, refrainChords) { bar, number in
    play(&bar, number)
    bar.drums[.kick] = "X...X...X...X..."
    bar.hit = 0.5
  }

  /// The last chord, and what is left of it.
  private static let ending = [
    Bar(
      chord: .aMajor, pad: (0.6, 0.5), hit: 1,
      drums: [.kick: "X...............", .openHat: "X..............."], bass: "r...............",
      arpeggio: "..0.1.2.3.4.5...", sides: "LLRRLLRRLLRRLLRR", tune: [Note(0, 14, 81)]),
    Bar(chord: .aMajor, pad: (0.5, 0.2), arpeggio: "0...1...2......."),
  ]
}
