// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

/// The wish of the user or the system that the process should end: SIGINT, SIGTERM or SIGHUP.
///
/// Work that can be stopped asks ``signal`` now and then and cleans up by itself. A process that is
/// stuck in a read, and so does not ask, ends after ``grace`` all the same.
public enum Interruption {
  /// Seconds that a process has to end by itself after the first signal.
  public static let grace: UInt32 = 1

  private static let received = Atomic<Int32>(0)
  private static let unfinishedPath = Atomic<UInt>(0)

  /// The number of the signal that has come, if one has.
  public static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Listens for the signals from now on; a broken pipe and a file size limit become errors of
  /// the call that meets them. Calls `sigaction`.
  public static func listen() {
    // A lazy global must not be made inside a handler.
    _ = (received.load(ordering: .relaxed), unfinishedPath.load(ordering: .relaxed))
    handle([SIGINT, SIGTERM, SIGHUP]) { number in
      if Interruption.received.load(ordering: .relaxed) != 0 { Interruption.endAtOnce(number) }
      Interruption.received.store(number, ordering: .relaxed)
      _ = alarm(Interruption.grace)
    }
    handle([SIGALRM]) { _ in
      Interruption.endAtOnce(Interruption.received.load(ordering: .relaxed))
    }
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    _ = Glibc.signal(SIGXFSZ, SIG_IGN)
  }

  /// Names the one file that must not be left behind when the process is ended in the middle;
  /// `nil` once it is finished.
  static func setUnfinished(_ path: String?) {
    let bits = path.map { unsafe UInt(bitPattern: strdup($0)) } ?? 0
    // The old text is not freed: a handler may be reading it. There is one for each output.
    unfinishedPath.store(bits, ordering: .releasing)
  }

  private static func handle(
    _ signals: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    for number in signals {
      // What the caller has chosen to ignore, as nohup does with SIGHUP, stays ignored.
      var present = sigaction()
      _ = unsafe sigaction(number, nil, &present)
      let isIgnored =
        unsafe unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
      if !isIgnored { _ = unsafe sigaction(number, &action, nil) }
    }
  }

  /// Ends the process from within a signal handler: `unlink` and `_exit` may be called there.
  private static func endAtOnce(_ number: Int32) -> Never {
    let bits = unfinishedPath.load(ordering: .acquiring)
    if let path = unsafe UnsafePointer<CChar>(bitPattern: bits) { _ = unsafe unlink(path) }
    let message: StaticString = "radial-audio: error: interrupted\n"
    _ = unsafe write(2, message.utf8Start, message.utf8CodeUnitCount)
    _exit(128 + number)
  }
}
