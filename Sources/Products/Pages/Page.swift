// SPDX-License-Identifier: MIT
// Stage 5, Pages: scenes and sound become one HTML file that plays itself. The player is Player/player.js;
// what it reads is described by `SceneStreamEncoder`.
public import Drawing
public import Filming
public import Pipeline
internal import Platform
internal import Rendering
internal import Synchronization

/// A page of a track that was read: a file for browsers that plays any look with its sound, at any
/// size, without a server.
///
/// ```swift
/// let request = RunRequest(RadialView.self, of: "song.ogg", look: "sun")
/// let page = try Page(request)
/// try page.write(page.scenes(jobs: 4)) { print(String(decoding: $0, as: UTF8.self), terminator: "") }
/// ```
public struct Page: Sendable {
  /// The track that was read, and its frames.
  public let run: ReadRun
  /// The sound.
  public let sound: PageSound
  /// Whether it plays round and round.
  public let isLoop: Bool

  /// Frames in a chunk at 60 a second: ten seconds. A player inflates a chunk, and reads its frames up
  /// to the one that is sought.
  public static let framesInChunk = 600

  /// The greatest size of a page, in bytes: V8, the JavaScript engine, has no longer strings.
  public static let maxBytes = 512 << 20

  /// A page of a run and its sound.
  ///
  /// - Precondition: the run has frames.
  public init(_ run: ReadRun, _ sound: PageSound, isLoop: Bool = false) {
    precondition(!run.frames.isEmpty)
    (self.run, self.sound, self.isLoop) = (run, sound, isLoop)
  }

  /// Opens and reads what a request asks for.
  ///
  /// - Precondition: the process ignores SIGPIPE.
  /// - Throws: ``PageError``.
  public init(
    _ request: RunRequest, sound: PageSoundChoice = .auto
  ) throws(PageError) {
    var open: OpenFilm
    do { open = try OpenFilm(request, sound.recipe) } catch { throw .film(error) }
    let run: ReadRun
    do { run = try open.run.read { _ in true } } catch { throw .film(.pipeline(error)) }
    guard !run.frames.isEmpty else { throw .noFrames }
    self.init(
      run, try PageSound(PageSoundSource(sound, of: run, open)), isLoop: request.loops)
  }

  /// How many chunks the scene stream has.
  private var chunkCount: Int { (run.frames.count + Page.framesInChunk - 1) / Page.framesInChunk }

  /// The scene stream, drawn on up to `jobs` threads; it does not depend on their number.
  ///
  /// `progress` is called from all threads after each frame; it returns `false` to stop.
  ///
  /// - Precondition: `jobs` is positive.
  /// - Throws: ``PageError``.
  public func scenes(
    jobs: Int, progress: @Sendable @escaping () -> Bool = { true }
  ) throws(PageError) -> PageScenes {
    PageScenes(
      chunks: try chunks(Array(0..<chunkCount), jobs: jobs, progress: progress), images: run.images)
  }

  /// The approximate size of the scene stream in the page, in bytes, from a few of its chunks.
  ///
  /// - Precondition: `jobs` is positive.
  /// - Throws: ``PageError``.
  public func approximateSceneSize(
    jobs: Int, progress: @Sendable @escaping () -> Bool = { true }
  ) throws(PageError) -> Int {
    let drawn = min(chunkCount, Page.sampledChunks)
    // In the middle of equal parts; the last chunk is shorter than the others.
    let indices = (0..<drawn).map { (2 * $0 + 1) * chunkCount / (2 * drawn) }
    let chunks = try chunks(indices, jobs: jobs, progress: progress)
    let frames = indices.reduce(0) { $0 + self.frames(ofChunk: $1).count }
    let size = chunks.reduce(0) { $0 + Base64.size(of: $1.count) }
    return Int((Double(size) * Double(run.frames.count) / Double(frames)).rounded())
  }

  /// How many chunks are drawn to know the size of all.
  private static let sampledChunks = 6

  private func frames(ofChunk index: Int) -> Range<Int> {
    let first = run.frames.lowerBound + index * Page.framesInChunk
    return first..<min(first + Page.framesInChunk, run.frames.upperBound)
  }

  /// Some chunks, each as raw deflate.
  private func chunks(
    _ indices: [Int], jobs: Int, progress: @Sendable @escaping () -> Bool
  ) throws(PageError) -> [[UInt8]] {
    let images = run.images
    let next = Atomic<Int>(0)
    let chunks = Mutex<[[UInt8]]>(Array(repeating: [], count: indices.count))
    let failure = Mutex<PageError?>(nil)
    let most = Page.maxBytes - sound.size
    Threads.run(min(jobs, indices.count)) {
      do throws(PageError) {
        while true {
          let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard place < indices.count, failure.withLock({ $0 == nil }) else { return }
          let chunk: [UInt8]
          do throws(PipelineError) {
            chunk = try self.chunk(frames(ofChunk: indices[place]), images, progress)
          } catch { throw .film(.pipeline(error)) }
          let size = chunks.withLock { chunks in
            chunks[place] = chunk
            return chunks.reduce(0) { $0 + Base64.size(of: $1.count) }
          }
          guard size <= most else { throw .tooLarge }
          // The chunks that are left are as large as this one, more or less.
          let left = max(chunk.count, 1) * (indices.count - place)
          guard Machine.hasMemory(left) else { throw .noMemory(left) }
        }
      } catch { failure.withLock { $0 = $0 ?? error } }
    }
    if let failure = failure.withLock(\.self) { throw failure }
    return chunks.withLock(\.self)
  }

  /// The deflated frames of a chunk.
  private func chunk(
    _ frames: Range<Int>, _ images: [PlacedImage], _ progress: () -> Bool
  ) throws(PipelineError) -> [UInt8] {
    var encoder = SceneStreamEncoder(images: images.map(\.bitmap))
    var cursor = SceneSequence.Cursor(run.scenes, from: frames.lowerBound)
    var bytes: [UInt8] = []
    for frame in frames {
      encoder.append(try cursor.scene(ofFrame: frame), to: &bytes)
      guard progress() else { throw .interrupted }
    }
    return RawDeflate.packed(bytes)
  }
}

extension ReadRun {
  /// The pictures of the scenes.
  var images: [PlacedImage] { scenes.images }
}

/// The scenes of a page: a scene stream, see ``SceneStreamEncoder``.
public struct PageScenes: Sendable {
  /// The chunks, each as raw deflate.
  public let chunks: [[UInt8]]
  /// The pictures that they show.
  public let images: [PlacedImage]

  /// Their size in the page, in bytes, without the pictures.
  public var size: Int { chunks.reduce(0) { $0 + Base64.size(of: $1.count) } }
}

/// Why there is no page.
public enum PageError: Error, Hashable, Sendable {
  /// The track has no frames.
  case noFrames
  /// The page would be larger than browsers can read.
  case tooLarge
  /// There is no memory for this number of bytes, which the page takes until it is written.
  case noMemory(Int)
  /// The sound cannot be linked, or put in as it is.
  case uncopied(PageSoundChoice, CopyObstacle)
  /// Browsers do not play files of the kind of the input.
  case unplayable(path: String)
  /// Sound and pictures come from ffmpeg and the pipeline.
  case film(FilmError)
}
