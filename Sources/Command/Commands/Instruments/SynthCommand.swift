// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Decoding
internal import Pipeline
internal import Platform
internal import Signal
internal import Synthesis
internal import Text
internal import Writing

/// `synth`: writes the sound of an instrument to a file.
struct SynthCommand: PlainCommand {
  var input: String?
  var example: InstrumentKind?
  var output: String?
  var depth: SampleDepth?
  var overwrites = false
  var sampleRate: SampleRate?
  var track = TrackOptions(meters: .tick)
  var report = ReportOptions()

  static let name = "synth"
  static let summary = "Write the sound of an instrument as an audio file."

  static let spec = CommandSpec<SynthCommand>(
    name: name, summary: summary,
    paragraphs: [
      "An instrument is a small JSON file: sine tones with dials that move, or wheels that touch, "
        + "turn each other and play a note each turn. --example prints one to start with, and the "
        + "manual describes the format. The sound is exact to the sample, and the same on every "
        + "machine.",
      "All commands take an instrument in place of an audio file; the views tones and wheels show "
        + "it.",
    ],
    options: Option.section(
      "Output",
      [
        .value(
          "output", letter: "o", "FILE", into: \.output, completion: .file,
          help:
            "File to write; by default the instrument's name with .wav, in the current folder. The end "
            + "of the name sets the kind: \(SoundKind.choices). - is WAV on standard output."),
        .value(
          "bits", into: \.depth,
          help:
            "Bits of a sample: 32, the default of WAV and AIFF, is floating point and clips nothing; "
            + "FLAC has 24 unless you choose 16."),
        .flag("overwrite", into: \.overwrites, help: "Replace the file if it exists."),
        .value(
          "example", into: \.example,
          help: "Print an example of an instrument, and make no sound."),
        .value(
          "sample-rate", "HZ", into: \.sampleRate,
          help: "Sample rate, \(SampleRate.choice); by default that of the instrument's file, or "
            + "\(Instrument.defaultSampleRate); 48000 in Opus."),
      ])
      + TrackOptions.table(["start", "duration"]).at(\.track)
      + ReportOptions.table.at(\.report),
    operands: [
      .optional(
        "INSTRUMENT", into: \.input, completion: .file,
        help: "A JSON file that describes an instrument, or - for standard input.")
    ],
    examples: [
      Example("radial-audio synth --example wheels > wheels.json", "Get a file to start with."),
      Example("radial-audio synth wheels.json -o wheels.flac", "Write its sound."),
      Example(
        "radial-audio synth tones.json -d 10 -o - | aplay", "Play ten seconds of an instrument."),
      Example(
        "radial-audio film wheels.json --view wheels", "Make a film of wheels, with their sound."),
    ],
    closing: ExitStatus.line([
      .usage, .badData, .noInput, .cannotCreate, .ioError, .interrupt,
    ]),
    mainOptions: ["example", "output", "bits", "sample-rate", "start", "duration", "overwrite"],
    defaults: SynthCommand())

  func settled(by line: Line) throws(Diagnostic) -> any Command {
    switch (input, example) {
    case (nil, nil): throw Diagnostic(.missingOperand("INSTRUMENT"), command: Self.name)
    case (let input?, _?): throw Diagnostic(.extraOperand(input), command: Self.name)
    default: return self
    }
  }

  func run() throws(Diagnostic) {
    if let example { return try DataOutput.print(Array(example.example.utf8)) }
    guard let input else { preconditionFailure("there is an operand where there is no example") }
    var sound = try SoundOutput(
      output ?? OutputName.default("sound", for: input, fileExtension: SoundKind.wav.rawValue),
      depth, sampleRate)
    try DataOutput.checkSources([input], sound.path)
    var request = self.track.request(for: input)
    request.sampleRate = sound.sampleRate
    var track = try Track.opened(request)
    sound.sampleRate = track.format.sampleRate
    let count: Int
    do { count = try track.playedSampleFrames() } catch { throw Diagnostic(error) }
    var writer = try sound.open(replacing: overwrites)
    do { try writer.begin(sampleFrames: count) } catch { throw Diagnostic(error, sound) }
    do throws(PipelineError) {
      try ReadingProgress(track.format, count, report).reporting {
        (progress) throws(PipelineError) in
        var done = 0
        try track.readSamples(from: 0) { (block) throws(PipelineError) in
          do throws(SystemError) {
            try block.withSamples { (samples) throws(SystemError) in try writer.write(samples) }
          } catch {
            throw .output(path: sound.path, error)
          }
          done += block.frameCount
          guard progress(done) else { throw .interrupted }
          return true
        }
      }
    } catch { throw Diagnostic(error) }
    let clipping = writer.clipping
    do { try writer.commit() } catch { throw Diagnostic(output: sound.path, error) }
    if let silentNotes = track.score?.silentNotes(at: track.format.sampleRate) {
      report.warn("\(inputName(input)): \(silentNotes)")
    }
    clipping.warn(of: sound.path, report)
    guard sound.path != "-" else { return }
    let seconds = Quantity.length(Double(count) / Double(sound.format.sampleRate))
    report.note("\(seconds) of sound in \(sound.path), \(sound.description)", output: sound.path)
  }
}

extension Clipping {
  /// Warns if samples were clipped.
  fileprivate func warn(of path: String, _ report: ReportOptions) {
    guard count > 0 else { return }
    let excess = DecimalText.text(Decibels(amplitude: Double(peak)).value, places: 1)
    report.warn(
      "\(OutputFile.name(path)): \(counted(count, "sample")) above full scale "
        + "\(count == 1 ? "is" : "are") clipped, the loudest by \(excess) dB; WAV with --bits 32 "
        + "keeps them")
  }
}
