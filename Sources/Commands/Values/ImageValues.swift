// SPDX-License-Identifier: MIT
// How values of images and sequences are written on the command line.
internal import Arguments
internal import Drawing
internal import Pipeline
internal import Views

/// The kind of image files.
enum ImageFormat: String, CaseIterable, ArgumentValue {
  case png, svg
}

/// A size in pixels, such as `1920x1080`.
struct PixelSize: ArgumentValue {
  let width, height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init(argument: String) throws(ArgumentValueError) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = PixelSize.side(parts[0]),
      let height = PixelSize.side(parts[1])
    else { throw ArgumentValueError("not a size", hint: "write WIDTHxHEIGHT, such as 1920x1080") }
    let sides = 1...Canvas.largestSide
    guard sides.contains(width), sides.contains(height) else {
      throw ArgumentValueError(
        "out of range", hint: "each side may have 1 to \(sides.upperBound) pixels")
    }
    self.init(width: width, height: height)
  }

  /// A side's digits; those that do not fit in a number are out of any range.
  private static func side(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(digits) ?? .max
  }

  var argumentText: String { "\(width)x\(height)" }
}

extension FrameSelection {
  /// As `--frames` or `--shard` takes it.
  var argumentText: String {
    switch self {
    case .all: "0-"
    case .range(let first, let last): "\(first)-" + (last.map { "\($0)" } ?? "")
    case .shard(let index, let count): "\(index)/\(count)"
    }
  }
}

/// Frames from one to another, such as `0-99`, `100-` or `7`.
struct FrameRange: ArgumentValue {
  let first: Int
  let last: Int?

  init(argument: String) throws(ArgumentValueError) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let first = FrameRange.number(parts[0]) else {
      throw FrameRange.malformed
    }
    self.first = first
    switch parts.count {
    case 1: last = first
    default:
      if parts[1].isEmpty {
        last = nil
      } else {
        guard let end = FrameRange.number(parts[1]) else { throw FrameRange.malformed }
        guard end >= first else { throw ArgumentValueError("it ends before it begins") }
        last = end
      }
    }
  }

  private static let malformed = ArgumentValueError(
    "not a range of frames", hint: "write 0-99, or 100- for all from there on")

  private static func number(_ digits: Substring) -> Int? {
    guard (1...12).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(digits)
  }

  var argumentText: String { last.map { "\(first)-\($0)" } ?? "\(first)-" }
}

/// One of several equal runs of frames, such as `1/4`.
struct Shard: ArgumentValue {
  let index, count: Int

  init(argument: String) throws(ArgumentValueError) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = try? Int(argument: String(parts[0])),
      let count = try? Int(argument: String(parts[1]))
    else { throw ArgumentValueError("not a shard", hint: "write 1/4 for the first of four") }
    guard count >= 1, (1...count).contains(index) else {
      throw ArgumentValueError("out of range", hint: "shards are counted from 1/N to N/N")
    }
    self.index = index
    self.count = count
  }

  var argumentText: String { "\(index)/\(count)" }
}

/// The name of one of a view's looks.
struct LookName<SomeView: View>: ArgumentValue {
  let look: Look<SomeView.Options>

  /// The first look of the view.
  init() { look = SomeView.looks[0] }

  init(argument: String) throws(ArgumentValueError) {
    guard let look = SomeView.looks.first(where: { $0.name == argument }) else {
      throw ArgumentValueError("choose from \(Self.choices.joined(separator: ", "))")
    }
    self.look = look
  }

  var argumentText: String { look.name }

  static var choices: [String] { SomeView.looks.map(\.name) }
}
