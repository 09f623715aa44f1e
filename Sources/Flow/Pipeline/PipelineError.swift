// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
public import Decoding
internal import Drawing
public import Fonts
public import Platform
public import Signal
internal import Text
public import Writing

/// Everything that can end a run early.
public enum PipelineError: Error, Hashable, Sendable {
  /// The input cannot be read.
  case decoding(DecodingError)
  /// The input is damaged, and the scale of a part is measured over the whole track.
  case scale(DecodingError)
  /// The input named `path` cannot be metered.
  case metering(MeteringError, path: String)
  /// The options of a view contradict each other, or do not fit the input.
  case usage(UsageError)
  /// The input at `path` does not have what is asked for.
  case request(RequestError, path: String)
  /// A picture that the view shows cannot be read.
  case image(ImageError)
  /// The picture at `path` would reach too far from the centre to be drawn.
  case imageTooFar(path: String)
  /// The file of constants at `path` cannot be used.
  case constants(ConstantsFileError, path: String)
  /// The file at `path` that describes the song cannot be used.
  case song(SongFileError, path: String)
  /// The font of this name, or at this path, cannot be used.
  case font(FontError, name: String)
  /// The file of a palette at `path` cannot be used.
  case palette(PaletteFileError, path: String)
  /// The figure of a look cannot be made, for a reason of its own.
  case figure(look: String, reason: String)
  /// The readings of the track do not fit into `folder`, or cannot be read from there.
  case readings(folder: String, SystemError)
  /// A frame cannot be written.
  case writing(WritingError)
  /// The data of a command cannot be written.
  case output(path: String, SystemError)
  /// The run was asked to stop.
  case interrupted

  /// The error of the folder for temporary files, where the readings are.
  static func readings(_ error: SystemError) -> PipelineError {
    .readings(folder: TemporaryFile.defaultFolder, error)
  }
}

/// Readings that a file lacks, and what they are made with.
public struct MissingReadings: Hashable, Sendable {
  /// The name of their table.
  public let name: String
  /// The view and the look that draw them; `nil` for levels.
  public let look: String?
  /// The meters, if they are not those of the look.
  public let ballistics: Ballistics?
  /// What the meters read for silence.
  public let floor: Decibels
  /// The indices of the channels on the left and on the right, if they were chosen.
  public let left, right: Int?
  /// Ticks a second.
  public let tickRate: Rate
}

/// Why an input does not have what a request asks for.
public enum RequestError: Error, Hashable, Sendable {
  /// The input has this shape, and no channel of that name.
  case noSuchChannel(ChannelName, StreamFormat)
  /// A sequence of this many frames would be too long.
  case tooManyFrames(Int, rate: Rate)
  /// The selected frames come after the last of `count` frames.
  case noSuchFrames(FrameSelection, count: Int)
  /// The part begins after the end of the input, which is `length` seconds long.
  case startBeyondEnd(TimePosition, length: Double)
  /// The view needs a score of this kind, and the input is something else.
  case needsScore(kind: String)
  /// The input has no score.
  case noScore
  /// The figure of the look cannot lead from its end into its beginning.
  case cannotLoop
  /// The look shows the whole track, or a score, and the sound is still arriving.
  case notLive
  /// A look that is edited needs readings of arriving sound that a show does not have.
  case otherReadings
  /// A part of the sound is to begin afresh, and the input is a file of readings with a rate of their
  /// own.
  case freshPartOfReadings
  /// The part begins within a tick, and the input is a file of the readings of whole ticks.
  case partWithinTick(TimePosition, tickRate: Rate)
  /// Inputs that are to have one scale have other tick rates.
  case otherTickRate(Rate, than: Rate)
  /// Readings of the mix of all channels are needed and the file has those of the channels, or the other
  /// way round.
  case otherMix(ofReadings: Bool)
  /// The file of readings lacks those that are needed.
  case lacksReadings(MissingReadings)
  /// Silence is to stand in for missing samples, and the input is not a pipe of plain samples.
  case gapsNotFilled
  /// The input is endless.
  case endless
  /// The scale is measured over the whole track while only a part is drawn, but the input can be
  /// read only once.
  case trackNotReadTwice
  /// Colours or the look follow the whole song, which cannot be read before its pictures.
  case songUnknown
}

extension PipelineError: CustomStringConvertible {
  /// What is wrong, in the program's words, worded to follow the name of the file if there is one.
  public var description: String {
    switch self {
    case .decoding(let error), .scale(let error): "\(error)"
    case .metering(let error, let path): "\(path): \(error)"
    case .usage(let error): "\(error)"
    case .request(let error, let path): "\(path): \(error)"
    case .image(let error): "\(error)"
    case .imageTooFar(let path):
      "\(path): would extend more than \(Int(PlacedImage.farthest)) points from the centre"
    case .constants(let error, let path): "\(path): \(error)"
    case .song(let error, let path): "\(path): \(error)"
    case .palette(let error, let path): "\(path): \(error)"
    case .font(let error, let name): "\(name): \(error)"
    case .figure(let look, let reason): "the look '\(look)' cannot be drawn: \(reason)"
    case .readings(let folder, let error):
      "\(folder): cannot store the readings of the track: \(error)"
    case .writing(let error): "\(error)"
    case .output(let path, let error):
      "\(OutputFile.name(path)): \(OutputFile.OpenError.system(error))"
    case .interrupted: "interrupted"
    }
  }
}

extension RequestError: CustomStringConvertible {
  /// What the input lacks, worded to follow its name.
  public var description: String {
    switch self {
    case .noSuchChannel(.number(let number), let format):
      "has \(counted(format.channelCount, "channel")), none with the number \(number)"
    case .noSuchChannel(.speaker(let speaker), let format):
      format.speakers == .none
        ? "does not name the speakers of its \(format.channelCount) channels"
        : "has no speaker \(speaker.rawValue): its speakers are \(format.speakers.described)"
    case .tooManyFrames(let count, let rate):
      "would have \(count) frames at \(rate) a second, and \(SequenceSettings.maxFrames) are the most"
    case .noSuchFrames(let selection, let count):
      "has \(counted(count, "frame")), none of them in \(selection.argumentText)"
    case .startBeyondEnd(let start, _): "ends before the part, which starts at \(start) s"
    case .needsScore(let kind):
      "is not an instrument of the kind '\(kind)', which the view '\(kind)' needs"
    case .noScore: "is not an instrument file"
    case .cannotLoop: "this look cannot loop"
    case .notLive: "this look cannot show sound that is still arriving"
    case .otherReadings: "the look needs other readings of the sound than the show has"
    case .freshPartOfReadings:
      "has readings of the whole sound, and this look cannot begin afresh from them"
    case .partWithinTick(let start, _):
      "has a reading for each tick, and \(start) s is within a tick"
    case .otherTickRate(let rate, let first):
      "has \(rate) ticks a second, and others have \(first)"
    case .otherMix(let ofReadings):
      ofReadings
        ? "has the readings of the mix of its channels"
        : "has the readings of each channel, and none of their mix"
    case .lacksReadings(let missing): "has no readings '\(missing.name)'"
    case .gapsNotFilled: "is not a pipe of plain samples, so its gaps are not filled"
    case .endless: "plays without end"
    case .songUnknown:
      "what the song sounds like is known when all of it has been read"
    case .trackNotReadTwice:
      "cannot be read twice, but the scale of a part is that of the whole track"
    }
  }
}
