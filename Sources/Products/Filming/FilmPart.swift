// SPDX-License-Identifier: MIT
internal import Hashing
public import JSON
internal import Pipeline
public import Platform
internal import Signal
public import Writing

/// A part of a film: a silent file, and a note beside it that says which part of which film it is.
public struct FilmPart: Sendable, Hashable {
  /// The path of its file.
  public let path: String
  /// Which of the equal parts it is, counted from 1.
  public let index: Int
  /// How many parts the film has.
  public let count: Int
  /// All that determines its pictures, except its frames.
  public let settings: SequenceSettings
  /// Where its pictures flash most, by the time of the film.
  let flashes: Flashes
  /// The size of its file in bytes.
  let bytes: Int
  private let hash: ContentHash

  /// The fewest frames of a part. Before its first frame, an encoder needs the times of some others that
  /// are shown later; from fewer it would get other times, which cannot follow those of the part before.
  public static let minFrames = 10

  private static let schema = "radial-audio/film-part/1"
  /// Above the length of any film in seconds, so that its nanoseconds can be counted.
  private static let maxSeconds = 9_000_000_000
  /// The greatest size of a note in bytes.
  private static let maxNote = 1 << 20

  /// Its frames: whole groups if the program has coded its pictures itself.
  public var frames: Range<Int> { frames(ofPart: index) }

  /// The frames of another part of the same film.
  func frames(ofPart index: Int) -> Range<Int> {
    let asked = FrameSelection.shard(index: index, count: count).frames(of: settings.frameCount)
    let isOwn = settings.text(of: "codec") == FilmCodec.own.name
    guard let asked, isOwn, let rate else { return asked ?? 0..<0 }
    return CodedPictures.groups(in: asked, of: settings.frameCount, at: rate)
  }

  /// Its frames a second; `nil` if the settings lack them.
  var rate: Rate? { settings.text(of: "fps").flatMap { try? Rate(parsing: $0) } }

  /// The path of the note beside a file.
  public static func notePath(of path: String) -> String { path + ".json" }

  /// The part at a path whose file is complete under another, `temporaryPath`.
  ///
  /// - Throws: ``FilmError/part(path:_:)`` if it cannot be read.
  public init(
    _ index: Int, of count: Int, _ settings: SequenceSettings,
    flashes: Flashes = .none, at path: String, in temporaryPath: String
  ) throws(FilmError) {
    (self.path, self.index, self.count, self.settings) = (path, index, count, settings)
    self.flashes = flashes
    (bytes, hash) = try FilmPart.contents(of: temporaryPath, as: path)
  }

  /// Reads the note beside a file, which may be gone.
  ///
  /// - Throws: ``FilmError/part(path:_:)``.
  public init(at path: String) throws(FilmError) {
    let note = FilmPart.notePath(of: path)
    guard Folder.hasEntry(note) else { throw .part(path: path, .noNote) }
    let text: [UInt8]
    do { text = try FileDescriptor.reading(note).readAll(limit: FilmPart.maxNote) } catch {
      throw .part(path: note, .unreadable(error))
    }
    try self.init(note: text, at: path)
  }

  /// Reads the text of the note beside a file.
  ///
  /// - Throws: ``FilmError/part(path:_:)``.
  package init(note text: [UInt8], at path: String) throws(FilmError) {
    let note = FilmPart.notePath(of: path)
    let isIntact = FilmPart.isIntact(text)
    do throws(JSONReadingError) {
      self = try JSONField.read(text, schema: FilmPart.schema) { (field) throws(JSONContentError) in
        try FilmPart(at: path, field.object())
      }
    } catch {
      // What is not a note at all is not ours to judge.
      guard case .content = error, !isIntact else { throw .part(path: note, .badNote(error)) }
      throw .part(path: note, .damaged)
    }
    guard isIntact else { throw .part(path: note, .damaged) }
  }

  private init(at path: String, _ fields: JSONFields) throws(JSONContentError) {
    self.path = path
    let frameCount = try fields.required("frameCount").integer(in: 1...SequenceSettings.maxFrames)
    count = try fields.required("parts").integer(in: 1...frameCount)
    index = try fields.required("part").integer(in: 1...count)
    bytes = try fields.required("bytes").integer(in: 1...Int.max)
    let hash = try fields.required("hash")
    guard let found = ContentHash(text: try hash.string()) else {
      throw hash.expecting("a checksum")
    }
    self.hash = found
    flashes = Flashes(
      share: try fields.required("flashes").number(in: 0...1),
      seconds: try fields.required("flashesAt").number(in: 0...Double(FilmPart.maxSeconds)))
    let job = try fields.required("job")
    guard case .object(let members) = job.value else { throw job.expecting("an object") }
    let facts = members.map { member in
      if case .string(let text) = member.value {
        SequenceSettings.Fact(member.key, text)
      } else {
        SequenceSettings.Fact(member.key, nil)
      }
    }
    settings = SequenceSettings(
      input: try fields.required("input").string(), facts: facts,
      frameCount: frameCount)
    // As many frames and the terms of a rate are bounded, so their product is.
    guard let rate, frameCount * rate.denominator / rate.numerator < FilmPart.maxSeconds else {
      throw job.expecting("one with a rate, fps, of a film of less than 285 years")
    }
  }

  /// The text of its note.
  public var note: [UInt8] {
    let members: [(String, JSONValue)] = [
      ("schema", .string(FilmPart.schema)), ("input", .string(settings.input)),
      ("part", .number(JSONNumber(index))), ("parts", .number(JSONNumber(count))),
      ("firstFrame", .number(JSONNumber(frames.lowerBound))),
      ("frames", .number(JSONNumber(frames.count))),
      ("frameCount", .number(JSONNumber(settings.frameCount))),
      ("bytes", .number(JSONNumber(bytes))), ("hash", .string(hash.text)),
      ("flashes", .number(JSONNumber(flashes.share))),
      ("flashesAt", .number(JSONNumber(flashes.seconds))),
      (
        "job",
        .object(settings.facts.map { JSONMember($0.name, $0.text.map(JSONValue.string) ?? .null) })
      ),
    ]
    let lines = members.map { "\(JSONValue.string($0).text): \($1.text)" }
    return FilmPart.sealed(Array("{ \(lines.joined(separator: ",\n  "))".utf8))
  }

  /// The text of a note with its own checksum as the last member.
  private static func sealed(_ text: [UInt8]) -> [UInt8] {
    text + Array(",\n  \"checksum\": \"\(ContentHash(of: text).text)\" }\n".utf8)
  }

  /// Whether a note has the checksum that it says.
  private static func isIntact(_ note: [UInt8]) -> Bool {
    sealed(note.dropLast(sealed([]).count)) == note
  }

  /// Makes sure that the file is as it was written.
  ///
  /// - Throws: ``FilmError/part(path:_:)``.
  public func check() throws(FilmError) {
    guard try FilmPart.contents(of: path, as: path) == (bytes, hash) else {
      throw .part(path: path, .damaged)
    }
  }

  /// The size and the hash of a file, read in pieces; errors name it `name`.
  private static func contents(
    of path: String, as name: String
  ) throws(FilmError) -> (Int, ContentHash) {
    do throws(SystemError) {
      let file = try FileDescriptor.reading(path)
      let size = try file.status().size
      return (size, try ContentHash(of: file, count: size))
    } catch {
      switch error {
      case .interrupted: throw .pipeline(.interrupted)
      case .notFound: throw .part(path: name, .noFile)
      default: throw .part(path: name, .unreadable(error))
      }
    }
  }
}

extension ContentHash {
  /// The hash of the first bytes of a file, read in pieces.
  ///
  /// - Throws: the system's error; ``SystemError/interrupted`` if the run is to end.
  fileprivate init(of file: borrowing FileDescriptor, count: Int) throws(SystemError) {
    var (place, hasher) = (0, ContentHasher())
    while place < count {
      guard Interruption.signal == nil else { throw .interrupted }
      let piece = try file.bytes(at: place, count: min(1 << 20, count - place))
      if piece.isEmpty { break }
      hasher.update(piece.span)
      place += piece.count
    }
    self = hasher.finish()
  }
}

/// Why a file cannot be the part of a film.
public enum FilmPartFault: Hashable, Sendable {
  /// There is no file, only its note.
  case noFile
  /// There is no note beside it.
  case noNote
  /// The note cannot be used.
  case badNote(JSONReadingError)
  /// The file is not as it was written.
  case damaged
  /// It has other settings than the film.
  case differs([SequenceSettings.Difference])
  /// It is another part than the one that is wanted.
  case otherPart(Int, wanted: Int)
  /// It is a part of a film in another number of parts.
  case otherCount(Int, wanted: Int)
  /// It is the same part as another file.
  case repeats(path: String)
  /// Its name has a line break, which ffmpeg cannot read in a list.
  case lineBreak
  /// It cannot be read.
  case unreadable(SystemError)
}
