// SPDX-License-Identifier: MIT
// What `plan` says of every product.
internal import Analysis
internal import JSON
internal import Pipeline
internal import Signal
internal import Text
internal import Views

extension ReadRun {
  /// The facts of the track, of the look and of the frames.
  func soundFacts(_ drawing: DrawingRequest) -> [Fact] {
    let options = drawing.options
    let length = Double(summary.sampleFrames) / Double(summary.format.sampleRate)
    let part =
      frames.last.flatMap { last in
        frames.count < schedule.frameCount
          ? " of \(schedule.frameCount), \(frames.lowerBound) to \(last)," : nil
      } ?? ""
    return [
      Fact("input", inputName(options.input), [(.input, .text(options.input))]),
      Fact(
        "sound",
        "\(Quantity.length(length)), \(summary.format.sampleRate) Hz, "
          + counted(summary.format.channelCount, "channel"),
        [
          (.sampleRate, .whole(summary.format.sampleRate)),
          (.channels, .whole(summary.format.channelCount)),
          (.sampleFrames, .whole(summary.sampleFrames)),
        ]),
      Fact(
        "speakers", summary.format.numberedSpeakers,
        [
          (.speakers, .array(summary.format.speakers.list.map { .text($0.rawValue) })),
          (.speakersGuessed, .bool(summary.format.speakers.isGuess)),
        ]),
      Fact(
        "ticks", "\(schedule.tickCount) at \(summary.clock.rate) a second",
        [(.tickRate, .text("\(summary.clock.rate)")), (.ticks, .whole(schedule.tickCount))]),
      drawing.lookFact,
      Fact(
        "frames", "\(frames.count)\(part) at \(schedule.rate) a second",
        [
          (.rate, .text("\(schedule.rate)")), (.sequenceFrames, .whole(schedule.frameCount)),
          (.frames, .whole(frames.count)), (.firstFrame, .whole(frames.first)),
          (.lastFrame, .whole(frames.last)),
        ]),
    ]
  }

  /// The facts that the view measured.
  var measuredFacts: [Fact] {
    let words =
      LevelScale(measures)?.range.map { ["--range \($0.argumentText)"] }
      ?? measures.filter { $0.values != [nil, nil] && !$0.name.hasSuffix("-range") }
      .map { "--\($0.name) \($0.text)" }
    var facts = [
      Fact(measures.map { ($0.key, .array($0.values.map(JSONValue.decimal))) })
    ]
    let turn = lockedTurn.flatMap { $0.fit == .none ? nil : $0.seconds }
    facts.append(
      Fact([(.scaleOf, .text(scaleScope?.rawValue)), (.turn, .decimal(turn))]))
    // Nothing is drawn without frames, so there is nothing to tell people.
    facts.append(
      Fact([
        (.tempo, .decimal(structure?.tempo)),
        (.song, structure?.measures?.json ?? .null),
        (.sections, structure.map { .array($0.sections.map(\.planned)) } ?? .null),
        (.scenes, .whole(sceneCount)),
      ]))
    guard !frames.isEmpty else { return facts }
    facts += structureFacts
    if let lyrics { facts.append(Fact("lyrics", counted(lyrics.lines.count, "line"))) }
    if !words.isEmpty {
      facts.append(Fact("scale", words.joined(separator: " ")))
      switch scaleScope {
      case .track, .all:
        facts.append(
          Fact(
            "scale of", "the whole track, of which this is a part; --range part for its own"))
      case .part: facts.append(Fact("scale of", "the part alone"))
      case nil: break
      }
    }
    if let lockedTurn {
      facts.append(
        Fact(
          "turn",
          Quantity.length(lockedTurn.seconds) + lockedTurn.fit.remark))
    }
    return facts
  }
}

extension SongMeasures {
  /// The key and the sound: `E minor, 743 Hz bright, 13 % bass, 1.2 hits a second`.
  fileprivate var text: String {
    func text(_ value: Double, _ places: Int) -> String { DecimalText.text(value, places: places) }
    let key = key.map { "\($0)" + (hasClearKey ? "" : ", not clear") } ?? "no key"
    return key + ", \(text(brightness, 0)) Hz bright, \(text(100 * bass, 0)) % bass, "
      + "\(text(hits, 1)) hits a second, width \(text(width, 2))"
  }
}

extension StreamFormat {
  /// The speakers with the numbers of their channels: `0 FL, 1 FR, 2 LFE`; `nil` for plain mono and
  /// stereo.
  fileprivate var numberedSpeakers: String? {
    if channelCount < 3, speakers == .usual(channelCount) { return nil }
    let names = speakers.list.enumerated().map { "\($0) \($1.rawValue)" }.joined(separator: ", ")
    return speakers == .none
      ? "not named" : names + (speakers.isGuess ? ", guessed from the number of channels" : "")
  }
}

extension ReadRun {
  /// How often a film changes, for the line that tells of it; empty if it does not.
  var scenesRemark: String {
    let changes = sceneCount - 1
    return changes == 0
      ? ""
      : ", the colours change \(changes == 1 ? "once" : "\(changes) times") (--scenes none: never)"
  }

  /// The tempo and the sections of the song, if they are known.
  private var structureFacts: [Fact] {
    guard let structure else { return [] }
    let tempo = structure.tempo.map {
      "\(DecimalText.text($0, places: 2)) beats a minute\(structure.isSteady ? "" : ", not steady")"
    }
    let sections = structure.sections.map { "\($0.name) \(Quantity.length($0.begin))" }
    return [
      Fact("tempo", tempo ?? "no regular beat was found"),
      Fact("song", structure.measures?.text),
      Fact("sections", sections.isEmpty ? "none" : sections.joined(separator: ", ")),
      Fact(
        "scenes",
        sceneCount > 1
          ? "\(sceneCount)"
          : isSpeech
            ? "none: no steady beat, and "
              + "\(DecimalText.text(100 * structure.pauses, places: 0)) % pauses, as in speech"
            : "none"),
    ]
      + (shots.count > 1
        ? [
          Fact(
            "shots",
            shots.map { "\($0.name) \(Quantity.length($0.time))" }.joined(separator: ", "))
        ] : [])
  }
}

extension DrawingRequest {
  /// That a film has no scenes since its look has none.
  var scenesFacts: [Fact] {
    func look<Options: ViewOptions>(_ view: Options) -> String? {
      let hasScenes = Options.Drawn.hasOption("scenes") && !view.unusedOptions.contains("scenes")
      return hasScenes ? nil : view.look.name
    }
    guard style.scenes != .none, let name = look(view) else { return [] }
    return [Fact("scenes", "none: the look \(name) has none")]
  }
}

extension SongStructure.Section {
  fileprivate var planned: JSONValue {
    .object([
      JSONMember("begin", .decimal(begin)), JSONMember("end", .decimal(end)),
      JSONMember("name", .text(name)), JSONMember("rank", .whole(rank + 1)),
    ])
  }
}

extension LockedTurn.Fit {
  fileprivate var remark: String {
    switch self {
    case .bars: ", a whole number of bars"
    case .loop: "; the loop is a whole number of beats"
    case .none: "; no regular bars were found"
    }
  }
}

extension Measure {
  /// The key in JSON: `maxPeak` for `max-peak`.
  fileprivate var key: Fact.Key {
    let words = name.split(separator: "-")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    guard let key = Fact.Key(rawValue: words[0] + rest.joined()) else {
      preconditionFailure("the measure \(name) has no key in plans")
    }
    return key
  }
}
