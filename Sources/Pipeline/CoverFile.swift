// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
internal import Views

extension AppearanceOptions {
  /// The picture to show or to take colours from; `nil` if none is asked for, or if the input has
  /// none.
  func coverPicture(of track: TrackRequest) throws(PipelineError) -> Bitmap? {
    guard usesCover else { return nil }
    do {
      if let path = cover.path { return try PictureFile(path: path).bitmap() }
      return track.canReadTwice ? try PictureFile.cover(ofSound: track.input)?.bitmap() : nil
    } catch { throw .image(error) }
  }
}
