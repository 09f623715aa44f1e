// SPDX-License-Identifier: MIT

/// The names of an image sequence: a folder, and a file name with the frame's number in it.
public struct FramePattern: Sendable, Hashable {
  /// The folder of all frames.
  public let folder: String
  /// The file name before and after the number.
  let prefix, suffix: String
  /// The least number of digits.
  let digits: Int

  /// Why a text is no pattern.
  public enum ParseError: Error, Hashable, Sendable {
    /// The file name has no place for a number.
    case noNumber
    /// The file name has more than one place for a number.
    case severalNumbers
    /// A `%` that is not `%0Nd`, `%Nd`, `%d` or `%%`.
    case badConversion
    /// A number in the name of a folder: frames go into one folder.
    case numberInFolder
    /// The text is empty or has a NUL in it, which no file name can have.
    case unusable
  }

  /// Names in a folder that follow the usual `frame-000000.png`; the extension comes without its
  /// dot.
  public init(folder: String, fileExtension: String) {
    self.folder = folder
    prefix = "frame-"
    suffix = "." + fileExtension
    digits = 6
  }

  /// Whether the user's word is a pattern, and not a folder: its last part has the extension of an
  /// image, or a place for a number.
  public static func isPattern(_ text: String) -> Bool {
    let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return imageExtension(ofName: name) != nil || name.contains("%") || name.contains("##")
  }

  /// The image extension of a pattern, in lower case: `png` or `svg`.
  public static func imageExtension(of text: String) -> String? {
    imageExtension(ofName: text.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
  }

  private static func imageExtension(ofName name: Substring) -> String? {
    let lowercased = name.lowercased()
    return ["png", "svg"].first { lowercased.hasSuffix("." + $0) }
  }

  /// Reads a pattern such as `out/frame-%06d.png` or `out/####.png`. The extension is added where
  /// the pattern has no image extension of its own.
  ///
  /// - Throws: ``ParseError``.
  public init(parsing text: String, fileExtension: String) throws(ParseError) {
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .unusable }
    let slash = text.lastIndex(of: "/")
    let name = slash.map { text[text.index(after: $0)...] } ?? text[...]
    switch slash {
    case nil: folder = "."
    case text.startIndex: folder = "/"
    case let slash?: folder = String(text[..<slash])
    }
    // A folder may have a % in its name, but not a number's place that the user meant for frames.
    if let places = try? FramePattern.places(in: folder[...]), places.numbers > 0 {
      throw .numberInFolder
    }
    let places = try FramePattern.places(in: name)
    guard places.numbers > 0 else { throw .noNumber }
    guard places.numbers == 1 else { throw .severalNumbers }
    prefix = places.before
    digits = places.digits
    suffix =
      FramePattern.imageExtension(ofName: name) == nil
      ? places.after + "." + fileExtension : places.after
  }

  /// The names that ``printfName`` gives, in a folder; `nil` for any other text.
  init?(folder: String, printfName name: String) {
    guard let places = try? FramePattern.places(in: name[...]), places.numbers == 1 else {
      return nil
    }
    self.folder = folder
    prefix = places.before
    digits = places.digits
    suffix = places.after
    guard printfName == name else { return nil }
  }

  private struct Places {
    var before = ""
    var after = ""
    var digits = 0
    var numbers = 0

    mutating func append(_ character: Character) {
      if numbers == 0 { before.append(character) } else { after.append(character) }
    }
  }

  /// Finds the places for numbers in a name.
  private static func places(in name: Substring) throws(ParseError) -> Places {
    var places = Places()
    var rest = name
    while let character = rest.first {
      if character == "#", rest.dropFirst().first == "#" {
        let run = rest.prefix { $0 == "#" }
        places.numbers += 1
        places.digits = run.count
        rest = rest.dropFirst(run.count)
      } else if character == "%" {
        rest = rest.dropFirst()
        if rest.first == "%" {
          places.append("%")
          rest = rest.dropFirst()
          continue
        }
        let width = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(width.count)
        guard rest.first == "d", width.count <= 3, let digits = width.isEmpty ? 1 : Int(width),
          digits <= 64
        else { throw .badConversion }
        places.numbers += 1
        places.digits = max(digits, 1)
        rest = rest.dropFirst()
      } else {
        places.append(character)
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

  /// The path of a frame.
  public func path(ofFrame index: Int) -> String { path(ofName: name(ofFrame: index)) }

  /// The path of a file in the folder of the frames.
  func path(ofName name: String) -> String {
    switch folder {
    case ".": return name
    case "/": return "/" + name
    default: return "\(folder)/\(name)"
    }
  }

  /// The frame whose file has this name; `nil` for other files.
  public func frame(named name: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix),
      name.utf8.count > prefix.utf8.count + suffix.utf8.count
    else { return nil }
    let number = name.dropFirst(prefix.count).dropLast(suffix.count)
    guard let index = Int(number), index >= 0, self.name(ofFrame: index) == name else { return nil }
    return index
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

  private static func escaped(_ text: String) -> String {
    text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
  }
}
