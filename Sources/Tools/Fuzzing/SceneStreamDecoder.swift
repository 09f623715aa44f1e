// SPDX-License-Identifier: MIT
internal import Drawing
public import Rendering

/// Reads a chunk of a scene stream frame by frame, as players do: what ``SceneStreamEncoder`` writes.
///
/// It refuses whatever is not a chunk, and takes no more memory than a few times the bytes.
public struct SceneStreamDecoder {
  /// The bytes are not a chunk.
  public struct Failure: Error {
    /// How many bytes could be read.
    public let offset: Int
  }

  /// The items after the last frame that was read, bottom first.
  public private(set) var items: [StreamedItem] = []

  private let bytes: [UInt8]
  private var offset = 0
  /// The number of pictures in the stream.
  private let imageCount: Int

  /// A decoder at the beginning of a chunk.
  public init(_ bytes: [UInt8], imageCount: Int = 0) {
    (self.bytes, self.imageCount) = (bytes, imageCount)
  }

  /// Reads the next frame; returns `false` at the end of the chunk.
  ///
  /// - Throws: ``Failure``; ``items`` are then useless.
  public mutating func readFrame() throws(Failure) -> Bool {
    guard offset < bytes.count else { return false }
    var index = 0
    for _ in 0..<(try number()) {
      index += try number()
      let flags = EditFlags(rawValue: try byte())
      if flags == .remove {
        guard index < items.count else { throw Failure(offset: offset) }
        items.remove(at: index)
        continue
      }
      guard !flags.contains(.remove) else { throw Failure(offset: offset) }
      if flags.contains(.insert) {
        guard index <= items.count else { throw Failure(offset: offset) }
        items.insert(StreamedItem(), at: index)
      }
      guard index < items.count else { throw Failure(offset: offset) }
      try change(index, flags)
    }
    return true
  }

  private mutating func change(_ index: Int, _ flags: EditFlags) throws(Failure) {
    if flags.contains(.kind) {
      let byte = try byte()
      let bits = StreamedItem.wordsBit | StreamedItem.clipBit
      guard let kind = StreamedItem.Kind(rawValue: byte & ~bits) else {
        throw Failure(offset: offset)
      }
      (items[index].kind, items[index].isWords) = (kind, byte & StreamedItem.wordsBit != 0)
      items[index].clip =
        byte & StreamedItem.clipBit != 0 ? try elements(try number(), after: []) : []
    }
    if flags.contains(.paint) { items[index].paint = try paint() }
    if flags.contains(.opacity) { items[index].opacity = try number() }
    if flags.contains(.width) { items[index].width = try number() }
    if flags.contains(.place) {
      items[index].x = try signed()
      items[index].y = try signed()
      items[index].rotation = try signed()
    }
    guard flags.contains(.path) else { return }
    var place = 0
    for _ in 0..<(try number()) {
      place += try number()
      let head = try number()
      let (count, elements) = (head >> 1, items[index].elements)
      guard place <= elements.count, count <= elements.count - place else {
        throw Failure(offset: offset)
      }
      if head & 1 == 1 {
        try move(place..<place + count, ofItem: index)
        place += count
      } else {
        let inserted = try number()
        let new = try self.elements(inserted, after: elements[..<place])
        items[index].elements.replaceSubrange(place..<place + count, with: new)
        place += inserted
      }
    }
  }

  private mutating func move(_ range: Range<Int>, ofItem index: Int) throws(Failure) {
    var (x, y) = (0, 0)
    for place in range {
      var element = items[index].elements[place]
      if element.verb == .close { continue }
      (x, y) = (x &+ (try signed()), y &+ (try signed()))
      (element.x, element.y) = (element.x &+ x, element.y &+ y)
      if element.verb == .arc { element.radius &+= try signed() }
      items[index].elements[place] = element
    }
  }

  private mutating func elements(
    _ count: Int, after known: ArraySlice<StreamedItem.Element>
  ) throws(Failure) -> [StreamedItem.Element] {
    var new: [StreamedItem.Element] = []
    var (x, y) = (0, 0)
    if let before = known.suffix(2).last(where: { $0.verb != .close }) {
      (x, y) = (before.x, before.y)
    }
    while new.count < count {
      let head = try number()
      // No path has two in a row, and only they take no bytes.
      let isLong = head >> 2 > (head & 3 == Path.Verb.close.rawValue ? 1 : count - new.count)
      guard let verb = Path.Verb(rawValue: UInt8(head & 3)), head >> 2 > 0, !isLong else {
        throw Failure(offset: offset)
      }
      for _ in 0..<head >> 2 {
        var element = StreamedItem.Element(verb: verb)
        if verb != .close {
          (x, y) = (x &+ (try signed()), y &+ (try signed()))
          (element.x, element.y) = (x, y)
          if verb == .arc { element.radius = try signed() }
        }
        new.append(element)
      }
    }
    return new
  }

  private mutating func paint() throws(Failure) -> StreamedPaint {
    let start = offset
    guard let kind = StreamedPaint.Kind(rawValue: try byte()) else {
      throw Failure(offset: offset)
    }
    switch kind {
    case .color: try skip(4)
    case .linear, .radial:
      for _ in 0..<(kind == .linear ? 4 : 3) { _ = try signed() }
      for _ in 0..<(try number()) {
        _ = try number()
        try skip(4)
      }
    case .image:
      guard try number() < imageCount else { throw Failure(offset: offset) }
      for _ in 0..<4 { _ = try signed() }
      _ = try number()
    }
    return StreamedPaint(bytes: Array(bytes[start..<offset]))
  }

  private mutating func skip(_ count: Int) throws(Failure) {
    for _ in 0..<count { _ = try byte() }
  }

  private mutating func byte() throws(Failure) -> UInt8 {
    guard offset < bytes.count else { throw Failure(offset: offset) }
    offset += 1
    return bytes[offset - 1]
  }

  private mutating func number() throws(Failure) -> Int {
    var (number, shift) = (0, 0)
    while true {
      let next = try byte()
      // More than a page can have is not a number, whatever follows.
      guard shift < 56 else { throw Failure(offset: offset) }
      number |= Int(next & 127) << shift
      if next < 128 { return number }
      shift += 7
    }
  }

  private mutating func signed() throws(Failure) -> Int {
    let number = try number()
    return number >> 1 ^ -(number & 1)
  }
}
