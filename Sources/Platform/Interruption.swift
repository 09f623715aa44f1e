// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Synchronization

/// The wish of the user or the system that the process should end: SIGINT, SIGTERM, SIGHUP, or
/// SIGALRM where the caller has set a timer.
///
/// Work that can be stopped asks ``signal`` now and then and cleans up by itself, and a read that
/// waits is given up. A process that is stuck elsewhere, and so does not ask, is ended by force after
/// ``grace``, or by a later signal: its children are killed, its temporary files are removed, its
/// ``exitMessage`` is said.
public enum Interruption {
  /// Seconds that a process has to end by itself after the first signal.
  public static let grace: UInt32 = 1

  private static let received = Atomic<Int32>(0)
  private static let receivedAt = Atomic<Int>(0)
  private static let bellReader = Atomic<Int32>(-1)
  private static let bellWriter = Atomic<Int32>(-1)
  private static let parting = Atomic<UInt>(0)
  private static let stage = Atomic<UInt8>(Stage.running.rawValue)

  /// How far the end has come.
  private enum Stage: UInt8 {
    case running
    /// The process ends by itself, and has said why.
    case leaving
    /// A handler ends it.
    case ended
  }

  /// The number of the signal that has come, if one has.
  public static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// A descriptor that can be read from once a signal has come, so that a wait sees the signal also
  /// where it came just before; -1 where nobody listens for signals.
  static var bell: Int32 { bellReader.load(ordering: .relaxed) }

  /// What is said at an end by force, whole lines; also to be said by who ends by itself.
  public static var exitMessage: String {
    guard let text = unsafe exitMessageText else { return "" }
    return unsafe String(cString: text)
  }

  /// Sets ``exitMessage``.
  public static func setExitMessage(_ text: String) {
    let bytes = text.utf8CString
    guard let block = unsafe malloc(linkSize + bytes.count) else { return }
    // The old text is not freed, since a handler may be reading it: the new one leads to it.
    unsafe block.storeBytes(of: parting.load(ordering: .acquiring), as: UInt.self)
    unsafe bytes.withUnsafeBytes { text in
      if let start = text.baseAddress { unsafe memcpy(block + linkSize, start, text.count) }
    }
    parting.store(UInt(bitPattern: block), ordering: .releasing)
  }

  /// What stands before a text: the place of the one before it.
  private static let linkSize = MemoryLayout<UInt>.size

  private static var exitMessageText: UnsafePointer<CChar>? {
    guard let block = unsafe UnsafeRawPointer(bitPattern: parting.load(ordering: .acquiring))
    else { return nil }
    return unsafe (block + linkSize).assumingMemoryBound(to: CChar.self)
  }

  /// Listens for the signals from now on; a broken pipe and a file size limit become errors of
  /// the call that meets them. Calls `sigaction`.
  public static func listen() {
    // A lazy global must not be made inside a handler.
    _ = (received.load(ordering: .relaxed), parting.load(ordering: .relaxed))
    _ = (stage.load(ordering: .relaxed), receivedAt.load(ordering: .relaxed))
    if let pipe = try? Pipe(), let writer = try? FileDescriptor.duplicating(pipe.writer.rawValue) {
      bellWriter.store(writer.release(), ordering: .relaxed)
      bellReader.store(pipe.intoReader().release(), ordering: .relaxed)
    }
    StandardError.prepare()
    UnfinishedFiles.prepare()
    RunningChildren.prepare()
    // What the caller has chosen to ignore, as nohup does with SIGHUP, stays ignored.
    for number in [SIGINT, SIGTERM, SIGHUP, SIGALRM] where !isIgnored(number) {
      handle(number) { Interruption.answer($0) }
    }
    // The program's own timer, whatever the caller thinks of the signal: without it a process that
    // is stuck would have to be killed.
    if isIgnored(SIGALRM) {
      handle(SIGALRM) { if Interruption.signal != nil { Interruption.answer($0) } }
    }
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    _ = Glibc.signal(SIGXFSZ, SIG_IGN)
  }

  /// Gives this process so many seconds from now on to end by itself after a signal, in place of
  /// what is left of ``grace``: for who waits until others have ended. Calls `alarm`.
  public static func extendGrace(to seconds: UInt32) {
    if signal != nil { _ = alarm(seconds) }
  }

  /// Begins the end of a process that says itself why it ends. Does not return where a handler is
  /// ending it: what went wrong then may be the handler's own doing, and it has the last word.
  public static func leave() {
    let (_, before) = stage.compareExchange(
      expected: Stage.running.rawValue, desired: Stage.leaving.rawValue,
      ordering: .sequentiallyConsistent)
    if before == Stage.ended.rawValue { while true { pause() } }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var present = sigaction()
    _ = unsafe sigaction(number, nil, &present)
    return unsafe unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    // No handler interrupts another.
    unsafe sigfillset(&action.sa_mask)
    _ = unsafe sigaction(number, &action, nil)
  }

  /// Asks for the end, or ends by force what was asked before: the program's own timer says so of
  /// the signal that set it.
  private static func answer(_ number: Int32) {
    let first = received.load(ordering: .relaxed)
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    let moment = now.tv_sec * 1_000_000_000 + now.tv_nsec
    if first != 0 {
      // A terminal that is closed and its shell each send one: together they are one wish.
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

  /// Ends the process from within a signal handler, with calls that may be made there.
  private static func endAtOnce(_ number: Int32) -> Never {
    let before = stage.exchange(Stage.ended.rawValue, ordering: .sequentiallyConsistent)
    // A handler on another thread is at it.
    if before == Stage.ended.rawValue { while true { pause() } }
    RunningChildren.killAll()
    UnfinishedFiles.removeAll()
    if before == Stage.running.rawValue, let text = unsafe exitMessageText {
      unsafe StandardError.writeAtOnce(text)
    }
    _exit(128 + number)
  }
}
