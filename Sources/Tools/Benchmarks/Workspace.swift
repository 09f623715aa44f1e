// SPDX-License-Identifier: MIT
internal import Glibc
internal import Platform
internal import Synchronization

/// The folder for inputs and frames, and where the programs are.
struct Workspace: Sendable {
  /// Everything in it is removed at the end.
  let folder: String
  /// The folder of the package's `Fixtures`.
  let fixtures: String
  /// The program that is measured.
  let program: String
  /// This program.
  let launcher: String
  /// Fewer runs and shorter inputs.
  let quick: Bool

  /// A new folder inside `parent`.
  init(inside parent: String, program: String?, quick: Bool) throws {
    let own = try Workspace.ownPath()
    launcher = own
    self.quick = quick
    self.program = program ?? "\(Folder.parent(of: own))/radial-audio"
    guard Folder.kind(of: self.program) == .regular else {
      throw BenchmarkFailure(
        "\(self.program): not found; first: swift build -c release --product radial-audio")
    }
    var place = Folder.parent(of: own)
    while Folder.kind(of: "\(place)/Fixtures/Audio/demo.flac") == nil {
      guard place != "/" else { throw BenchmarkFailure("no Fixtures/Audio/demo.flac above \(own)") }
      place = Folder.parent(of: place)
    }
    fixtures = "\(place)/Fixtures"
    folder = "\(parent)/radial-audio-benchmarks-\(getpid())"
    try Folder.make(folder)
  }

  /// Memory, if it can hold the files of a run; else the folder for temporary files.
  ///
  /// On a disk the figures tell of the disk and of what was done to it before: ext4 takes several
  /// times as long to make a file for as long as it remembers files that were lately removed, and
  /// every run here removes the frames of the one before.
  static var defaultParent: String {
    let memory = "/dev/shm"
    var status = statvfs()
    guard unsafe statvfs(memory, &status) == 0, unsafe access(memory, W_OK) == 0 else {
      return TemporaryFile.defaultFolder
    }
    let free = Int(status.f_bavail) * Int(status.f_frsize)
    return free >= 4 << 30 ? memory : TemporaryFile.defaultFolder
  }

  /// A path in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Makes a folder.
  static func make(_ path: String) throws { try Folder.make(path) }

  /// Removes everything that was made.
  func clear() { Workspace.remove(folder) }

  /// Removes a file, or a folder with all that is in it.
  static func remove(_ path: String) {
    if unsafe unlink(path) == 0 { return }
    for name in (try? Folder.names(in: path)) ?? [] { remove("\(path)/\(name)") }
    _ = unsafe rmdir(path)
  }

  /// Waits until everything written is on the disk, so that nobody pays for another's writing.
  static func settle() { sync() }

  /// The size of a file in bytes.
  static func size(of path: String) throws -> Int { try FileDescriptor.reading(path).status().size }

  private static func ownPath() throws -> String {
    var path = [UInt8](repeating: 0, count: 4096)
    let count = unsafe path.withUnsafeMutableBytes {
      guard let start = $0.baseAddress else { return -1 }
      return unsafe readlink("/proc/self/exe", start, $0.count)
    }
    guard count > 0 else { throw SystemError.current }
    return String(decoding: path[..<count], as: UTF8.self)
  }
}

/// The wish of the user that the run should end; the folder is removed then as well.
enum Interrupt {
  private static let received = Atomic<Int32>(0)

  static func listen() {
    _ = received.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { Interrupt.received.store($0, ordering: .relaxed) }
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether the run is to end.
  static var isWanted: Bool { received.load(ordering: .relaxed) != 0 }

  static func check() throws {
    if isWanted { throw BenchmarkFailure("interrupted") }
  }
}
