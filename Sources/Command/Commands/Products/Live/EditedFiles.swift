// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Signal
internal import Synchronization
internal import Views

/// The files that say how a picture looks, which are read again when somebody has changed them: the look, those of
/// scenes, the palette, and those of --options.
struct EditedFiles {
  private let drawing: DrawingRequest
  private let paths: [String]
  private var known: [[UInt8]?]
  /// What was there at the last look, which may be half written.
  private var last: [[UInt8]?]
  private var due = ContinuousClock.now

  /// How often they are looked at: twice alike is whole.
  private static let interval = Duration.milliseconds(80)

  /// The files of a drawing; `nil` if it has none.
  init?(_ drawing: DrawingRequest) {
    let look = drawing.line.text(of: "look")
    let scenes = drawing.line.text(of: "scenes")?.split(separator: ",").map(String.init) ?? []
    paths =
      ([look] + scenes).compactMap { $0.flatMap { LookWord($0).path } }
      + [drawing.view.appearance?.palette?.path].compactMap(\.self)
      + drawing.line.words.values(of: "options", atLeast: 3)
    guard !paths.isEmpty else { return nil }
    self.drawing = drawing
    known = EditedFiles.contents(of: paths)
    last = known
  }

  private static func contents(of paths: [String]) -> [[UInt8]?] {
    // What is no file, such as a pipe, would be waited for.
    paths.map {
      Folder.kind(of: $0) == .regular
        ? try? FileDescriptor.contents(of: $0, limit: LookFile.maxBytes) : nil
    }
  }

  /// The names of those that have changed since the last ones; `nil` if none have.
  mutating func changed() -> String? {
    guard ContinuousClock.now >= due else { return nil }
    due = .now + EditedFiles.interval
    let now = EditedFiles.contents(of: paths)
    defer { last = now }
    guard now == last, now != known else { return nil }
    defer { known = now }
    let changed = paths.indices.filter { now[$0] != known[$0] }.map { paths[$0] }
    return changed.joined(separator: ", ")
  }

  /// What is to be drawn now: the same sound and frames, in the look that the files say.
  func request() throws(Diagnostic) -> RunRequest {
    let words = try OptionsFile.words(drawing.line.words.arguments)
    guard
      case .command(let command, _) = try Invocation.read(DrawnCommand<WatchOutput>.self, words),
      let drawn = command as? DrawnCommand<WatchOutput>
    else { return drawing.request() }
    var request = drawing.request()
    let own = request.picture
    (request.view, request.picture) = (drawn.request.view, drawn.request.picture)
    (request.picture.width, request.picture.height) = (own.width, own.height)
    return request
  }
}

/// A film in a window whose files are edited. Its frames are made at the pace at which they are shown, so that a change
/// is soon seen.
final class EditedFilm: SceneEdits {
  private struct State {
    var files: EditedFiles
    var scenes: SceneSequence?
    var note: String?
    /// The names of files that have changed and are not read yet, and whether any are being read.
    var pending: String?
    var isReading = false
    /// When the first frame was made, and how many there were.
    var begin: ContinuousClock.Instant?
    var count = 0
  }

  private let state: Mutex<State>
  private let report: ReportOptions
  private let shared: SharedReadings
  private let rate: Rate

  /// How far frames are made ahead of the pace, in seconds.
  private static let lead = 0.15

  /// The edits of a film whose readings are shared, at its frame rate.
  init(_ files: EditedFiles, _ shared: SharedReadings, rate: Rate, _ report: ReportOptions) {
    state = Mutex(State(files: files))
    (self.shared, self.rate, self.report) = (shared, rate, report)
  }

  var note: String? { state.withLock(\.note) }

  func change(before frame: Int) -> SceneSequence? {
    waitForNextFrame()
    let begins = state.withLock { state in
      guard let name = state.files.changed() else { return false }
      state.pending = name
      defer { state.isReading = true }
      return !state.isReading
    }
    // The old picture goes on meanwhile.
    if begins { Task.detached { self.readAll() } }
    return state.withLock { state in
      defer { state.scenes = nil }
      return state.scenes
    }
  }

  /// Waits until a frame is due.
  private func waitForNextFrame() {
    let (begin, count) = state.withLock { state in
      let begin = state.begin ?? .now
      state.begin = begin
      state.count += 1
      return (begin, state.count)
    }
    let seconds = Double(count) / rate.perSecond - EditedFilm.lead
    let left = Duration.seconds(seconds) - begin.duration(to: .now)
    if left > .zero {
      _ = try? FileDescriptor.waitForAny([], milliseconds: Int32(left / .milliseconds(1)))
    }
  }

  /// Reads what has changed, one change after the other.
  private func readAll() {
    while let (name, files) = state.withLock({ state in
      defer { state.pending = nil }
      state.isReading = state.pending != nil
      return state.pending.map { ($0, state.files) }
    }) {
      read(files, name)
    }
  }

  private func read(_ files: EditedFiles, _ name: String) {
    let read = Result { () throws(Diagnostic) -> SceneSequence in
      var request = try files.request()
      request.shared = shared
      do throws(PipelineError) { return try ReadRun(request).scenes } catch {
        throw Diagnostic(error)
      }
    }
    state.withLock { state in
      switch read {
      case .success(let scenes): (state.scenes, state.note) = (scenes, nil)
      case .failure(let fault): state.note = fault.message
      }
    }
    switch read {
    case .success: report.note("read again: \(name)")
    case .failure(let fault): report.note("the picture goes on as it was: \(fault.message)")
    }
  }
}
