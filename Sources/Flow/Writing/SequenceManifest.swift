// SPDX-License-Identifier: MIT
public import Hashing
internal import JSON
internal import Text

/// The record of one frame of a sequence.
public enum FrameRecord: Sendable, Hashable {
  /// No run included it.
  case notAsked
  /// A run will write it. The file may be the frame, or a part of it.
  case pending
  /// A run will write it over a frame with this hash, which an earlier run wrote.
  case superseded(ContentHash)
  /// A run has written it, with this hash.
  case written(ContentHash)

  /// The hash of the frame on the disk; `nil` if unknown.
  var hash: ContentHash? {
    switch self {
    case .notAsked, .pending: nil
    case .superseded(let hash), .written(let hash): hash
    }
  }

  /// The record from the start of a run until it has written the frame.
  var beingWritten: FrameRecord { hash.map(FrameRecord.superseded) ?? .pending }
}

/// The text of the file that describes the frames: a JSON object whose last member has a row of
/// fixed length for each frame, so that it can be replaced in place.
///
/// The text depends only on the job and on which frames were written, not on the order, nor on the
/// number of runs.
package struct SequenceManifest: Hashable {
  /// The file names of the frames; see ``FramePattern/printfName``.
  package let pattern: String
  /// The job of the frames.
  package let job: SequenceSettings

  /// A placeholder for a damaged manifest.
  static let nothing = SequenceManifest(
    pattern: "", job: SequenceSettings(input: "", facts: [], frameCount: 0))

  /// The first member, which identifies the file.
  static let schema = schemas + version
  private static let schemas = "radial-audio/sequence/"
  private static let version = "1"

  /// The greatest size of the text before the rows, in bytes.
  static let maxHeadBytes = 1 << 20

  /// The bytes in a row: two quotation marks, the record, a comma or a space, a line break.
  package static let rowLength = ContentHash.digitCount + 4

  private static let marker = "\n  \"frames\": [\n"
  package static let tail = "] }\n"

  /// The size of the whole text in bytes, after a head of `count` bytes.
  func size(afterHead count: Int) -> Int {
    count + job.frameCount * SequenceManifest.rowLength + SequenceManifest.tail.utf8.count
  }

  /// The text before the row of frame 0.
  package var head: [UInt8] {
    var text = Array("{ ".utf8)
    func append(_ key: String, _ value: JSONValue, before separator: String) {
      JSONText.append(key, to: &text)
      text.append(contentsOf: ": ".utf8)
      value.write(to: &text)
      text.append(contentsOf: separator.utf8)
    }
    append("schema", .string(SequenceManifest.schema), before: ",\n  ")
    append("pattern", .string(pattern), before: ",\n  ")
    append("input", .string(job.input), before: ",\n  ")
    append("frameCount", .number(JSONNumber(job.frameCount)), before: ",\n  ")
    func append(_ key: String, _ facts: [SequenceSettings.Fact]) {
      text.append(contentsOf: "\"\(key)\": {".utf8)
      for (index, fact) in facts.enumerated() {
        text.append(contentsOf: (index == 0 ? "\n    " : ",\n    ").utf8)
        append(fact.name, fact.text.map(JSONValue.string) ?? .null, before: "")
      }
      text.append(contentsOf: " },".utf8)
    }
    if !job.origins.isEmpty {
      append("optionsFrom", job.origins)
      text.append(contentsOf: "\n  ".utf8)
    }
    append("job", job.facts)
    text.append(contentsOf: SequenceManifest.marker.utf8)
    return text
  }

  /// The rows of frames from number `first` on.
  package func rows(_ records: some Sequence<FrameRecord>, from first: Int) -> [UInt8] {
    var text: [UInt8] = []
    for (index, record) in zip(first..., records) {
      text.append(UInt8(ascii: "\""))
      text.append(contentsOf: record.text.utf8)
      text.append(UInt8(ascii: "\""))
      text.append(UInt8(ascii: index == job.frameCount - 1 ? " " : ","))
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// The differences to a manifest on the disk; empty if the frames and their names are equal.
  func differences(fromFound found: SequenceManifest) -> [SequenceSettings.Difference] {
    let names = SequenceSettings.Difference("names", found: found.pattern, wanted: pattern)
    return (found.pattern == pattern ? [] : [names]) + job.differences(fromFound: found.job)
  }

  /// The facts in an object; `nil` if it is none.
  private static func facts(
    _ value: JSONValue?
  ) throws(ManifestFault) -> [SequenceSettings.Fact]? {
    guard case .object(let members)? = value else { return nil }
    var facts: [SequenceSettings.Fact] = []
    for member in members {
      switch member.value {
      case .string(let text): facts.append(.init(member.key, text))
      case .null: facts.append(.init(member.key, nil))
      default: throw .malformed
      }
    }
    return facts
  }

  /// Reads the beginning of a file; also returns where the rows start.
  ///
  /// - Throws: ``ManifestFault``.
  package static func parse(_ beginning: [UInt8]) throws(ManifestFault) -> (
    SequenceManifest, rows: Int
  ) {
    let start = Array("{ \"schema\": \"\(schemas)".utf8)
    if beginning.starts(with: start) {
      let rest = beginning[start.count...]
      let other = rest.prefix { $0 != UInt8(ascii: "\"") }
      // Another version may have another format. A truncated one has no end mark.
      guard other.elementsEqual(version.utf8) || other.count == rest.count else {
        throw .otherVersion
      }
    }
    let marker = Array(SequenceManifest.marker.utf8)
    guard let length = beginning.place(of: marker) else {
      throw isRemnant(beginning) ? .malformed : .notAManifest
    }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: Array(beginning[..<length]) + Array("\"\": 0}".utf8))
    } catch {
      throw .notAManifest
    }
    guard value["schema"] == .string(schema) else { throw .notAManifest }
    guard case .string(let pattern)? = value["pattern"], case .string(let input)? = value["input"],
      case .number(let number)? = value["frameCount"], let count = number.integer, count >= 0,
      let facts = try facts(value["job"])
    else { throw .malformed }
    let origins = try self.facts(value["optionsFrom"]) ?? []
    let manifest = SequenceManifest(
      pattern: pattern,
      job: SequenceSettings(input: input, origins: origins, facts: facts, frameCount: count))
    // A file written in another way may have its rows elsewhere.
    guard manifest.head.elementsEqual(beginning[..<(length + marker.count)]) else {
      throw .malformed
    }
    return (manifest, length + marker.count)
  }

  /// Whether a file begins like a manifest, or a power cut has left only zeros.
  private static func isRemnant(_ beginning: [UInt8]) -> Bool {
    let start = Array("{ \"schema\": \"\(schemas)".utf8)
    return beginning.prefix(start.count).elementsEqual(start.prefix(beginning.count))
      || beginning.allSatisfy { $0 == 0 }
  }

  /// Reads the rows of frames, beginning with number `first`.
  ///
  /// - Throws: ``ManifestFault/malformed``.
  package func records(ofRows text: [UInt8], from first: Int) throws(ManifestFault) -> [FrameRecord]
  {
    var records: [FrameRecord] = []
    records.reserveCapacity(text.count / SequenceManifest.rowLength)
    for start in stride(from: 0, to: text.count, by: SequenceManifest.rowLength) {
      let end = start + 1 + ContentHash.digitCount
      let isLast = first + records.count == job.frameCount - 1
      let frame = [UInt8](isLast ? "\"\" \n".utf8 : "\"\",\n".utf8)
      guard end + 3 <= text.count,
        [text[start], text[end], text[end + 1], text[end + 2]] == frame,
        let record = FrameRecord(text: String(decoding: text[start + 1..<end], as: UTF8.self))
      else { throw .malformed }
      records.append(record)
    }
    return records
  }
}

/// Why a manifest cannot be continued.
public enum ManifestFault: Error, Hashable, Sendable {
  /// It is not a manifest.
  case notAManifest
  /// It is from another version of the program.
  case otherVersion
  /// It is damaged or was changed.
  case malformed
}

extension FrameRecord {
  fileprivate static let notAskedText = String(repeating: "-", count: ContentHash.digitCount)
  fileprivate static let pendingText = String(repeating: ".", count: ContentHash.digitCount)

  /// The content of its row, always of the same length.
  fileprivate var text: String {
    switch self {
    case .notAsked: FrameRecord.notAskedText
    case .pending: FrameRecord.pendingText
    case .superseded(let hash):
      String(decoding: hash.text.utf8.map { FrameRecord.letter(forDigit: $0) }, as: UTF8.self)
    case .written(let hash): hash.text
    }
  }

  /// The letters for the digits 0 to f of a frame that will be overwritten.
  private static let letters = UInt8(ascii: "g")...UInt8(ascii: "v")

  private static func letter(forDigit digit: UInt8) -> UInt8 {
    digit - (digit < UInt8(ascii: "a") ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      + letters.lowerBound
  }

  private static func digit(forLetter letter: UInt8) -> UInt8 {
    let value = letter - letters.lowerBound
    return value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }

  /// Reads the content of a row, even if a run was killed while it wrote many rows: a row then has
  /// parts of an old and a new record. Records of frames to write pass through dots or letters, so
  /// such a row is pending; dashes among digits belong to a frame that was only compared.
  fileprivate init?(text: String) {
    let letters = FrameRecord.letters
    let isKnown = text.utf8.allSatisfy {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || (48...57).contains($0)
        || (97...102).contains($0) || letters.contains($0)
    }
    guard isKnown else { return nil }
    if let hash = ContentHash(text: text) {
      self = .written(hash)
    } else if text.utf8.allSatisfy(letters.contains) {
      let digits = text.utf8.map { FrameRecord.digit(forLetter: $0) }
      guard let hash = ContentHash(text: String(decoding: digits, as: UTF8.self)) else {
        return nil
      }
      self = .superseded(hash)
    } else if text.utf8.contains(where: { $0 == UInt8(ascii: ".") || letters.contains($0) }) {
      self = .pending
    } else {
      self = .notAsked
    }
  }
}

extension [UInt8] {
  /// The first occurrence of some bytes.
  fileprivate func place(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first else { return nil }
    var place = startIndex
    while let found = self[place...].firstIndex(of: first) {
      if self[found...].starts(with: pattern) { return found }
      place = found + 1
    }
    return nil
  }
}
