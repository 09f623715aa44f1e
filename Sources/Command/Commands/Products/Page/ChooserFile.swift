// SPDX-License-Identifier: MIT
internal import Analysis
internal import Decoding
internal import Drawing
internal import Filming
internal import Pages
internal import Pipeline
internal import Platform
internal import Synchronization
internal import Text
internal import Views

/// A page on which a part of a track moves in all looks, to choose from.
struct ChooserFile: Sendable {
  let input: String
  let start: TimePosition
  let duration: TimePosition?
  /// The colours that are chosen at first; those of each look if `nil`.
  let palette: PaletteChoice?
  let report: ReportOptions
  /// The looks that can show the track.
  let looks: [(view: any View.Type, name: String)]

  /// A page of all looks has more bytes than this, however short the part is.
  static let leastBytes = 512 << 10

  /// The most seconds that are shown, and those of a track whose bars are not known.
  private static let (longest, usual) = (24, 16)
  /// The shapes of films, the usual one first.
  private static let sizes = [("16:9", "1080p"), ("1:1", "square"), ("9:16", "vertical")]

  /// What all looks have in common.
  private struct Song: Sendable {
    let shared: SharedReadings
    let structure: SongStructure?
    /// The ticks that are shown.
    let part: Range<Int>
    let shapes: [Chooser.Shape]
    let palettes: [Palettes]
  }

  /// Colours that can be chosen: those of the looks, if they have no name.
  private typealias Palettes = (name: String, colors: Palette?)

  /// The page, and how many looks it has.
  ///
  /// - Throws: also if the track has no frames.
  func page(jobs: Int) throws(Diagnostic) -> (document: [UInt8], remark: String) {
    let shared = SharedReadings(coverSide: 320)
    var first = drawing(looks[0].view, looks[0].name)
    first.view.appearance?.palette = palette
    var request = first.request()
    request.shared = shared
    var open = try self.open(request)
    var run = try first.read(&open.run)
    guard let part = part(of: run) else { throw Diagnostic.noFrame(in: input) }
    request.selection = .range(first: part.lowerBound, last: part.upperBound - 1)
    open = try self.open(request)
    run = try first.read(&open.run)
    var palettes = ChooserFile.palettes
    if let palette, let colors = run.colors, !palettes.contains(where: { $0.colors == colors }) {
      palettes.append((palette.argumentText, colors))
    }
    let song = Song(
      shared: shared, structure: run.structure, part: part, shapes: ChooserFile.shapes(),
      palettes: palettes)
    let progress = Progress(
      Progress.Stage(noun: "looks", total: looks.count, microseconds: 0), report)
    let failure = Mutex<Diagnostic?>(nil)
    let source = try soundSource(of: run, open)
    let sound = Mutex(PageSound.none)
    // The sound is made beside the looks.
    let made = Threads.map(1 + looks.count, atATime: jobs) { index -> Chooser.Look? in
      do throws(Diagnostic) {
        guard failure.withLock({ $0 == nil }) else { return nil }
        guard index > 0 else {
          let made = try self.sound(from: source)
          sound.withLock { $0 = made }
          return nil
        }
        defer { progress.advance() }
        return try look(looks[index - 1].view, looks[index - 1].name, song)
      } catch {
        failure.withLock { $0 = $0 ?? error }
        return nil
      }
    }
    progress.finish()
    if let failure = failure.withLock(\.self) { throw failure }
    let seconds = part.lowerBound / 60
    let length =
      run.structure?.chosenPart(of: .max, atMost: .max, at: 60) == part
      ? "eight bars" : "\((part.count + 30) / 60) seconds"
    let remark = "\(length) from \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    let words = Captions(title: run.tags.title, subtitle: run.tags.artist)
    let chooser = Chooser(
      // The user's defaults would change what the page shows.
      command: ProgramText.line(
        ["film", ShellText.operand(input)] + (OptionsFile.defaultsExist ? ["--no-options"] : []))
        ?? "",
      title: words.title ?? "", artist: words.subtitle ?? "", remark: remark,
      seconds: Double(part.count) / 60, shapes: song.shapes, palettes: palettes,
      palette: palettes.firstIndex { $0.colors == run.colors && palette != nil } ?? 0,
      looks: made.compactMap(\.self), first: FilmOutput.outline.style.look ?? "",
      sound: sound.withLock(\.self))
    return (chooser.document, remark)
  }

  /// The colours of the looks, and all palettes that have a name.
  private static let palettes: [Palettes] =
    [("", nil)] + Palette.named.map { ($0.name, $0.colors) }

  private static func shapes() -> [Chooser.Shape] {
    sizes.enumerated().compactMap { index, shape in
      guard let size = PixelSize.named.first(where: { $0.name == shape.1 })?.size,
        let canvas = Canvas(width: size.width, height: size.height, shortSideInPoints: 432)
      else { return nil }
      return Chooser.Shape(label: shape.0, name: index == 0 ? "" : shape.1, canvas: canvas)
    }
  }

  private func open(_ request: RunRequest) throws(Diagnostic) -> OpenFilm {
    do { return try OpenFilm(request, try PageSoundChoice.aac.recipe) } catch {
      throw Diagnostic(error)
    }
  }

  /// The ticks that are shown: those that the user asks for, or else eight bars; `nil` if there are none.
  private func part(of run: ReadRun) -> Range<Int>? {
    let count = run.schedule.frameCount
    let most = 60 * ChooserFile.longest
    func ticks(_ time: TimePosition) -> Int { Int(Double(time.nanoseconds) * 60e-9) }
    if start == .zero, duration == nil,
      let part = run.structure?.chosenPart(of: count, atMost: most, at: 60)
    {
      return part
    }
    guard ticks(start) < count else { return nil }
    let length = min(duration.map(ticks) ?? 60 * ChooserFile.usual, most)
    let part = ticks(start)..<min(ticks(start) + length, count)
    return part.isEmpty ? nil : part
  }

  private func sound(from source: PageSoundSource) throws(Diagnostic) -> PageSound {
    do { return try PageSound(source) { _ in Interruption.signal == nil } } catch {
      throw Diagnostic(error)
    }
  }

  /// The sound of the part; none, with a warning, if nothing can encode it.
  private func soundSource(
    of run: ReadRun, _ open: borrowing OpenFilm
  ) throws(Diagnostic) -> PageSoundSource {
    guard !open.isSilent else { return .none }
    do throws(PageError) { return try PageSoundSource(.aac, of: run, open) } catch {
      guard case .film(.noEncoder) = error else { throw Diagnostic(error) }
      report.warn(
        "ffmpeg, which encodes the sound, was not found on the PATH: the page is silent",
        hint: "install ffmpeg (apt-get install ffmpeg)")
      return .none
    }
  }

  /// A look as its films show it, in all shapes and palettes.
  private func look(
    _ view: any View.Type, _ name: String, _ song: Song
  ) throws(Diagnostic) -> Chooser.Look {
    var drawing = drawing(view, name)
    let unused = drawing.view.unusedOptions
    let options = ["title", "subtitle"].filter {
      drawing.view.appearance != nil && !unused.contains($0)
    }
    // Other looks draw the title itself, or none.
    let hasWords = options.count == 2 && !unused.contains("words")
    if hasWords {
      drawing.view.appearance?.title = .text("I")
      drawing.view.appearance?.subtitle = .text("I")
    }
    drawing.view.scenes = .none
    // Other views measure no scale on the whole track, so they read the part alone.
    let readsPart = drawing.view.levelScale == nil && view.name != TrackView.name
    var part = ChooserPicture.Part(
      ticks: song.part, song: song.structure, isWhole: view.name == TrackView.name)
    if readsPart, view.scoreKind == nil {
      part = ChooserPicture.Part(ticks: 0..<song.part.count, song: nil, isWhole: false)
      drawing.options.track.start = TimePosition(ticks: song.part.lowerBound)
      drawing.options.track.duration = TimePosition(ticks: song.part.count)
    }
    let takesPalettes = view.hasOption("palette") && view.looks(using: "palette").contains(name)
    let palettes = song.palettes.indices.filter { takesPalettes || song.palettes[$0].colors == nil }
    let colors = palettes.map { song.palettes[$0].colors }
    var samples: ChooserPicture.Samples?
    var pictures: [ChooserPicture] = []
    var places: [Chooser.Place] = []
    do throws(PipelineError) {
      for (index, shape) in song.shapes.enumerated() {
        let size = PixelSize(width: shape.canvas.width, height: shape.canvas.height)
        var request = index == 0 ? drawing.request() : drawing.request(size)
        request.shared = song.shared
        var open = try OpenRun(request)
        let run = try open.read { _ in Interruption.signal == nil }
        let isSame = try samples?.agree(with: run, shape, hasWords: hasWords) ?? false
        if index == 0 { samples = try ChooserPicture.Samples(run, part) }
        if !isSame {
          var bare: ReadRun?
          if run.showsCover {
            request.view.appearance?.cover = .none
            bare = try ReadRun(request) { _ in Interruption.signal == nil }
          }
          pictures.append(
            try ChooserPicture(
              run, bare: bare, part, palettes: colors, bytes: index == 0 ? 300_000 : 150_000
            ) { Interruption.signal == nil })
        }
        places.append(
          Chooser.Place(
            picture: isSame ? 0 : pictures.count - 1, isMoved: hasWords && (index == 0 || isSame),
            canvas: run.scenes.blank.canvas))
      }
    } catch { throw Diagnostic(error) }
    let isShared = looks.first { $0.name == name }?.view.name != view.name
    return Chooser.Look(
      name: isShared ? "\(view.name) \(name)" : name, summary: view.summary(ofLook: name),
      words: (isShared ? ["--view", view.name] : []) + ["--look", name], options: options,
      hasWords: hasWords, palettes: palettes, pictures: pictures, places: places)
  }

  /// What the film of a look draws.
  private func drawing(_ view: any View.Type, _ look: String) -> DrawingRequest {
    var drawing = FilmOutput.drawing(view, look: look, of: input)
    drawing.options.report = report
    drawing.options.report.isQuiet = true
    return drawing
  }
}

extension TimePosition {
  /// The beginning of a sixtieth of a second.
  fileprivate init(ticks: Int) {
    let nanoseconds = (ticks * 1_000_000_000 + 59) / 60
    self = TimePosition(parsing: DecimalText.seconds(nanoseconds: nanoseconds)) ?? .zero
  }
}
