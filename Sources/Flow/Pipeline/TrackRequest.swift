// SPDX-License-Identifier: MIT
public import Decoding
internal import Platform
public import Signal

/// Which part of an input is read, and how.
public struct TrackRequest: Sendable {
  /// A path, or `-` for standard input.
  public var input: String
  /// How its samples are stored, if it has no header.
  public var headerless: HeaderlessSamples?
  /// The sample rate of a score in Hz; its own if `nil`.
  public var sampleRate: Int?
  /// Which of the sounds of a file is read, counted from 1; `nil` for the one that players choose.
  public var track: Int?
  /// Ticks a second; those of readings, and else 60, if `nil`.
  public var tickRate: Rate?
  /// Where the part begins.
  public var start = TimePosition.zero
  /// The greatest length; to the end if `nil`.
  public var duration: TimePosition?
  /// Whether to use the sound before a damaged place.
  public var untilDamage = false
  /// Whether the mix of all channels is metered, as one channel, in the place of each of them; see
  /// `AudioBlock.mixed()`.
  public var mixesChannels = false
  /// Whether to hash the samples; the hash is ``TrackSummary/contentHash``.
  public var hashesSamples = false
  /// Whether to read the tags of the file.
  public var readsTags = false
  /// Whether silence stands in for samples that a pipe does not bring for a tenth of a second.
  public var fillsGaps = false
  /// The kinds of inputs beside sound.
  public var kinds = InputKind.all
  /// Receives the samples that are metered, for inputs that can be read only once but are needed
  /// again.
  public var samples: Tap?

  /// What takes samples as they are read.
  public typealias Tap = @Sendable (AudioBlock) throws(PipelineError) -> Void

  /// A whole input at 60 ticks a second.
  public init(input: String) { self.input = input }

  /// Whether only a part is requested.
  public var isPart: Bool { start != .zero || duration != nil }

  /// The name of the input in messages.
  var name: String { input == "-" ? AudioInput.standardInputName : input }

  /// Whether the input is a pipe or a device, whose sound comes once.
  var isReadOnce: Bool { input == "-" || [.pipe, .other].contains(Folder.kind(of: input)) }

  /// Whether the input is a file that can be read again.
  public var canReadTwice: Bool { input != "-" && Folder.kind(of: input) == .regular }
}
