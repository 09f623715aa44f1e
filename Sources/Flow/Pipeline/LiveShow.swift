// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Signal
internal import Views

/// What a ``LiveRun`` shows: one of its looks, in the look's own colours or in those of a palette. Both may
/// change while it runs; then the new picture opens out of the heart of the old one.
///
/// The new picture has seen what came before the change, so it is the one of a show that had its look from
/// the beginning, or for half a minute. The same changes before the same frames give the same frames.
public struct LiveShow: Sendable {
  /// A look, by its index, and a palette, by its index in `Palette.named`; `nil` for the colours of
  /// the look.
  private struct Choice: Hashable {
    var look: Int
    var palette: Int?
    /// How often the look was edited, if it is the first one.
    var edition = 0
  }

  /// A picture that goes on.
  private struct Stage {
    let choice: Choice
    let place: LookChange.Place
    var cursor: SceneSequence.Cursor
  }

  private var parts: [LivePart]
  private let cast: LiveCast
  private let rate: Rate
  /// How often the first look was edited.
  private var edition = 0
  /// A line that is shown over the picture.
  public var note: String?
  private var wanted = Choice(look: 0, palette: nil)
  private var shown: Stage
  /// The picture that opens, or that still sees what came before.
  private var coming: Stage?
  /// The ticks that the last frame has shown.
  private var seen = 0
  private var change: LookChange?

  /// How many seconds before a change the new picture sees at least: after them, the scale that follows the
  /// music is hardly that of its beginning any more.
  private static let memory = 30.0
  /// How many ticks of them it sees in a frame, so that no frame is late: 10 ms of work at most.
  private static let pace = 300

  /// A show that begins with the first of some looks.
  ///
  /// - Throws: ``PipelineError`` if it cannot be drawn.
  init(_ parts: [LivePart], _ cast: LiveCast, rate: Rate) throws(PipelineError) {
    (self.parts, self.cast, self.rate) = (parts, cast, rate)
    let (scenes, place) = try parts[0].make(nil)
    shown = Stage(
      choice: wanted, place: place, cursor: SceneSequence.Cursor(scenes, fromTick: 0))
  }

  /// The name of the look that is shown, or that comes next; with that of its view if others have the
  /// same.
  public var look: String { name(of: wanted.look) }

  /// The name of its palette; `nil` for colours that have none.
  public var palette: String? { paletteIndex.map { Palette.named[$0].name } }

  /// The names of all looks, in their order.
  public var looks: [String] { parts.indices.map(name) }

  /// The names of the palettes of the look, in their order.
  public var palettes: [String] { parts[wanted.look].palettes.map { Palette.named[$0].name } }

  private func name(of look: Int) -> String {
    let part = parts[look]
    return parts.count { $0.look == part.look } > 1 ? "\(part.view) \(part.look)" : part.look
  }

  /// The palette of what is wanted, even if the look has it anyway.
  private var paletteIndex: Int? { fitting(wanted).palette ?? parts[wanted.look].ownPalette }

  /// Changes what is shown, from the next frame on; what changes meanwhile comes after that. A palette
  /// stays with the looks that come.
  ///
  /// - Throws: ``LiveChangeError``; then nothing changes.
  public mutating func change(_ wish: LiveChange) throws(LiveChangeError) {
    switch wish {
    case .look(let step):
      let count = parts.count
      switch step {
      case .next: wanted.look = (wanted.look + 1) % count
      case .previous: wanted.look = (wanted.look + count - 1) % count
      case .named(let name): wanted.look = try look(named: name)
      }
    case .palette(let step):
      let part = parts[wanted.look]
      guard !part.palettes.isEmpty else { throw .noPalettes(look: look) }
      let all = part.cycle
      let place = all.firstIndex(of: paletteIndex) ?? 0
      switch step {
      case .next: wanted.palette = all[(place + 1) % all.count]
      case .previous: wanted.palette = all[(place + all.count - 1) % all.count]
      case .named(let name):
        let word = name.lowercased()
        guard let index = part.palettes.first(where: { Palette.named[$0].name == word })
        else { throw .noSuchPalette(name, choices: palettes) }
        wanted.palette = index
      }
    }
  }

  /// Changes the first look to what somebody has edited; it is shown at once.
  ///
  /// - Throws: ``PipelineError`` if it cannot show this sound, or needs other readings of it; then nothing changes.
  public mutating func edit(_ request: RunRequest) throws(PipelineError) {
    var own = cast
    let part = try own.part(request.view, request.picture)
    guard own.tables.count == cast.tables.count else {
      throw .request(.otherReadings, path: part.look)
    }
    _ = try part.make(nil)
    parts[0] = part
    edition += 1
  }

  /// The look of a name, with its view or without: the present view's, if it has one.
  private func look(named text: String) throws(LiveChangeError) -> Int {
    let word = text.lowercased()
    let own = parts[wanted.look].view
    let found =
      parts.firstIndex { $0.look == word && $0.view == own }
      ?? parts.firstIndex { $0.look == word || "\($0.view) \($0.look)" == word || $0.view == word }
    guard let found else { throw .noSuchLook(text, choices: looks) }
    return found
  }

  /// The choice, in the look's own colours if it does not have those that were chosen.
  private func fitting(_ choice: Choice) -> Choice {
    let part = parts[choice.look]
    let isOwn = choice.palette == part.ownPalette
    let fits = choice.palette.map { !isOwn && part.palettes.contains($0) } ?? false
    return Choice(
      look: choice.look, palette: fits ? choice.palette : nil,
      edition: choice.look == 0 ? edition : 0)
  }

  /// The scene of a frame that shows `ticks` ticks.
  mutating func scene(ofFrame frame: Int, after ticks: Int) throws(PipelineError) -> Scene {
    let choice = fitting(wanted)
    if coming == nil, choice != shown.choice {
      let (scenes, place) = try parts[choice.look].make(choice.palette)
      let first = scenes.firstTick(
        shownAfterTick: max(ticks - 1 - rate.count(seconds: LiveShow.memory), 0))
      coming = Stage(
        choice: choice, place: place, cursor: SceneSequence.Cursor(scenes, fromTick: first))
    }
    if change == nil,
      try coming?.cursor.catchUp(to: ticks, most: max(LiveShow.pace, 2 * (ticks - seen))) == true
    {
      change = LookChange(atTick: ticks, rate: rate)
    }
    // Through a ground that is transparent, both would be seen.
    let isSudden =
      coming.map {
        $0.cursor.background.alpha < 255
          || $0.choice.look == shown.choice.look && $0.choice.edition != shown.choice.edition
      } ?? false
    if let next = coming, let change, isSudden || change.isOver(atTick: ticks) {
      (shown, coming, self.change) = (next, nil, nil)
    }
    seen = ticks
    var scene = try shown.cursor.scene(ofFrame: frame, after: ticks)
    if let change, let place = coming?.place,
      let new = try coming?.cursor.scene(ofFrame: frame, after: ticks)
    {
      change.open(new, at: place, in: &scene, atTick: ticks)
    }
    if let note { scene.show(note: note) }
    return scene
  }
}

/// A look that a show can have.
struct LivePart: Sendable {
  /// The names of its view and of the look.
  let view, look: String
  /// The palettes that it can have, by their indices in `Palette.named`.
  let palettes: [Int]
  /// The one that was chosen for it, and one whose ground is that of its own colours.
  let ownPalette, nearPalette: Int?
  /// Its scenes in the colours of a palette, or in its own, and its place on the sheet.
  let make: @Sendable (Int?) throws(PipelineError) -> (SceneSequence, LookChange.Place)

  /// The colours in the order in which they follow each other; `nil` for its own, which a palette with their
  /// ground would hardly differ from.
  var cycle: [Int?] {
    let palettes = palettes.map(Optional.some)
    return ownPalette == nil ? [nil] + palettes.filter { $0 != nearPalette } : palettes
  }
}
