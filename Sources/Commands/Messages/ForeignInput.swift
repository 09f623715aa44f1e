// SPDX-License-Identifier: MIT
internal import Platform

/// Inputs that are no sound, but lead to some: playlists, archives, and patterns in quotes.
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

  /// The hint for a name with a star that no file has: the shell has not replaced it.
  static func hint(forMissing path: String) -> String? {
    guard path.contains("*") else { return nil }
    return "quotes stop the shell from putting names in place of *: write the star outside of "
      + "them, as in 'my music'/*.ogg"
  }
}
