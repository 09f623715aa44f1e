// SPDX-License-Identifier: MIT
public import Arguments
internal import Drawing

/// The value of `--cover`: which picture is in the middle of the figure.
public enum CoverChoice: Sendable, Hashable, ArgumentValue {
  /// No picture.
  case none
  /// The picture in the tags of the sound file, or beside the file, if there is one.
  case tags
  /// The same, with a warning if there is none.
  case automatic
  /// The picture at a path.
  case file(String)

  /// Reads `tags`, `auto`, `none`, or a path.
  public init(argument: String) throws(ArgumentValueError) {
    switch argument {
    case "tags": self = .tags
    case "auto": self = .automatic
    case "none": self = .none
    case "":
      throw ArgumentValueError("no picture is named", hint: "write tags, auto, none or a file name")
    default: self = .file(argument)
    }
  }

  /// The path of a picture to read.
  public var path: String? { if case .file(let path) = self { path } else { nil } }

  /// The argument that reads back as this value.
  public var argumentText: String {
    switch self {
    case .none: "none"
    case .tags: "tags"
    case .automatic: "auto"
    case .file(let path): path
    }
  }
}

extension ViewContext {
  /// The cover as a disc, with a radius and a centre in points; `nil` if there is none. It has as
  /// many pixels as the canvas needs, so that an SVG does not embed more.
  func coverItem(radius: Double, center: Point = .origin) -> Item? {
    guard let cover, radius > 0 else { return nil }
    let pixels = coverPixels(radius: radius)
    let bitmap = cover.square(atMost: Int(min(pixels, Double(Canvas.largestSide)).rounded(.up)))
    return Item.image(PlacedImage(disc: bitmap, center: center, radius: radius)).named("cover")
  }

  /// The logo with its anchor on the centre, if there is one; its width is in points of the sheet.
  func logoItem(width: Double, anchor: Anchor) -> Item? {
    image.map { image in
      let height = width * Double(image.bitmap.height) / Double(image.bitmap.width)
      return Item.image(
        PlacedImage(
          bitmap: image.bitmap, png: image.bytes,
          origin: Point(x: -anchor.x * width, y: -anchor.y * height), width: width, height: height)
      ).named("logo")
    }
  }
}
