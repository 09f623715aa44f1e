// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Text
internal import Views

/// The sleeve of several tracks: `poster album --look parts`.
struct AlbumPicture: Product {
  let drawing: DrawingRequest
  private let picture: Picture

  /// More tracks would be lines.
  private static let most = 99

  init(_ drawing: DrawingRequest, _ chosen: OutputKind?) throws(Diagnostic) {
    self.drawing = drawing
    picture = try Picture(drawing, chosen, productName: "sleeve")
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
    if let remark = list.remark { options.report.note(remark) }
    guard list.tracks.count <= AlbumPicture.most else {
      throw Diagnostic(
        "\(list.tracks.count) tracks, and a sleeve has strips for \(AlbumPicture.most) at most",
        hint: "name fewer, or add --output-dir DIR for a poster of each", status: .usage)
    }
    try picture.make { () throws(Diagnostic) in
      let scene = try scene(of: list.paths)
      return (scene, picture.note("sleeve of \(counted(list.tracks.count, "track"))"))
    }
  }

  private func scene(of tracks: [String]) throws(Diagnostic) -> Scene {
    let progress = Progress(
      Progress.Stage(noun: "tracks", total: tracks.count, microseconds: 0), drawing.options.report)
    defer { progress.finish() }
    let isOfAll = drawing.view.levelScale?.scope == .all
    let scale = isOfAll ? try drawing.commonScale(of: tracks) : nil
    var (sleeve, words) = (AlbumSleeve(), AlbumWords(drawing))
    var (captions, palette) = (Captions(), Palette?.none)
    for (index, track) in tracks.enumerated() {
      // With the last one all tags are known.
      var one = request(of: track, scale, index == tracks.count - 1 ? words : nil)
      one.view.appearance?.palette = colors(ofTrack: index)
      var open = try one.open()
      let run = try one.read(&open)
      guard let figure = run.disc else { throw Diagnostic.noFrame(in: track) }
      words.add(run.tags)
      sleeve.add(
        try one.scene(of: run, nil), figure,
        seconds: Double(run.summary.sampleFrames) / Double(run.summary.format.sampleRate))
      (captions, palette) = (run.words, palette ?? run.colors)
      progress.advance()
    }
    return sleeve.scene(captions, palette ?? .yellow)
  }

  /// The colours of a track: its own, or those of a usual, of a loud and of a soft scene in turn, so that strips in one
  /// palette differ from their neighbours.
  private func colors(ofTrack index: Int) -> PaletteChoice? {
    guard drawing.given.contains("palette"), let choice = drawing.view.appearance?.palette else {
      return .song
    }
    guard !drawing.given.contains("background"), let colors = try? choice.colors() else {
      return choice
    }
    return .named(choice.argumentText, colors.settings[[1, 2, 0][index % Palette.sceneCount]])
  }

  /// The fullest turn of a track, with words if there are any.
  private func request(
    of input: String, _ scale: LevelScale?, _ words: AlbumWords?
  ) -> DrawingRequest {
    var one = drawing
    one.options.inputs = [input]
    one.options.report.isQuiet = true
    if let view = drawing.view as? TrackViewOptions { one.view = view.layers }
    if let scale { one.view.setScale(scale) }
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
