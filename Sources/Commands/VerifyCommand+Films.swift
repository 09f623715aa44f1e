// SPDX-License-Identifier: MIT
internal import Filming
internal import Platform
internal import Text
internal import Writing

extension VerifyCommand {
  /// A film with a problem.
  typealias FilmFinding = (path: String, problem: SequenceInspection.Problem)

  /// Whether an operand names a film.
  static func isFilm(_ path: String) -> Bool {
    FileKind(of: path)?.isFilm == true && Folder.kind(of: path) != .directory
  }

  /// Refuses films that cannot be checked.
  static func checkFilms(_ paths: [String]) throws(Diagnostic) {
    for path in paths {
      guard Folder.hasEntry(path) else { throw Diagnostic(reading: path, SystemError.notFound) }
      let container = FileKind(of: path)?.container
      guard container.map(FilmSeal.containers.contains) != true else { continue }
      let ends = FilmSeal.containers.flatMap(\.fileExtensions).map { ".\($0)" }
      throw Diagnostic(
        "\(path): a film of this kind has no checksum",
        hint: "films in " + ends.joined(separator: ", ") + " have one", status: .noInput)
    }
  }

  /// Compares films with their checksums; gives what is wrong with some, and the end of the run if
  /// there are such.
  func checked(
    films paths: [String]
  ) throws(Diagnostic) -> (findings: [FilmFinding], fault: Diagnostic?) {
    guard !paths.isEmpty else { return ([], nil) }
    let progress = Progress(
      Progress.Stage(noun: "films", total: paths.count, microseconds: 0), report)
    defer { progress.finish() }
    var findings: [FilmFinding] = []
    var words = ""
    for path in paths {
      defer { progress.advance() }
      let problem: SequenceInspection.Problem?
      do throws(SystemError) {
        let seal = try FilmSeal.check(path)
        problem = seal.problem
        if case .whole(let bytes) = seal {
          report.note("\(path): a film of \(Quantity.bytes(bytes)), whole")
        }
        words = seal.words
      } catch {
        guard Interruption.signal == nil else { throw .interruption() }
        (problem, words) = (.unreadable, "\(error)")
      }
      if let problem { findings.append((path, problem)) }
    }
    guard !findings.isEmpty else { return ([], nil) }
    let problems = findings.map(\.problem)
    let counts = SequenceInspection.Problem.allCases.compactMap { problem in
      let count = problems.count { $0 == problem }
      return count == 0 ? nil : "\(count) \(problem.rawValue)"
    }
    let isAboutOne = paths.count == 1
    let fault = Diagnostic(
      isAboutOne
        ? "\(paths[0]): \(words)"
        : "of \(counted(paths.count, "film")), " + counts.joined(separator: ", "),
      hint: problems.contains(.damaged)
        ? "make it again: \(ProgramText.name) film SONG -o FILM --overwrite"
        : problems.contains(.unreadable)
          ? "check the permissions, and the disk"
          : "only the films that \(ProgramText.name) makes have a checksum, until another program "
            + "changes them",
      status: SequenceInspection.Problem.status(of: problems))
    return (findings, fault)
  }
}

extension FilmSeal.Finding {
  /// What is wrong, as with a frame; `nil` if nothing is.
  fileprivate var problem: SequenceInspection.Problem? {
    switch self {
    case .whole: nil
    case .changed, .cut: .damaged
    case .none: .unknown
    case .otherFormat: .foreign
    }
  }

  /// The same in words that follow the name of the film.
  fileprivate var words: String {
    switch self {
    case .whole: "is whole"
    case .changed: "is damaged: it is not as it was made"
    case .cut: "is cut short"
    case .none: "has no checksum, so that it cannot be checked"
    case .otherFormat: "is no film in MP4 or QuickTime"
    }
  }
}
