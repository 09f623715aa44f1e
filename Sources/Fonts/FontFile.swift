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
    let (file, families) = try match(pattern) ?? (nil, [])
    let wanted = pattern.prefix { $0 != ":" }.lowercased()
    guard let file, families.contains(where: { $0.lowercased() == wanted }) else {
      throw .notInstalled(nearest: families.first)
    }
    return file
  }

  /// The installed font that has as many as possible of some characters; `nil` if there is none.
  ///
  /// - Throws: ``FontError/noFinder``.
  static func installed(with characters: [Character]) throws(FontError) -> FontFile? {
    let scalars = Set(characters.flatMap(\.unicodeScalars).map(\.value)).sorted().prefix(500)
    let codes = scalars.map { String($0, radix: 16) }.joined(separator: " ")
    return try match(":charset=\(codes):outline=true:color=false")?.file
  }

  /// What fontconfig takes for a pattern, and the names of its family.
  private static func match(
    _ pattern: String
  ) throws(FontError) -> (file: FontFile, families: [String])? {
    let folders = SearchPath.fromEnvironment
    guard let program = SearchPath.executable(named: "fc-match", in: folders) else {
      throw .noFinder
    }
    let format = "%{file}\n%{index}\n%{family}\n%{style[0]}\n"
    let lines = Subprocess.output(of: program, ["-f", format, "--", pattern])
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 3, lines[0].hasPrefix("/"), let index = Int(lines[1]), index >= 0 else {
      return nil
    }
    let families = lines[2].split(separator: ",").map(String.init)
    let isPlain = ["", "Regular", "Book", "Normal"].contains(lines[3])
    let name = (families.first ?? "") + (isPlain ? "" : " \(lines[3])")
    return (FontFile(path: String(lines[0]), index: index, name: name), families)
  }
}
