// SPDX-License-Identifier: MIT
public import Platform

/// Why a font cannot be used.
public enum FontError: Error, Hashable, Sendable {
  /// HarfBuzz is not installed, or too old.
  case noLibrary
  /// fontconfig's `fc-match` is not installed, so that no font is found by its name.
  case noFinder
  /// No font of this family is installed; the finder would take another one.
  case notInstalled(nearest: String?)
  /// The system cannot read the file.
  case cannotRead(SystemError)
  /// The file is larger than `limit` bytes.
  case tooLarge(limit: Int)
  /// The file is not a font.
  case isNoFont
  /// The file is a font for web pages, which is compressed.
  case isWebFont
  /// The file has fewer fonts.
  case noSuchFace(Int, count: Int)
  /// Its letters are pictures.
  case hasNoOutlines
  /// There is not enough memory.
  case outOfMemory
}

extension FontError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the font.
  public var description: String {
    switch self {
    case .noLibrary: "cannot be read: HarfBuzz 4 or later is not installed"
    case .noFinder: "cannot be found by its name: fc-match is not installed"
    case .notInstalled(nil): "is not installed"
    case .notInstalled(let nearest?): "is not installed; the nearest font is '\(nearest)'"
    case .cannotRead(let error): "\(error)"
    case .tooLarge(let limit): "has more than \(limit >> 20) MiB, so it is not a font"
    case .isNoFont: "is not a TrueType or OpenType font"
    case .isWebFont: "is a font for web pages (WOFF), which is compressed"
    case .noSuchFace(let index, let count): "has \(count) fonts, none with the number \(index)"
    case .hasNoOutlines: "has no outlines; its letters are pictures"
    case .outOfMemory: "takes more memory than there is"
    }
  }
}
