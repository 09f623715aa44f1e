// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import Pipeline
internal import Platform
internal import Text
internal import Writing

/// A part of a film, for another run that joins it with the others.
struct FilmShard: Product {
  private let film: FilmFile
  var drawing: DrawingRequest { film.drawing }

  /// Settles the name and the kind of the part.
  init(_ drawing: DrawingRequest, _ own: FilmOptions) throws(Diagnostic) {
    guard !drawing.given.contains("sound") || own.sound.choice == .none else {
      throw Diagnostic(
        "a part of a film is silent", hint: "leave out --sound here, and add it to --join",
        status: .usage, for: ["sound"])
    }
    film = try FilmFile(drawing.namedPart(own), own)
    guard !film.isPipe else {
      throw Diagnostic(
        "a part of a film is a file, with a note beside it",
        hint: "name it with -o, such as part-%03d.mp4", status: .usage)
    }
  }

  func make() throws(Diagnostic) {
    guard !film.options.printsCommand else { return try film.make() }
    guard case .shard(let index, let count)? = film.options.frames.shard?.selection else { return }
    try film.makePart(index, of: count)
  }

  func plan() throws(Diagnostic) -> [Fact] { try film.plan() }
}

extension FilmFile {
  /// Makes a part of a film and its note, or keeps the one that a run with `--existing keep` finds. The note
  /// comes first, so that a part never lacks one.
  fileprivate func makePart(_ index: Int, of count: Int) throws(Diagnostic) {
    try checkSources()
    let ffmpeg = try recipe.helper()
    let note = FilmPart.notePath(of: output)
    let replacing = options.existing != .fail
    let file = try openOutput(replacing: replacing)
    guard replacing || !Folder.hasEntry(note) else {
      throw Diagnostic(output: note, SystemError.exists)
    }
    let film = try drawing.film(
      recipe, inParts: true, copyingWith: ffmpeg)
    let frames = film.run.schedule.frameCount
    let least = recipe.minFrames(at: film.run.schedule.rate)
    guard frames / count >= least || frames == 0 else {
      throw Diagnostic(
        "\(inputName(options.input)): has \(counted(frames, "frame")), too few for "
          + counted(count, "part"),
        hint:
          "make at most \(counted(max(frames / least, 1), "part")), of \(least) frames or more",
        status: .usage)
    }
    let settings = drawing.settings(of: film, with: ffmpeg)
    if options.existing == .keep, try hasWholePart(index, of: count, settings) {
      options.report.note("\(output): is whole, and kept")
      return
    }
    try tellNotes(of: film)
    let flashes = try write(film, file.place, ffmpeg)
    guard case .file(let path) = file.place else { preconditionFailure("a part is a file") }
    let part: FilmPart
    do {
      part = try FilmPart(
        index, of: count, settings, flashes: flashes, at: output, in: path)
    } catch { throw Diagnostic(error) }
    try DataOutput(note, replacing: true).commit(part.note)
    do { try file.commit() } catch { throw Diagnostic(output: output, error) }
  }

  /// Whether the part is there, and whole; otherwise it is to be made.
  private func hasWholePart(
    _ index: Int, of count: Int, _ settings: SequenceSettings
  ) throws(Diagnostic) -> Bool {
    guard Folder.hasEntry(output) || Folder.hasEntry(FilmPart.notePath(of: output)) else {
      return false
    }
    do throws(FilmError) {
      let part = try FilmPart(at: output)
      try part.checkFilm(settings, of: count)
      guard part.index == index else {
        throw .part(path: output, .otherPart(part.index, wanted: index))
      }
      try part.check()
      return true
    } catch {
      switch error {
      case .part(_, .noFile): return false
      case .part(_, .damaged):
        options.report.warn("\(output): is damaged or incomplete, and made again")
        return false
      case .part where options.existing.replaces: return false
      default: throw Diagnostic(error)
      }
    }
  }
}

extension DrawingRequest {
  /// All that determines the pictures of a film's parts.
  func settings(of film: Film, with ffmpeg: FFmpeg?) -> SequenceSettings {
    settings(
      of: film.run,
      adding: film.recipe.facts + [.init("ffmpeg", film.recipe.isOwn ? nil : ffmpeg?.version)])
  }

  /// The options with the number of a shard in the name of the output.
  ///
  /// - Throws: an error if the name has no single place for it.
  func namedPart(_ own: FilmOptions) throws(Diagnostic) -> DrawingRequest {
    guard case .shard(let index, _)? = options.frames.shard?.selection, options.output != "-" else {
      return self
    }
    let (stem, end) = PartPattern.split(options.output)
    let fileExtension = end.isEmpty ? own.end : end
    var named = self
    do {
      let pattern = try FramePattern(
        parsing: given.contains("output") ? stem : stem.replacing("%", with: "%%") + "-part-%03d",
        fileExtension: fileExtension)
      named.options.output = pattern.path(ofFrame: index)
    } catch {
      guard error == .noNumber else {
        throw Diagnostic(
          "the name '\(options.output)' needs one place for the number of the part",
          hint: "write one in the file name, such as part-%03d.mp4, and %% for a percent sign",
          status: .usage)
      }
    }
    return named
  }
}
