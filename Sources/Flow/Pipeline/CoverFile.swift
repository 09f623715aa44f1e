// SPDX-License-Identifier: MIT
public import Decoding
internal import Drawing
internal import Views

/// Why the cover of an input is not in its pictures.
public enum CoverFault: Sendable, Hashable {
  /// It was asked for, and there is none.
  case absent
  /// Nobody asked for it, and it cannot be read.
  case unreadable(ImageError)
}

extension AppearanceOptions {
  /// The picture to show, if the look has a place for one, or to take colours from; `nil` if none is
  /// asked for, if the input has none, or if it cannot be read and nobody has asked for it.
  func coverPicture(
    of track: TrackRequest, hasPlace: Bool, sharing shared: SharedReadings?
  ) throws(PipelineError) -> (bitmap: Bitmap?, fault: CoverFault?) {
    guard usesCover else { return (nil, nil) }
    let isAskedFor = cover != .tags || palette == .cover
    guard isAskedFor || hasPlace else { return (nil, nil) }
    if let known = shared?.cover { return (known.bitmap, known.fault) }
    let found = try coverPicture(of: track, isAskedFor: isAskedFor)
    guard let shared else { return found }
    let small = found.bitmap?.square(atMost: shared.coverSide)
    shared.cover = SharedReadings.Cover(bitmap: small, fault: found.fault)
    return (small, found.fault)
  }

  private func coverPicture(
    of track: TrackRequest, isAskedFor: Bool
  ) throws(PipelineError) -> (bitmap: Bitmap?, fault: CoverFault?) {
    do {
      let file: PictureFile? =
        if let path = cover.path { try PictureFile(path: path) } else {
          track.canReadTwice ? try PictureFile.cover(ofSound: track.input) : nil
        }
      let isMissed = file == nil && (cover == .automatic || palette == .cover)
      return (try file?.bitmap(), isMissed ? .absent : nil)
    } catch {
      guard isAskedFor else { return (nil, .unreadable(error)) }
      throw .image(error)
    }
  }
}
