// SPDX-License-Identifier: MIT
internal import Analysis
internal import Decoding
public import Filming
public import Pipeline
internal import Platform
internal import Rendering

/// How a page gets its sound.
public enum PageSoundChoice: String, CaseIterable, Sendable {
  /// The file as it is if it is MP4 with AAC and all of it is shown; otherwise AAC by ffmpeg.
  case auto
  /// The file as it is.
  case embed
  /// The name of the file, which has to stay where it is.
  case link
  /// AAC by ffmpeg.
  case aac
  /// No sound.
  case none

  /// The recipe of a film with the same sound, to open the input with.
  public var recipe: FilmRecipe {
    get throws(FilmError) {
      var request = FilmRequest(.mp4)
      request.sound = self == .none ? .none : .auto
      return try FilmRecipe(request)
    }
  }
}

/// The sound of a page.
public enum PageSound: Sendable {
  /// None.
  case none
  /// A file in the page, of this media type.
  case embedded([UInt8], type: String)
  /// The file at this path.
  case linked(path: String)

  /// Its size in the page, in bytes.
  public var size: Int {
    if case .embedded(let bytes, _) = self { Base64.size(of: bytes.count) } else { 0 }
  }

  /// The sound from its source.
  ///
  /// `progress` is called with the number of sample frames that are encoded; it returns `false` to
  /// stop.
  ///
  /// - Throws: ``PageError``.
  public init(
    _ source: PageSoundSource, progress: (Int) -> Bool = { _ in true }
  ) throws(PageError) {
    switch source {
    case .none: self = .none
    case .link(let path): self = .linked(path: path)
    case .file(let path, let type): self = .embedded(try PageSound.bytes(of: path), type: type)
    case .samples(let samples, let ffmpeg):
      do throws(FilmError) {
        let bytes = try samples.encodedAsAAC(by: ffmpeg, progress: progress)
        self = .embedded(bytes, type: "audio/mp4")
      } catch { throw .film(error) }
    }
  }

  private static func bytes(of path: String) throws(PageError) -> [UInt8] {
    do throws(SystemError) {
      let file = try FileDescriptor.reading(path)
      return try file.bytes(at: 0, count: min(try file.status().size, Page.maxBytes))
    } catch { throw .film(.pipeline(.decoding(.cannotOpen(path: path, error)))) }
  }
}

/// What becomes the sound of a page.
public enum PageSoundSource: Sendable {
  /// Nothing.
  case none
  /// The name of a file.
  case link(path: String)
  /// A file as it is, of this media type.
  case file(path: String, type: String)
  /// Samples, which ffmpeg encodes as AAC.
  case samples(SampleSource, FFmpeg)

  /// The source for a run that was read.
  ///
  /// - Throws: ``PageError``.
  public init(
    _ choice: PageSoundChoice, of run: ReadRun, _ open: borrowing OpenFilm
  ) throws(PageError) {
    let path = open.request.track.input
    // Browsers play the first sound of a file.
    let obstacle = open.copyObstacle(run) ?? (open.isOtherTrack ? .otherTrack : nil)
    guard !open.isSilent || [.auto, .none].contains(choice) else {
      throw .film(.pipeline(.metering(.needsSamples, path: path)))
    }
    let kind = obstacle == nil ? SoundFileKind(of: path) : nil
    switch choice {
    case .none: self = .none
    case .auto where open.isSilent: self = .none
    case .link:
      if let obstacle { throw .uncopied(choice, obstacle) }
      self = .link(path: path)
    case .embed:
      if let obstacle { throw .uncopied(choice, obstacle) }
      guard let kind else { throw .unplayable(path: path) }
      self = .file(path: path, type: kind.mediaType)
    case .auto where kind?.mediaType == "audio/mp4" && open.hasPackets(of: run, in: "aac"):
      self = .file(path: path, type: kind?.mediaType ?? "")
    case .auto, .aac:
      do throws(FilmError) {
        let ffmpeg = try FFmpeg.find()
        // The samples of an input that is read once are kept.
        guard let samples = open.samples(of: run) else { throw .soundChanged(path: path) }
        self = .samples(samples, ffmpeg)
      } catch {
        // Most browsers play the others as well.
        guard error == .noEncoder, choice == .auto, let kind else { throw .film(error) }
        self = .file(path: path, type: kind.mediaType)
      }
    }
  }

  /// The approximate size of the sound in the page, in bytes.
  public var approximateSize: Int {
    switch self {
    case .none, .link: 0
    case .file(let path, _): Base64.size(of: (try? FileDescriptor.reading(path).status().size) ?? 0)
    case .samples(let samples, _): Base64.size(of: samples.approximateSizeAsAAC)
    }
  }
}

/// A kind of sound file that browsers play.
struct SoundFileKind {
  let mediaType: String

  /// The kind by the first bytes of a file; `nil` for any other.
  init?(of path: String) {
    guard let file = try? FileDescriptor.reading(path),
      let head = try? file.bytes(at: 0, count: 12), head.count == 12
    else { return nil }
    func has(_ text: String, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: text.utf8)
    }
    if has("fLaC") {
      mediaType = "audio/flac"
    } else if has("RIFF"), has("WAVE", at: 8) {
      mediaType = "audio/wav"
    } else if has("OggS") {
      mediaType = "audio/ogg"
    } else if has("ftyp", at: 4) {
      mediaType = "audio/mp4"
    } else if has("ID3") || head[0] == 0xFF && head[1] & 0xE6 == 0xE2 {
      mediaType = "audio/mpeg"
    } else {
      return nil
    }
  }
}
