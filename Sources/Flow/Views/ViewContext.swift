// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
internal import Platform
public import Signal

/// The inputs of a view beside its options.
public struct ViewContext: Sendable {
  /// The picture at ``ViewOptions/imagePath``.
  public let image: PNGImage?
  /// The picture of ``AppearanceOptions/cover``; `nil` for none.
  public let cover: Bitmap?
  /// The constants of ``ViewOptions/levelScale``; they fit the track.
  public let constants: Constants?
  /// Which sound a scale is measured over if a part is drawn; `nil` if the whole track is, or if
  /// there is no scale.
  public let scaleScope: ScaleScope?
  /// The ticks that a scale is measured over; `nil` for all that were read.
  public var scaleTicks: Range<Int>?
  /// The colours of ``AppearanceOptions/palette``; `nil` for the look's own.
  public private(set) var palette: Palette?
  /// The words below the figure.
  public private(set) var words: Captions
  /// How the figure is on its sheet.
  public private(set) var frame: FigureFrame?
  /// Where the user has put the figure.
  private var place: FigurePlace
  /// The settings of the pictures of all views, with the background in use.
  public private(set) var picture: PictureSettings
  /// The lyrics of the song, if they are shown.
  public let lyrics: SongLyrics?
  /// The integrated loudness of the whole track in LUFS, if the view follows it and it has some.
  public var loudness: Decibels?
  /// The bars and sections of the song, if they are known.
  public var structure: SongStructure?
  /// The scenes of the song; none if its picture stays as it is.
  public internal(set) var scenes: [SongScene] = []
  /// Whether a film ends with a card, if its colours are a palette.
  var hasEndCard = false
  /// The factor of the figure's lengths in a scene.
  private var magnification = 1.0
  /// Where the figure is in a shot, and how large; `nil` where it is wide.
  private var shot: (center: Point, scale: Double, isAlone: Bool)?
  /// The setting of the scene.
  private(set) var setting = SongScene.only.setting
  /// The only channel that a figure shows; `nil` for both.
  private(set) var channel: Side?
  /// The settings of the analysis.
  public let request: AnalysisRequest
  /// What plays the samples, if the input has a score; of the view's ``View/scoreKind``, if it has one.
  public let score: (any Score)?
  /// The index in the input of the first sample frame that was read.
  public let begin: Int

  /// The inputs of a view.
  public init(
    score: (any Score)? = nil, begin: Int = 0,
    image: PNGImage? = nil, cover: Bitmap? = nil, constants: Constants? = nil,
    scaleScope: ScaleScope? = nil,
    colors: Palette? = nil, words: Captions = Captions(), lyrics: SongLyrics? = nil,
    frame: FigureFrame? = nil, place: FigurePlace = FigurePlace(),
    picture: PictureSettings = PictureSettings(), request: AnalysisRequest = AnalysisRequest()
  ) {
    self.image = image
    self.cover = cover
    self.constants = constants
    self.scaleScope = scaleScope
    palette = colors
    self.words = words
    self.lyrics = lyrics
    (self.frame, self.place) = (frame, place)
    self.picture = picture
    self.request = request
    self.score = score
    self.begin = begin
  }

  /// The indices of the file's channels on the left and on the right, from 0.
  public var channels: (left: Int, right: Int) { request.channels }
  /// The position of a figure and its words on a canvas whose shorter side is 432 points.
  public var composition: Composition {
    let canvas = canvas(shortSideInPoints: 432)
    let whole = Composition(canvas: canvas, words: words, frame: frame)
    return
      (shot.map { shot in
        whole.placed(shot.center, scale: shot.scale).clearingHeart(
          on: canvas, isAlone: shot.isAlone, betweenTwins: channel != nil && shot.center.x == 0)
      } ?? whole.magnified(by: magnification))
      .moved(to: place, on: canvas)
  }

  /// Takes colours that were found in the track.
  public mutating func setColors(_ colors: Palette) {
    palette = colors
    picture.background = picture.givenBackground ?? colors.background
  }

  /// The context of a scene: its size up to a largest one, unless the figure bleeds already, and its
  /// colours, unless the background is chosen or the look has colours that are not a palette.
  func staged(_ stage: SongScene.Stage, upTo largest: Double) -> ViewContext {
    var own = self
    (own.setting, own.channel) = (stage.setting, stage.channel)
    if frame == .whole {
      switch stage.place {
      case .magnified(let factor):
        own.magnification = min(factor, largest) * share(of: composition)
      case .fixed(let center, let scale): own.shot = (center, scale, stage.isAlone)
      }
    }
    if scenes.count > 1, picture.givenBackground == nil, let palette = usedPalette {
      let setting = palette.settings[stage.setting].later(
        by: Double(stage.hour) / Double(SongScene.hours))
      own.palette = setting
      own.picture.background = setting.background
    }
    return own
  }

  /// The title with which a film begins; `nil` without one.
  var opening: Opening? {
    guard let scene = scenes.first, scene.isTitle, let title = words.title,
      let palette = openingPalette
    else { return nil }
    let window = Opening.window(
      title, words.lettering, on: canvas(shortSideInPoints: 432))
    return Opening(window, palette, setting: scene.setting)
  }

  /// The palette of a film that can begin with its title: not one with a ground of the user's.
  var openingPalette: Palette? { picture.givenBackground == nil ? usedPalette : nil }

  /// How far the nearest edge of the sheet is from the centre of the figure, in points.
  var room: Double {
    let (sheet, center) = (canvas(shortSideInPoints: 432), composition.center)
    return min(sheet.widthInPoints / 2 - abs(center.x), sheet.heightInPoints / 2 - abs(center.y))
  }

  /// The factor of all magnifications: over another picture, with which the largest figure of a
  /// composition just is within the frame.
  private func share(of composition: Composition) -> Double {
    guard picture.background.alpha < 255 else { return 1 }
    return min(
      room / (Composition.figureReach * composition.scale * SongScene.largestMagnification), 1)
  }

  /// The chosen palette, or that of the look.
  var usedPalette: Palette? {
    palette ?? Palette.named(background: picture.background)
  }

  /// The context of the figure alone on its sheet, without words.
  var alone: ViewContext {
    var own = self
    (own.frame, own.place, own.words) = (.whole, FigurePlace(), Captions())
    own.words.typeface = words.typeface
    return own
  }

  /// The pixels of a cover as large as it can be in any scene, so that all have the same ones.
  func coverPixels(radius: Double) -> Double {
    var largest = scenes.isEmpty ? 1 : SongScene.largestMagnification / magnification
    if scenes.contains(where: { $0.shot != .wide }) {
      largest = Shot.largestScale / composition.scale
    }
    return 2 * radius * largest * canvas(shortSideInPoints: 432).pixelsPerPoint
  }

  /// The canvas of the pictures.
  package func canvas(shortSideInPoints points: Double) -> Canvas {
    guard
      let canvas = Canvas(
        width: picture.width, height: picture.height, shortSideInPoints: points)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    return canvas
  }
  /// When a tick of the readings ends, in seconds from the start of the input.
  public func time(afterTick index: Int, of clock: TickClock) -> Double {
    Double(begin + clock.firstSampleFrame(ofTick: index + 1)) / Double(clock.sampleRate)
  }
  /// Ticks a second.
  public var tickRate: Rate { request.tickRate }
  /// What the meters read for digital silence.
  public var floor: Decibels { request.floor }
}
