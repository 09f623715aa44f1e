// SPDX-License-Identifier: MIT

/// The default name of a track's output.
enum OutputName {
  /// The name of the track, in the current folder; for standard input the name of the product, such
  /// as `film`. The name of the product is in it if `isMarked`.
  static func `default`(
    _ productName: String, for input: String, fileExtension: String, isMarked: Bool = false
  ) -> String {
    let file = input.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    guard input != "-", !stem.isEmpty else { return "\(productName).\(fileExtension)" }
    let name = "\(stem).\(fileExtension)"
    return name == file || isMarked ? "\(stem)-\(productName).\(fileExtension)" : name
  }
}
