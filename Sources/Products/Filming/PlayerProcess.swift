// SPDX-License-Identifier: MIT
public import Pipeline
internal import Platform
internal import Synchronization

/// A running program that shows a film from its standard input, which is also its descriptor 3: where
/// mpv finds no graphics card, it closes its standard input.
public struct PlayerProcess: ~Copyable {
  private let path: String
  private var process: Subprocess
  private var film: FileDescriptor?
  /// What it writes to standard output, as mpv does with its errors.
  private let words: FileDescriptor
  /// What it, and libraries that it uses, write to standard error.
  private let messages: FileDescriptor
  /// The descriptor to which the film is written.
  let number: Int32

  /// Starts the program at `path`.
  ///
  /// - Throws: ``FilmError/cannotStart(path:_:)``.
  public init(_ path: String, _ arguments: [String]) throws(FilmError) {
    self.path = path
    do throws(SystemError) {
      let pipe = try Pipe.wide()
      let output = try TemporaryFile.inMemory()
      let messages = try TemporaryFile.inMemory()
      process = try Subprocess(
        path, arguments: arguments, input: pipe.reader, output: output, errors: messages,
        further: [pipe.reader.rawValue])
      number = pipe.writer.rawValue
      film = pipe.intoWriter()
      words = output
      self.messages = messages
    } catch { throw .cannotStart(path: path, error) }
  }

  /// Calls `body`, which calls its argument for each frame that the program takes; meanwhile calls
  /// `stalled` if the program takes nothing of what waits for it for five of its first ten seconds.
  ///
  /// - Throws: ``FilmError/cannotStart(path:_:)``.
  public borrowing func watched<Result>(
    stalled: @escaping @Sendable () -> Void, _ body: (_ advance: () -> Void) -> Result
  ) throws(FilmError) -> Result {
    let taken = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    let pipe = number
    do throws(SystemError) {
      return try Threads.run(beside: {
        var (last, still) = (0, 0)
        for _ in 0..<2 * PlayerProcess.patience where still < PlayerProcess.patience {
          _ = try? FileDescriptor.waitForAny([], milliseconds: 100)
          guard !isOver.load(ordering: .relaxed) else { return }
          let count = taken.load(ordering: .relaxed)
          let takes = try? FileDescriptor.waitForAny([(pipe, .writing)], milliseconds: 0)[0]
          still = count == last && takes == false ? still + 1 : 0
          last = count
        }
        if still >= PlayerProcess.patience { stalled() }
      }) {
        defer { isOver.store(true, ordering: .relaxed) }
        return body { taken.wrappingAdd(1, ordering: .relaxed) }
      }
    } catch { throw .cannotStart(path: path, error) }
  }

  /// Tenths of a second.
  private static let patience = 50

  /// Sends it bytes of the film.
  ///
  /// - Throws: ``PipelineError/output(path:_:)`` with a broken pipe if it was closed.
  public borrowing func write(_ bytes: Span<UInt8>) throws(PipelineError) {
    do { try film?.write(bytes) } catch { throw .output(path: "", error) }
  }

  /// Ends the film, and waits for the program to end.
  ///
  /// - Throws: ``FilmError/cannotStart(path:_:)``.
  public mutating func end() throws(FilmError) -> ProgramReport {
    film = nil
    do throws(SystemError) {
      let report = try ProgramReport(&process, words, hasLevels: false)
      guard report.message.isEmpty else { return report }
      return try ProgramReport(&process, messages, hasLevels: false)
    } catch { throw .cannotStart(path: path, error) }
  }

  /// Whether the program at `path` lists an option, when it is asked with `--list-options`, as mpv is.
  public static func isOption(_ name: String, of path: String) -> Bool {
    Subprocess.output(of: path, ["--list-options"]).contains("--\(name) ")
  }
}
