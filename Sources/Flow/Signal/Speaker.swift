// SPDX-License-Identifier: MIT

/// A loudspeaker by its place around the listener, in the order of WAV; those that WAV does not have
/// come behind them, in the order of ffmpeg.
///
/// - Source: Microsoft, *Multiple channel audio data and WAVE files*, 2007; `channel_layout.h` of
///   libavutil.
public enum Speaker: String, Sendable, Hashable, CaseIterable {
  /// The front, in the plane of the ears.
  case frontLeft = "FL", frontRight = "FR", frontCenter = "FC"
  /// Low-frequency effects.
  case lowFrequency = "LFE"
  /// Behind the listener, or the surround pair of layouts without sides.
  case backLeft = "BL", backRight = "BR"
  /// Between the centre and the left or the right.
  case frontLeftOfCenter = "FLC", frontRightOfCenter = "FRC"
  /// Straight behind the listener.
  case backCenter = "BC"
  /// Beside the listener.
  case sideLeft = "SL", sideRight = "SR"
  /// Above the listener.
  case topCenter = "TC", topFrontLeft = "TFL", topFrontCenter = "TFC", topFrontRight = "TFR"
  /// Above and behind the listener.
  case topBackLeft = "TBL", topBackCenter = "TBC", topBackRight = "TBR"
  /// A mix of all in two channels.
  case downmixLeft = "DL", downmixRight = "DR"
  /// Between the front and the sides.
  case wideLeft = "WL", wideRight = "WR"
  /// The sides, played to one place.
  case surroundDirectLeft = "SDL", surroundDirectRight = "SDR"
  /// The second channel of low-frequency effects.
  case lowFrequency2 = "LFE2"
  /// Above the sides.
  case topSideLeft = "TSL", topSideRight = "TSR"
  /// Below the front.
  case bottomFrontCenter = "BFC", bottomFrontLeft = "BFL", bottomFrontRight = "BFR"

  /// How many of them have a bit in the masks of WAV: the first ones.
  public static let countInWAV = 18

  /// The speaker with a name as it is printed, or with the name of a track in the studio: L, R, C; in
  /// upper or lower case.
  public init?(name: String) {
    let name = name.uppercased()
    self.init(rawValue: ["L": "FL", "R": "FR", "C": "FC"][name] ?? name)
  }

  /// The speakers with these names, separated by blanks or plus signs; `nil` if one is unknown.
  public static func list(_ names: String) -> [Speaker]? {
    let words = names.split { $0 == " " || $0 == "+" }
    let found = words.compactMap { Speaker(rawValue: String($0)) }
    return found.count == words.count ? found : nil
  }

  /// Whether it plays low-frequency effects alone.
  public var isForLowFrequency: Bool { self == .lowFrequency || self == .lowFrequency2 }
}

/// The speakers of the channels of a stream, in the order of WAV.
public struct Speakers: Sendable, Hashable {
  /// A bit for each, the first one for the first speaker.
  private let bits: UInt64

  /// Whether nothing names them, so that they are those that this number of channels usually has.
  public let isGuess: Bool

  /// None: they are not known.
  public static let none = Speakers(bits: 0)

  private init(bits: UInt64, isGuess: Bool = false) { (self.bits, self.isGuess) = (bits, isGuess) }

  /// Some speakers, in any order; `nil` if one occurs twice, or if there are none.
  public init?(_ list: [Speaker]) {
    var bits: UInt64 = 0
    for (place, speaker) in Speaker.allCases.enumerated() where list.contains(speaker) {
      bits |= 1 << UInt64(place)
    }
    guard bits != 0, bits.nonzeroBitCount == list.count else { return nil }
    self.init(bits: bits)
  }

  /// The speakers of a mask of WAV; `nil` if it is empty, or has bits without a speaker.
  public init?(mask: Int) {
    guard mask > 0, mask < 1 << Speaker.countInWAV else { return nil }
    self.init(bits: UInt64(mask))
  }

  /// The usual speakers of a number of channels; none beyond eight.
  ///
  /// One and two channels are not guesses: they are what formats without further words define.
  ///
  /// - Source: the layouts of RFC 9639, section 9.1.3, which are those of WAV's usual masks.
  public static func usual(_ channelCount: Int) -> Speakers {
    let masks: [UInt64] = [0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F]
    guard channelCount < masks.count else { return .none }
    return Speakers(bits: masks[channelCount], isGuess: channelCount > 2)
  }

  /// Each of them, in the order of WAV; empty if they are not known.
  public var list: [Speaker] {
    Speaker.allCases.enumerated().compactMap { bits >> UInt64($0) & 1 == 1 ? $1 : nil }
  }

  /// How many there are.
  public var count: Int { bits.nonzeroBitCount }

  /// The mask of WAV; 0 if they are not known, or if WAV does not have one of them.
  public var mask: Int { bits < 1 << UInt64(Speaker.countInWAV) ? Int(bits) : 0 }

  /// The channel of a speaker, from 0; `nil` if there is none.
  public func channel(of speaker: Speaker) -> Int? { list.firstIndex(of: speaker) }

  /// Whether all of the others are among them.
  public func contains(_ others: Speakers) -> Bool { bits & others.bits == others.bits }
}

extension Speakers: CustomStringConvertible {
  /// The names: `FL FR FC LFE BL BR`.
  public var description: String { list.map(\.rawValue).joined(separator: " ") }

  /// The same, with a word where nothing names them: `FL FR FC, guessed from the number of channels`.
  public var described: String {
    "\(self)" + (isGuess ? ", guessed from the number of channels" : "")
  }
}

/// How the channels of a file become those of a stream, whose speakers are in the order of WAV.
public struct ChannelOrder: Sendable, Hashable {
  /// The speakers, as the file names them, or as usual.
  public let speakers: Speakers

  /// The channel of the file for each of the stream; `nil` if they are the same.
  public let sources: [Int]?

  /// The order of channels for whose speakers a file has this list; if that is empty, or has another
  /// number of them, it says nothing.
  public init(_ list: [Speaker], channelCount: Int) {
    guard list.count == channelCount, let speakers = Speakers(list) else {
      (speakers, sources) = (.usual(channelCount), nil)
      return
    }
    let sources = speakers.list.compactMap(list.firstIndex)
    (self.speakers, self.sources) = (speakers, sources == Array(list.indices) ? nil : sources)
  }
}
