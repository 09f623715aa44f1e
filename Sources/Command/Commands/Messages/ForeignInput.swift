// SPDX-License-Identifier: MIT
internal import Platform

/// Inputs that are not sound, but lead to some: playlists, archives, and patterns in quotes.
enum ForeignInput {
  /// What a file without sound is by its name, and the shell command for it.
  static func hint(for path: String) -> String? {
    let name = ProgramText.quoted(path)
    let films = "\(ProgramText.name) film --output-dir films"
    switch FileKind(of: path)?.fileExtension {
    case "m3u", "m3u8":
      return "it is a playlist; for its files: tr -d '\\r' < \(name) | grep '^[^#]' "
        + "| tr '\\n' '\\0' | xargs -0 \(films) --"
    case "pls":
      return "it is a playlist; for its files: sed -n 's/^File[0-9]*=//p' \(name) | tr -d '\\r' "
        + "| tr '\\n' '\\0' | xargs -0 \(films) --"
    case "cue":
      return "it lists the parts of another file; for that file: sed -n "
        + "'s/^FILE \"\\(.*\\)\".*/\\1/p' \(name) | tr '\\n' '\\0' | xargs -0 \(films) --"
    case "zip":
      return "it is an archive; unpack it first: unzip \(name) -d album && \(films) --recursive "
        + "album"
    default: return nil
    }
  }

  /// The hint for a name that no file has, if there is one that was meant.
  static func hint(forMissing path: String) -> String? {
    if let other = likeness(of: path) { return "did you mean \(ProgramText.quoted(other))?" }
    guard path.contains("*") else { return nil }
    // The shell has not replaced it.
    return "quotes stop the shell from putting names in place of *: write the star outside of "
      + "them, as in 'my music'/*.ogg"
  }

  /// A file whose name differs in accents and case alone, or by what a shell takes away: backslashes,
  /// quotes, and ~ for the home.
  private static func likeness(of path: String) -> String? {
    let marks = "'\"‘’“”".unicodeScalars
    let plain = String(
      String.UnicodeScalarView(path.unicodeScalars.filter { $0 != "\\" && !marks.contains($0) }))
    let home = Environment.value("HOME") ?? ""
    let bare = plain.hasPrefix("~/") ? home + plain.dropFirst() : plain
    if bare != path, Folder.kind(of: bare) != nil { return bare }
    var found = path.hasPrefix("/") ? "/" : ""
    for part in path.unicodeScalars.split(separator: "/").map({ String($0) }) {
      let start = found.isEmpty || found == "/" ? found : found + "/"
      if Folder.kind(of: start + part) != nil {
        found = start + part
        continue
      }
      let names = (try? Folder.names(in: start.isEmpty ? "." : start)) ?? []
      guard let other = names.filter({ folded($0) == folded(part) }).min() else { return nil }
      found = start + other
    }
    return found == path ? nil : found
  }

  /// The names of the letters of a text without their marks and case, so that an `ó` is an `o`.
  private static func folded(_ text: String) -> [String] {
    text.lowercased().unicodeScalars.compactMap { scalar in
      if scalar.properties.generalCategory == .nonspacingMark { return nil }
      let name = scalar.properties.name ?? String(scalar)
      return name.firstRange(of: " WITH ").map { String(name[..<$0.lowerBound]) } ?? name
    }
  }
}
