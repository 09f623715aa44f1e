// SPDX-License-Identifier: MIT

extension Score {
  /// The track of the tests: twelve bars of two seconds, so that a turn of the figure is three bars.
  ///
  /// Strings come in from nothing; a broken chord calls on the left and answers on the right;
  /// drums, bass and tune join. Everything stops, starts again softly, builds up and ends on a
  /// chord that fades.
  static let short = Score(
    tempo: 120, bars: entrance + groove + [stop] + rebuild + [climax, ending],
    pause: (bar: 7, step: 7), zeroBits: 3...3)

  private static let entrance = [
    Bar(chord: .aMinor, pad: (0.0, 0.5), arpeggio: "........0...2...", sides: "LLLLLLLLLLLLLLLL"),
    Bar(chord: .fMajor, pad: (0.5, 0.8), arpeggio: "0.1.2.3.0.1.2.4."),
    Bar(
      chord: .cMajor, pad: (0.8, 0.9),
      drums: [.kick: "x.........x.....", .closedHat: "....-.......-.-."],
      bass: "r.........r.....", arpeggio: "0.1.2.3.4.3.2.1."),
    Bar(
      chord: .gMajor, pad: (0.9, 0.6),
      drums: [
        .kick: "x.......x.......", .closedHat: "--x-----........",
        .highTom: "........X.x.x...", .lowTom: "............x.Xx",
      ],
      bass: "r.....r.........", arpeggio: "0.1.2.3........."),
  ]

  private static let beat: [Drum: String] = [
    .kick: "X.....x.X.x.....", .snare: "....X.......X..-",
    .closedHat: "x.-.x.-.x.-.x...", .openHat: "..............x.",
  ]

  private static let groove = [
    Bar(
      chord: .aMinor, pad: (0.4, 0.4), drums: beat, bass: "r..r..o.r..r..f.",
      arpeggio: "0.2.4.2.1.3.5.3.", sides: "LLRRLLRRLLRRLLRR",
      tune: [Note(0, 6, 76), Note(6, 2, 74), Note(8, 6, 72), Note(14, 2, 71)]),
    Bar(
      chord: .fMajor, pad: (0.4, 0.4), drums: beat, bass: "r..r..o.r..r..f.",
      arpeggio: "0.2.4.2.1.3.5.3.", sides: "LLRRLLRRLLRRLLRR",
      tune: [Note(0, 10, 69), Note(12, 2, 72), Note(14, 2, 74)]),
    Bar(
      chord: .cMajor, pad: (0.4, 0.5), drums: beat, bass: "r..r..o.r..r..f.",
      arpeggio: "0.2.4.2.1.3.5.3.", sides: "LLRRLLRRLLRRLLRR",
      tune: [Note(0, 4, 76), Note(4, 2, 79), Note(6, 6, 76), Note(12, 4, 72)]),
  ]

  private static let stop = Bar(
    chord: .gMajor, hit: 1, drums: [.kick: "X...............", .openHat: "X..............."],
    bass: "r...............", tune: [Note(0, 7, 74)])

  private static let rebuild = [
    Bar(
      chord: .fMajor, pad: (0.3, 0.6), arpeggio: "0...2...1...3...", sides: "LLLLRRRRLLLLRRRR",
      tune: [Note(8, 8, 81)]),
    Bar(
      chord: .gMajor, pad: (0.6, 0.9),
      drums: [
        .kick: "x...x...x...x...", .highTom: "2.......4...5.6.", .lowTom: "....3.....4..5.7",
        .snare: "........1.2.3456",
      ],
      bass: "r...r...r.r.r.r.", arpeggio: "0...2...1.3.2345", sides: "LLLLRRRRLLRRLRLR",
      tune: [Note(0, 8, 79), Note(8, 8, 83)]),
  ]

  private static let climax = Bar(
    chord: .aMinor, pad: (0.6, 0.6), hit: 0.8,
    drums: [
      .kick: "X...x.x.X.x.....", .snare: "....X.......X.X-", .closedHat: "x.x.x.x.x.x.....",
      .openHat: "X...........x...", .highTom: "............x...", .lowTom: "..............x.",
    ],
    bass: "r.ro.rr.r.ro....", arpeggio: "0.2.4.2.5.3.1...", sides: "LLRRLLRRLLRRLLRR",
    tune: [Note(0, 4, 84), Note(4, 2, 83), Note(6, 4, 81), Note(10, 6, 76)])

  private static let ending = Bar(
    chord: .aMajor, pad: (0.5, 0.1), hit: 1,
    drums: [.kick: "X...............", .openHat: "x..............."],
    bass: "r...............", arpeggio: "..0.1.2.3.4.5...", sides: "LLRRLLRRLLRRLLRR",
    tune: [Note(0, 14, 81)])
}
