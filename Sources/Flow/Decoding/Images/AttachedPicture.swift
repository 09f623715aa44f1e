// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// The picture that ffmpeg finds in a container that this program does not read, such as Matroska.
package struct AttachedPicture {
  /// The bytes of its file.
  let bytes: [UInt8]
  /// Its number among the streams of pictures.
  let index: Int

  /// Looks for the cover of a sound file; `nil` if it has none, or without ffmpeg.
  init?(ofSound path: String, _ environment: HelperEnvironment) {
    guard let ffmpeg = SearchPath.executable(named: "ffmpeg", in: environment.searchPath) else {
      return nil
    }
    let input = ["-nostdin", "-hide_banner"] + Demuxing.probingWords + ["-i", "file:\(path)"]
    guard let index = AttachedPicture.cover(in: Subprocess.output(of: ffmpeg, input)),
      let file = try? TemporaryFile.inMemory(), let messages = try? TemporaryFile.inMemory(),
      let null = try? FileDescriptor.reading("/dev/null"),
      var process = try? Subprocess(
        ffmpeg,
        arguments: input + [
          "-map", "0:v:\(index)", "-frames:v", "1", "-c", "copy", "-f", "image2pipe", "pipe:1",
        ], input: null, output: file, errors: messages), (try? process.wait()) == .exited(0),
      let size = try? file.status().size, size <= TagPicture.maxBytes,
      let bytes = try? file.bytes(at: 0, count: size), !bytes.isEmpty
    else { return nil }
    (self.bytes, self.index) = (bytes, index)
  }

  /// The number of the front cover, or else of the first picture that is not an icon, in ffmpeg's description
  /// of a file.
  package static func cover(in report: String) -> Int? {
    var (index, isPicture): (Int, Bool) = (-1, false)
    var ranks: [Int: Int] = [:]
    for line in report.split(separator: "\n") {
      if line.hasPrefix("  Stream #") {
        let isVideo = line.contains(": Video: ")
        if isVideo { index += 1 }
        isPicture = isVideo && line.contains("(attached pic)")
        if isPicture { ranks[index] = 1 }
      }
      guard isPicture, let mark = line.firstRange(of: ": ") else { continue }
      let value = line[mark.upperBound...].lowercased()
      switch line[..<mark.lowerBound].filter({ $0 != " " }) {
      case "comment" where value.hasPrefix("cover (front)"): ranks[index] = 0
      case "comment" where value.contains("32x32"): ranks[index] = nil
      case "filename" where value.hasPrefix("cover."): ranks[index] = 0
      case "filename" where value.hasPrefix("small_cover"): ranks[index] = 2
      default: break
      }
    }
    return ranks.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }
}
