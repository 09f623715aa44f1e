// SPDX-License-Identifier: MIT
public import Hashing
internal import JSON

/// What is known of one frame of a sequence.
public enum FrameRecord: Sendable, Hashable {
  /// No run was asked for it.
  case notAsked
  /// A run is to write it. What is there may be the frame, or what is left of it.
  case pending
  /// A run is to write it over the frame of this content, which an earlier run has written.
  case superseded(ContentHash)
  /// A run has written it, with this content.
  case written(ContentHash)

  /// The content that a run has written there; `nil` if none has noted it.
  var hash: ContentHash? {
    switch self {
    case .notAsked, .pending: nil
    case .superseded(let hash), .written(let hash): hash
    }
  }

  /// What is known from when a run is asked for the frame until it has written it.
  var beingWritten: FrameRecord { hash.map(FrameRecord.superseded) ?? .pending }
}

/// The text of the file beside the frames that says what they are: a JSON object whose last member
/// has one line of a fixed length for each frame, so that a line can be replaced in its place.
///
/// The text is a function of the job and of which frames were written. It does not depend on the
/// order, nor on how many runs wrote them.
package struct SequenceManifest: Hashable {
  /// The file names of the frames, as ``FramePattern/printfName`` gives them.
  package let pattern: String
  /// What the frames are.
  package let job: SequenceJob

  /// The manifest of no job, which stands for what is left of one.
  static let nothing = SequenceManifest(
    pattern: "", job: SequenceJob(input: "", facts: [], frameCount: 0))

  /// The first member, by which the file is known.
  static let schema = schemas + version
  private static let schemas = "radial-audio/sequence/"
  private static let version = "1"

  /// The most bytes before the frames' lines.
  static let mostHeadBytes = 1 << 20

  /// The bytes of a frame's line: two quotation marks, the record, a comma or a space, a line break.
  package static let rowLength = ContentHash.digitCount + 4

  private static let marker = "\n  \"frames\": [\n"
  package static let tail = "] }\n"

  /// Bytes of the whole text, after a head of so many.
  func size(afterHead count: Int) -> Int {
    count + job.frameCount * SequenceManifest.rowLength + SequenceManifest.tail.utf8.count
  }

  /// The text up to the line of frame 0.
  package var head: [UInt8] {
    var text = Array("{ ".utf8)
    func append(_ key: String, _ value: JSONValue, before separator: String) {
      JSONValue.write(string: key, to: &text)
      text.append(contentsOf: ": ".utf8)
      value.write(to: &text)
      text.append(contentsOf: separator.utf8)
    }
    append("schema", .string(SequenceManifest.schema), before: ",\n  ")
    append("pattern", .string(pattern), before: ",\n  ")
    append("input", .string(job.input), before: ",\n  ")
    append("frameCount", .number(JSONNumber(job.frameCount)), before: ",\n  ")
    text.append(contentsOf: "\"job\": {".utf8)
    for (index, fact) in job.facts.enumerated() {
      text.append(contentsOf: (index == 0 ? "\n    " : ",\n    ").utf8)
      append(fact.name, fact.text.map(JSONValue.string) ?? .null, before: "")
    }
    text.append(contentsOf: " },".utf8)
    text.append(contentsOf: SequenceManifest.marker.utf8)
    return text
  }

  /// The lines of some frames, from the one of number `first` on.
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

  /// What is not the same in the manifest that was found; empty if the frames of both are equal, and
  /// have equal names.
  func differences(fromFound found: SequenceManifest) -> [SequenceJob.Difference] {
    let names = SequenceJob.Difference("names", found: found.pattern, wanted: pattern)
    return (found.pattern == pattern ? [] : [names]) + job.differences(fromFound: found.job)
  }

  /// Reads the beginning of a file; gives where the frames' lines start as well.
  ///
  /// - Throws: ``ManifestFault``.
  package static func parse(_ beginning: [UInt8]) throws(ManifestFault) -> (
    SequenceManifest, rows: Int
  ) {
    let start = Array("{ \"schema\": \"\(schemas)".utf8)
    if beginning.starts(with: start) {
      let rest = beginning[start.count...]
      let other = rest.prefix { $0 != UInt8(ascii: "\"") }
      // Another version may go on in any way. One that is cut off has no end mark.
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
      case .object(let members)? = value["job"]
    else { throw .malformed }
    var facts: [SequenceJob.Fact] = []
    for member in members {
      switch member.value {
      case .string(let text): facts.append(.init(member.key, text))
      case .null: facts.append(.init(member.key, nil))
      default: throw .malformed
      }
    }
    let manifest = SequenceManifest(
      pattern: pattern, job: SequenceJob(input: input, facts: facts, frameCount: count))
    // Whoever has written it otherwise may have moved the lines as well.
    guard manifest.head.elementsEqual(beginning[..<(length + marker.count)]) else {
      throw .malformed
    }
    return (manifest, length + marker.count)
  }

  /// Whether a file begins as a manifest, or a power cut has left only zeros of it.
  private static func isRemnant(_ beginning: [UInt8]) -> Bool {
    let start = Array("{ \"schema\": \"\(schemas)".utf8)
    return beginning.prefix(start.count).elementsEqual(start.prefix(beginning.count))
      || beginning.allSatisfy { $0 == 0 }
  }

  /// Reads the lines of frames, of which the first is number `first`.
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

/// Why a file is no manifest that can be gone on with.
public enum ManifestFault: Error, Hashable, Sendable {
  /// It is something else.
  case notAManifest
  /// It is one of another version of the program.
  case otherVersion
  /// It is one, and a part of it is missing or was changed.
  case malformed
}

extension FrameRecord {
  fileprivate static let notAskedText = String(repeating: "-", count: ContentHash.digitCount)
  fileprivate static let pendingText = String(repeating: ".", count: ContentHash.digitCount)

  /// What its line holds, always of the same length.
  fileprivate var text: String {
    switch self {
    case .notAsked: FrameRecord.notAskedText
    case .pending: FrameRecord.pendingText
    case .superseded(let hash):
      String(decoding: hash.text.utf8.map { FrameRecord.letter(forDigit: $0) }, as: UTF8.self)
    case .written(let hash): hash.text
    }
  }

  /// The letters that stand for the digits 0 to f of a frame that is to be written over.
  private static let letters = UInt8(ascii: "g")...UInt8(ascii: "v")

  private static func letter(forDigit digit: UInt8) -> UInt8 {
    digit - (digit < UInt8(ascii: "a") ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      + letters.lowerBound
  }

  private static func digit(forLetter letter: UInt8) -> UInt8 {
    let value = letter - letters.lowerBound
    return value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }

  /// Reads what a line holds, also where a run was ended while it wrote many: one text then goes over
  /// into another within a line. Every frame that is to be written passes through the dots or the
  /// letters, so such a line is pending; dashes among digits are those of a frame that was only
  /// compared.
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
  /// Where some bytes occur first.
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
