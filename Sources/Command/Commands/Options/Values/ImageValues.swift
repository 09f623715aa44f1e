// SPDX-License-Identifier: MIT
// How values of images and sequences are written on the command line.
public import Arguments
internal import Drawing
internal import Pipeline
public import Rendering
internal import Text
internal import Views

extension OutputKind: NamedValue {}

/// The value of `--format`: image files, or raw frames.
enum OutputFormat: NamedValue, Hashable {
  case image(OutputKind)
  case raw(RawKind)

  var name: String {
    switch self {
    case .image(let kind): kind.name
    case .raw(let kind): kind.rawValue
    }
  }

  static var all: [OutputFormat] {
    OutputKind.all.map { .image($0) } + RawKind.allCases.map { .raw($0) }
  }
}

/// Frames in one stream, one after the other: raw, or coded.
enum RawKind: String, CaseIterable, ArgumentValue {
  case y4m
  case fullY4M = "y4m-444"
  case rgba, rgb24, h264

  /// The names of all choices.
  static var choice: String { list(allCases.map(\.rawValue)) }

  /// What names of files end in.
  static var ends: String {
    list(allCases.filter { $0 != .fullY4M }.map { ".\($0.fileExtension)" })
  }

  private static func list(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// Whether the stream and each of its frames have a header.
  var hasHeaders: Bool { fileExtension == "y4m" }

  /// The file extension.
  var fileExtension: String {
    switch self {
    case .fullY4M: "y4m"
    case .rgb24: "rgb"
    default: rawValue
    }
  }
}

/// Columns and rows of a contact sheet, such as `4x3`.
struct SheetShape: ArgumentValue, Hashable {
  let columns, rows: Int

  /// The greatest number of either.
  private static let most = 100

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  init(argument: String) throws(ArgumentValueError) {
    let counts = argument.split(separator: "x", omittingEmptySubsequences: false)
      .map { wholeNumber($0) }
    guard counts.count == 2, let columns = counts[0], let rows = counts[1] else {
      throw ArgumentValueError("not columns and rows", hint: "write 4x3 for 4 columns and 3 rows")
    }
    guard (1...SheetShape.most).contains(columns), (1...SheetShape.most).contains(rows) else {
      throw ArgumentValueError("out of range", hint: "use 1 to \(SheetShape.most) of each")
    }
    (self.columns, self.rows) = (columns, rows)
  }

  var argumentText: String { "\(columns)x\(rows)" }
}

/// A size in pixels, such as `1920x1080`, `square`, by its shape, `9:16`, or on paper, `297mmx420mm`.
struct PixelSize: ArgumentValue {
  let width, height: Int
  /// The size on paper, if it was given so.
  let paper: PaperSize?

  /// The named sizes, in the order of the help, with their purposes.
  static let named: [(name: String, size: PixelSize)] = [
    ("720p", PixelSize(width: 1280, height: 720)),
    ("1080p", PixelSize(width: 1920, height: 1080)),
    ("1440p", PixelSize(width: 2560, height: 1440)),
    ("4k", PixelSize(width: 3840, height: 2160)),
    ("8k", PixelSize(width: 7680, height: 4320)),
    ("square", PixelSize(width: 1080, height: 1080)),
    ("portrait", PixelSize(width: 1080, height: 1350)),
    ("vertical", PixelSize(width: 1080, height: 1920)),
    ("story", PixelSize(width: 1080, height: 1920)),
    ("canvas", PixelSize(width: 720, height: 1280)),
    ("cover", PixelSize(width: 3000, height: 3000)),
    ("a4", PixelSize(PaperSize(width: 210, height: 297))),
    ("a3", PixelSize(PaperSize(width: 297, height: 420))),
    ("a2", PixelSize(PaperSize(width: 420, height: 594))),
    ("a1", PixelSize(PaperSize(width: 594, height: 841))),
    ("a0", PixelSize(PaperSize(width: 841, height: 1189))),
  ]

  /// Numbers from here on are pixels, also with a colon between them.
  static let minOrdinarySide = 64
  /// Pictures with a shorter side are hardly wanted.
  private static let minUsualSide = 16
  /// The sides of a sheet of paper, in millimetres.
  private static let paperSides = 5...5000

  init(width: Int, height: Int, paper: PaperSize? = nil) {
    self.width = width
    self.height = height
    self.paper = paper
  }

  /// A sheet of paper with 300 pixels an inch, or as many as the largest picture has.
  private init(_ paper: PaperSize) {
    let longest = max(paper.width, paper.height)
    func side(_ length: Int) -> Int {
      (longest * 3000 + 127) / 254 <= Canvas.largestSide
        ? (length * 3000 + 127) / 254
        : max((2 * length * Canvas.largestSide + longest) / (2 * longest), 1)
    }
    self.init(width: side(paper.width), height: side(paper.height), paper: paper)
  }

  /// A size of a shape such as 9:16: its shorter side has 1080 pixels, and both are even.
  private init(shape width: Int, _ height: Int) {
    let shorter = min(width, height)
    func side(_ part: Int) -> Int { (1080 * part + shorter) / (2 * shorter) * 2 }
    self.init(width: side(width), height: side(height))
  }

  init(argument: String) throws(ArgumentValueError) {
    let names = PixelSize.named.map(\.name)
    // The names that ffmpeg uses.
    let name = argument.lowercased()
    let ordinary = ["hd720": "720p", "hd1080": "1080p", "uhd": "4k", "2160p": "4k"][name] ?? name
    if let known = PixelSize.named.first(where: { $0.name == ordinary }) {
      self = known.size
      return
    }
    var numbers = argument.split(omittingEmptySubsequences: false) { "x:×".contains($0) }
    // Also 210x297mm.
    let isPaper = numbers.last?.hasSuffix("mm") == true
    if isPaper { numbers = numbers.map { $0.hasSuffix("mm") ? $0.dropLast(2) : $0 } }
    guard numbers.count == 2, let width = wholeNumber(numbers[0]),
      let height = wholeNumber(numbers[1])
    else {
      throw ArgumentValueError(
        "not a size",
        hint: "write WIDTHxHEIGHT, such as 1920x1080, a shape such as 9:16, paper such as "
          + "297mmx420mm, or "
          + names.joined(separator: ", "))
    }
    guard !isPaper else {
      let sides = PixelSize.paperSides
      guard sides.contains(width), sides.contains(height) else {
        throw ArgumentValueError(
          "out of range",
          hint: "each side may have \(sides.lowerBound) to \(sides.upperBound) millimetres")
      }
      self.init(PaperSize(width: width, height: height))
      return
    }
    let parts = 1..<PixelSize.minOrdinarySide
    let isShape = argument.contains(":") && parts.contains(width) && parts.contains(height)
    self = isShape ? PixelSize(shape: width, height) : PixelSize(width: width, height: height)
    let sides = 1...Canvas.largestSide
    guard sides.contains(self.width), sides.contains(self.height) else {
      throw ArgumentValueError(
        "out of range",
        hint:
          "each side may have 1 to \(sides.upperBound) pixels; an SVG has no such limit: it can be "
          + "shown and printed at any size")
    }
  }

  var argumentText: String {
    paper.map { "\($0.width)mmx\($0.height)mm" } ?? "\(width)x\(height)"
  }

  /// A remark on a size that is hardly meant: a shape whose sides were taken for pixels.
  var remark: String? {
    guard min(width, height) < PixelSize.minUsualSide, paper == nil else { return nil }
    return
      "\(width)x\(height) are pixels; --size \(width):\(height) is a larger picture of this shape"
  }

  /// The size of this shape, if it is a shape that was written as pixels.
  var shape: String? {
    remark != nil && max(width, height) < PixelSize.minOrdinarySide ? "\(width):\(height)" : nil
  }
}

/// A range of frames, such as `0-99`, `100-`, `7` or `last`.
struct FrameRange: ArgumentValue {
  let selection: FrameSelection

  init(_ selection: FrameSelection) { self.selection = selection }

  init(argument: String) throws(ArgumentValueError) {
    guard argument != "last" else {
      selection = .last
      return
    }
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.map { Int(digits: $0, most: 12) }
    guard (1...2).contains(parts.count), let first = numbers[0],
      parts.count == 1 || parts[1].isEmpty || numbers[1] != nil
    else {
      throw ArgumentValueError(
        "not a range of frames", hint: "write 7, 0-99, or 100- for 100 and all after it")
    }
    let last = parts.count == 1 ? first : numbers[1]
    if let last, last < first { throw ArgumentValueError("it ends before it begins") }
    selection = .range(first: first, last: last)
  }

  var argumentText: String { selection.argumentText }
}

/// One of several equal parts of the frames, such as `1/4`.
struct Shard: ArgumentValue {
  let selection: FrameSelection

  init(argument: String) throws(ArgumentValueError) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = try? Int(argument: String(parts[0])),
      let count = try? Int(argument: String(parts[1]))
    else { throw ArgumentValueError("not a shard", hint: "write 1/4 for the first of four") }
    guard count >= 1, (1...count).contains(index) else {
      throw ArgumentValueError("out of range", hint: "shards are counted from 1/N to N/N")
    }
    selection = .shard(index: index, count: count)
  }

  var argumentText: String { selection.argumentText }
}

/// A number of one or more digits, without a sign; `nil` for anything else.
private func wholeNumber(_ digits: Substring) -> Int? {
  guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
  return Int(digits) ?? .max
}

/// The name of a view; the first one by default.
struct ViewName: NamedValue {
  var name = ViewCatalog.all[0].name

  static var all: [ViewName] { ViewCatalog.all.map { ViewName(name: $0.name) } }
}
