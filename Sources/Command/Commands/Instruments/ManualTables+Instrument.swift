// SPDX-License-Identifier: MIT
internal import Arguments
internal import Synthesis

extension ManualTables {
  static let instrumentSection = ManSection(
    "JSON OF AN INSTRUMENT", instrumentText, rows: instrument)

  private static let instrumentText = [
    "One object, which every command reads in place of an audio file; synth --example prints one. "
      + "Other keys are errors. Times are in seconds, positions and lengths in points, x to the "
      + "right and y down.",
    "Tones are sines. A tone that gets another frequency fades out and in again, in 5 ms each; in "
      + "a glide, and if only the velocity changes, its phase is continuous. Frequencies above "
      + "half the sample rate are silent.",
    "The first wheel turns by 0.025 radians 40 times a second, and drives the wheels that it "
      + "touches, which drive others. Two wheels touch if the distance of their centres differs "
      + "from the sum of their radii by less than 8. A wheel whose audio is on plays a note when "
      + "it begins to turn, and with each turn: a vibraphone, for 3 s. The smaller the wheel, the "
      + "higher the note.",
  ]

  private static let instrument = [
    HelpRow("schema", "\(Instrument.schema)."),
    HelpRow("kind", InstrumentKind.allCases.map(\.rawValue).joined(separator: " or ") + "."),
    HelpRow(
      "sampleRate",
      "The sample rate of its sound in Hz, \(SampleRate.choice); \(Instrument.defaultSampleRate) if absent."
    ),
    HelpRow("duration", "How long it plays; endless if absent: then commands need --duration."),
    HelpRow(
      "tones",
      "An array of up to \(ToneBank.maxTones) objects of frequency and velocity, whole numbers from 0 to "
        + "127; the tutorial's four if absent."),
    HelpRow("frequency", "A MIDI note: 69 is 440 Hz, and 12 more are an octave."),
    HelpRow("velocity", "How loud; 127 is full scale, divided by the number of tones."),
    HelpRow(
      "wheels",
      "An array of up to \(WheelNetwork.maxWheels) objects of x, y, radius (25 to 250; 100 if absent) "
        + "and audio (true or false; false if absent, but for the first wheel)."),
    HelpRow(
      "scale",
      "An array of frequencies in Hz, spread over the radii from 25 to 250; the tutorial's three octaves "
        + "if absent."),
    HelpRow(
      "pan",
      "Whether notes are panned to the positions of their wheels; true if absent."),
    HelpRow(
      "events",
      "An array of up to \(Instrument.maxEvents) objects, each with its time. For tones: tone (a "
        + "number from 0), frequency, velocity or both, and glide, the seconds over which they "
        + "change. For wheels: wheel (a number from 0) and its new x, y, radius or audio; or add, "
        + "an object as in wheels."),
  ]
}
