// SPDX-License-Identifier: MIT
public import Drawing

/// Codes the scenes of ascending frames as what changes from each to the next, for a player that
/// draws them: the *radial scene stream*, version 1.
///
/// A stream consists of chunks, and a chunk of frames. Before the first frame of a chunk the list of
/// items is empty, so a player can begin at each chunk. All numbers are varints; `z` are those with a
/// sign. Lengths are in hundredths of a point.
/// ```
/// frame  := count edit{count}
/// edit   := gap flags field*        gap: items since the item of the last edit
/// flags  := 128 remove | 64 insert | 1 kind | 2 paint | 4 opacity | 8 width | 16 place | 32 path
/// kind   := 0 nonzero | 1 even-odd | 2 stroke | 3 image, and 4 more for a line of words; with 8 more
///           clip: the item is seen inside of it, by the nonzero rule
/// clip   := count run*              from the centre of the picture
/// paint  := 0 r g b a | 1 z{4} stops | 2 z{3} stops | 3 image z{4} radius
/// stops  := count (offset r g b a){count}
/// place  := z z z                   origin, and rotation in thousandths of a degree
/// path   := count splice{count}
/// splice := kept (removed << 1) inserted run* | kept (moved << 1 | 1) (z z | z z z)*
/// run    := (count << 2 | verb) (0 move, 1 line: z z; 2 arc: z z z; 3 close){count}
/// ```
/// Offsets, opacities and widths are in thousandths. The index of an edit is that in the list as it is
/// after the edits before it; a new item is a black fill without a path. A point is coded as its distance
/// from the point before it; a moved one as its movement less that of the point before it in the
/// splice. So a line that scrolls and a figure that turns or grows both change little. An arc has its
/// end and its radius, which is negative if the arc is anticlockwise; it has at most an eighth of a
/// turn.
public struct SceneStreamEncoder {
  private let images: [Bitmap]
  /// The items of the last scene, and as the player has them.
  private var items: [Item] = []
  private var streamed: [StreamedItem] = []

  /// An encoder of scenes with these pictures, at the beginning of a chunk.
  public init(images: [Bitmap]) { self.images = images }

  /// Begins a chunk: the next frame depends on none before it.
  public mutating func beginChunk() { (items, streamed) = ([], []) }

  /// Appends a frame that shows a scene.
  ///
  /// - Precondition: its pictures are those of the stream.
  public mutating func append(_ scene: Scene, to bytes: inout [UInt8]) {
    let new = scene.items
    // Items that stay at the bottom and at the top; in between they are compared one by one, and
    // those that are too many or too few are below the top.
    let shorter = min(items.count, new.count)
    var top = 0
    if items.count != new.count {
      while top < shorter, items[items.count - 1 - top] == new[new.count - 1 - top] { top += 1 }
    }
    let common = shorter - top
    var edits = Edits()
    for index in 0..<common where items[index] != new[index] {
      let item = StreamedItem(new[index], images: images)
      edits.change(index, from: streamed[index], to: item)
      streamed[index] = item
    }
    for _ in new.count..<max(items.count, new.count) {
      edits.remove(common)
      streamed.remove(at: common)
    }
    for index in common..<common + max(new.count - items.count, 0) {
      let item = StreamedItem(new[index], images: images)
      edits.insert(item, at: index)
      streamed.insert(item, at: index)
    }
    items = new
    Varint.append(edits.count, to: &bytes)
    bytes += edits.bytes
  }

  /// The edits of a frame.
  private struct Edits {
    var count = 0
    var bytes: [UInt8] = []
    private var last = 0

    mutating func remove(_ index: Int) {
      begin(index)
      bytes.append(EditFlags.remove.rawValue)
    }

    mutating func insert(_ item: StreamedItem, at index: Int) {
      begin(index)
      put(StreamedItem(), item, .insert)
    }

    mutating func change(_ index: Int, from old: StreamedItem, to new: StreamedItem) {
      guard old != new else { return }
      begin(index)
      put(old, new, [])
    }

    private mutating func begin(_ index: Int) {
      count += 1
      Varint.append(index - last, to: &bytes)
      last = index
    }

    private mutating func put(_ old: StreamedItem, _ new: StreamedItem, _ first: EditFlags) {
      var flags = first
      if (old.kind, old.isWords) != (new.kind, new.isWords) || old.clip != new.clip {
        flags.insert(.kind)
      }
      if old.paint != new.paint { flags.insert(.paint) }
      if old.opacity != new.opacity { flags.insert(.opacity) }
      if old.width != new.width { flags.insert(.width) }
      if (old.x, old.y, old.rotation) != (new.x, new.y, new.rotation) { flags.insert(.place) }
      if old.elements != new.elements { flags.insert(.path) }
      bytes.append(flags.rawValue)
      if flags.contains(.kind) {
        bytes.append(
          new.kind.rawValue | (new.isWords ? StreamedItem.wordsBit : 0)
            | (new.clip.isEmpty ? 0 : StreamedItem.clipBit))
        if !new.clip.isEmpty { PathSplices.append(all: new.clip, to: &bytes) }
      }
      if flags.contains(.paint) { bytes += new.paint.bytes }
      if flags.contains(.opacity) { Varint.append(new.opacity, to: &bytes) }
      if flags.contains(.width) { Varint.append(new.width, to: &bytes) }
      if flags.contains(.place) {
        for number in [new.x, new.y, new.rotation] { Varint.append(signed: number, to: &bytes) }
      }
      if flags.contains(.path) { PathSplices.append(from: old.elements, to: new.elements, &bytes) }
    }
  }
}

/// What an edit does.
package struct EditFlags: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let kind = EditFlags(rawValue: 1)
  package static let paint = EditFlags(rawValue: 2)
  package static let opacity = EditFlags(rawValue: 4)
  package static let width = EditFlags(rawValue: 8)
  package static let place = EditFlags(rawValue: 16)
  package static let path = EditFlags(rawValue: 32)
  package static let insert = EditFlags(rawValue: 64)
  package static let remove = EditFlags(rawValue: 128)
}

/// The changes of a path.
private enum PathSplices {
  private typealias Element = StreamedItem.Element

  /// Elements that are replaced by others.
  private struct Splice {
    let old, new: Range<Int>
  }

  /// Appends what makes the new elements of the old ones.
  static func append(
    from old: [StreamedItem.Element], to new: [StreamedItem.Element], _ bytes: inout [UInt8]
  ) {
    let splices = splices(old, new)
    Varint.append(splices.count, to: &bytes)
    var end = 0
    for splice in splices {
      Varint.append(splice.old.lowerBound - end, to: &bytes)
      let start = bytes.count
      Varint.append(splice.old.count << 1, to: &bytes)
      Varint.append(splice.new.count, to: &bytes)
      append(splice.new, of: new, to: &bytes)
      if let moved = movements(old[splice.old], new[splice.new]),
        moved.count < bytes.count - start
      {
        bytes.replaceSubrange(start..., with: moved)
      }
      end = splice.old.upperBound
    }
  }

  /// The elements in between two equal ends; if there are as many as before, only those that
  /// changed.
  private static func splices(_ old: [Element], _ new: [Element]) -> [Splice] {
    let shorter = min(old.count, new.count)
    var first = 0
    while first < shorter, old[first] == new[first] { first += 1 }
    var last = 0
    while last < shorter - first, old[old.count - 1 - last] == new[new.count - 1 - last] {
      last += 1
    }
    guard old.count == new.count else {
      return [Splice(old: first..<old.count - last, new: first..<new.count - last)]
    }
    var splices: [Splice] = []
    var index = first
    while index < old.count - last {
      guard old[index] != new[index] else {
        index += 1
        continue
      }
      // A gap of a single equal element costs less than another splice.
      var (end, next) = (index + 1, index + 1)
      while next < old.count - last, next < end + 2 {
        if old[next] != new[next] { end = next + 1 }
        next += 1
      }
      splices.append(Splice(old: index..<end, new: index..<end))
      index = end
    }
    return splices
  }

  /// The code of points that move; `nil` if the verbs change.
  private static func movements(
    _ old: ArraySlice<Element>, _ new: ArraySlice<Element>
  ) -> [UInt8]? {
    guard old.count == new.count else { return nil }
    var bytes: [UInt8] = []
    Varint.append(old.count << 1 | 1, to: &bytes)
    var (x, y) = (0, 0)
    for (old, new) in zip(old, new) {
      guard old.verb == new.verb else { return nil }
      if new.verb == .close { continue }
      let movement = (x: new.x - old.x, y: new.y - old.y)
      Varint.append(signed: movement.x - x, to: &bytes)
      Varint.append(signed: movement.y - y, to: &bytes)
      if new.verb == .arc { Varint.append(signed: new.radius - old.radius, to: &bytes) }
      (x, y) = movement
    }
    return bytes
  }

  /// Appends a path as a whole.
  static func append(all elements: [StreamedItem.Element], to bytes: inout [UInt8]) {
    Varint.append(elements.count, to: &bytes)
    append(elements.indices, of: elements, to: &bytes)
  }

  /// Appends elements as runs of the same verb.
  private static func append(
    _ range: Range<Int>, of elements: [Element], to bytes: inout [UInt8]
  ) {
    var (x, y) = (0, 0)
    if let before = elements[..<range.lowerBound].suffix(2).last(where: { $0.verb != .close }) {
      (x, y) = (before.x, before.y)
    }
    var index = range.lowerBound
    while index < range.upperBound {
      let verb = elements[index].verb
      let end = elements[index..<range.upperBound].firstIndex { $0.verb != verb }
      let run = index..<(end ?? range.upperBound)
      Varint.append(run.count << 2 | Int(verb.rawValue), to: &bytes)
      for element in elements[run] where verb != .close {
        Varint.append(signed: element.x - x, to: &bytes)
        Varint.append(signed: element.y - y, to: &bytes)
        if verb == .arc { Varint.append(signed: element.radius, to: &bytes) }
        (x, y) = (element.x, element.y)
      }
      index = run.upperBound
    }
  }
}
