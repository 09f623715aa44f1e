// SPDX-License-Identifier: MIT
import Filming
import Rendering
import Signal
import TestSupport
import Testing
import Views
import Writing

/// What films cannot be, and what they can just be.
@Suite struct FilmRefusalTests {
  private func refusal(_ request: FilmRequest) -> FilmRefusal? {
    do {
      _ = try FilmRecipe(request)
      return nil
    } catch {
      guard case .refused(let refusal) = error else { return nil }
      return refusal
    }
  }

  @Test(arguments: FilmContainer.all)
  func `a container is refused where it does not fit`(container: FilmContainer) {
    var request = FilmRequest(container)
    #expect(refusal(request) == nil)
    request.isPiped = true
    let isStream = ["webm", "matroska", "nut", "mpegts"].contains(container.name)
    #expect(refusal(request) == (isStream ? nil : .notStreamed(container)))
    (request.isPiped, request.isPart) = (false, true)
    let holdsParts = ["mp4", "mov", "nut"].contains(container.name)
    #expect(refusal(request) == (holdsParts ? nil : .part(container)))
    for codec in FilmCodec.all where !container.codecs.contains(codec) {
      var request = FilmRequest(container)
      request.codec = codec
      #expect(refusal(request) == .codec(codec, in: container))
    }
    let isSilent = container.sounds.isEmpty
    for codec in SoundCodec.all where !container.sounds.contains(codec) {
      var request = FilmRequest(container)
      request.sound = .coded(codec)
      #expect(refusal(request) == (isSilent ? .silent(container) : .sound(codec, in: container)))
    }
    request = FilmRequest(container)
    request.sound = .copy
    #expect(refusal(request) == (isSilent ? .silent(container) : nil))
    for sound in [SoundChoice.auto, .none] {
      request.sound = sound
      #expect(refusal(request) == nil)
    }
  }

  @Test(arguments: FilmContainer.all)
  func `a codec is refused a quality that it lacks`(container: FilmContainer) {
    for codec in container.codecs {
      for quality in FilmQuality.allCases {
        let request = FilmRequest(container.name, codec.name, quality)
        let isThere = codec.qualities.contains(quality)
        #expect(refusal(request) == (isThere ? nil : .quality(of: codec)))
      }
    }
  }

  @Test(
    arguments: [
      ("mp4", nil, nil, "mp4"), ("mpegts", "own", nil, "mpegts"), ("webm", "av1", nil, "av1"),
      ("webm", "vp9", .lossless, "vp9 without loss"), ("webm", "vp9", .high, nil),
      ("mov", "own", nil, "own"), ("webm", "vp9-444", nil, "vp9-444"), ("mov", "qtrle", nil, nil),
      ("mov", "png", nil, nil),
      ("matroska", "prores", nil, nil), ("matroska", "vp9", nil, "vp9 without loss"),
      ("matroska", "h265", nil, "h265"), ("nut", "ffv1", nil, nil), ("gif", nil, nil, nil),
    ] as [(String, String?, FilmQuality?, String?)])
  func `the first that is not transparent is named`(
    container: String, codec: String?, quality: FilmQuality?, name: String?
  ) {
    let request = FilmRequest(container, codec, quality, isTransparent: true)
    #expect(refusal(request) == name.map(FilmRefusal.notTransparent))
  }

  @Test(arguments: [
    (FilmRequest("webm", "av1"), 63), (FilmRequest("mp4", "h265"), 15),
    (FilmRequest("mp4", "h265-444"), 16), (FilmRequest("matroska", "h265"), 16),
    (FilmRequest("matroska", "ffv1"), 3), (FilmRequest("mp4"), 1),
  ])
  func `pictures are large enough for the encoder, with their padding`(
    request: FilmRequest, least: Int
  ) throws {
    let recipe = try FilmRecipe(request)
    func error(_ width: Int, _ height: Int) -> FilmError? {
      var picture = PictureSettings()
      (picture.width, picture.height) = (width, height)
      do throws(FilmError) {
        try recipe.check(picture, rate: .sixty)
        return nil
      } catch { return error }
    }
    #expect(error(least, least) == nil && error(1000, least) == nil && error(least, 1000) == nil)
    guard least > 1 else { return }
    let refused = FilmError.refused(.tooSmall(recipe.codec))
    #expect(error(least - 1, 1000) == refused && error(1000, least - 1) == refused)
  }

  @Test(arguments: [
    (50, 1, true), (100, 1, false), (25, 1, true), (20, 1, true), (10, 1, true), (1, 1, true),
    (100, 3, true), (101, 2, false), (60, 1, false), (30, 1, false), (30_000, 1001, false),
    (1, 7, true), (100, 7, true), (200, 7, false),
  ])
  func `a GIF shows whole hundredths of a second, and two of them at least`(
    numerator: Int, denominator: Int, isShown: Bool
  ) throws {
    let rate = try #require(Rate(numerator, over: denominator))
    for container in FilmContainer.all {
      let recipe = try FilmRecipe(FilmRequest(container))
      let isRefused = container == .gif && !isShown
      do throws(FilmError) {
        try recipe.check(PictureSettings(), rate: rate)
        #expect(!isRefused)
      } catch { #expect(isRefused && error == .refused(.rate(rate))) }
      #expect(recipe.defaultRate == (container == .gif ? Rate(50) : nil))
    }
  }

  @Test func `the program codes H.264 itself where it can, and x264 what it cannot`() throws {
    #expect(try FilmRecipe(FilmRequest("mp4")).isOwn)
    #expect(try FilmRecipe(FilmRequest("mov", nil, .draft)).isOwn)
    #expect(try FilmRecipe(FilmRequest("mp4").ofPart).isOwn)
    #expect(try FilmRecipe(FilmRequest("mov").ofPart).codec == .x264)
    #expect(try FilmRecipe(FilmRequest("mp4", nil, .lossless)).codec.name == "x264-rgb")
    #expect(throws: FilmError.refused(.quality(of: .own))) {
      try FilmRecipe(FilmRequest("mp4", "own", .lossless))
    }
    for adjust: (inout FilmRequest) -> Void in [
      { $0.isPiped = true }, { $0.encoderWords = ["-g", "9"] }, { $0.isPart = true },
    ] {
      var request = FilmRequest("nut", nil, .standard)
      #expect(try FilmRecipe(request).isOwn)
      adjust(&request)
      #expect(try FilmRecipe(request).codec == .x264)
      request.codec = .own
      #expect(throws: FilmError.refused(.notOwn)) { try FilmRecipe(request) }
    }
  }

  @Test func `x264 codes pictures for which H.264 has no level, unless the program is asked to`()
    throws
  {
    var picture = PictureSettings()
    (picture.width, picture.height) = (16_000, 16_000)
    let recipe = try FilmRecipe(FilmRequest("mp4"))
    #expect(try recipe.fitted(to: PictureSettings(), rate: .sixty).isOwn)
    #expect(try recipe.fitted(to: picture, rate: .sixty).codec == .x264)
    let asked = try FilmRecipe(FilmRequest("mp4", "own"))
    #expect(throws: FilmError.refused(.noLevel)) { try asked.fitted(to: picture, rate: .sixty) }
  }
}
