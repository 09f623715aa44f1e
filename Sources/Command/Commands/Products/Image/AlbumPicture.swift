// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Text
internal import Views

/// The sleeve of several tracks: `poster album --look parts`.
struct AlbumPicture: Product {
  let drawing: DrawingRequest
  private let kind: OutputKind

  /// The look of the figures.
  private static let look = "strata"
  /// More tracks would be lines.
  private static let most = 99

  init(_ drawing: DrawingRequest, _ chosen: OutputKind?) throws(Diagnostic) {
    self.drawing = drawing
    let path = drawing.options.output
    guard path == "-" || FileKind(of: path)?.image != nil else {
      throw .wrongName(path, for: "the sleeve of several tracks", ends: ["png", "svg"])
    }
    kind = try FrameSequence.kind(chosen, FileKind(of: path)?.image, path)
    try Diagnostic.checkTerminal(path, "an image")
  }

  /// Whether these options ask for one picture of several tracks.
  static func isOf(_ drawing: DrawingRequest) -> Bool {
    let inputs = drawing.options.inputs
    return drawing.view.lookName == "parts" && drawing.options.batch.folder == nil
      && !inputs.contains("-")
      && (inputs.count > 1 || inputs.first.map(Folder.kind) == .directory)
  }

  func make() throws(Diagnostic) {
    let options = drawing.options
    let list = try InputList(options.inputs, recursive: options.batch.folders.isRecursive)
    guard list.tracks.count <= AlbumPicture.most else {
      throw Diagnostic(
        "\(list.tracks.count) tracks, and a sleeve has strips for \(AlbumPicture.most) at most",
        hint: "name fewer, or add --output-dir DIR for a poster of each", status: .usage)
    }
    let output = try drawing.output(for: kind.name)
    let progress = Progress(
      Progress.Stage(noun: "tracks", total: list.tracks.count, microseconds: 0), options.report)
    defer { progress.finish() }
    var sleeve = AlbumSleeve()
    var words = AlbumWords(drawing)
    var (captions, palette) = (Captions(), Palette?.none)
    for (index, track) in list.tracks.enumerated() {
      // With the last one all tags are known.
      let isLast = index == list.tracks.count - 1
      let one = request(of: track.path, isLast ? words : nil)
      var open = try one.open()
      let run = try one.read(&open)
      guard let figure = run.disc, run.frames.last != nil else {
        throw Diagnostic.noFrame(in: track.path)
      }
      words.add(run.tags)
      sleeve.add(
        try one.scene(of: run, nil), figure,
        seconds: Double(run.summary.sampleFrames) / Double(run.summary.format.sampleRate))
      (captions, palette) = (run.words, palette ?? run.colors)
      progress.advance()
    }
    let scene = sleeve.scene(captions, palette ?? .yellow)
    try drawing.checkMemory(kind.renderer.memory(for: scene))
    var (renderer, bytes) = (kind.renderer.init(), [UInt8]())
    renderer.render(scene, into: &bytes)
    try output.commit(bytes)
    progress.finish()
    options.report.note(
      "sleeve of \(counted(list.tracks.count, "track")) in \(OutputFile.name(options.output)), "
        + options.size.argumentText, output: options.output)
  }

  /// The fullest turn of a track, with words if there are any.
  private func request(of input: String, _ words: AlbumWords?) -> DrawingRequest {
    var one = PosterOutput.drawing(RadialView.self, look: AlbumPicture.look, of: input)
    one.options.size = drawing.options.size
    one.options.frames.range = FrameRange(.fullest)
    one.options.track.channels = drawing.options.track.channels
    one.options.report = drawing.options.report
    one.options.report.isQuiet = true
    one.view.appearance = drawing.view.appearance
    if !drawing.given.contains("palette") { one.view.appearance?.palette = .song }
    one.view.appearance?.title = words?.title ?? .none
    one.view.appearance?.subtitle = words?.subtitle ?? .none
    return one
  }
}

/// The words of a sleeve: those that were typed, or else the album, or the name of the folder, and the artist of all
/// tracks.
private struct AlbumWords {
  private let typed: (title: CaptionChoice?, subtitle: CaptionChoice?)
  private let folder: String?
  private var albums: Set<String?> = []
  private var artists: Set<String?> = []

  init(_ drawing: DrawingRequest) {
    func text(_ choice: CaptionChoice?, _ option: String) -> CaptionChoice? {
      switch choice {
      case .text?, CaptionChoice.none?: drawing.given.contains(option) ? choice : nil
      default: nil
      }
    }
    typed = (
      text(drawing.view.appearance?.title, "title"),
      text(drawing.view.appearance?.subtitle, "subtitle")
    )
    let inputs = drawing.options.inputs
    folder =
      inputs.count == 1
      ? inputs[0].unicodeScalars.split(separator: "/").last.map { String($0) } : nil
  }

  mutating func add(_ tags: AudioTags) {
    albums.insert(tags.album)
    artists.insert(tags.albumArtist ?? tags.artist)
  }

  var title: CaptionChoice {
    let name = only(albums) ?? folder.map(Captions.title(ofFile:))
    return typed.title ?? name.map { .text($0) } ?? .none
  }

  var subtitle: CaptionChoice { typed.subtitle ?? only(artists).map { .text($0) } ?? .none }

  /// The only one of some words.
  private func only(_ words: Set<String?>) -> String? {
    words.count == 1 ? words.first ?? nil : nil
  }
}
