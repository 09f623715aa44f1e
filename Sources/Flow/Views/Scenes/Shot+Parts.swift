// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
internal import Drawing
internal import Signal

extension Shot {
  /// Those of figures of many dots that follow each hit, which must not fill the sheet. Figures of bands are wide
  /// alone: larger ones flash.
  static let calm: [Shot] = [.wide, .rise, .corner]

  /// Those of soft, usual and loud scenes, in their order: the first one begins each section that is cut.
  static let lists: [[Shot]] = [
    [.wide, .fall, .macro], [.wide, .corner, .rise, .twins, .split],
    [.wide, .rise, .corner, .nested, .duel],
  ]

  /// Where a figure of a shot is.
  enum Place: Sendable, Hashable {
    /// Beside the words, larger by a factor.
    case magnified(Double)
    /// In points from the centre of a sheet whose shorter side is 432, with a factor of lengths.
    case fixed(center: Point, scale: Double)
  }

  /// A figure of a shot.
  struct Part: Sendable, Hashable {
    let place: Place
    /// Where it is seen; `nil` for the whole sheet.
    var clip: Path?
    /// Whether its colours are those of another scene.
    var isOther = false
    /// Whether it has a ground.
    var hasGround = true
    /// How far it is moved from its place, in points.
    var offset = Point.origin
    /// The share of the time before the shot after which it stands still; `nil` for a figure that goes on.
    var moment: Double?
    /// The only channel that it shows.
    var channel: Side?
  }

  /// Whether it shows several figures.
  var isDivided: Bool { [.split, .twins, .duel, .nested, .crowd].contains(self) }

  /// The figures on a sheet, the lowest first; `isOtherSide` puts those of a corner into the opposite one. What is
  /// wide is larger by a factor.
  func parts(on canvas: Canvas, isOtherSide: Bool, magnification: Double) -> [Part] {
    let (x, y) = (canvas.widthInPoints / 2, canvas.heightInPoints / 2)
    // The words of a square are as wide as it is.
    let (isUpright, isStacked) = (y > x, y >= x)
    func part(_ x: Double, _ y: Double, _ scale: Double) -> Part {
      Part(place: .fixed(center: Point(x: x, y: y), scale: scale))
    }
    // The second half of a sheet, to the right or below.
    let half = Path.rectangle(
      x: isStacked ? -2 * x : 0, y: isStacked ? 0 : -2 * y, width: 4 * x, height: 4 * y)
    func divided(_ one: Part, _ other: Part) -> [Part] {
      var other = other
      (other.clip, other.isOther) = (half, true)
      return [one, other]
    }
    switch self {
    case .wide: return [Part(place: .magnified(magnification))]
    case .rise: return [part(0, y, 2.3)]
    case .fall: return [part(0, -y, 2.3)]
    case .corner:
      let side = isOtherSide ? -1.0 : 1
      return [isUpright ? part(side * x, -0.65 * side * y, 3.4) : part(side * x, side * y, 3.2)]
    case .macro: return [part(-0.31 * x, 0.28 * y, 4.4)]
    case .split: return divided(part(0, 0, 1.5), part(0, 0, 1.5))
    case .twins:
      let (far, reach) = (max(x, y) / 2, min(x, y))
      let scale = Shot.twinReach * min(far, reach) / Composition.figureReach
      var twins = [
        part(isStacked ? 0 : -far, isStacked ? -far : 0, scale),
        part(isStacked ? 0 : far, isStacked ? far : 0, scale),
      ]
      (twins[0].channel, twins[1].channel, twins[1].hasGround) = (.left, .right, false)
      return twins
    case .duel:
      return isStacked
        ? divided(part(0, -y, 2.15), part(0, y, 2.15))
        : divided(part(-x, 0, 2.15), part(x, 0, 2.15))
    case .nested:
      var small = part(0, 0, 1.12)
      (small.isOther, small.hasGround) = (true, false)
      return [part(0, 0, 3), small]
    case .crowd:
      let (columns, rows) = isUpright ? (3, 5) : x > 1.5 * y ? (5, 3) : (4, 4)
      let count = columns * rows
      return (1...count).map { number in
        var one = part(0, 0, 1 / Double(min(columns, rows)))
        one.hasGround = number == 1
        one.moment = number < count ? Double(number) / Double(count) : nil
        let place = number - 1
        one.offset = Point(
          x: x * (2 * Double(place % columns) + 1) / Double(columns) - x,
          y: y * (2 * Double(place / columns) + 1) / Double(rows) - y)
        return one
      }
    }
  }

  /// How far one of twins reaches, as a share of what is free.
  private static let twinReach = 0.97
  /// The greatest factor of lengths.
  static let largestScale = 4.4

  /// When the shots of a section begin, in seconds: at its beginning, and then every eight bars, or twice or half
  /// as many, as long as they take 12 to 24 s. A rest of less than half joins the shot before it. Without bars,
  /// every 32 beats. Bars and beats are in seconds, in ascending order.
  static func begins(
    _ section: SongStructure.Section, bars: [Double], beats: [Double]
  ) -> [Double] {
    let hasBars = bars.count > 1
    let all = hasBars ? bars : beats
    // Those that begin the section, or end it, are no cuts of their own.
    let first = all.endOfPrefix { $0 <= section.begin + 0.3 }
    let points = Array(all[first..<max(all.endOfPrefix { $0 < section.end - 0.3 }, first)])
    let usual = zip(points.dropFirst(), points).map { $0 - $1 }.sorted()
    guard !usual.isEmpty else { return [section.begin] }
    let length = max(usual[usual.count / 2], 0.05)
    var count = hasBars ? 8 : 32
    while hasBars, count > 1, Double(count) * length > longest { count /= 2 }
    while hasBars, Double(count) * length < shortest { count *= 2 }
    var begins =
      [section.begin] + stride(from: count - 1, to: points.count, by: count).map { points[$0] }
    if let last = begins.last, begins.count > 1, section.end - last < Double(count) * length / 2 {
      begins.removeLast()
      let first = (begins.count - 1) * count
      if section.end - begins[begins.count - 1] > longestJoined {
        begins.append(points[(first + points.count) / 2])
      }
    }
    return begins
  }

  /// In seconds.
  private static let (shortest, longest, longestJoined) = (12.0, 24.0, 28.0)
}

/// Whether a film is cut into shots: the value of `--shots`.
public enum ShotChoice: Hashable, Sendable, ArgumentValue {
  /// As the song wants it.
  case auto
  /// One picture for each section.
  case none
  /// These, one after the other.
  case list([Shot])

  /// Reads `auto`, `none`, or names of shots with commas between.
  public init(argument: String) throws(ArgumentValueError) {
    let words = argument.lowercased()
    switch words {
    case "auto": self = .auto
    case "none": self = .none
    default:
      let names = words.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let known = Shot.allCases.map(\.rawValue)
      guard let other = names.first(where: { !known.contains($0) }) else {
        self = .list(names.compactMap(Shot.init(rawValue:)))
        return
      }
      throw ArgumentValueError(
        other.isEmpty ? "a name is missing at a comma" : "'\(other)' is not a shot",
        hint: "use auto, none, or some of \(known.joined(separator: ", "))")
    }
  }

  /// What a look that takes `all` leaves out of those that are named here and in the labels of a song. All can be wide,
  /// and one that takes none is not asked for a list.
  package func missing(in song: SongStructure, from all: [Shot]) -> [Shot] {
    var named = self == .none ? [] : song.sections.compactMap(\.shot)
    if case .list(let shots) = self, !all.isEmpty { named += shots }
    return Shot.allCases.filter { named.contains($0) && $0 != .wide && !all.contains($0) }
  }

  /// The word, or the names.
  public var argumentText: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .list(let shots): shots.map(\.rawValue).joined(separator: ",")
    }
  }
}
