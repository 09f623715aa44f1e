// SPDX-License-Identifier: MIT
// Stage 3, Views: ticks become scenes. Adding a view touches only this folder.
public import Arguments
public import Drawing
public import Signal

/// A way of showing sound: fed with ticks in order, it fills a scene with plain values.
///
/// It draws neither pixels nor SVG, reads no files, and knows nothing of the rate of images.
public protocol View: Sendable {
  /// The view's own part of the command line.
  associatedtype Options: ViewOptions

  /// The word that chooses the view.
  static var name: String { get }

  /// One sentence for help.
  static var summary: String { get }

  /// Named sets of options, the default one first.
  static var looks: [Look<Options>] { get }

  /// A view that has seen no tick yet.
  init(options: Options, setup: ViewSetup)

  /// The first tick that the picture after tick `index` depends on.
  ///
  /// A view that is fed from there on shows the same as one that was fed from tick 0.
  func firstTick(shownAfterTick index: Int) -> Int

  /// Takes in the next tick.
  mutating func advance(_ tick: StereoTick)

  /// Adds the view's items to an empty scene. Pure; called once for each image.
  func draw(into scene: inout Scene)
}

/// A view's options: a plain struct whose initial values are the defaults.
public protocol ViewOptions: Sendable {
  /// The defaults of the default look.
  init()

  /// How each option is written; embedded in the table of the command that renders.
  static var table: [Option<Self>] { get }

  /// Makes sure that the options can be together.
  func check() throws(UsageError)

  /// The path of a PNG that the view wants to show; read before the view is made.
  var imagePath: String? { get }

  /// The length of the canvas's shorter side in points, the unit of all the view's lengths.
  var shortSideInPoints: Double { get }
}

/// What a view is told of the run it is made for.
public struct ViewSetup: Sendable {
  /// The picture that ``ViewOptions/imagePath`` names.
  public let image: ViewImage?

  /// The readings that lie on the outer edge.
  public let scale: StereoScale

  /// The numbers of the file's channels on the left and on the right, from 0.
  public let channels: (left: Int, right: Int)

  /// All that a view is told.
  public init(image: ViewImage?, scale: StereoScale, channels: (left: Int, right: Int)) {
    self.image = image
    self.scale = scale
    self.channels = channels
  }
}

/// A PNG that was read for a view.
public struct ViewImage: Sendable {
  /// The file, byte for byte.
  public let png: [UInt8]
  /// Its pixels.
  public let bitmap: Bitmap

  /// A picture that was read.
  public init(png: [UInt8], bitmap: Bitmap) {
    self.png = png
    self.bitmap = bitmap
  }
}

/// A named set of options. What the user writes beside it counts more.
public struct Look<Options: ViewOptions>: Sendable {
  /// The word that chooses the look.
  public let name: String

  /// One sentence for help.
  public let summary: String

  /// The options that it stands for, as they are written on the command line.
  public let arguments: [String]

  /// What it changes beyond that.
  public let adjust: @Sendable (inout Options) -> Void

  /// A look of options, and of changes that no option makes.
  public init(
    name: String, summary: String, arguments: [String] = [],
    adjust: @escaping @Sendable (inout Options) -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.arguments = arguments
    self.adjust = adjust
  }
}
