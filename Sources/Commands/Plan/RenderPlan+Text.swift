// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Signal
internal import Text
internal import Views
internal import Writing

extension RenderPlan {
  /// The facts as lines for a person, each with its name.
  var text: String {
    let rows = facts + filmRows
    let width = rows.reduce(0) { max($0, $1.name.count) }
    return rows.reduce("") { text, row in
      let name = row.name.padded(to: width + 2)
      return text + name + LineText.escaped(row.fact) + "\n"
    }
  }

  private typealias Row = (name: String, fact: String)

  private var facts: [Row] {
    let summary = work.prepared.summary
    let schedule = work.schedule
    let length = Double(summary.sampleFrames) / Double(summary.format.sampleRate)
    var rows: [Row] = [
      ("input", inputName(options.input)),
      (
        "sound",
        "\(Quantity.length(length)), \(summary.format.sampleRate) Hz, "
          + counted(summary.format.channelCount, "channel")
      ),
      ("ticks", "\(schedule.tickCount) at \(options.track.tickRate) a second"),
      ("frames", "\(frameCount) at \(schedule.rate) a second"),
      ("size", "\(options.size.argumentText) pixels"),
    ]
    guard let estimate, let last = work.frames.last else { return rows }
    rows += [
      ("first", pattern.path(ofFrame: work.frames.lowerBound)),
      ("last", pattern.path(ofFrame: last)),
    ]
    if presentCount > 0 { rows.append(("there", "\(presentCount) of them, \(presentFate)")) }
    switch obstacle {
    case .framesExist, nil: break
    case let obstacle?: rows.append(("obstacle", "\(obstacle)"))
    }
    let about = estimate.isExact ? "" : "about "
    if !measures.isEmpty {
      rows.append(("scale", measures.map { "--\($0.name) \($0.text)" }.joined(separator: " ")))
      switch work.prepared.scaleScope {
      case .track:
        rows.append(
          ("scale of", "the whole track, of which this is a part; --scale-of part for its own"))
      case .part: rows.append(("scale of", "the part alone"))
      case nil: break
      }
    }
    rows += [
      (
        "bytes",
        "\(about)\(Quantity.bytes(fileBytes)), \(Quantity.bytes(storedBytes)) on the disk; "
          + "their manifest \(Quantity.bytes(manifestBytes))"
      ),
      (
        "time",
        "about \(Quantity.time(seconds)) to draw them with \(counted(options.jobCount, "job")), and "
          + "what the disk takes"
      ),
      ("room", room),
    ]
    return rows
  }

  private var measures: [Measure] { work.prepared.measures }

  private var filmRows: [Row] {
    var rows: [Row] = []
    if let command = film.rasterize { rows.append(("PNG first", command)) }
    if let command = film.film { rows.append(("film", command)) }
    if let note = film.note { rows.append(("note", note)) }
    return rows
  }

  private var frameCount: String {
    let (frames, all) = (work.frames, work.schedule.frameCount)
    guard let last = frames.last, frames.count < all else { return "\(frames.count)" }
    return "\(frames.count) of \(all), \(frames.lowerBound) to \(last),"
  }

  private var presentFate: String {
    switch options.existingFrames {
    case .overwrite: "which are replaced"
    case .keep: "which are kept where they are whole"
    case .refuse: "which render refuses without --overwrite or --resume"
    }
  }

  private var room: String {
    let bytes = space.disk.availableBytes.map { "\(Quantity.bytes($0)) free" } ?? "unknown"
    let files = space.disk.availableFiles.map { ", for \(counted($0, "file"))" } ?? ""
    let verdict =
      space.lack != nil ? "not enough" : space.isEnough ? "enough" : "hardly enough"
    return "\(bytes)\(files): \(verdict)"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
