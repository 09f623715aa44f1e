// SPDX-License-Identifier: MIT
internal import Decoding
internal import Pipeline

/// How a container holds the cover of its song.
package enum FilmCover: Sendable {
  /// As a stream of one picture.
  case stream
  /// As an attached file.
  case attachment

  /// The cover of a track: a PNG or a JPEG. `nil` if there is none, or one that cannot be decoded,
  /// which would end the film.
  static func file(of track: TrackRequest) -> PictureFile? {
    guard track.canReadTwice, let file = try? PictureFile.cover(ofSound: track.input),
      file.mediaType != nil, (try? file.bitmap()) != nil
    else { return nil }
    return try? file.upright()
  }

  /// ffmpeg's arguments for the cover in the file with a name: before those of the film's name, if
  /// it is the input with the number `input`, or the one with the number `index` of its pictures.
  func words(_ name: String, _ file: PictureFile, input: Int, index: Int? = nil) -> [String] {
    switch self {
    case .stream:
      let stream = "\(input):v" + (index.map { ":\($0)" } ?? "")
      return ["-map", stream, "-c:v:1", "copy", "-disposition:v:1", "attached_pic"]
    case .attachment:
      guard let type = file.mediaType else { return [] }
      return [
        "-attach", name, "-metadata:s:t", "mimetype=\(type)", "-metadata:s:t",
        "filename=cover.\(type == "image/png" ? "png" : "jpg")",
      ]
    }
  }
}
