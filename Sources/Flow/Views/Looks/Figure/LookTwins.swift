// SPDX-License-Identifier: MIT
internal import Drawing

/// Where two figures are that mirror each other, beside the words: side by side, or one above the other if the picture
/// is taller than wide.
struct LookTwins: Sendable {
  /// The centres of that of the left channel and of that of the right one, in points from the centre of a single figure.
  let centers: [Point]
  /// The factor of all lengths.
  let scale: Double

  /// The twins of a picture.
  init(_ view: ViewContext) {
    let (composition, picture) = (view.composition, view.picture)
    let isTall = picture.width < picture.height
    let room = composition.room(on: view.canvas(shortSideInPoints: 432))
    let (width, height) = (room.right - room.left, room.bottom - room.top)
    let (long, short) = isTall ? (height, width) : (width, height)
    scale = min(long / 4 - 6, short / 2 - 10) / 206
    let middle = Point(
      x: (room.left + room.right) / 2 - composition.center.x,
      y: (room.top + room.bottom) / 2 - composition.center.y)
    centers = [-1, 1].map { direction in
      let distance = direction * 0.97 * long / 4
      return Point(
        x: middle.x + (isTall ? 0 : distance), y: middle.y + (isTall ? distance : 0))
    }
  }
}
