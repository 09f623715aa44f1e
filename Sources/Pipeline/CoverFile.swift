// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
internal import Views

extension AppearanceOptions {
  /// The picture to show, if the look has a place for one, or to take colours from; `nil` if none is
  /// asked for, or if the input has none.
  func coverPicture(of track: TrackRequest, hasPlace: Bool) throws(PipelineError) -> Bitmap? {
    guard usesCover else { return nil }
    // Nobody has asked for what the tags may have.
    if cover == .tags, palette != .cover {
      return track.canReadTwice && hasPlace
        ? (try? PictureFile.cover(ofSound: track.input)?.bitmap()) ?? nil : nil
    }
    do {
      if let path = cover.path { return try PictureFile(path: path).bitmap() }
      return track.canReadTwice ? try PictureFile.cover(ofSound: track.input)?.bitmap() : nil
    } catch { throw .image(error) }
  }
}
