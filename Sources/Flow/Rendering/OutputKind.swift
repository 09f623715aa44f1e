// SPDX-License-Identifier: MIT

/// An output format: its name and its renderer.
///
/// Everything that depends on the format comes from here: file names, the choices of `--format`,
/// help and the renderer. A new format is a new entry.
public struct OutputKind: Sendable {
  /// The name of the format, which is also the file extension.
  public let name: String
  /// The type of renderer that makes its files.
  public let renderer: any FrameRenderer.Type
  /// Whether bytes are the beginning of such a file, however few they are.
  public let begins: @Sendable ([UInt8]) -> Bool
  /// Whether bytes are a complete file of this format.
  public let isWhole: @Sendable ([UInt8]) -> Bool

  /// All formats, the default first.
  public static let all = [png, svg]

  /// PNG: pixels.
  public static let png = OutputKind(
    name: "png", renderer: PNGFrameRenderer.self, begins: ImageIntegrity.beginsAsPNG,
    isWhole: ImageIntegrity.isWholePNG)

  /// SVG: shapes, which are sharp at every size.
  public static let svg = OutputKind(
    name: "svg", renderer: SVGFrameRenderer.self, begins: ImageIntegrity.beginsAsSVG,
    isWhole: ImageIntegrity.isWholeSVG)

  /// The format of a file extension, in any letter case.
  public static func ofFile(named name: some StringProtocol) -> OutputKind? {
    let bytes = Array(name.utf8.suffix(32)).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    return all.first { bytes.reversed().starts(with: ".\($0.name)".utf8.reversed()) }
  }
}

extension OutputKind: Hashable {
  /// Formats are equal if their names are.
  public static func == (left: OutputKind, right: OutputKind) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
