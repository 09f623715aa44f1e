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
/// let bytes = try page.document(scenes: page.scenes(jobs: 4))
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
  /// - Throws: ``FilmError``; ``PageError/noFrames``.
  public init(_ request: RunRequest, sound: PageSoundChoice = .auto) throws {
    var open = try OpenFilm(request, try sound.recipe)
    let run = try open.run.read { _ in true }
    guard !run.frames.isEmpty else { throw PageError.noFrames }
    self.init(run, try PageSound(sound, of: run, open), isLoop: request.loops)
  }

  /// The chunks of the scene stream, drawn on up to `jobs` threads; they do not depend on the number.
  ///
  /// `progress` is called from all threads after each frame; it returns `false` to stop.
  ///
  /// - Precondition: `jobs` is positive.
  /// - Throws: ``PipelineError/readings(folder:_:)``, ``PipelineError/interrupted``.
  public func scenes(
    jobs: Int, progress: @Sendable @escaping () -> Bool = { true }
  ) throws(PipelineError) -> PageScenes {
    let (frames, images) = (run.frames, images)
    let count = (frames.count + Page.framesInChunk - 1) / Page.framesInChunk
    let next = Atomic<Int>(0)
    let chunks = Mutex<[[UInt8]]>(Array(repeating: [], count: count))
    let failure = Mutex<PipelineError?>(nil)
    Threads.run(min(jobs, count)) {
      do throws(PipelineError) {
        while true {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < count, failure.withLock({ $0 == nil }) else { return }
          let first = frames.lowerBound + index * Page.framesInChunk
          let chunk = try chunk(
            first..<min(first + Page.framesInChunk, frames.upperBound), images, progress)
          chunks.withLock { $0[index] = chunk }
        }
      } catch { failure.withLock { $0 = $0 ?? error } }
    }
    if let failure = failure.withLock(\.self) { throw failure }
    return PageScenes(chunks: chunks.withLock(\.self), images: images)
  }

  /// The pictures of the scenes: all of them are in the first one.
  private var images: [PlacedImage] {
    var images: [PlacedImage] = []
    for case .image(let image) in run.scenes.blank.items.map(\.shape)
    where !images.contains(where: { $0.bitmap == image.bitmap }) { images.append(image) }
    return images
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
  /// The page would be larger than browsers can read; its size in bytes.
  case tooLarge(Int)
  /// The sound cannot be linked, or put in as it is.
  case uncopied(PageSoundChoice, CopyObstacle)
  /// Browsers do not play files of the kind of the input.
  case unplayable(path: String)
  /// Sound and pictures come from ffmpeg and the pipeline.
  case film(FilmError)
}
