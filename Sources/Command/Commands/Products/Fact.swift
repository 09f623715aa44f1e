// SPDX-License-Identifier: MIT
internal import Arguments
internal import JSON
internal import Text

/// Something that `plan` says: a row of text, members of its JSON, or both.
struct Fact {
  /// The keys of the JSON, in the order of the manual.
  enum Key: String, CaseIterable {
    case input, sampleRate, channels, speakers, speakersGuessed, sampleFrames, tickRate, ticks
    case look, lookHash, set, rate, sequenceFrames, frames, presentFrames, obstacle, drawnFrames,
      options, firstFrame
    case lastFrame, firstPath, lastPath, format, width, height, maxPeak, maxAverage, peakRange
    case averageRange, reference, scaleOf, turn, tempo, song, sections, scenes, bytes, storedBytes
    case manifestBytes, bytesAreExact, seconds, jobs, availableBytes, availableFiles, isEnough
    case rasterize, synth, direct, film, note
    // Of films, pages and pictures alone.
    case output, exists, codec, encoder, quality, sound, flashes, flashesAt, smaller
    case pictureBytes, soundBytes, ffmpeg, ffmpegVersion

    /// What the value is.
    var meaning: String {
      switch self {
      case .input: "The input, as it was named."
      case .sampleRate: "Sample frames a second."
      case .channels: "Channels of the input."
      case .speakers:
        "The speaker of each channel, in the order of their numbers; empty if not known."
      case .speakersGuessed: "Whether they are guessed from the number of channels, true or false."
      case .sampleFrames: "Sample frames that are read."
      case .tickRate: "Ticks a second, as a text: a whole number or a fraction."
      case .ticks: "Ticks in the part that is read."
      case .look: "The look, as it was named."
      case .lookHash: "The XXH64 of the file of the look; null for a look of the program."
      case .set: "What --set has set of it, with commas between; null for nothing."
      case .rate: "Frames a second, as a text: a whole number or a fraction."
      case .sequenceFrames: "Frames of the whole sequence."
      case .frames: "Frames that this run would render: fewer with --frames or --shard."
      case .presentFrames: "How many of them exist already."
      case .obstacle: "Why render would refuse to start."
      case .drawnFrames: "How many of them would be drawn."
      case .options: "The options that files have: objects with name, value and origin."
      case .firstFrame, .lastFrame: "The numbers of the first and the last frame."
      case .firstPath, .lastPath: "Their files."
      case .format: "The kind of the files."
      case .width, .height: "The size of a frame, in pixels."
      case .maxPeak, .maxAverage:
        "The scale of the look tutorial: what --max-peak and --max-average would be, left and "
          + "right, in positive dB."
      case .peakRange, .averageRange:
        "The scale of other looks with one: what --range would be, in dBFS, of the peaks and "
          + "of the averages."
      case .reference:
        "The level of the reference of an instrument, in dBFS: what --reference would be."
      case .scaleOf:
        "What the scale was computed from, if a part is drawn: track or part; see --range."
      case .turn:
        "Seconds in a turn, as --turn lock found it; null if it found neither bars nor beats, "
          + "and for other turns."
      case .tempo:
        "Beats a minute, where the structure of the song was found for its scenes, or given "
          + "by --structure; null otherwise, and without a regular beat."
      case .song:
        "What the song sounds like, as above, else null: key; clearness, how well it fits, up to 1; "
          + "brightness, the mean frequency in Hz; bass, the share of the power below 141 Hz; hits a second, "
          + "rises of 6 dB; width, the power of what differs between the channels to what they share."
      case .sections:
        "The sections, each with begin and end in seconds, a name and a rank from 1 for the "
          + "softest; null as above."
      case .scenes: "How many scenes the frames show; 1 if they do not change."
      case .bytes: "Bytes of all frames."
      case .storedBytes: "Bytes that they take on the disk, in its blocks."
      case .manifestBytes: "Bytes of the manifest."
      case .bytesAreExact: "Whether bytes and storedBytes are exact, and not estimates."
      case .seconds: "About how long the drawing takes."
      case .jobs: "Frames drawn at a time."
      case .availableBytes, .availableFiles: "What is free on the disk."
      case .isEnough: "Whether that is enough."
      case .rasterize: "A shell command that turns SVG into PNG."
      case .synth: "A shell command that writes the sound of an instrument, for the film."
      case .direct: "A shell command that makes the same film without frames."
      case .film: "A shell command that makes a film of the frames, or the film."
      case .note: "A remark about the film."
      case .output: "The name of the film, page or picture."
      case .exists: "Whether there is a file of that name already."
      case .codec, .encoder, .quality, .sound: "How pictures and sound are encoded."
      case .flashes, .flashesAt:
        "The largest share of the picture, 0 to 1, that flashes more than three times in a "
          + "second, and when, in seconds; of a film of more than two minutes foretold from some "
          + "of its seconds."
      case .smaller: "The two options that make the film smaller than others do."
      case .pictureBytes, .soundBytes: "The parts of the size of a page."
      case .ffmpeg, .ffmpegVersion: "The path of ffmpeg and its version."
      }
    }

    /// Rows of the manual: keys that have one meaning share a row.
    static func rows(ofFilms: Bool) -> [HelpRow] {
      let first = allCases.firstIndex(of: .output) ?? 0
      var rows: [HelpRow] = []
      for key in ofFilms ? allCases[first...] : allCases[..<first] {
        let shared = rows.last?.meaning == key.meaning ? rows.popLast() : nil
        rows.append(
          HelpRow((shared.map { "\($0.word), " } ?? "") + key.rawValue, key.meaning))
      }
      return rows
    }
  }

  /// The name and the text of the row, if it has one.
  var row: (name: String, text: String)?
  /// The members of the JSON object: in bytes, seconds and pixels.
  var members: [(key: Key, value: JSONValue)] = []

  /// A fact for people and programs; for programs only if the text is `nil`.
  init(_ name: String, _ text: String?, _ members: [(Key, JSONValue)] = []) {
    row = text.map { (name, $0) }
    self.members = members
  }

  /// A fact for programs; people read it in another row, or not at all.
  init(_ members: [(Key, JSONValue)]) { self.members = members }

  /// The options that files have.
  init(_ presets: [Preset]) {
    let texts = presets.map { preset in
      "--\(preset.name)" + (preset.text.map { " \(ProgramText.quoted($0))" } ?? "")
        + " (\(preset.origin))"
    }
    let values = presets.map { preset in
      JSONValue.object([
        JSONMember("name", .text(preset.name)), JSONMember("value", .text(preset.text)),
        JSONMember("origin", .text(preset.origin)),
      ])
    }
    self.init(
      "options", texts.isEmpty ? nil : texts.joined(separator: ", "),
      [(.options, .array(values))])
  }

  /// A text that is the same for both; `null` in JSON if there is none.
  init(_ name: String, _ key: Key, _ text: String?) {
    self.init(name, text, [(key, .text(text))])
  }
}

extension [Fact] {
  /// Aligned lines of names and texts.
  var text: String {
    let rows = compactMap(\.row)
    let width = rows.reduce(0) { Swift.max($0, $1.name.count) } + 2
    return rows.reduce("") { text, row in
      let gap = String(repeating: " ", count: width - row.name.count)
      return text + row.name + gap + LineText.escaped(row.text) + "\n"
    }
  }

  /// One JSON object.
  var json: JSONValue {
    .object(
      [JSONMember("schema", "radial-audio/plan/1")]
        + flatMap(\.members).map { JSONMember($0.key.rawValue, $0.value) })
  }
}

extension JSONValue {
  static func whole(_ number: Int?) -> JSONValue {
    number.map { .number(JSONNumber($0)) } ?? .null
  }

  static func decimal(_ number: Double?) -> JSONValue {
    number.map { .number(JSONNumber($0)) } ?? .null
  }
}
