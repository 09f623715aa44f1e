// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Text
internal import Views

extension LooksCommand {
  /// The seconds that most looks are measured on: those before their moment.
  private static let seconds = 10.0

  /// Draws the looks into the terminal, a row at a time, with their names below.
  func draw(_ input: String, in place: ShownPlace) throws(Diagnostic) {
    let looks = try looks(of: input)
    let (room, cell) = (place.way.room(on: place.screen), place.way.cell(place.screen))
    let columns = min(max(room.width / place.way.leastWidth, 1), looks.count)
    let row = place.fitted(
      PixelSize(width: Canvas.largestSide, height: Canvas.largestSide * size.height / size.width),
      stretch: 1 / Double(columns))
    // Whole cells, so that the names are just below.
    let height = max(row.height / columns / cell.height, 1) * cell.height
    let sheet = try ContactSheet(
      SheetShape(columns: columns, rows: 1), PixelSize(width: row.width, height: height * columns))
    let drawing = try drawing(looks[0], input, sheet.cell)
    try drawing.checkMemory(sheet.memory)
    let sound = try keptSound(drawing.request().track)
    let progress = Progress(
      Progress.Stage(noun: "looks", total: looks.count, microseconds: 0), report)
    defer { progress.finish() }
    for first in stride(from: 0, to: looks.count, by: columns) {
      let those = looks[first..<min(first + columns, looks.count)]
      let pictures = Threads.map(those.count, atATime: Machine.processorCount) { index in
        Result { () throws(Diagnostic) in
          defer { progress.advance() }
          return try picture(those[first + index], input, sound, sheet.cell)
        }
      }
      guard Interruption.signal == nil else { throw Diagnostic.interruption() }
      var scene = sheet.scene(on: .none)
      for (index, picture) in pictures.enumerated() {
        sheet.add(try picture.get(), at: index, to: &scene)
      }
      progress.makeRoom()
      try place.show(scene)
      let names = those.map { $0.name(among: looks) }
      try place.write(LooksCommand.line(of: names, columns, over: max(row.width / cell.width, 1)))
    }
    progress.finish()
    report.note(counted(looks.count, "look") + (keeping.map { "; to keep them: \($0)" } ?? ""))
  }

  /// A look of the kept sound, or of the whole track, as its pixels.
  private func picture(
    _ look: Tile, _ input: String, _ sound: KeptSound?, _ cell: PixelSize
  ) throws(Diagnostic) -> Bitmap {
    let drawing = try drawing(look, input, cell)
    var request = drawing.request()
    let isPart = sound != nil && look.view.name != TrackView.name
    if isPart, let sound {
      request.track.kinds = [.kept(sound)]
      (request.track.start, request.track.duration) = (.zero, nil)
      request.selection = .last
    }
    var renderer = RawFrameRenderer(.rgba)
    do {
      let run = try ReadRun(request) { _ in Interruption.signal == nil }
      if let last = run.frames.last {
        let frame =
          isPart || moment != nil || look.view.name == TrackView.name
          ? last : run.frames.lowerBound + run.frames.count * 3 / 5
        var cursor = SceneSequence.Cursor(run.scenes, from: frame)
        renderer.draw(try cursor.scene(ofFrame: frame))
      }
    } catch { throw Diagnostic(error) }
    guard !renderer.bytes.isEmpty else { throw Diagnostic.noFrame(in: input) }
    return Bitmap(width: cell.width, height: cell.height, pixels: renderer.bytes)
  }

  /// The sound before the moment of the looks; `nil` if that is not known in advance, and then all of it
  /// is read for each look.
  private func keptSound(_ request: TrackRequest) throws(Diagnostic) -> KeptSound? {
    do {
      return try KeptSound(request, seconds: LooksCommand.seconds) { length in
        moment.map { $0.sampleFrame(sampleRate: length.sampleRate) } ?? length.sampleFrames * 3 / 5
      }
    } catch { throw Diagnostic(error) }
  }

  /// The names of looks in columns, each in the middle of its own.
  private static func line(of names: [String], _ columns: Int, over width: Int) -> [UInt8] {
    var line = ""
    for (index, name) in names.enumerated() {
      let (begin, end) = (width * index / columns, width * (index + 1) / columns)
      let room = max(end - begin - 1, 1)
      let shown = name.prefix(room)
      let gap = max(begin + (end - begin - shown.count) / 2 - line.count, 0)
      line += String(repeating: " ", count: gap) + shown
    }
    return Array((line + "\n").utf8)
  }
}
