// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import Pipeline
internal import Platform
internal import Text
internal import Writing

/// A film that is made in parts, in a folder beside it, and joined: an interrupted run is continued with
/// the parts that are whole.
struct FilmInParts: Product {
  private let asked: DrawingRequest
  private let film: FilmFile
  var drawing: DrawingRequest { film.drawing }
  private let recipe: FilmRecipe
  private let count: Int

  /// Settles the kind of the film and of its parts. The output is that of `named`.
  init(
    _ asked: DrawingRequest, named drawing: DrawingRequest, _ count: Int
  ) throws(Diagnostic) {
    (self.asked, self.count) = (asked, count)
    film = try FilmFile(drawing, joins: true)
    let whole = try FilmFile(drawing).recipe
    do { recipe = try whole.ofParts() } catch { throw Diagnostic(error) }
    guard !film.isPipe else {
      throw Diagnostic(
        "a film in parts is a file, with its parts in a folder beside it",
        hint: "name it with -o, or leave out --parts", status: .usage)
    }
  }

  var resumption: (line: String, meaning: any Sendable)? {
    var options = asked.options
    options.resumes = true
    return asked.resumingLine().map { ($0, asked.meaning(options)) }
  }

  /// The folder of the parts.
  private var folder: String { film.output + ".parts" }

  func make() throws(Diagnostic) {
    let (drawing, options) = (film.drawing, film.options)
    try film.checkSources()
    let ffmpeg = try film.recipe.helper()
    guard options.overwrites || !Folder.hasEntry(film.output) else {
      throw Diagnostic(output: film.output, SystemError.exists)
    }
    let pattern = try partNames()
    let made: [String]
    do { made = try Folder.make(folder) } catch {
      throw Diagnostic(
        "\(folder): cannot be the folder of the parts: \(error)",
        hint: error.hint(ofWriting: .folder),
        status: error.isShortage ? .ioError : .cannotCreate)
    }
    defer { Folder.removeEmpty(made.isEmpty ? [folder] : made) }
    options.report.setExitMessage(
      .interruption(line: drawing.resumingLine(), ", with --resume", left: "parts"))
    let whole = try drawing.film(film.recipe, inParts: true, copyingWith: ffmpeg)
    var film = film
    film.whole = Progress(
      .frames(whole.run.frames.count, whole.run.schedule.rate, name: "film"), options.report)
    var parts: [FilmPart] = []
    for index in 1...count {
      let part = whole.part(index, of: count, recipe)
      var file = film.renamed(pattern.path(ofFrame: index))
      file.whole = film.whole
      parts.append(
        try file.makePart(index, of: count, with: ffmpeg) { () throws(Diagnostic) in part })
    }
    try film.write(with: ffmpeg) { () throws(Diagnostic) in
      do throws(FilmError) { return whole.joined(from: try FilmParts(parts)) } catch {
        throw Diagnostic(error)
      }
    }
    for part in parts { FilmInParts.remove(part.path) }
  }

  /// The names of the parts, after removing or refusing those of an earlier run.
  private func partNames() throws(Diagnostic) -> FramePattern {
    let name = "part-%03d.\(recipe.container.fileExtensions[0])"
    guard let pattern = FramePattern(folder: folder, printfName: name) else {
      preconditionFailure("\(name) has one number")
    }
    let options = film.options
    guard !options.resumes else { return pattern }
    let present: FrameNumbers
    do { present = try pattern.presentFrames() } catch { throw Diagnostic(error) }
    let left = present.from(1)
    guard options.overwrites || left.isEmpty else {
      throw Diagnostic(
        "\(folder): has \(counted(left.count, "part")) of an interrupted film",
        hint: "use --resume to continue it, or --overwrite to start over", status: .cannotCreate)
    }
    for index in left { FilmInParts.remove(pattern.path(ofFrame: index)) }
    return pattern
  }

  /// Removes a part and its note, if possible: the film is more important.
  private static func remove(_ path: String) {
    for path in [path, FilmPart.notePath(of: path)] { try? Folder.remove(path) }
  }
}
