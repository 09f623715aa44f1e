// SPDX-License-Identifier: MIT
public import Drawing

/// An item as a scene stream has it: in whole units, which are hundredths of a point.
public struct StreamedItem: Sendable, Hashable {
  /// What a reader draws.
  public enum Kind: UInt8, Sendable, Hashable {
    /// The inside of a path by the nonzero rule.
    case nonzero
    /// The inside of a path by the even-odd rule.
    case evenOdd
    /// A line along a path, with round caps and joins.
    case stroke
    /// A picture, which is in the paint.
    case image
  }

  /// An element of a path: a verb with the point where it ends.
  public struct Element: Sendable, Hashable {
    /// What it is.
    public var verb: Path.Verb
    /// The point; (0, 0) for `close`.
    public var x = 0, y = 0
    /// The radius of an arc, negative if the arc is anticlockwise; otherwise 0.
    public var radius = 0

    package init(verb: Path.Verb) { self.verb = verb }
  }

  /// The bit of ``isWords`` beside the kind.
  package static let wordsBit: UInt8 = 4

  /// The bit of a ``clip`` beside the kind.
  package static let clipBit: UInt8 = 8

  /// The units in a point.
  public static let unitsPerPoint = 100

  /// What to draw.
  public var kind = Kind.nonzero
  /// Whether it is a line of the picture's words, which a reader may leave out.
  public var isWords = false
  /// The paint, as ``StreamedPaint`` codes it.
  public var paint = StreamedPaint.black
  /// The opacity, in thousandths.
  public var opacity = 1000
  /// The width of a line, in thousandths of a point; 0 for anything else.
  public var width = 0
  /// The origin of the item.
  public var x = 0, y = 0
  /// The rotation about the origin, in thousandths of a degree.
  public var rotation = 0
  /// The path: its elements in order, in hundredths of a point from the origin of the item.
  public var elements: [Element] = []

  /// The path inside of which it is seen, from the centre of the picture; empty for everywhere.
  public var clip: [Element] = []

  /// What a reader has before it knows more: a black fill without a path.
  package init() {}

  /// An item of a scene, rounded. `images` are the pictures of the stream.
  ///
  /// - Precondition: a picture is one of `images`.
  public init(_ item: Item, images: [Bitmap]) {
    isWords = ["title", "subtitle", "lyrics"].contains {
      item.name == $0 || item.name.hasPrefix("\($0)-")
    }
    opacity = Units.thousandths(item.opacity)
    (x, y) = (Units.whole(item.origin.x), Units.whole(item.origin.y))
    clip = item.clip.map(StreamedItem.elements) ?? []
    if let angle = item.rotation { rotation = Units.thousandths(angle.degrees) }
    switch item.shape {
    case .stroke(let path, let width):
      (kind, self.width) = (.stroke, Units.thousandths(width))
      elements = StreamedItem.elements(of: path)
    case .fill(let path, let rule):
      if let disc = StreamedItem.disc(path) {
        (kind, width) = (.stroke, Units.thousandths(2 * disc.radius))
        elements = StreamedItem.elements(of: Path([disc.center, disc.center]))
      } else {
        kind = rule == .evenOdd ? .evenOdd : .nonzero
        elements = StreamedItem.elements(of: path)
      }
    case .image(let image):
      guard let index = images.firstIndex(of: image.bitmap) else {
        preconditionFailure("a picture that the stream does not have")
      }
      (kind, rotation) = (.image, 0)
      paint = StreamedPaint(image, index: index)
      return
    }
    paint = StreamedPaint(item.paint)
  }

  /// The arc of a path that is a circle. It becomes a dot, of which one number changes when it beats.
  private static func disc(_ path: Path) -> Path.Arc? {
    guard let arc = path.arcs.first, path.verbs.count == path.arcs.count + 2,
      path == .circle(center: arc.center, radius: arc.radius)
    else { return nil }
    return arc
  }

  private static func elements(of path: Path) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(path.verbs.count)
    var (point, arc) = (path.points.makeIterator(), path.arcs.makeIterator())
    for verb in path.verbs {
      var element = Element(verb: verb)
      if verb != .close, let point = point.next() {
        (element.x, element.y) = (Units.whole(point.x), Units.whole(point.y))
      }
      if verb == .arc, let arc = arc.next() {
        let radius = Units.whole(arc.radius)
        element.radius = arc.sweep.degrees < 0 ? -radius : radius
      }
      elements.append(element)
    }
    return elements
  }
}

/// The paint of a streamed item, as the bytes of the stream.
public struct StreamedPaint: Sendable, Hashable {
  /// What it begins with.
  package enum Kind: UInt8 {
    case color, linear, radial, image
  }

  /// The bytes.
  public let bytes: [UInt8]

  static let black = StreamedPaint(.color(.black))

  package init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ paint: Paint) {
    var bytes: [UInt8] = []
    func put(_ kind: Kind, _ numbers: [Double], _ stops: [GradientStop]) {
      bytes.append(kind.rawValue)
      for number in numbers { Varint.append(signed: Units.whole(number), to: &bytes) }
      Varint.append(stops.count, to: &bytes)
      for stop in stops {
        Varint.append(Units.thousandths(stop.offset), to: &bytes)
        bytes += stop.color.components
      }
    }
    switch paint {
    case .color(let color): bytes = [Kind.color.rawValue] + color.components
    case .linear(let from, let to, let stops): put(.linear, [from.x, from.y, to.x, to.y], stops)
    case .radial(let center, let radius, let stops):
      put(.radial, [center.x, center.y, radius], stops)
    }
    self.bytes = bytes
  }

  /// A picture in its rectangle; a radius of 0 shows all of it.
  init(_ image: PlacedImage, index: Int) {
    var bytes = [Kind.image.rawValue]
    Varint.append(index, to: &bytes)
    for number in [image.origin.x, image.origin.y, image.width, image.height] {
      Varint.append(signed: Units.whole(number), to: &bytes)
    }
    Varint.append(Units.whole(image.clip?.radius ?? 0), to: &bytes)
    self.bytes = bytes
  }
}

extension Color {
  fileprivate var components: [UInt8] { [red, green, blue, alpha] }
}

/// Rounds to the whole numbers of a stream.
enum Units {
  /// A length in hundredths of a point.
  static func whole(_ points: Double) -> Int {
    rounded(points * Double(StreamedItem.unitsPerPoint))
  }

  /// A number in thousandths.
  static func thousandths(_ number: Double) -> Int { rounded(number * 1000) }

  private static func rounded(_ number: Double) -> Int {
    Int(max(min(number, 1e12), -1e12).rounded(.toNearestOrAwayFromZero))
  }
}

/// Whole numbers in as few bytes as they need: seven bits in each, the lowest first.
///
/// - Source: Google, *Protocol Buffers Encoding*, "Base 128 Varints" and "ZigZag".
enum Varint {
  /// Appends a number that is not negative.
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Appends a number with its sign in the lowest bit.
  static func append(signed number: Int, to bytes: inout [UInt8]) {
    append(number << 1 ^ number >> (Int.bitWidth - 1), to: &bytes)
  }
}
