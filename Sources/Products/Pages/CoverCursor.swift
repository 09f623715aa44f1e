// SPDX-License-Identifier: MIT
internal import Drawing
public import Pipeline

/// Whether an item is shown with and without the cover.
enum Presence {
  case always, withCover, withoutCover
}

/// The scenes of a run, and in them what the same run shows in another way without a cover.
struct CoverCursor {
  private var shown: SceneSequence.Cursor
  private var bare: SceneSequence.Cursor?
  private let isOther: Bool
  let background: Color

  /// `isOther` says whether the whole figure is another one without a cover, and not its heart alone.
  init(_ shown: SceneSequence, bare: SceneSequence?, isOther: Bool, from frame: Int) {
    (background, self.isOther) = (shown.background, isOther)
    self.shown = SceneSequence.Cursor(shown, from: frame)
    self.bare = bare.map { SceneSequence.Cursor($0, from: frame) }
  }

  /// The scene of a frame: what is alike in both stands in it once, below and above what is not.
  mutating func scene(
    ofFrame frame: Int
  ) throws(PipelineError) -> (scene: Scene, presences: [Presence]) {
    var scene = try shown.scene(ofFrame: frame)
    let own = scene.items
    guard let others = try bare?.scene(ofFrame: frame).items else {
      return (scene, own.map { _ in .always })
    }
    func isAlike(_ item: Item, _ other: Item) -> Bool {
      isOther ? !item.isOfFigure && !other.isOfFigure : item == other
    }
    let below = zip(own, others).prefix(while: isAlike).count
    let above = zip(own.dropFirst(below).reversed(), others.dropFirst(below).reversed())
      .prefix(while: isAlike).count
    let (with, without) = (
      own.dropFirst(below).dropLast(above), others.dropFirst(below).dropLast(above)
    )
    scene.items = own.prefix(below) + with + without + own.suffix(above)
    func all(_ presence: Presence, _ count: Int) -> [Presence] {
      Array(repeating: presence, count: count)
    }
    return (
      scene,
      all(.always, below) + all(.withCover, with.count) + all(.withoutCover, without.count)
        + all(.always, above)
    )
  }
}

extension ReadRun {
  /// Whether its pictures show a cover.
  public var showsCover: Bool { !images.isEmpty }
}
