// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import JSON
internal import Pipeline
internal import Platform
internal import Writing

extension FilmFile {
  /// Examines the folder, and asks ffmpeg for its version.
  func plan() throws(Diagnostic) -> [Fact] {
    let ffmpeg = try? FFmpeg.find()
    let film: Film
    let read = try drawing.film(
      recipe, isPlanned: true, soundPath: own.sound.path, copyingWith: ffmpeg)
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
    let notes = try [film.loss].compactMap(\.self) + film.notes(drawing.view)
    let flashes: Flashes?
    do { flashes = try film.foretoldFlashes() } catch { throw Diagnostic(error) }
    let smaller = film.smaller
    let (bytes, seconds) = (film.bytes, film.secondsOfWork)
    return film.run.soundFacts(drawing) + [
      Fact(
        "size", "\(width)x\(height) pixels",
        [(.width, .whole(width)), (.height, .whole(height))]),
      Fact(
        "film",
        shown(output + (isThere && !options.existing.replaces ? ", which exists already" : ""))),
      Fact("kind", shown(recipe.description)), Fact("music", shown(sound)),
    ] + film.run.measuredFacts + drawing.scenesFacts + [
      Fact([
        (.output, .text(output)), (.exists, .bool(isThere)),
        (.format, .text(recipe.container.name)), (.codec, .text(recipe.codec.name)),
        (.encoder, .text(recipe.codec.encoder)), (.quality, .text(recipe.quality.rawValue)),
        (.sound, .text(sound)),
      ]),
      Fact(
        "bytes", shown("roughly \(Quantity.bytes(bytes))"),
        [(.bytes, .whole(bytes)), (.bytesAreExact, .bool(false))]),
      Fact(
        "smaller", smaller.isEmpty ? nil : shown(smaller.joined(separator: ", ")),
        [(.smaller, .array(smaller.map { JSONValue.text($0) }))]),
      Fact(
        "flashes",
        flashes.map {
          $0.words + ($0.areLarge ? "; \(drawing.hintOnFlashes(of: film))" : "")
        },
        [(.flashes, .decimal(flashes?.share)), (.flashesAt, .decimal(flashes?.seconds))]),
      Fact(
        "time", shown("roughly \(Quantity.time(seconds)) on this machine"),
        [(.seconds, .decimal((seconds * 1000).rounded() / 1000))]),
      Fact(
        "disk",
        shown(
          (available.map { "\(Quantity.bytes($0)) free" } ?? "unknown") + ": "
            + (lack == nil ? "enough" : "may not be enough")),
        [(.availableBytes, .whole(available)), (.isEnough, .bool(lack == nil))]),
      Fact(
        "ffmpeg",
        ffmpeg.map { "\($0.path), version \($0.version ?? "unknown")" }
          ?? (film.isMuxed ? "was not found on the PATH, and film needs it" : nil),
        [
          (.ffmpeg, .text(ffmpeg?.path)), (.ffmpegVersion, .text(ffmpeg?.version)),
          (
            .film,
            .text(hasFrames ? try? PrintedFilm(film, drawing, soundPath: own.sound.path).line : nil)
          ),
          (.note, .text(notes.isEmpty ? nil : notes.joined(separator: "; "))),
        ]),
    ] + notes.map { Fact("note", $0) }
  }
}
