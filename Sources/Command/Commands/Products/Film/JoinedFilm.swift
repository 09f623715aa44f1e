// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Writing

/// A film that is joined from its parts, with the sound of the track.
struct JoinedFilm: Product {
  private let film: FilmFile
  var drawing: DrawingRequest { film.drawing }
  private let pattern: PartPattern

  /// Settles the kind of the film.
  init(
    _ drawing: DrawingRequest, _ own: FilmOptions, _ pattern: PartPattern
  ) throws(Diagnostic) {
    self.pattern = pattern
    film = try FilmFile(drawing, own, joins: true)
    guard !film.recipe.container.sounds.isEmpty else {
      throw Diagnostic(.refused(.joined(film.recipe.container)))
    }
  }

  func make() throws(Diagnostic) {
    try film.checkSources()
    let ffmpeg = try film.recipe.helper()
    try film.write(with: ffmpeg) { () throws(Diagnostic) in
      let paths = try pattern.paths()
      if let path = paths.first(where: { Folder.areSame($0, film.output) }) {
        throw Diagnostic(
          "\(path): the film would replace one of its parts", hint: "name another file with -o",
          status: .cannotCreate)
      }
      let parts: FilmParts
      let recipe: FilmRecipe
      do throws(FilmError) {
        parts = try FilmParts(paths.map { (path) throws(FilmError) in try FilmPart(at: path) })
        recipe = try FilmRecipe(film.request, joining: parts)
      } catch { throw Diagnostic(error) }
      var drawing = film.drawing
      drawing.options.frames.rate = drawing.options.frames.rate ?? parts.rate
      let whole = try drawing.film(
        recipe, inParts: true, soundPath: film.own.sound.path, copyingWith: ffmpeg)
      do throws(FilmError) { try check(parts, drawing, whole.run) } catch {
        throw Diagnostic(error)
      }
      return whole.joined(from: parts)
    }
  }

  /// Refuses parts of another track, and parts that differ from what was typed: options that were left
  /// out are those of the parts.
  private func check(
    _ parts: FilmParts, _ drawing: DrawingRequest, _ run: ReadRun
  ) throws(FilmError) {
    let coding = film.own
    let words = coding.encoderWords.words
    let wanted = drawing.settings(
      of: run,
      adding: [
        .init("codec", coding.codec?.name), .init("quality", coding.quality?.rawValue),
        .init("encoder-args", words.isEmpty ? nil : words.joined(separator: " ")),
      ])
    var compared = drawing.given.subtracting(["format"])
      .union(["audio", "sample-rate", "sample-frames", "start", "duration", "channels", "frames"])
    let all = wanted.differences(fromFound: parts.settings)
    // The views of scores read notes, not samples.
    if all.contains(where: { $0.name == "audio" }) { compared.insert("view") }
    let differences = all.filter { compared.contains($0.name) }
    guard differences.isEmpty else {
      throw .part(path: parts.parts[0].path, .differs(differences))
    }
  }
}
