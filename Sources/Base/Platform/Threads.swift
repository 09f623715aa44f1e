// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

/// Work on several processors at once.
public enum Threads {
  /// Calls `work` on several threads at the same time, including this one, and returns when all
  /// calls have.
  ///
  /// If the system starts fewer threads, because of a limit or a lack of memory, the others do the
  /// work: so a call must take the next free part of it, not a fixed share. Swift's own thread pool
  /// would wait for ever. Calls `pthread_create`.
  ///
  /// - Precondition: `count` is positive.
  public static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    precondition(count > 0)
    let shared = Work(call: work, streams: .current)
    var threads: [pthread_t] = []
    while threads.count < count - 1, let thread = start(shared) { threads.append(thread) }
    work()
    for thread in threads { _ = pthread_join(thread, nil) }
  }

  /// What `work` makes of each number below `count`, in their order; several calls run at a time.
  ///
  /// - Precondition: neither count is negative.
  public static func map<Result: Sendable>(
    _ count: Int, atATime width: Int, _ work: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let next = Atomic<Int>(0)
    let results = Mutex<[Int: Result]>([:])
    run(max(min(count, width), 1)) {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let result = work(index)
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { results in (0..<count).compactMap { results[$0] } }
  }

  /// Calls `work` on a new thread while this one calls `body`, and returns when both have: for two
  /// calls that wait for each other. Calls `pthread_create`.
  ///
  /// - Throws: ``SystemError/tooManyProcesses`` if the system starts no thread; then neither is
  ///   called.
  public static func run<Result>(
    beside work: @escaping @Sendable () -> Void, _ body: () -> Result
  ) throws(SystemError) -> Result {
    guard let thread = start(Work(call: work, streams: .current)) else { throw .tooManyProcesses }
    defer { _ = pthread_join(thread, nil) }
    return body()
  }

  /// A call on a thread of its own; the end of this value waits for it. Calls `pthread_create`.
  @safe public struct Running: ~Copyable {
    private let thread: pthread_t

    /// Calls `work`; `nil` if the system starts no thread.
    public init?(_ work: @escaping @Sendable () -> Void) {
      guard let thread = start(Work(call: work, streams: .current)) else { return nil }
      self.thread = thread
    }

    deinit { _ = pthread_join(thread, nil) }
  }

  private final class Work: Sendable {
    private let call: @Sendable () -> Void
    private let streams: StandardStreams

    init(call: @escaping @Sendable () -> Void, streams: StandardStreams) {
      (self.call, self.streams) = (call, streams)
    }

    func run() { streams.use(call) }
  }

  private static func start(_ work: Work) -> pthread_t? {
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(work)
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      unsafe argument.release()
      return nil
    }
    return thread
  }
}
