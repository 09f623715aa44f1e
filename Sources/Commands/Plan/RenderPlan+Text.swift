// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Signal
internal import Text
internal import Views
internal import Writing

extension RenderPlan {
  /// The facts as named lines.
  var text: String {
    RenderPlan.text(facts + filmRows)
  }

  /// Aligned lines of names and facts.
  static func text(_ rows: [(name: String, fact: String)]) -> String {
    let width = rows.reduce(0) { max($0, $1.name.count) }
    return rows.reduce("") { text, row in
      let name = row.name.padded(to: width + 2)
      return text + name + LineText.escaped(row.fact) + "\n"
    }
  }

  private typealias Row = (name: String, fact: String)

  private var facts: [Row] {
    var rows = RenderPlan.soundRows(work.prepared, options)
    rows.append(("size", "\(options.size.argumentText) pixels"))
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
    rows += RenderPlan.pictureRows(work.prepared)
    rows += [
      (
        "bytes",
        "\(about)\(Quantity.bytes(fileBytes)), \(Quantity.bytes(storedBytes)) on the disk; "
          + "their manifest \(Quantity.bytes(manifestBytes))"
      ),
      (
        "time",
        "about \(Quantity.time(seconds)) to draw them with \(counted(options.jobCount, "job")), plus the "
          + "time to write them"
      ),
      ("room", room),
    ]
    return rows
  }

  /// The rows about the track and the frames.
  static func soundRows(
    _ prepared: PreparedRender, _ options: RenderOptions
  ) -> [(name: String, fact: String)] {
    let (summary, schedule, frames) = (prepared.summary, prepared.schedule, prepared.frames)
    let length = Double(summary.sampleFrames) / Double(summary.format.sampleRate)
    let part =
      frames.last.flatMap { last in
        frames.count < schedule.frameCount
          ? " of \(schedule.frameCount), \(frames.lowerBound) to \(last)," : nil
      } ?? ""
    return [
      ("input", inputName(options.input)),
      (
        "sound",
        "\(Quantity.length(length)), \(summary.format.sampleRate) Hz, "
          + counted(summary.format.channelCount, "channel")
      ),
      ("ticks", "\(schedule.tickCount) at \(options.track.tickRate) a second"),
      ("frames", "\(frames.count)\(part) at \(schedule.rate) a second"),
    ]
  }

  /// The values that the view measured.
  static func pictureRows(_ prepared: PreparedRender) -> [(name: String, fact: String)] {
    let turn = prepared.lockedTurn.map { turn in
      Quantity.length(turn.seconds)
        + (turn.hasBars ? ", a whole number of bars" : "; no regular bars were found")
    }
    return scaleRows(prepared) + (turn.map { [("turn", $0)] } ?? [])
  }

  private static func scaleRows(_ prepared: PreparedRender) -> [(name: String, fact: String)] {
    let words = prepared.measures.map { "--\($0.name) \($0.text)" }
    guard !words.isEmpty else { return [] }
    let scale = ("scale", words.joined(separator: " "))
    return switch prepared.scaleScope {
    case .track:
      [
        scale,
        ("scale of", "the whole track, of which this is a part; --scale-of part for its own"),
      ]
    case .part: [scale, ("scale of", "the part alone")]
    case nil: [scale]
    }
  }

  private var filmRows: [Row] {
    var rows: [Row] = []
    if let line = film.direct { rows.append(("direct", line)) }
    if let command = film.rasterize { rows.append(("PNG first", command)) }
    if let command = film.sound { rows.append(("sound first", command)) }
    if let command = film.film { rows.append(("film", command)) }
    if let note = film.note { rows.append(("note", note)) }
    return rows
  }

  private var presentFate: String {
    switch options.existingFrames {
    case .overwrite: "which are replaced"
    case .keep: "which are kept if they are intact"
    case .refuse: "which render refuses without --overwrite or --resume"
    }
  }

  private var room: String {
    let bytes = space.disk.availableBytes.map { "\(Quantity.bytes($0)) free" } ?? "unknown"
    let files = space.disk.availableFiles.map { ", for \(counted($0, "file"))" } ?? ""
    let verdict =
      space.lack != nil ? "not enough" : space.isEnough ? "enough" : "barely enough"
    return "\(bytes)\(files): \(verdict)"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
