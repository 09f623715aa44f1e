// SPDX-License-Identifier: MIT
public import JSON
public import Signal

/// The summary of a track: its loudness, and what the song sounds like.
public struct SongSummary: Sendable {
  /// What it is made of, at each tick.
  public struct Reading: Sendable {
    let programme: ProgrammeReading
    fileprivate let structure: [StructureReading]
  }

  private var programme: ProgrammeSummary
  private var heard = StructureReadings()
  private let hasSong: Bool

  /// The summary of nothing, of a whole song or of a part of one.
  public init(floor: Decibels, ofPart isPart: Bool = false) {
    (programme, hasSong) = (ProgrammeSummary(floor: floor), !isPart)
  }

  /// Adds the next tick.
  public mutating func include(_ reading: Reading) {
    programme.include(reading.programme)
    heard.append(reading.structure)
  }

  /// The members of the summary in JSON; see ``ProgrammeSummary/json(tickRate:)``.
  public func json(tickRate: Rate) -> [JSONMember] {
    guard hasSong else { return programme.json(tickRate: tickRate) }
    // A recording ends by a signal.
    let song = SongStructure(heard, isWanted: { true })
    return programme.json(tickRate: tickRate)
      + [JSONMember("tempo", song?.tempo.map(ProgrammeSummary.number) ?? .null)]
      + [JSONMember("song", song?.measures?.json ?? .null)]
  }

  /// The JSON text of a document about `ticks` ticks, with a line feed at the end.
  public func document(ticks: Int, tickRate: Rate, channelCount: Int) -> [UInt8] {
    let head = [
      JSONMember("schema", .string("radial-audio/summary/1")),
      JSONMember("channels", .number(JSONNumber(channelCount))),
      JSONMember("ticks", .number(JSONNumber(ticks))),
      JSONMember("tickRate", .string(tickRate.description)),
    ]
    return Array((JSONValue.object(head + json(tickRate: tickRate)).text + "\n").utf8)
  }
}

extension SongMeasures {
  /// The measures in JSON: the key as a text, `null` if there is none, and numbers with six decimals.
  public var json: JSONValue {
    let numbers = [
      ("clearness", clearness), ("brightness", brightness), ("bass", bass), ("hits", hits),
      ("width", width),
    ]
    return .object(
      [JSONMember("key", key.map { .string("\($0)") } ?? .null)]
        + numbers.map { JSONMember($0, ProgrammeSummary.number($1)) })
  }
}

extension Analysis where Reading == SongSummary.Reading {
  /// What a summary needs; the song is that of the two channels, and of a part there is none.
  public static func summary(
    _ weighting: ChannelWeighting, floor: Decibels, song channels: (left: Int, right: Int)?
  ) -> Analysis {
    let programme = Analysis<ProgrammeReading>.programme(weighting, floor: floor)
    guard let channels else {
      return programme.map { SongSummary.Reading(programme: $0, structure: []) }
    }
    return programme.joined(with: .structure(channels: channels))
      .map { SongSummary.Reading(programme: $0.0, structure: $0.1) }
  }
}
