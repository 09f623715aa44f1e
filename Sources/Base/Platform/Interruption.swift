// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Synchronization

/// A request of the user or the system to end the process: SIGINT, SIGTERM, SIGHUP, or SIGALRM if
/// the caller has set a timer.
///
/// Long work checks ``signal`` regularly and cleans up by itself, and a blocking read is abandoned.
/// A process that is stuck and does not check is ended by force after ``grace``, or by another
/// signal: its children are killed, its temporary files are removed, and its ``exitMessage`` is
/// printed.
public enum Interruption {
  /// How many seconds a process has to end by itself after the first signal.
  public static let grace: UInt32 = 1

  private static let received = Atomic<Int32>(0)
  private static let receivedAt = Atomic<Int>(0)
  private static let bellReader = Atomic<Int32>(-1)
  private static let bellWriter = Atomic<Int32>(-1)
  private static let parting = Atomic<UInt>(0)
  private static let stage = Atomic<UInt8>(Stage.running.rawValue)

  /// The stage of the ending.
  private enum Stage: UInt8 {
    case running
    /// The process ends by itself, and has printed why.
    case leaving
    /// A signal handler ends it.
    case ended
  }

  /// The signal that was received, if any.
  public static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// A descriptor that becomes readable with a signal, so that a wait notices even one that came
  /// just before; -1 if signals are not handled.
  static var bell: Int32 { bellReader.load(ordering: .relaxed) }

  /// The message at an end by force, in whole lines; also printed by code that ends by itself.
  public static var exitMessage: String {
    guard let text = unsafe exitMessageText else { return "" }
    return unsafe String(cString: text)
  }

  /// Sets ``exitMessage``; without effect for a thread with streams of its own, whose messages are not
  /// those of the process.
  public static func setExitMessage(_ text: String) {
    guard linux_stream(2) == 2 else { return }
    let bytes = text.utf8CString
    guard let block = unsafe malloc(linkSize + bytes.count) else { return }
    unsafe bytes.withUnsafeBytes { text in
      if let start = text.baseAddress { unsafe memcpy(block + linkSize, start, text.count) }
    }
    // The old text is not freed, since a handler may be reading it: the new one links to it.
    let old = parting.exchange(UInt(bitPattern: block), ordering: .acquiringAndReleasing)
    unsafe block.storeBytes(of: old, as: UInt.self)
  }

  /// Before each text is the address of the previous one.
  private static let linkSize = MemoryLayout<UInt>.size

  private static var exitMessageText: UnsafePointer<CChar>? {
    guard let block = unsafe UnsafeRawPointer(bitPattern: parting.load(ordering: .acquiring))
    else { return nil }
    return unsafe (block + linkSize).assumingMemoryBound(to: CChar.self)
  }

  /// Begins to handle the signals; a broken pipe and a file size limit become errors of the call
  /// that meets them. Calls `sigaction`.
  public static func listen() {
    // A lazy global must not be initialized inside a handler.
    _ = (received.load(ordering: .relaxed), parting.load(ordering: .relaxed))
    _ = (stage.load(ordering: .relaxed), receivedAt.load(ordering: .relaxed))
    if let pipe = try? Pipe(), let writer = try? FileDescriptor.duplicating(pipe.writer.rawValue) {
      bellWriter.store(writer.release(), ordering: .relaxed)
      bellReader.store(pipe.intoReader().release(), ordering: .relaxed)
    }
    StandardError.prepare()
    UnfinishedFiles.prepare()
    RunningChildren.prepare()
    TerminalMode.prepare()
    // Signals that the caller ignores, as with nohup and SIGHUP, stay ignored.
    for number in [SIGINT, SIGTERM, SIGHUP, SIGALRM] where !isIgnored(number) {
      handle(number) { Interruption.answer($0) }
    }
    // This one is the program's own timer, even if the caller ignores it: without it a process that
    // is stuck would have to be killed.
    if isIgnored(SIGALRM) {
      handle(SIGALRM) { if Interruption.signal != nil { Interruption.answer($0) } }
    }
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    _ = Glibc.signal(SIGXFSZ, SIG_IGN)
  }

  /// Begins the end of a process that prints the reason itself. Does not return if a handler is
  /// ending the process: the error may be a consequence of that, and the handler prints its own
  /// message.
  public static func leave() {
    let (_, before) = stage.compareExchange(
      expected: Stage.running.rawValue, desired: Stage.leaving.rawValue,
      ordering: .sequentiallyConsistent)
    if before == Stage.ended.rawValue { while true { pause() } }
  }

  static func isIgnored(_ number: Int32) -> Bool {
    var present = sigaction()
    _ = unsafe sigaction(number, nil, &present)
    return unsafe unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    // Handlers do not interrupt each other.
    unsafe sigfillset(&action.sa_mask)
    _ = unsafe sigaction(number, &action, nil)
  }

  /// Requests the end, or forces it if it was requested before: a timeout of the program's own
  /// timer reports the signal that started it.
  private static func answer(_ number: Int32) {
    let first = received.load(ordering: .relaxed)
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    let moment = now.tv_sec * 1_000_000_000 + now.tv_nsec
    if first != 0 {
      // When a terminal is closed, it and its shell each send a signal: together they are one
      // request.
      let isSameWish = moment - receivedAt.load(ordering: .relaxed) < 200_000_000
      if number == SIGALRM || !isSameWish { endAtOnce(number == SIGALRM ? first : number) }
      return
    }
    receivedAt.store(moment, ordering: .relaxed)
    received.store(number, ordering: .relaxed)
    let writer = bellWriter.load(ordering: .relaxed)
    var byte: UInt8 = 0
    if writer >= 0 { _ = unsafe write(writer, &byte, 1) }
    _ = alarm(grace)
  }

  /// Makes all reads that wait, and later ones until ``resumeReading()``, throw
  /// ``SystemError/interrupted``: what they read is not wanted any more.
  public static func abandonReading() {
    let writer = bellWriter.load(ordering: .relaxed)
    var byte: UInt8 = 0
    if writer >= 0 { _ = unsafe write(writer, &byte, 1) }
  }

  /// Takes back one ``abandonReading()``, after those who read have ended. A signal that came in the
  /// meantime still counts.
  public static func resumeReading() {
    let reader = bellReader.load(ordering: .relaxed)
    var byte: UInt8 = 0
    if reader >= 0 { _ = unsafe read(reader, &byte, 1) }
  }

  /// Ends the process from within a signal handler, with async-signal-safe calls only.
  private static func endAtOnce(_ number: Int32) -> Never {
    let before = stage.exchange(Stage.ended.rawValue, ordering: .sequentiallyConsistent)
    // A handler on another thread is already doing it.
    if before == Stage.ended.rawValue { while true { pause() } }
    RunningChildren.killAll()
    UnfinishedFiles.removeAll()
    TerminalMode.restore()
    if before == Stage.running.rawValue, let text = unsafe exitMessageText {
      unsafe StandardError.writeAtOnce(text)
    }
    _exit(128 + number)
  }
}
