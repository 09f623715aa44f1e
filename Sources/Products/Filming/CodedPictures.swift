// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
internal import H264
internal import MP4
internal import Pipeline
package import Platform
internal import Rendering
public import Signal
internal import Synchronization

/// The pictures of a film as the program codes them itself, in an unnamed file until they are written
/// with their tables.
///
/// They are coded in groups of a fixed length, each by one thread and by itself: the bytes are the same
/// for any number of threads, and those of a film that is joined from parts are those of the whole one.
public final class CodedPictures: Sendable {
  /// Where they flash most.
  public let flashes: Flashes

  private let file: SharedFile
  private let head: [UInt8]

  /// The length of a group in seconds.
  private static let groupSeconds = 4.0

  /// The frames of a group at a rate.
  public static func groupLength(at rate: Rate) -> Int {
    max(rate.count(seconds: groupSeconds), 1)
  }

  /// The whole groups that begin within some frames of a film of `count`, at a rate.
  static func groups(in frames: Range<Int>, of count: Int, at rate: Rate) -> Range<Int> {
    let length = groupLength(at: rate)
    func start(_ frame: Int) -> Int { min((frame + length - 1) / length * length, count) }
    return start(frames.lowerBound)..<start(frames.upperBound)
  }

  /// About how many bytes of memory `jobs` threads take for pictures of a scene.
  static func memory(for scene: Scene, as format: RawFormat, jobs: Int) -> Int {
    // The picture before and this one, and what is known of their macroblocks.
    jobs
      * (RawFrameRenderer.memory(for: scene, as: format) + 4 * format.byteCount(of: scene.canvas))
  }

  /// Draws and codes the pictures of a film on up to `jobs` threads, or takes those of its parts, and
  /// keeps them in a folder.
  ///
  /// `progress` is called after each frame, from all threads; it returns `false` to stop.
  ///
  /// - Throws: ``FilmError``.
  init(
    _ film: Film, in folder: String, jobs: Int, progress: @escaping @Sendable () -> Bool
  ) throws(FilmError) {
    let format = try film.videoFormat()
    let groups: [[UInt32]]
    do { file = try SharedFile(in: folder) } catch { throw .pipeline(.output(path: "", error)) }
    if let parts = film.parts {
      groups = try PartPictures(
        into: file, parts, header: { try film.movie(format, $0, isPlain: true).header(of: $0) },
        progress: progress
      ).groups
      flashes = parts.flashes
    } else {
      let sink = GroupSink(film, file, try FlashCounter(film))
      try GroupRun(film, format, sink, progress).run(jobs)
      let written = try sink.written()
      (groups, flashes) = (written.groups, written.flashes)
    }
    let movie = try film.movie(format, groups, isPlain: film.isMuxed)
    do { head = try movie.header(of: groups) } catch { throw .movie(error) }
  }

  /// Writes the whole MP4 into a file.
  ///
  /// - Throws: ``PipelineError/interrupted``, ``PipelineError/output(path:_:)``.
  func write(to path: String) throws(PipelineError) {
    let target: SharedFile
    do { target = try SharedFile(at: path) } catch { throw .output(path: "", error) }
    try write { (bytes) throws(PipelineError) in
      do throws(SystemError) { try target.descriptor.write(bytes) } catch {
        throw .output(path: "", error)
      }
    }
  }

  /// Writes the whole MP4.
  ///
  /// - Throws: ``PipelineError/interrupted``, and what `write` throws.
  func write(
    _ write: (Span<UInt8>) throws(PipelineError) -> Void
  ) throws(PipelineError) {
    let head = head
    try write(head.span)
    var offset = 0
    while true {
      guard Interruption.signal == nil else { throw .interrupted }
      let piece: [UInt8]
      do throws(SystemError) { piece = try file.descriptor.bytes(at: offset, count: 1 << 20) } catch
      { throw .output(path: "", error) }
      if piece.isEmpty { return }
      try write(piece.span)
      offset += piece.count
    }
  }
}

extension Rate {
  var terms: (numerator: Int, denominator: Int) { (numerator, denominator) }
}

extension Film {
  /// The frames that it has: those of a part that the program codes itself are whole groups of the whole
  /// film.
  public var frames: Range<Int> {
    guard recipe.isOwn, recipe.isPart else { return run.frames }
    return CodedPictures.groups(
      in: run.frames, of: run.schedule.frameCount, at: run.schedule.rate)
  }

  /// Whether ffmpeg puts its pictures into a container, maybe with sound.
  public var isMuxed: Bool { !(recipe.isOwn && recipe.container == .mp4 && sound.isNone) }

  /// What H.264 says of its pictures.
  func videoFormat() throws(FilmError) -> VideoFormat {
    // The options of the picture are those of the parts.
    let size = try parts?.size ?? size
    guard
      let format = VideoFormat(
        width: size.width, height: size.height, rate: run.schedule.rate.terms)
    else { throw .refused(.noLevel) }
    return format
  }

  /// The MP4 around its pictures, which have these lengths in bytes by groups; without tags and cover if it
  /// `isPlain`.
  fileprivate func movie(
    _ format: VideoFormat, _ groups: [[UInt32]], isPlain: Bool
  ) throws(FilmError) -> MP4Movie {
    let format = format.holding(Array(groups.joined()))
    do {
      return try MP4Movie(
        width: format.width, height: format.height, rate: run.schedule.rate.terms,
        sequenceParameters: format.sequenceParameters, pictureParameters: format.pictureParameters,
        tags: isPlain ? [:] : movieTags, cover: isPlain ? [] : cover?.bytes ?? [],
        chapters: isPlain
          ? []
          : (chapters ?? []).map { MP4Chapter(microseconds: $0.time.lowerBound, title: $0.title) })
    } catch { throw .movie(error) }
  }

  /// Its tags, as MP4 has them.
  fileprivate var movieTags: [MP4Tag: String] {
    var tags: [MP4Tag: String] = [:]
    for (name, line) in recipe.tagLines(run.tags) {
      if let tag = MP4Tag(rawValue: name) { tags[tag] = line }
    }
    return tags
  }
}

/// A group of pictures.
struct CodedGroup: Sendable {
  /// The NAL units of its pictures, each after its length in four bytes.
  var bytes: [UInt8] = []
  /// The bytes of each picture.
  var lengths: [UInt32] = []
  /// The colours at the points of the ``FlashCounter``, picture by picture.
  var points: [UInt8] = []

  mutating func append(_ unit: [UInt8]) {
    for shift: UInt32 in [24, 16, 8, 0] {
      bytes.append(UInt8(truncatingIfNeeded: UInt32(unit.count) >> shift))
    }
    bytes += unit
    lengths.append(UInt32(unit.count + 4))
  }
}

/// The threads that draw and code groups.
private struct GroupRun: Sendable {
  private let film: Film
  private let format: VideoFormat
  private let quality: PictureQuality
  private let sink: GroupSink
  private let progress: @Sendable () -> Bool
  private let length: Int

  init(
    _ film: Film, _ format: VideoFormat, _ sink: GroupSink,
    _ progress: @escaping @Sendable () -> Bool
  ) throws(FilmError) {
    guard let own = film.recipe.ownCoding else { preconditionFailure("x264 codes the film") }
    (self.film, self.format, self.sink, self.progress) = (film, format, sink, progress)
    (quality, length) = (own.quality, CodedPictures.groupLength(at: film.run.schedule.rate))
  }

  func run(_ jobs: Int) throws(FilmError) {
    let frames = film.frames
    let count = (frames.count + length - 1) / length
    let next = Atomic<Int>(0)
    Threads.run(max(min(jobs, count), 1)) {
      do throws(FilmError) {
        while !sink.hasFailed {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < count else { return }
          let first = frames.lowerBound + index * length
          let group = try code(first..<min(first + length, frames.upperBound))
          try sink.take(group, index)
        }
      } catch { sink.fail(error) }
    }
  }

  /// Draws and codes the pictures of one group.
  private func code(_ frames: Range<Int>) throws(FilmError) -> CodedGroup {
    var points: [UInt8] = []
    var group = try film.coded(frames, format, quality) { picture in
      points += picture.colors(at: sink.pixels)
      return progress() && !sink.hasFailed
    }
    group.points = points
    return group
  }
}

extension Film {
  /// Draws and codes frames as one group. `progress` gets each picture; it returns `false` to stop.
  func coded(
    _ frames: Range<Int>, _ format: VideoFormat, _ quality: PictureQuality,
    progress: (RawFrameRenderer) -> Bool
  ) throws(FilmError) -> CodedGroup {
    var group = CodedGroup()
    // Groups are counted from the first frame of the film, so that those of its parts are its own.
    let length = CodedPictures.groupLength(at: run.schedule.rate)
    var encoder = GroupEncoder(format, quality, group: frames.lowerBound / length)
    var renderer = RawFrameRenderer(.planar(.subsampled))
    var changed = [Bool](repeating: true, count: format.columns * format.rows)
    do throws(PipelineError) {
      var cursor = SceneSequence.Cursor(run.scenes, from: frames.lowerBound)
      for frame in frames {
        renderer.draw(try cursor.scene(ofFrame: frame))
        renderer.markChanges(in: &changed)
        group.append(encoder.encode(renderer.bytes.span, changed: changed.span))
        guard progress(renderer) else { throw .interrupted }
      }
    } catch { throw .pipeline(error) }
    return group
  }
}

/// The place where groups arrive in any order, and from which they are written in theirs.
private final class GroupSink: Sendable {
  private struct State: ~Copyable {
    var waiting: [Int: CodedGroup] = [:]
    var groups: [[UInt32]] = []
    var counter: FlashCounter
    var failure: FilmError?
  }

  private let file: SharedFile
  /// The points of a frame at which flashes are counted.
  let pixels: [(x: Int, y: Int)]
  private let state: Mutex<State>
  private let failed = Atomic<Bool>(false)

  init(_ film: Film, _ file: SharedFile, _ counter: FlashCounter) {
    self.file = file
    pixels = counter.pixels
    state = Mutex(State(counter: counter))
  }

  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  func fail(_ error: FilmError) {
    failed.store(true, ordering: .relaxed)
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// Writes a group, and those that waited for it, or lets it wait.
  func take(_ group: CodedGroup, _ index: Int) throws(FilmError) {
    let error = state.withLock { state -> SystemError? in
      state.waiting[index] = group
      while let next = state.waiting.removeValue(forKey: state.groups.count) {
        do throws(SystemError) { try file.descriptor.write(next.bytes.span) } catch { return error }
        state.groups.append(next.lengths)
        state.counter.add(next.points.span)
      }
      return nil
    }
    if let error { throw .pipeline(.output(path: "", error)) }
  }

  /// What was written.
  func written() throws(FilmError) -> (groups: [[UInt32]], flashes: Flashes) {
    let (groups, flashes, failure) = state.withLock {
      ($0.groups, $0.counter.flashes, $0.failure)
    }
    if let failure { throw failure }
    return (groups, flashes)
  }
}

/// A file that several threads use.
package final class SharedFile: Sendable {
  let descriptor: FileDescriptor

  /// A new, unnamed file in a folder.
  package init(in folder: String) throws(SystemError) {
    descriptor = try TemporaryFile.make(in: folder)
  }

  /// The file at a path, to change it.
  init(at path: String) throws(SystemError) { descriptor = try .updating(path) }
}
