// SPDX-License-Identifier: MIT
internal import Decoding
public import Pipeline
internal import Platform
public import Signal

/// The samples of a film in the form for ffmpeg: 32-bit little-endian floating point, all finite.
public struct SampleEncoding: Sendable {
  /// The channels of the film.
  package let layout: SoundLayout
  /// Whether it has only two of those of the track, or one.
  let isChoice: Bool
  /// Whether it lacks some that the user has not left out.
  let isLoss: Bool

  /// Samples are clipped at this value: 18 dB above full scale, more than any recording has.
  private static let limit: Float = 8

  /// All channels of a track in the sound of a recipe, or those that are `drawn` if the user `chooses`
  /// them, or if the sound has no room for all.
  public init(
    _ track: StreamFormat, _ recipe: FilmRecipe, drawn: (left: Int, right: Int), chooses: Bool
  ) {
    let hasRoom = !chooses && track.channelCount <= recipe.maxChannels
    let all = hasRoom ? SoundLayout(track, in: recipe.soundLayouts) : nil
    layout = all ?? SoundLayout(drawn)
    (isChoice, isLoss) = (all == nil, all == nil && !chooses)
  }

  /// How many channels the film has.
  var channelCount: Int { layout.sources.count }

  /// The bytes of a block.
  func bytes(of block: AudioBlock) -> [UInt8] {
    let heard = layout.sources
    return block.withSamples { samples in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(block.frameCount * heard.count * 4)
      for start in stride(from: 0, to: samples.count, by: block.channelCount) {
        for channel in heard {
          let sample = channel.map { samples[start + $0] } ?? 0
          let clean =
            sample.isNaN
            ? 0 : min(max(sample, -SampleEncoding.limit), SampleEncoding.limit)
          let bits = clean.bitPattern
          for shift in stride(from: UInt32(0), to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
          }
        }
      }
      return bytes
    }
  }
}

/// The samples of an input that can be read only once, kept in an unnamed temporary file.
public final class SampleSpool: Sendable {
  private let file: FileDescriptor
  private let name: String

  /// An empty spool in the folder for temporary files; `name` is the input's name in messages.
  ///
  /// - Throws: ``PipelineError/decoding(_:)``, `cannotSpool`.
  public init(name: String) throws(PipelineError) {
    self.name = name
    do { file = try TemporaryFile.make(in: TemporaryFile.defaultFolder) } catch {
      throw SampleSpool.failure(name, error)
    }
  }

  /// Appends a block.
  public func append(
    _ block: AudioBlock, _ encoding: SampleEncoding
  ) throws(PipelineError) {
    do { try file.write(encoding.bytes(of: block).span) } catch {
      throw SampleSpool.failure(name, error)
    }
  }

  private static func failure(_ name: String, _ error: SystemError) -> PipelineError {
    .decoding(.cannotSpool(path: name, folder: TemporaryFile.defaultFolder, error))
  }

  fileprivate func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    try file.bytes(at: offset, count: count)
  }
}

/// The sound of a film.
public enum FilmSound: Sendable {
  /// None.
  case none
  /// A copy of the packets of this file.
  case copied(PacketFile)
  /// Samples to be encoded.
  case samples(SampleSource)

  /// Whether the film is silent.
  public var isNone: Bool { if case .none = self { true } else { false } }
}

/// A file whose packets ffmpeg reads.
public struct PacketFile: Sendable, Hashable {
  /// Its path.
  public let path: String
  /// How ffmpeg reads it.
  let demuxing: Demuxing

  /// ffmpeg's arguments for it as an input.
  var words: [String] { demuxing.words + ["-i", "file:\(path)"] }
}

/// The source of a film's samples.
public struct SampleSource: Sendable {
  /// Where the samples are.
  public enum Origin: Sendable {
    /// In the track, which is read again.
    case track(TrackRequest)
    /// In a temporary file that was written while the track was read.
    case spool(SampleSpool)
  }

  let origin: Origin
  let encoding: SampleEncoding
  let format: StreamFormat
  /// The sample frames of the track's part from the start of the first frame to the end of the last
  /// one.
  let range: Range<Int>
  /// How many frames of pictures these are, and how many samples these take.
  private let frameCount: Int
  private let clock: TickClock

  /// The samples for some frames of a track.
  public init(
    _ origin: Origin, _ encoding: SampleEncoding, of prepared: ReadRun
  ) {
    (self.origin, self.encoding, format) = (origin, encoding, prepared.summary.format)
    range = prepared.sampleFrames
    frameCount = prepared.frames.count
    clock = TickClock(sampleRate: format.sampleRate, rate: prepared.schedule.rate)
  }

  /// How many channels the film has.
  var channelCount: Int { encoding.channelCount }

  /// How many channels it has of those of the track, if it lacks some that the user has not left out: its
  /// codec takes fewer, or has no layout for their speakers.
  public var fewerChannels: (kept: Int, count: Int)? {
    encoding.isLoss ? (channelCount, format.channelCount) : nil
  }

  /// Hands out the bytes of all samples, again and again if they are `isEndless`; stops if `write`
  /// throws that the reader wants no more.
  func write(
    isEndless: Bool = false, _ write: (Span<UInt8>) throws(PipelineError) -> Void
  ) throws(FilmError) {
    var round = 0
    repeat {
      // Rounds are as long as their pictures, or the sound would drift away from these.
      let length =
        clock.firstSampleFrame(ofTick: (round + 1) * frameCount)
        - clock.firstSampleFrame(ofTick: round * frameCount)
      let count = isEndless ? min(range.count, length) : range.count
      var left = count
      do throws(PipelineError) {
        switch origin {
        case .spool(let spool): try copy(spool, &left, write)
        case .track(let request): try decode(request, &left, write)
        }
        if isEndless, left == 0 {
          try write([UInt8](repeating: 0, count: 4 * channelCount * (length - count)).span)
        }
      } catch {
        // ffmpeg has ended; its exit status says the rest.
        if case .output(_, .brokenPipe) = error { return }
        throw .pipeline(error)
      }
      if left > 0, case .track(let request) = origin { throw .soundChanged(path: request.input) }
      round += 1
    } while isEndless
  }

  private func copy(
    _ spool: SampleSpool, _ left: inout Int,
    _ write: (Span<UInt8>) throws(PipelineError) -> Void
  ) throws(PipelineError) {
    let size = 4 * channelCount
    var place = range.lowerBound
    while left > 0 {
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try spool.bytes(
          at: place * size, count: min(left, SampleSource.piece) * size)
      } catch { throw .readings(folder: TemporaryFile.defaultFolder, error) }
      if bytes.isEmpty { return }
      try write(bytes.span)
      left -= bytes.count / size
      place += bytes.count / size
    }
  }

  private func decode(
    _ request: TrackRequest, _ left: inout Int,
    _ write: (Span<UInt8>) throws(PipelineError) -> Void
  ) throws(PipelineError) {
    var track = try Track(request)
    guard track.format == format else { return }
    try track.readSamples(from: range.lowerBound) { block throws(PipelineError) in
      var block = block
      block.truncate(to: left)
      try write(encoding.bytes(of: block).span)
      left -= block.frameCount
      return left > 0
    }
  }

  /// Sample frames to copy at once.
  private static let piece = 4096
}

extension ReadRun {
  /// The sample frames of the track from the start of the first video frame to the end of the last
  /// one; at least one, since a video frame may be shorter than that.
  public var sampleFrames: Range<Int> {
    let clock = TickClock(sampleRate: summary.format.sampleRate, rate: schedule.rate)
    let first = clock.firstSampleFrame(ofTick: frames.lowerBound)
    let end =
      frames.upperBound == schedule.frameCount
      ? summary.sampleFrames : clock.firstSampleFrame(ofTick: frames.upperBound)
    return first..<max(end, first + 1)
  }
}
