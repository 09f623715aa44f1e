// SPDX-License-Identifier: MIT
import Decoding
import Drawing
import Filming
import Pipeline
import Platform
import Rendering
import Signal
import TestSupport
import Views

/// A short noise that was read for films in pictures of 65x47 pixels.
struct ShortTrack {
  let run: ReadRun

  /// Six frames with two channels.
  static let usual = Result { try ShortTrack() }

  /// A file of so many sample frames, which is gone now.
  init(
    sampleRate: Int = 44_100, channels: Int = 2, sampleFrames: Int = 4410,
    adjust: (inout RunRequest) -> Void = { _ in }
  ) throws {
    let tone = Tone(
      noise: 7, sampleRate: sampleRate, channels: channels, sampleFrames: sampleFrames)
    run = try TemporaryFolder.with { folder in
      var open = try OpenRun(Self.request(try folder.write(tone.wave, "noise.wav"), adjust))
      return try open.read { _ in true }
    }
  }

  /// A request for the pictures of a file.
  static func request(
    _ path: String, _ adjust: (inout RunRequest) -> Void = { _ in }
  ) -> RunRequest {
    var request = RunRequest(RadialView.self, of: path) { picture, _ in
      (picture.width, picture.height) = (65, 47)
      picture.givenBackground = Color(red: 16, green: 32, blue: 48)
    }
    adjust(&request)
    return request
  }

  /// A film of it with its sound, or with two of its channels.
  func film(
    _ recipe: FilmRecipe, channels: (left: Int, right: Int)? = nil, cover: PictureFile? = nil
  ) -> Film {
    let encoding = SampleEncoding(
      run.summary.format, recipe, drawn: channels ?? (0, 1), chooses: channels != nil)
    let source = SampleSource(.track(TrackRequest(input: "noise.wav")), encoding, of: run)
    return Film(run, recipe, recipe.hasSound ? .samples(source) : .none, cover: cover)
  }
}

extension FilmContainer {
  /// The container of a name.
  static func named(_ name: String) -> FilmContainer {
    guard let found = all.first(where: { $0.name == name }) else {
      preconditionFailure("no container \(name)")
    }
    return found
  }
}

extension FilmCodec {
  /// The codec of a name.
  static func named(_ name: String) -> FilmCodec {
    guard let found = all.first(where: { $0.name == name }) else {
      preconditionFailure("no codec \(name)")
    }
    return found
  }
}

extension SoundCodec {
  /// The codec of a name.
  static func named(_ name: String) -> SoundCodec {
    guard let found = all.first(where: { $0.name == name }) else {
      preconditionFailure("no codec \(name)")
    }
    return found
  }
}

extension FilmRequest {
  /// A request in words: a container, and perhaps a codec, a quality, and a sound.
  init(
    _ container: String, _ codec: String? = nil, _ quality: FilmQuality? = nil,
    sound: String? = nil, isTransparent: Bool = false
  ) {
    self.init(FilmContainer.named(container))
    (self.codec, self.quality) = (codec.map(FilmCodec.named), quality)
    self.isTransparent = isTransparent
    if let sound { self.sound = sound == "none" ? .none : .coded(.named(sound)) }
  }

  /// The same with ffmpeg as the encoder of the pictures.
  var throughFFmpeg: FilmRequest {
    var request = self
    if (try? FilmRecipe(self))?.isOwn == true { request.codec = .x264 }
    return request
  }

  /// The same for a part of a film.
  var ofPart: FilmRequest {
    var request = self
    request.isPart = true
    return request
  }

  /// All requests that can be made of a container: each codec in each of its qualities, opaque and
  /// transparent.
  static func all(of container: FilmContainer) -> [FilmRequest] {
    container.codecs.flatMap { codec in
      codec.qualities.flatMap { quality in
        [false, true].map { isTransparent in
          FilmRequest(container.name, codec.name, quality, isTransparent: isTransparent)
        }
      }
    }
  }
}

extension FFmpegLine {
  /// The arguments of a process that makes a film.
  static func run(_ film: Film, _ path: String = "/a") -> [String] {
    FFmpegLine(film, to: .file(path: path)).words
  }

  /// The arguments to be typed for a film whose sound is in `noise.wav`.
  static func typed(
    _ film: Film, files: String? = nil, start: Int? = nil, output: String = "a"
  ) -> [String] {
    FFmpegLine(
      typed: film, files: files, sound: (["-i", "noise.wav"], start), output: output
    ).words
  }
}

extension [String] {
  /// The words after an option, each time it is there.
  func values(of option: String) -> [String] {
    zip(self, dropFirst()).filter { $0.0 == option }.map(\.1)
  }
}
