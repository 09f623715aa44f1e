// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Views

/// Looks by name, such as `sun,halo`, of any view. A look of the same name in several views is that of
/// the first, or is named with its view, as in `plots/tutorial`; a view stands for its first look, and
/// `scenes` for all looks that the scenes of a film can have.
struct LookChoices: ArgumentValue {
  /// The looks, with their meters.
  let looks: [ReadingsRecorder.Drawn]
  let argumentText: String

  init() { (looks, argumentText) = ([], "") }

  /// The looks that draw nothing but levels.
  static let ofLevels = ViewCatalog.all.flatMap { view in
    view.lookNames.compactMap { view.drawn("\(view.name)/\($0)") }
  }.filter { $0.options.drawsLevels }

  /// The figures of films whose scenes have looks of their own.
  private static var scenes: ReadingsRecorder.Drawn {
    var (picture, options) = (PictureSettings(), RadialOptions())
    options.look.apply(&picture, &options)
    options.scenes = .looks([])
    return ReadingsRecorder.Drawn(options, picture.ballistics)
  }

  init(argument: String) throws(ArgumentValueError) {
    argumentText = argument
    var looks: [ReadingsRecorder.Drawn] = []
    for typed in argument.listParts {
      let word = typed.lowercased()
      var known = word == "scenes" ? LookChoices.scenes : nil
      if let path = LookWord(typed).path, Folder.kind(of: path) == .regular {
        let file: LookFile
        do { file = try LookWord.read(path) } catch { throw ArgumentValueError(error.message) }
        if let variant = LookWord(typed).variant,
          !file.variants.contains(where: { $0.name == variant })
        {
          throw ArgumentValueError("the look \(file.name) has no variant '\(variant)'")
        }
        known = ViewCatalog.all.lazy.compactMap { $0.drawn(file) }.first
      }
      guard let look = known ?? ViewCatalog.all.lazy.compactMap({ $0.drawn(word) }).first else {
        let names = ViewCatalog.all.flatMap { [$0.name] + $0.lookNames }
        let nearest = Suggestion.nearest(to: word, in: names)
        throw ArgumentValueError(
          "no such look",
          hint: nearest.map { "did you mean '\($0)'?" } ?? "\(ProgramText.name) looks lists them")
      }
      guard !look.options.readsNothing else {
        throw ArgumentValueError("'\(word)' draws an instrument, and no readings")
      }
      looks.append(look)
    }
    self.looks = looks
  }
}

extension View {
  /// A look of the view by its name.
  fileprivate static func drawn(_ word: String) -> ReadingsRecorder.Drawn? {
    let look = looks.first { word == $0.name || word == "\(name)/\($0.name)" }
    return (look ?? (word == name ? looks.first : nil)).map(drawn)
  }

  /// A look of the view that is a file.
  fileprivate static func drawn(_ file: LookFile) -> ReadingsRecorder.Drawn? {
    look(of: file).map(drawn)
  }

  private static func drawn(_ look: Look<Options>) -> ReadingsRecorder.Drawn {
    var (picture, options) = (PictureSettings(), Options())
    look.apply(&picture, &options)
    return ReadingsRecorder.Drawn(options, picture.ballistics)
  }
}
