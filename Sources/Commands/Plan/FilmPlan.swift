// SPDX-License-Identifier: MIT
internal import Filming
internal import JSON
internal import Pipeline
internal import Platform
internal import Signal
internal import Text
internal import Views

/// What `film` would make, and what it needs.
struct FilmPlan {
  let film: ReadFilm
  private let notes: [String]
  private let ffmpeg: FFmpeg?
  private let command: String?
  private let availableBytes: Int?
  private let lack: String?

  private var options: RenderOptions { film.job.options }
  private var summary: TrackSummary { film.prepared.summary }
  private var schedule: FrameSchedule { film.prepared.schedule }

  /// Examines the folder, and asks ffmpeg for its encoders.
  init(_ film: ReadFilm, _ ffmpeg: FFmpeg?, _ arguments: [String]) throws {
    self.film = film
    self.ffmpeg = ffmpeg
    notes = try film.notes()
    command = try? PrintedFilm(film, arguments, of: PlanCommand.self).line
    let folder = Folder.parent(of: film.job.output)
    availableBytes = (try? FileSystem(ofFolder: folder))?.availableBytes
    lack = film.lack(in: folder)
  }

  private var isThere: Bool { Folder.hasEntry(film.job.output) }

  private var sound: String {
    switch film.sound {
    case .none: "none"
    case .copied: "copied"
    case .samples: "encoded from the part that is drawn"
    }
  }

  /// The facts as named lines.
  var text: String {
    let size = film.size
    var rows: [(name: String, fact: String)] = RenderPlan.soundRows(film.prepared, options)
    rows += [("size", "\(size.width)x\(size.height) pixels")]
    if !film.frames.isEmpty {
      rows += [
        (
          "film",
          film.job.output + (isThere && !options.overwrites ? ", which exists already" : "")
        ), ("kind", film.description), ("music", sound),
      ]
      rows += RenderPlan.pictureRows(film.prepared)
      let free = availableBytes.map { "\(Quantity.bytes($0)) free" } ?? "unknown"
      rows += [
        ("bytes", "roughly \(Quantity.bytes(film.bytes))"),
        ("time", "roughly \(Quantity.time(film.work)) on this machine"),
        ("room", "\(free): " + (lack == nil ? "enough" : "perhaps not enough")),
      ]
    }
    rows.append(
      (
        "ffmpeg",
        ffmpeg.map { "\($0.path), version \($0.version ?? "unknown")" }
          ?? "was not found on the PATH, and film needs it"
      ))
    rows += notes.map { ("note", $0) }
    return RenderPlan.text(rows)
  }

  /// The facts as one JSON object, in bytes, seconds and pixels.
  var json: JSONValue {
    let size = film.size
    let members =
      RenderPlan.soundMembers(film.prepared, options)
      + RenderPlan.frameMembers(film.prepared) + [
        JSONMember("width", .whole(size.width)), JSONMember("height", .whole(size.height)),
      ] + RenderPlan.measureMembers(film.prepared) + [
        JSONMember("output", .text(film.job.output)), JSONMember("exists", .bool(isThere)),
        JSONMember("format", .string(film.recipe.container.name)),
        JSONMember("codec", .string(film.recipe.codec.name)),
        JSONMember("quality", .string(film.recipe.quality.rawValue)),
        JSONMember("sound", .string(sound)), JSONMember("bytes", .whole(film.bytes)),
        JSONMember("bytesAreExact", .bool(false)),
        JSONMember("seconds", .decimal((film.work * 1000).rounded() / 1000)),
        JSONMember("availableBytes", .whole(availableBytes)),
        JSONMember("isEnough", .bool(lack == nil)), JSONMember("ffmpeg", .text(ffmpeg?.path)),
        JSONMember("ffmpegVersion", .text(ffmpeg?.version)),
        JSONMember("film", .text(film.frames.isEmpty ? nil : command)),
        JSONMember("note", .text(notes.isEmpty ? nil : notes.joined(separator: "; "))),
      ]
    return .object([JSONMember("schema", "radial-audio/plan/1")] + members)
  }
}
