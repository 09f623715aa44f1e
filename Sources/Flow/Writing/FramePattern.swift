// SPDX-License-Identifier: MIT
internal import Platform
public import Rendering
internal import Text

/// The names of an image sequence: a folder, and a file name with the frame's number in it.
public struct FramePattern: Sendable, Hashable {
  /// The folder of all frames.
  public let folder: String
  /// The file name before and after the number.
  let prefix, suffix: String
  /// The least number of digits.
  let digits: Int

  /// Why a text is not a pattern.
  public enum ParseError: Error, Hashable, Sendable {
    /// The file name has no place for a number.
    case noNumber
    /// The file name has more than one place for a number.
    case severalNumbers
    /// A `%` that is not `%0Nd`, `%Nd`, `%d` or `%%`, and is not before a space or the end.
    case badConversion
    /// A number in the name of a folder: all frames go into one folder.
    case numberInFolder
    /// More than ``FramePattern/maxDigits``; `nil` if the number does not fit into an integer.
    case tooManyDigits(Int?)
    /// File names of this many bytes, too long for a file name.
    case nameTooLong(Int)
    /// The text is empty or contains a NUL, which no file name can.
    case unusable
  }

  /// The greatest number of digits.
  public static let maxDigits = 64

  /// The default names `frame-000000.png` in a folder; the extension is given without its dot.
  public init(folder: String, fileExtension: String) {
    self.folder = folder
    prefix = "frame-"
    suffix = "." + fileExtension
    digits = 6
  }

  /// Whether the user's word is a pattern, not a folder: its last part has an image extension, or a
  /// place for a number.
  public static func isPattern(_ text: String) -> Bool {
    let name = lastPart(of: text).name
    if kind(of: text) != nil { return true }
    // A malformed place for a number is a typo: it should be reported and not become a folder.
    do { return try places(in: name).numbers > 0 } catch { return true }
  }

  /// The output format of a pattern, if its extension names one.
  public static func kind(of text: String) -> OutputKind? {
    OutputKind.ofFile(named: Substring(lastPart(of: text).name))
  }

  // File names are bytes, not characters: a combining mark after a slash, a percent sign or a digit
  // must not change their meaning.
  private typealias Scalars = Substring.UnicodeScalarView

  /// The text after the last slash, and the position of the slash.
  private static func lastPart(of text: String) -> (slash: String.Index?, name: Scalars) {
    let scalars = text.unicodeScalars
    guard let slash = scalars.lastIndex(of: "/") else { return (nil, text[...].unicodeScalars) }
    return (slash, text[scalars.index(after: slash)...].unicodeScalars)
  }

  /// Reads a pattern such as `out/frame-%06d.png` or `out/####.png`. The extension is added if the
  /// pattern has no image extension.
  ///
  /// - Throws: ``ParseError``.
  public init(parsing text: String, fileExtension: String) throws(ParseError) {
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .unusable }
    let (slash, name) = FramePattern.lastPart(of: text)
    switch slash {
    case nil: folder = "."
    case text.startIndex: folder = "/"
    case let slash?:
      // A folder may have a % in its name, but not what looks like the place for a number.
      let part = text[..<slash].unicodeScalars
      if let places = try? FramePattern.places(in: part), places.numbers > 0 {
        throw .numberInFolder
      }
      folder = FramePattern.unescaped(part)
    }
    let places = try FramePattern.places(in: name)
    guard places.numbers > 0 else { throw .noNumber }
    guard places.numbers == 1 else { throw .severalNumbers }
    prefix = places.before
    digits = places.digits
    suffix =
      FramePattern.kind(of: text) == nil
      ? places.after + "." + fileExtension : places.after
    // A film of hours has frame numbers of seven digits, whatever the pattern says.
    let frame = RawText.bytes(prefix + suffix).count + max(digits, 7)
    let longest = max(frame, RawText.bytes(printfName + FramePattern.manifestSuffix).count)
    guard longest <= Folder.longestName else { throw .nameTooLong(longest) }
  }

  /// Reads ``printfName`` for a folder; `nil` for any other text.
  package init?(folder: String, printfName name: String) {
    guard let places = try? FramePattern.places(in: name[...].unicodeScalars),
      places.numbers == 1
    else {
      return nil
    }
    self.folder = folder
    prefix = places.before
    digits = places.digits
    suffix = places.after
    guard printfName.utf8.elementsEqual(name.utf8) else { return nil }
  }

  private struct Places {
    var before = ""
    var after = ""
    var digits = 0
    var numbers = 0

    mutating func append(_ scalar: Unicode.Scalar) {
      if numbers == 0 {
        before.unicodeScalars.append(scalar)
      } else {
        after.unicodeScalars.append(scalar)
      }
    }

    mutating func place(digits count: Int?) throws(ParseError) {
      guard let count, count <= FramePattern.maxDigits else { throw .tooManyDigits(count) }
      numbers += 1
      digits = max(count, 1)
    }
  }

  /// Finds the places for numbers in a name.
  private static func places(in name: Scalars) throws(ParseError) -> Places {
    var places = Places()
    var rest = name
    while let scalar = rest.first {
      if scalar == "#", rest.dropFirst().first == "#" {
        let run = rest.prefix { $0 == "#" }
        try places.place(digits: run.count)
        rest = rest.dropFirst(run.count)
      } else if scalar == "%" {
        rest = rest.dropFirst()
        if rest.first == "%" {
          places.append("%")
          rest = rest.dropFirst()
          continue
        }
        if rest.first == nil || rest.first == " " {
          places.append("%")
          continue
        }
        let width = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(width.count)
        guard rest.first == "d" else { throw .badConversion }
        try places.place(digits: width.isEmpty ? 1 : Int(String(width)))
        rest = rest.dropFirst()
      } else {
        places.append(scalar)
        rest = rest.dropFirst()
      }
    }
    return places
  }

  /// The file name of a frame, without the folder.
  public func name(ofFrame index: Int) -> String {
    let number = String(index)
    return prefix + String(repeating: "0", count: max(digits - number.count, 0)) + number + suffix
  }

  /// The path of a frame, counted from 0.
  public func path(ofFrame index: Int) -> String { path(ofName: name(ofFrame: index)) }

  /// The path of a file in the folder of the frames.
  func path(ofName name: String) -> String {
    switch folder {
    case ".": return name
    case "/": return "/" + name
    default: return "\(folder)/\(name)"
    }
  }

  /// Whether a path is that of a frame in the folder of the frames.
  public func isFrame(at path: String) -> Bool {
    guard let target = try? Folder.followingLinks(path) else { return false }
    let name = String(FramePattern.lastPart(of: target).name)
    return frame(named: name) != nil && Folder.areSame(Folder.parent(of: target), folder)
  }

  /// The number of the frame with this file name; `nil` for other files.
  public func frame(named name: String) -> Int? {
    let (bytes, before, after) = (name.utf8, prefix.utf8.count, suffix.utf8.count)
    guard bytes.count >= before + digits + after, bytes.starts(with: prefix.utf8),
      bytes.suffix(after).elementsEqual(suffix.utf8)
    else { return nil }
    let written = bytes.dropFirst(before).dropLast(after)
    // No zeros beyond the least number of digits.
    guard written.count == digits || written.first != UInt8(ascii: "0") else { return nil }
    var number = 0
    for byte in written {
      let digit = Int(byte) - 0x30
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      guard (0...9).contains(digit), !isTooLarge, tens <= .max - digit else { return nil }
      number = tens + digit
    }
    return number
  }

  /// The pattern as ffmpeg and printf write it.
  public var printfPattern: String {
    let path = folder == "." ? "" : folder == "/" ? "/" : FramePattern.escaped(folder) + "/"
    return path + printfName
  }

  /// The pattern of the file names, without the folder, as ffmpeg and printf write it.
  public var printfName: String {
    let number = digits == 1 ? "%d" : "%0\(digits)d"
    return FramePattern.escaped(prefix) + number + FramePattern.escaped(suffix)
  }

  /// The inverse of ``escaped(_:)``.
  private static func unescaped(_ text: Scalars) -> String {
    var name = String.UnicodeScalarView()
    var rest = text
    while let scalar = rest.popFirst() {
      name.append(scalar)
      if scalar == "%", rest.first == "%" { rest.removeFirst() }
    }
    return String(name)
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.split(separator: "%", omittingEmptySubsequences: false)
      .map(String.init).joined(separator: "%%")
  }
}
