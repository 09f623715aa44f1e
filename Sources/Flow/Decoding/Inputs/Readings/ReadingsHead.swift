// SPDX-License-Identifier: MIT
public import Hashing
internal import JSON
public import Signal

/// What the readings of a file are of: its first line, as JSON.
public struct ReadingsHead: Sendable, Hashable {
  /// The readings of one analysis, tick by tick, each of which has the same number of bytes.
  public struct Table: Sendable, Hashable {
    /// The analysis and its settings, in words.
    public let name: String
    /// How many readings there are.
    public let count: Int
    /// The bytes of a reading.
    public let size: Int

    /// A table.
    public init(name: String, count: Int, size: Int) {
      (self.name, self.count, self.size) = (name, count, size)
    }
  }

  /// The hash of all samples, as interleaved 32-bit floating-point numbers.
  public var sound: ContentHash
  /// The shape of the sound.
  public var format: StreamFormat
  /// Whether the readings are of the mix of its channels, not of each of them.
  public var isMix: Bool
  /// Sample frames of the sound.
  public var sampleFrames: Int
  /// Ticks a second.
  public var tickRate: Rate
  /// The name of the sound's file, without folders; empty for standard input.
  public var name: String
  /// The tags of the sound.
  public var tags: AudioTags
  /// The tables, in their order in the file.
  public var tables: [Table]

  /// The name of the schema.
  public static let schema = "radial-audio/readings/2"
  /// The bytes with which every such file begins, of any version.
  static let start = Array("{\"schema\":\"radial-audio/readings/".utf8)
  /// How long the line may be.
  static let maxBytes = 1 << 16
  /// The greatest size of a reading.
  private static let maxSize = 1 << 20

  /// A head.
  public init(
    sound: ContentHash, format: StreamFormat, isMix: Bool, sampleFrames: Int, tickRate: Rate,
    name: String, tags: AudioTags, tables: [Table]
  ) {
    (self.sound, self.format, self.isMix, self.sampleFrames) = (sound, format, isMix, sampleFrames)
    (self.tickRate, self.name, self.tags, self.tables) = (tickRate, name, tags, tables)
  }

  /// The shape of what the readings are of.
  public var metered: StreamFormat { isMix ? format.mixed : format }

  /// The line, and a second one with its hash.
  public var text: [UInt8] {
    var line = Array(
      JSONValue.object([
        JSONMember("schema", .string(ReadingsHead.schema)),
        JSONMember("sound", .string(sound.text)),
        JSONMember("sampleRate", .number(JSONNumber(format.sampleRate))),
        JSONMember("channels", .number(JSONNumber(format.channelCount))),
        JSONMember("speakers", .string("\(format.speakers)")),
        JSONMember("speakersGuessed", .bool(format.speakers.isGuess)),
        JSONMember("mix", .bool(isMix)),
        JSONMember("sampleFrames", .number(JSONNumber(sampleFrames))),
        JSONMember("tickRate", .string("\(tickRate)")), JSONMember("name", .string(name)),
        JSONMember("tags", .object(tags.members)),
        JSONMember(
          "tables",
          .array(
            tables.map {
              .object([
                JSONMember("name", .string($0.name)),
                JSONMember("count", .number(JSONNumber($0.count))),
                JSONMember("size", .number(JSONNumber($0.size))),
              ])
            })),
      ]).text.utf8)
    line.append(UInt8(ascii: "\n"))
    return line + Array((ContentHash(of: line).text + "\n").utf8)
  }

  /// Reads the line of ``text``, without the hash.
  ///
  /// - Throws: `JSONReadingError`, with the place in the text.
  init(json line: [UInt8]) throws(JSONReadingError) {
    self = try JSONField.read(line, schema: ReadingsHead.schema, ReadingsHead.init)
  }

  private init(_ root: JSONField) throws(JSONContentError) {
    let fields = try root.object([
      "schema", "sound", "sampleRate", "channels", "speakers", "speakersGuessed", "mix",
      "sampleFrames", "tickRate", "name", "tags", "tables",
    ])
    let hash = try fields.required("sound")
    guard let sound = ContentHash(text: try hash.string()) else {
      throw hash.expecting("a hash of sixteen hexadecimal digits")
    }
    let rate = try fields.required("tickRate")
    guard case .string(let word) = rate.value, let tickRate = try? Rate(parsing: word) else {
      throw rate.expecting("a rate such as '60' or '30000/1001'")
    }
    let channelCount = try fields.required("channels").integer(in: StreamLimits.channelCounts)
    let format = StreamFormat(
      sampleRate: try fields.required("sampleRate").integer(in: StreamLimits.sampleRates),
      channelCount: channelCount, speakers: try ReadingsHead.speakers(fields, channelCount))
    // Later versions may know more tags.
    let texts = try fields.required("tags").object()
    var tags = AudioTags()
    for (name, field) in AudioTags.fields { tags[keyPath: field] = try texts[name]?.string() }
    var tables: [Table] = []
    for field in try fields.required("tables").array(0...100) {
      let table = try field.object(["name", "count", "size"])
      tables.append(
        Table(
          name: try table.required("name").string(),
          count: try table.required("count").integer(in: 0...1 << 40),
          size: try table.required("size").integer(in: 0...ReadingsHead.maxSize)))
    }
    self.init(
      sound: sound, format: format, isMix: try fields["mix"]?.bool() ?? false,
      sampleFrames: try fields.required("sampleFrames").integer(in: 0...1 << 48),
      tickRate: tickRate, name: try fields.required("name").string(),
      tags: tags, tables: tables)
  }
}

extension ReadingsHead {
  /// The speakers of the channels: as the file named them, or the usual ones.
  private static func speakers(
    _ fields: JSONFields, _ channelCount: Int
  ) throws(JSONContentError) -> Speakers {
    let field = try fields.required("speakers")
    if try fields.required("speakersGuessed").bool() { return .usual(channelCount) }
    let list = Speaker.list(try field.string())
    guard let list, list.isEmpty || list.count == channelCount else {
      throw field.expecting("a speaker for each channel, such as 'FL FR'")
    }
    return Speakers(list) ?? .none
  }
}

extension AudioTags {
  fileprivate var members: [JSONMember] {
    AudioTags.fields.compactMap { name, field in
      self[keyPath: field].map { JSONMember(name, .string($0)) }
    }
  }
}
