// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// A font file of the machine, and which of its fonts.
public struct FontFile: Sendable, Hashable {
  /// The path of the file.
  public let path: String
  /// The number of the font in the file, as fontconfig counts: see `font_shim_open`.
  public let index: Int
  /// The family and the style as fontconfig names them; `nil` for a file that was named by its path.
  public let name: String?

  /// A file that was named by its path.
  public init(path: String) { (self.path, index, name) = (path, 0, nil) }

  private init(path: String, index: Int, name: String) {
    (self.path, self.index, self.name) = (path, index, name)
  }

  /// The greatest size of a file in bytes: 256 MiB, twice that of the largest collections.
  static let maxBytes = 256 << 20

  /// Its bytes.
  func bytes() throws(FontError) -> [UInt8] {
    let bytes: [UInt8]?
    do { bytes = try FileDescriptor.contents(of: path, limit: FontFile.maxBytes) } catch {
      throw .cannotRead(error)
    }
    guard let bytes else { throw .tooLarge(limit: FontFile.maxBytes) }
    return bytes
  }
}

extension FontFile {
  /// An installed font by the name of its family, such as `DejaVu Serif`, or a longer pattern of
  /// fontconfig, such as `DejaVu Serif:bold`.
  ///
  /// - Throws: ``FontError/noFinder``, ``FontError/notInstalled(nearest:)``.
  public static func installed(_ pattern: String) throws(FontError) -> FontFile {
    // In a pattern a hyphen begins a size, and a comma another family.
    let family = pattern.prefix { $0 != ":" }.filter { $0 != "\\" }
    let escaped = family.map { "-,".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    let rest = pattern.drop { $0 != ":" }
    let found = try matches("\(escaped)\(rest)", all: false).first
    guard let found,
      found.families.contains(where: { $0.lowercased() == family.lowercased() })
    else { throw .notInstalled(nearest: found?.families.first) }
    return found.file
  }

  /// The installed font that stands in for others; `nil` if there is none, or no fontconfig.
  public static var fallback: FontFile? { (try? matches("sans", all: false))?.first?.file }

  /// The installed fonts that have as many as possible of some characters, the best first.
  ///
  /// - Throws: ``FontError/noFinder``.
  static func installed(with characters: [Character]) throws(FontError) -> [FontFile] {
    let scalars = Set(characters.flatMap(\.unicodeScalars).map(\.value)).sorted().prefix(500)
    let codes = scalars.map { String($0, radix: 16) }.joined(separator: " ")
    // Otherwise the locale would choose.
    let language =
      if scalars.contains(where: { (0x3040...0x30FF).contains($0) }) {
        "ja"
      } else if scalars.contains(where: { (0xAC00...0xD7AF).contains($0) }) {
        "ko"
      } else if scalars.contains(where: { (0x4E00...0x9FFF).contains($0) }) { "zh-cn" } else {
        "en"
      }
    return try matches(
      ":charset=\(codes):lang=\(language):outline=true:color=false", all: true
    ).map(\.file)
  }

  /// What fontconfig takes for a pattern, the best first, and the names of each family.
  private static func matches(
    _ pattern: String, all: Bool
  ) throws(FontError) -> [(file: FontFile, families: [String])] {
    let folders = SearchPath.fromEnvironment
    guard let program = SearchPath.executable(named: "fc-match", in: folders) else {
      throw .noFinder
    }
    let format = "%{file}\n%{index}\n%{family}\n%{style[0]}\n"
    let lines = Subprocess.output(
      of: program, (all ? ["-s"] : []) + ["-f", format, "--", pattern], withMessages: false
    ).split(separator: "\n", omittingEmptySubsequences: false)
    return stride(from: 0, to: max(lines.count - 3, 0), by: 4).compactMap { place in
      guard lines[place].hasPrefix("/"), let index = Int(lines[place + 1]), index >= 0 else {
        return nil
      }
      let families = lines[place + 2].split(separator: ",").map(String.init)
      let style = lines[place + 3]
      let isPlain = ["", "Regular", "Book", "Normal"].contains(style)
      let name = (families.first ?? "") + (isPlain ? "" : " \(style)")
      return (FontFile(path: String(lines[place]), index: index, name: name), families)
    }
  }
}
