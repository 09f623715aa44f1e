// SPDX-License-Identifier: MIT
internal import Hashing
public import JSON
public import Platform
internal import Signal

/// What is wrong with a file of readings.
public enum ReadingsError: Error, Hashable, Sendable {
  /// The first line is not what it should be.
  case head(JSONReadingError)
  /// The first line has another hash than the second line says.
  case damagedHead
  /// The file has fewer or more bytes than its tables; `nil` for more than any file has.
  case length(found: Int, expected: Int?)
  /// The hash of a block is wrong; the block begins with the reading of this tick.
  case damagedBlock(table: String, tick: Int)
  /// A table has other readings than its name says.
  case otherTable(String)
  /// The reading of a tick is none that is ever measured.
  case impossible(table: String, tick: Int)
}

extension ReadingsError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .head(let error): "\(error)"
    case .damagedHead: "the first line of these readings is damaged"
    case .length(let found, let expected?):
      "these readings have \(found) bytes, not \(expected)"
    case .length(let found, nil):
      "these readings have \(found) bytes, and their first line claims more than any file has"
    case .damagedBlock(let table, let tick):
      "the readings '\(table)' are damaged from tick \(tick) on"
    case .otherTable(let table): "the readings '\(table)' are something else"
    case .impossible(let table, let tick):
      "the readings '\(table)' are impossible at tick \(tick)"
    }
  }
}

/// A file of readings, whose first lines were read. A class because it owns the open file.
public final class ReadingsFile: Sendable {
  /// Its first line: of which sound the readings are, and which tables there are.
  public let head: ReadingsHead
  /// Its path, as in errors.
  public let path: String
  /// Where each table begins.
  private let starts: [Int]
  private let file: FileDescriptor

  /// Readings in a block, which has a hash of its own.
  public static let readingsInBlock = 4096
  fileprivate static let hashSize = 8

  /// Reads the beginning of a file, and checks its length.
  init(_ file: borrowing InputFile) throws(DecodingError) {
    path = file.path
    let bytes = try file.bytes(at: 0, ReadingsHead.maxBytes)
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
    let rest = bytes.dropFirst(line.count)
    do {
      head = try ReadingsHead(json: Array(line))
    } catch {
      // With another schema it is not ours to judge; anything else is damage.
      guard case .unknownSchema = error else {
        throw .badReadings(path: file.path, .damagedHead)
      }
      throw .badReadings(path: file.path, .head(error))
    }
    let hash = Array((ContentHash(of: Array(line)).text + "\n").utf8)
    guard rest.starts(with: hash) else { throw .badReadings(path: file.path, .damagedHead) }
    self.file = try file.descriptor()
    var (starts, end): ([Int], Int?) = ([], line.count + hash.count)
    for table in head.tables {
      guard let start = end else { break }
      starts.append(start)
      end = ReadingsFile.byteCount(table).flatMap(start.adding)
    }
    self.starts = starts
    guard end == file.count else {
      throw .badReadings(path: file.path, .length(found: file.count, expected: end))
    }
  }

  private static func blockCount(_ table: ReadingsHead.Table) -> Int {
    (table.count + readingsInBlock - 1) / readingsInBlock
  }

  /// The bytes of the readings and of their hashes; `nil` for more than any file has.
  private static func byteCount(_ table: ReadingsHead.Table) -> Int? {
    table.count.multiplied(by: table.size)?.adding(blockCount(table) * hashSize)
  }

  /// A table, whose readings are not read yet; `nil` if there is no such table.
  ///
  /// - Throws: ``DecodingError/readFailed(path:_:)``.
  public func table(_ name: String) throws(DecodingError) -> StoredTable? {
    guard let index = head.tables.firstIndex(where: { $0.name == name }) else { return nil }
    let table = head.tables[index]
    let offset = starts[index]
    do throws(SystemError) {
      let hashes = try file.bytes(
        at: offset + table.count * table.size,
        count: ReadingsFile.blockCount(table) * ReadingsFile.hashSize)
      return StoredTable(
        table: table, file: try .duplicating(file.rawValue), offset: offset, hashes: hashes)
    } catch { throw .readFailed(path: path, error) }
  }

  /// Reads all tables, and compares each block with its hash. `isGoing` is asked before each block;
  /// returns whether all were read.
  ///
  /// - Throws: ``DecodingError/badReadings(path:_:)`` for the first damaged block,
  ///   ``DecodingError/readFailed(path:_:)``.
  public func check(while isGoing: () -> Bool) throws(DecodingError) -> Bool {
    // Some readings are of the ticks of the file, whatever others are of.
    let clock = TickClock(sampleRate: head.format.sampleRate, rate: head.tickRate)
    let count = clock.tickCount(sampleFrames: head.sampleFrames)
    if let first = head.tables.first, !head.tables.contains(where: { $0.count == count }) {
      throw .badReadings(path: path, .otherTable(first.name))
    }
    for name in head.tables.map(\.name) {
      guard let stored = try table(name) else { continue }
      let (count, size) = (stored.table.count, stored.table.size)
      for start in stride(from: 0, to: count, by: ReadingsFile.readingsInBlock) {
        guard isGoing() else { return false }
        let length = min(ReadingsFile.readingsInBlock, count - start) * size
        let bytes: [UInt8]
        do { bytes = try stored.file.bytes(at: stored.offset + start * size, count: length) } catch
        {
          throw .readFailed(path: path, error)
        }
        guard stored.isIntact(block: start / ReadingsFile.readingsInBlock, bytes) else {
          throw .badReadings(path: path, .damagedBlock(table: name, tick: start))
        }
      }
    }
    return true
  }
}

/// A table in a file of readings.
public struct StoredTable: ~Copyable {
  /// What it has.
  public let table: ReadingsHead.Table
  /// The file.
  public let file: FileDescriptor
  /// Where the first reading begins.
  public let offset: Int
  fileprivate let hashes: [UInt8]

  /// Whether a block of ``ReadingsFile/readingsInBlock`` readings has the hash that the file says.
  public borrowing func isIntact(block index: Int, _ bytes: [UInt8]) -> Bool {
    hashes.number(at: index * ReadingsFile.hashSize, ReadingsFile.hashSize, bigEndian: false)
      == ContentHash(of: bytes).value
  }
}

/// The readings of a file: an input without samples.
struct ReadingsInput: Input, ~Copyable {
  let content: InputContent
  let format: StreamFormat
  let expectedFrameCount: Int?
  private let tags: AudioTags

  init(_ file: borrowing InputFile) throws(DecodingError) {
    let readings = try ReadingsFile(file)
    (format, expectedFrameCount) = (readings.head.format, readings.head.sampleFrames)
    (content, tags) = (.readings(readings), readings.head.tags)
  }

  mutating func read(into block: inout AudioBlock) { block.truncate(to: 0) }

  func tags(ofFile path: String?) -> AudioTags { tags }
}

extension InputKind {
  /// Readings that `meter` has written.
  public static let readings = InputKind { _, start in
    start.starts(with: ReadingsHead.start)
  } open: { (file) throws(DecodingError) in
    try ReadingsInput(file)
  }
}
