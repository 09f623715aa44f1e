// SPDX-License-Identifier: MIT

/// What the only output of a track is called if the user gives it no name.
enum OutputName {
  /// As the track is, in the current folder; as the thing that it is, such as `film`, for standard
  /// input.
  static func usual(_ thing: String, for input: String, fileExtension: String) -> String {
    let file = input.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    guard input != "-", !stem.isEmpty else { return "\(thing).\(fileExtension)" }
    let name = "\(stem).\(fileExtension)"
    return name == file ? "\(stem)-\(thing).\(fileExtension)" : name
  }
}
