// SPDX-License-Identifier: MIT
internal import Filming
internal import JSON
internal import Pipeline
internal import Platform
internal import Writing

extension FilmFile {
  /// Examines the folder, and asks ffmpeg for its version.
  func plan() throws(Diagnostic) -> [PlanRow] {
    let ffmpeg = try? FFmpeg.find()
    let film: Film
    let read = try drawing.film(recipe, isPlanned: true, copyingWith: ffmpeg)
    do { film = try read.measured() } catch { throw Diagnostic(error) }
    let (options, folder) = (drawing.options, Folder.parent(of: output))
    let hasFrames = !film.run.frames.isEmpty
    func shown(_ text: String) -> String? { hasFrames ? text : nil }
    let (isThere, lack) = (Folder.hasEntry(output), try film.lack(in: folder))
    let available = (try? FileSystem(ofFolder: folder))?.availableBytes
    let sound =
      switch film.sound {
      case .none: "none"
      case .copied: "copied"
      case .samples: "encoded from the part that is drawn"
      }
    let (width, height) = film.size
    let notes = try film.notes(drawing.view)
    let flashes: Flashes?
    do { flashes = try film.foretoldFlashes() } catch { throw Diagnostic(error) }
    let smaller = film.smaller
    let (bytes, seconds) = (film.bytes, film.secondsOfWork)
    return film.run.soundFacts(options) + [
      PlanRow(
        "size", "\(width)x\(height) pixels",
        [JSONMember("width", .whole(width)), JSONMember("height", .whole(height))]),
      PlanRow(
        "film",
        shown(output + (isThere && !options.existing.replaces ? ", which exists already" : ""))),
      PlanRow("kind", shown(recipe.description)), PlanRow("music", shown(sound)),
    ] + film.run.measuredFacts + drawing.scenesFacts + [
      PlanRow([
        JSONMember("output", .text(output)), JSONMember("exists", .bool(isThere)),
        JSONMember("format", .text(recipe.container.name)),
        JSONMember("codec", .text(recipe.codec.name)),
        JSONMember("encoder", .text(recipe.codec.encoder)),
        JSONMember("quality", .text(recipe.quality.rawValue)),
        JSONMember("sound", .text(sound)),
      ]),
      PlanRow(
        "bytes", shown("roughly \(Quantity.bytes(bytes))"),
        [JSONMember("bytes", .whole(bytes)), JSONMember("bytesAreExact", .bool(false))]),
      PlanRow(
        "smaller", smaller.isEmpty ? nil : shown(smaller.joined(separator: ", ")),
        [JSONMember("smaller", .array(smaller.map { JSONValue.text($0) }))]),
      PlanRow(
        "flashes",
        flashes.map {
          $0.words + ($0.areLarge ? "; \(drawing.hintOnFlashes(of: film))" : "")
        },
        [
          JSONMember("flashes", .decimal(flashes?.share)),
          JSONMember("flashesAt", .decimal(flashes?.seconds)),
        ]),
      PlanRow(
        "time", shown("roughly \(Quantity.time(seconds)) on this machine"),
        [JSONMember("seconds", .decimal((seconds * 1000).rounded() / 1000))]),
      PlanRow(
        "disk",
        shown(
          (available.map { "\(Quantity.bytes($0)) free" } ?? "unknown") + ": "
            + (lack == nil ? "enough" : "may not be enough")),
        [
          JSONMember("availableBytes", .whole(available)),
          JSONMember("isEnough", .bool(lack == nil)),
        ]),
      PlanRow(
        "ffmpeg",
        ffmpeg.map { "\($0.path), version \($0.version ?? "unknown")" }
          ?? (film.isMuxed ? "was not found on the PATH, and film needs it" : nil),
        [
          JSONMember("ffmpeg", .text(ffmpeg?.path)),
          JSONMember("ffmpegVersion", .text(ffmpeg?.version)),
          JSONMember("film", .text(hasFrames ? try? PrintedFilm(film, drawing).line : nil)),
          JSONMember("note", .text(notes.isEmpty ? nil : notes.joined(separator: "; "))),
        ]),
    ] + notes.map { PlanRow("note", $0) }
  }
}
