// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Pipeline
internal import Signal

/// What `meter` writes of whole tracks only.
extension MeterCommand {
  /// Writes a file of readings.
  func writeReadings() throws(Diagnostic) {
    try checkWhole("a file of readings")
    let request = self.track.request(for: inputs[0])
    let meters = Ballistics.allCases.compactMap { kind in
      kind.name == chosenMeters?.name
        ? chosenMeters : Ballistics.usual.contains(kind) ? kind : nil
    }
    let looks = (LookChoices.ofLevels + looks.flatMap(\.looks)).map {
      ReadingsRecorder.Drawn($0.options, chosenMeters ?? $0.ballistics)
    }
    var recorder: ReadingsRecorder
    do {
      recorder = try ReadingsRecorder(
        request, levels: meters, looks: looks,
        floor: self.track.floor.level, channels: track.channels.chosen)
    } catch { throw Diagnostic(error) }
    let file = try output.open(inputs: inputs, for: MeterFormat.readings.rawValue)
    do throws(PipelineError) {
      let (format, expected) = recorder.expected
      let summary = try ReadingProgress(format, expected, report).reporting {
        (progress) throws(PipelineError) in
        try recorder.read { progress($0) }
      }
      summary.warnAboutDefects(inputs[0], self.track, report)
      try recorder.write(of: summary) { (bytes) throws(PipelineError) in try file.write(bytes) }
    } catch { throw Diagnostic(error) }
    try file.commit()
  }
  /// Writes the beats and sections as labels.
  func writeLabels() throws(Diagnostic) {
    try checkWhole("a label file")
    let input = inputs[0]
    var track = try self.track.open(input)
    let file = try output.open(inputs: [input], for: MeterFormat.labels.rawValue)
    var structure: SongStructure?
    do throws(PipelineError) {
      if let readings = track.readingsFile {
        structure = try track.structure(of: readings)
      } else {
        var entries: [StructureEntry] = []
        let summary = try track.readReporting(
          .structureEntries(channels: (0, track.metered.channel(1))), report
        ) { () throws(PipelineError) in
        } reading: {
          entries.append($0)
        }
        structure = SongStructure(entries: entries)
        summary.warnAboutDefects(input, self.track, report)
      }
    } catch { throw Diagnostic(error) }
    guard let structure else {
      throw Diagnostic(
        "\(track.name): has no beats and sections, since an older version made it",
        hint: "make it anew with '\(ProgramText.name) meter', or read the sound", status: .badData)
    }
    if structure.beats.isEmpty { report.warn("\(track.name): no regular beat was found") }
    try file.commit(Array(LabelFile.text(structure).utf8))
  }

  /// What the summary of a track needs.
  func summaries(of track: borrowing Track) -> Analysis<SongSummary.Reading> {
    .summary(
      weighting.weighting, floor: self.track.floor.level,
      song: self.track.isPart ? nil : (0, track.metered.channel(1)))
  }

  /// Refuses what is only in tables.
  private func checkWhole(_ product: String) throws(Diagnostic) {
    guard added.isEmpty, osc == nil else {
      throw Diagnostic(
        "\(product) has no columns of --add and sends nothing",
        hint: "leave out --\(added.isEmpty ? "osc" : "add")", status: .usage,
        for: [added.isEmpty ? "osc" : "add"])
    }
    guard !self.track.isPart else {
      throw Diagnostic(
        "\(product) is of the whole sound", hint: "leave out --start and --duration",
        status: .usage, for: ["start", "duration"])
    }
  }
}
