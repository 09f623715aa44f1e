// SPDX-License-Identifier: MIT

/// A kind of output: what it is called, and what makes it of scenes.
///
/// All that depends on the kind comes from here: names of files, the choices of `--format`, help,
/// and the renderer. A further kind is a further line.
public struct OutputKind: Sendable {
  /// The word that chooses the kind, and the extension of its files.
  public let name: String
  /// What makes the bytes of a file.
  public let renderer: any FrameRenderer.Type
  /// Whether bytes begin as those of a file of the kind do, as far as they go.
  public let begins: @Sendable ([UInt8]) -> Bool
  /// Whether bytes are a whole file of the kind.
  public let isWhole: @Sendable ([UInt8]) -> Bool

  /// All kinds, the usual one first.
  public static let all = [png, svg]

  /// Pixels.
  public static let png = OutputKind(
    name: "png", renderer: PNGFrameRenderer.self, begins: ImageIntegrity.beginsAsPNG,
    isWhole: ImageIntegrity.isWholePNG)

  /// Shapes.
  public static let svg = OutputKind(
    name: "svg", renderer: SVGFrameRenderer.self, begins: ImageIntegrity.beginsAsSVG,
    isWhole: ImageIntegrity.isWholeSVG)

  /// The kind whose files have names that end so, whatever the case of the letters.
  public static func ofFile(named name: some StringProtocol) -> OutputKind? {
    let bytes = Array(name.utf8.suffix(32)).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    return all.first { bytes.reversed().starts(with: ".\($0.name)".utf8.reversed()) }
  }
}

extension OutputKind: Hashable {
  /// Whether both are called the same.
  public static func == (left: OutputKind, right: OutputKind) -> Bool { left.name == right.name }

  /// The name tells.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
