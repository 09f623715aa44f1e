// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import JSON
internal import Pipeline
internal import Platform
internal import Signal
internal import Text

/// One table of several tracks.
extension MeterCommand {
  /// Whether there are several inputs, or a folder.
  var isOfTracks: Bool {
    inputs.count > 1 || inputs.first.map { Folder.kind(of: $0) == .directory } == true
  }

  /// Whether a line asks for one output of several tracks.
  func joinsTracks(_ line: Line) -> Bool {
    isOfTracks && batch.folder == nil && kind.table != nil && osc == nil
      && !line.given.isDisjoint(with: ["output", "summary"])
      && !line.given.contains("existing")
  }

  /// A track that is to be read: of two passes, so that the table knows the columns of all.
  private typealias Input = (path: String, channelCount: Int, tickRate: Rate)

  /// Writes the table, and the summaries of all tracks as JSON.
  func writeTracks() throws(Diagnostic) {
    let paths = try InputList(inputs, recursive: batch.folders.isRecursive).paths
    var (known, faults): ([Input], [(what: Diagnostic, end: String)]) = ([], [])
    for path in paths {
      do throws(Diagnostic) {
        let track = try self.track.open(path)
        known.append((path, track.metered.channelCount, track.clock.rate))
      } catch { faults.append((error, "left out")) }
    }
    guard let most = known.map(\.channelCount).max() else { throw faults[0].what }
    let table = LevelTable(
      track.meters.columns, adding: columns, channelCount: most, tickRate: known[0].tickRate,
      format: kind.table ?? .csv, ofTracks: true)
    var output = output
    if summary != nil { output.defaultPath = "/dev/null" }
    let rows = try output.open(inputs: paths, for: table.format.rawValue)
    let summaryFile = try openSummary(output)
    var text: [UInt8] = []
    table.appendHeader(to: &text)
    var (isFirst, summaries): (Bool, [JSONValue]) = (true, [])
    for input in known {
      do throws(Diagnostic) {
        summaries.append(try write(input, table, to: rows, &text, &isFirst))
      } catch {
        guard !error.status.isInterruption else { throw error }
        faults.append((error, "its rows end there"))
      }
    }
    table.appendFooter(to: &text)
    try rows.commit(text)
    if let summaryFile { try summaryFile.commit(MeterCommand.document(summaries)) }
    guard let first = faults.first else { return }
    for fault in faults { report.warn("\(fault.what.message); \(fault.end)") }
    throw Diagnostic(
      "\(faults.count) of \(counted(paths.count, "input")) missing or incomplete",
      status: first.what.status)
  }

  /// Writes the rows of a track, and returns its summary.
  private func write(
    _ input: Input, _ table: LevelTable, to rows: borrowing DataOutput, _ text: inout [UInt8],
    _ isFirst: inout Bool
  ) throws(Diagnostic) -> JSONValue {
    var single = self
    (single.inputs, single.report.isQuiet) = ([input.path], true)
    var track = try self.track.open(input.path, readsTags: readsLyrics)
    let floor = self.track.floor.level
    let analysis = self.track.meters.levels(floor: floor).adding(
      Array(zip(columns, try single.values(of: columns, track, try single.lyrics(of: track)))),
      and: summaries(of: track))
    let places = table.places(channelCount: input.channelCount)
    var (tick, summary) = (0, SongSummary(floor: floor, ofPart: self.track.isPart))
    var (part, first) = (text, isFirst)
    do throws(PipelineError) {
      let found = try track.readReporting(analysis, single.report) { () throws(PipelineError) in
        try rows.write(part)
        part.removeAll(keepingCapacity: true)
      } reading: {
        let values = $0.levels.map { ColumnValue.number($0.value) } + $0.added
        table.appendRow(
          ofTick: tick, of: input.path, isFirst: first, values, at: places, to: &part)
        summary.include($0.summary)
        (tick, first) = (tick + 1, false)
      }
      found.warnAboutDefects(input.path, self.track, report)
    } catch {
      (text, isFirst) = (part, first)
      throw Diagnostic(error)
    }
    (text, isFirst) = (part, first)
    return .object(
      [JSONMember("track", .text(input.path)), JSONMember("ticks", .number(JSONNumber(tick)))]
        + summary.json(tickRate: table.tickRate))
  }

  /// The summaries of several tracks as a JSON text.
  private static func document(_ summaries: [JSONValue]) -> [UInt8] {
    let document = JSONValue.object([
      JSONMember("schema", .text("radial-audio/summaries/1")),
      JSONMember("tracks", .array(summaries)),
    ])
    return Array((document.text + "\n").utf8)
  }
}
