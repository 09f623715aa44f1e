// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
internal import H264
public import Rendering
public import Signal
public import Views

/// What the user asks of a film.
public struct FilmRequest: Sendable, Hashable {
  /// The container.
  public var container: FilmContainer
  /// The video codec; the first of the container that can do the rest, if `nil`.
  public var codec: FilmCodec?
  /// The quality; the default if `nil`.
  public var quality: FilmQuality?
  /// The sound.
  public var sound = SoundChoice.auto
  /// A remark among its tags; none if `nil`.
  public var comment: String?
  /// The user's own arguments for ffmpeg, after ours.
  public var encoderWords: [String] = []
  /// Whether the pictures are transparent.
  public var isTransparent = false
  /// Whether the film has pictures only, without cover and tags, as services want it that loop it.
  public var isBare = false
  /// Whether the film is written to a pipe.
  public var isPiped = false
  /// Whether the film is a part of another one: silent, and in a container from which it is joined.
  public var isPart = false

  /// A request for a container with defaults.
  public init(_ container: FilmContainer) { self.container = container }
}

/// How a film is made: a request with all defaults filled in that do not depend on the track.
public struct FilmRecipe: Sendable {
  /// The container.
  public let container: FilmContainer
  /// The video codec.
  public let codec: FilmCodec
  /// The quality.
  public let quality: FilmQuality
  /// The pixel format of the frames that are sent to the encoder.
  public let feed: RawFormat
  /// The choice of the sound.
  public let sound: SoundChoice

  private let variant: FilmCodec.Variant
  let request: FilmRequest
  /// Whether the pictures are only previewed: they go to the player without encoding.
  private var isPreview = false

  /// Fills in the defaults of a request.
  ///
  /// - Throws: ``FilmError/refused(_:)`` for a request that contradicts itself.
  public init(_ request: FilmRequest) throws(FilmError) { try self.init(request, hasLevel: true) }

  /// If H.264 has no level for the pictures, the program does not code them unless it is asked to.
  private init(_ request: FilmRequest, hasLevel: Bool) throws(FilmError) {
    let container = request.container
    guard container.isStream || !request.isPiped else {
      throw .refused(.notStreamed(container))
    }
    guard container.holdsParts || !request.isPart else { throw .refused(.part(container)) }
    if request.isTransparent, container.transparentCodec == nil {
      throw .refused(.notTransparent(container.name))
    }
    // What goes into a pipe goes there while it is drawn.
    let isKept = !request.isPiped && (!request.isPart || container == .mp4)
    let canBeOwn = isKept && request.encoderWords.isEmpty
    let quality = request.quality ?? container.defaultQuality
    let usual = container.codecs.filter { $0 != .own || canBeOwn && hasLevel }
    let codec =
      request.codec ?? (request.isTransparent ? container.transparentCodec : nil)
      ?? usual.first { $0.variants[quality] != nil } ?? usual[0]
    guard container.codecs.contains(codec) else {
      throw .refused(.codec(codec, in: container))
    }
    let qualities = codec.qualities
    let nearest = request.quality == nil && !qualities.contains(quality) ? qualities.last : quality
    guard let settled = nearest, let variant = codec.variants[settled] else {
      throw .refused(.quality(of: codec))
    }
    if request.isTransparent, variant.transparentPixels == nil {
      let isLossless = codec.isTransparent(.standard)
      throw .refused(.notTransparent(isLossless ? "\(codec.name) without loss" : codec.name))
    }
    guard codec != .own || canBeOwn else { throw .refused(.notOwn) }
    (self.container, self.codec, self.quality) = (container, codec, settled)
    (self.variant, self.request, sound) = (variant, request, request.sound)
    feed = request.isTransparent ? .rgba : variant.pixels == nil ? .planar(codec.chroma) : .rgb24
    switch request.sound {
    case .copy where container.sounds.isEmpty, .coded where container.sounds.isEmpty:
      throw .refused(.silent(container))
    case .coded(let codec) where !container.sounds.contains(codec):
      throw .refused(.sound(codec, in: container))
    default: break
    }
  }

  /// Whether the program codes the pictures itself.
  public var isOwn: Bool { codec == .own }

  /// How the program codes the pictures itself; `nil` if ffmpeg does.
  var ownCoding: OwnCoding? { isOwn ? variant.own : nil }

  /// Whether the film is a part of another one.
  public var isPart: Bool { request.isPart }

  /// Whether a film is made without ffmpeg, if it has no sound.
  public var needsEncoder: Bool { !(isOwn && container == .mp4 && !hasSound) }

  /// The fewest frames of a part at a rate.
  public func minFrames(at rate: Rate) -> Int {
    isOwn ? CodedPictures.groupLength(at: rate) : FilmPart.minFrames
  }

  /// A recipe for a live preview, without encoding.
  public static func preview() throws(FilmError) -> FilmRecipe {
    var recipe = try FilmRecipe(FilmRequest.preview)
    recipe.isPreview = true
    return recipe
  }

  /// The recipe for pictures at a rate: another codec where the default one has no level for them.
  ///
  /// - Throws: ``FilmError/refused(_:)``.
  public func fitted(to picture: PictureSettings, rate: Rate) throws(FilmError) -> FilmRecipe {
    let isFit = request.codec != nil || hasLevel(picture, rate: rate)
    let fitted = isFit ? self : try FilmRecipe(request, hasLevel: false)
    try fitted.check(picture, rate: rate)
    return fitted
  }

  /// Refuses pictures and rates that the film cannot have.
  ///
  /// - Throws: ``FilmError/refused(_:)``.
  public func check(_ picture: PictureSettings, rate: Rate) throws(FilmError) {
    let padding = feed == .planar(.subsampled) ? 1 : 0
    guard min(picture.width, picture.height) + padding >= codec.minSide else {
      throw .refused(.tooSmall(codec))
    }
    guard canShow(rate) else { throw .refused(.rate(rate)) }
    guard hasLevel(picture, rate: rate) else { throw .refused(.noLevel) }
  }

  /// Whether the program can code pictures at a rate itself, if it is to do so.
  private func hasLevel(_ picture: PictureSettings, rate: Rate) -> Bool {
    let (width, height) = (picture.width, picture.height)
    return !isOwn
      || VideoFormat(
        width: width + width % 2, height: height + height % 2, rate: rate.terms) != nil
  }

  /// Whether the film has sound.
  public var hasSound: Bool {
    sound != .none && !container.sounds.isEmpty && !request.isPart
  }

  /// Whether frames at this rate can be shown at their exact times: those of a GIF last whole
  /// hundredths of a second, and browsers slow down the shortest.
  func canShow(_ rate: Rate) -> Bool {
    guard container == .gif else { return true }
    let (hundredths, rest) = (100 * rate.denominator).quotientAndRemainder(
      dividingBy: rate.numerator)
    return rest == 0 && hundredths >= 2
  }

  /// The default frame rate of a film; `nil` for that of the ticks.
  public var defaultRate: Rate? { container == .gif ? Rate(50) : nil }

  /// Whether the chroma is subsampled.
  public var blursColor: Bool {
    feed == .planar(.subsampled) || variant.transparentPixels == "yuva420p" && feed == .rgba
  }

  /// The approximate cost of a film with `count` frames: bytes without its sound, and seconds on
  /// one processor.
  public func cost(ofFrames count: Int, pixels: Int) -> (bytes: Double, seconds: Double) {
    let share = Double(count) * Double(pixels) / (1920 * 1080)
    let cost = ownCoding?.cost ?? variant.cost
    return (share * cost.bytes, share * cost.milliseconds / 1000)
  }

  /// How the program codes such pictures, or would if x264 did not, and how much of that x264 takes;
  /// `nil` for pictures that it cannot code.
  var sampling: (quality: PictureQuality, share: Double)? {
    let isFed = feed == .planar(.subsampled) && request.encoderWords.isEmpty
    return isFed ? variant.own.map { ($0.quality, isOwn ? 1 : $0.shareOfX264) } : nil
  }

  /// The codec of its kind that does not subsample the chroma of such pictures, if there is one.
  public var sharper: FilmCodec? {
    guard case .planar = feed else { return nil }
    return container.codecs.first { $0.title == codec.title && $0.chroma == .full }
  }

  /// ffmpeg's name of the video encoder.
  public var encoder: String { codec.encoder }

  /// Whether the user has added arguments for ffmpeg.
  public var hasWordsOfTheUser: Bool { !request.encoderWords.isEmpty }

  /// Whether the user has chosen the codec.
  public var hasCodecOfTheUser: Bool { request.codec != nil }
}

/// Arguments for ffmpeg.
extension FilmRecipe {
  /// The filters before encoding: pictures that are not YUV yet are converted as the film's colour
  /// tags say. `steps` come first, `pad` in between.
  func filter(from steps: [String] = [], pad: String? = nil, isRaw: Bool = true) -> [String] {
    guard pixels?.hasPrefix("yuv") ?? !isRaw else { return steps }
    // A PNG file may have a palette, which ffmpeg converts with the BT.601 matrix, whatever is
    // requested, unless it becomes planar RGB first.
    let planes = request.isTransparent ? "format=gbrap" : "format=gbrp"
    let format = pixels ?? (codec.chroma == .full ? "yuv444p" : "yuv420p")
    return steps + [planes] + (pad.map { [$0] } ?? []) + [
      "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd", "format=\(format)",
      // ProRes takes its colour tags from the pictures, not from the options.
      "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709",
    ]
  }

  private var pixels: String? {
    request.isTransparent ? variant.transparentPixels : variant.pixels
  }

  /// Whether the pictures have a palette, from a filter.
  var hasPalette: Bool { pixels == "pal8" }

  /// The encoder options and colour tags: without tags, players guess, and differently.
  ///
  /// Coded pictures, or those of parts, are only copied.
  func codecWords(copies: Bool = false) -> [String] {
    // Raw pictures in Matroska do not tell the order of their colours: players take blue first.
    if isPreview {
      return ["-c:v", "rawvideo", "-pix_fmt", "bgr24"] + FilmRecipe.tags("rgb", "pc")
    }
    var words = ["-c:v"] + (copies ? ["copy"] : [codec.encoder] + variant.words)
    if let pixels, !hasPalette, !copies { words += ["-pix_fmt", pixels] }
    let isQuickTime = ["mp4", "mov"].contains(container.name)
    if codec.encoder == "libx265", isQuickTime { words += ["-tag:v:0", "hvc1"] }
    switch pixels {
    case nil: words += FilmRecipe.tags("bt709", "tv")
    case let pixels? where pixels.hasPrefix("yuv"): words += FilmRecipe.tags("bt709", "tv")
    case _ where hasPalette: break
    default: words += FilmRecipe.tags("rgb", "pc")
    }
    return words
  }

  private static func tags(_ matrix: String, _ range: String) -> [String] {
    [
      "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", matrix, "-color_range",
      range,
    ]
  }

  /// Whether the film has the tags of the track.
  var keepsTags: Bool {
    container.keepsTags && !isPreview && !request.isPart && !request.isBare
  }

  /// The tags of ``AudioTags`` and the comment, each as a line, and no others of the track but the names of its
  /// chapters, if it `hasChapters`.
  func tagWords(_ tags: AudioTags, hasChapters: Bool) -> [String] {
    if request.isBare { return ["-map_metadata", "-1"] }
    guard keepsTags else { return [] }
    // For all kinds it would drop the names of chapters as well.
    return [hasChapters ? "-map_metadata:s" : "-map_metadata", "-1"]
      + tagLines(tags).flatMap { ["-metadata", "\($0.name)=\($0.line)"] }
  }

  /// More characters than any tag has; those of a hostile file end here.
  private static let maxCharactersOfTag = 4096

  /// The tags that the film has, by ffmpeg's names.
  func tagLines(_ tags: AudioTags) -> [(name: String, line: String)] {
    guard keepsTags else { return [] }
    let lines = AudioTags.fields.map { name, field in (name, tags[keyPath: field]) }
    return (lines + [("comment", request.comment)]).compactMap { name, text in
      text.flatMap { Captions.line($0, limit: FilmRecipe.maxCharactersOfTag) }.map { (name, $0) }
    }
  }

  /// The last arguments: the user's own, and the container.
  ///
  /// The container is left out if the name of the file says it.
  func fileWords(isNamed: Bool = false) -> [String] {
    request.encoderWords + (isPreview ? ["-allow_raw_vfw", "1"] : [])
      + (isNamed ? Array(container.format.dropFirst()) : ["-f"] + container.format)
  }

  /// The codec of sound from samples.
  ///
  /// - Precondition: the container has sound.
  public var soundCodec: SoundCodec {
    if case .coded(let chosen) = sound { chosen } else { container.sounds[0] }
  }

  /// The filters for `count` sample frames before they are encoded.
  func soundFilter(channels: Int, count: Int) -> [String] {
    // ffmpeg's ALAC encoder fails at a last packet with one sample frame of more than three channels.
    let isShort = !isPreview && soundCodec == .alac && channels > 3 && count % 4096 == 1
    return isShort ? ["apad=pad_len=1"] : []
  }

  /// The encoder options of sound from samples.
  func soundWords(channels: Int, sampleRate: Int) -> [String] {
    if isPreview { return ["-c:a", "copy"] }
    let words = soundCodec.words(channels: channels, sampleRate: sampleRate)
    // Older versions of ffmpeg call it experimental.
    return words + (soundCodec == .flac && container == .mp4 ? ["-strict", "-2"] : [])
  }

  /// The layouts that its sound can have; `nil` for any. FLAC and PCM name unusual speakers only where the
  /// container does.
  package var soundLayouts: [Speakers]? {
    guard hasSound else { return nil }
    // A player gets plain samples, and knows the usual layouts.
    if isPreview { return SoundCodec.usual }
    switch soundCodec {
    case .flac where container != .matroska, .pcm where container != .mov: return SoundCodec.usual
    default: return soundCodec.layouts
    }
  }

  /// The greatest number of sound channels.
  public var maxChannels: Int {
    if case .coded(let chosen) = sound { return chosen.maxChannels }
    return min(container.sounds.first?.maxChannels ?? 0, 8)
  }

  /// The approximate number of bytes a second for the sound.
  public func soundBytes(channels: Int) -> Int {
    guard hasSound else { return 0 }
    if case .coded(let chosen) = sound { return chosen.bytesPerSecond * channels }
    return container.sounds[0].bytesPerSecond * channels
  }
}

extension FilmRequest {
  fileprivate static let preview = FilmRequest(.matroska)
}
