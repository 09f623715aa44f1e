// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Text

/// Folders and their entries.
public enum Folder {
  /// The longest file name in bytes on the file systems in use: Linux's `NAME_MAX`.
  public static let longestName = 255

  /// Creates a folder and its missing parents; an existing folder is not an error. Returns the
  /// folders that were created, outermost first; after an error none of them is left.
  ///
  /// Calls `mkdir`.
  @discardableResult
  public static func make(_ path: String) throws(SystemError) -> [String] {
    if unsafe mkdir(path, 0o777) == 0 { return [path] }
    var error = SystemError.current
    let parent = parent(of: path)
    var made: [String] = []
    if error == .notFound, parent != path {
      made = try make(parent)
      if unsafe mkdir(path, 0o777) == 0 { return made + [path] }
      error = .current
    }
    // Another process may create it at the same time, and `.` always exists.
    if error == .exists, kind(of: path) == .directory { return made }
    removeEmpty(made)
    throw error == .exists ? SystemError(code: ENOTDIR) : error
  }

  /// Removes the folders from ``make(_:)`` that are empty. Calls `rmdir`.
  public static func removeEmpty(_ made: [String]) {
    for path in made.reversed() {
      guard unsafe rmdir(RawText.cString(path)) == 0 else { return }
    }
  }

  /// The names in a folder, unordered, without `.` and `..`.
  public static func names(in path: String) throws(SystemError) -> [String] {
    var names: [String] = []
    try forEachName(in: path) { names.append($0) }
    return names
  }

  /// Hands out the names in a folder, unordered, without `.` and `..`. Calls `readdir`.
  public static func forEachName(
    in path: String, _ body: (String) -> Void
  ) throws(SystemError) {
    guard let folder = unsafe opendir(path) else { throw .current }
    defer { unsafe closedir(folder) }
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(rawCString: $0)
        }
      }
      if name != ".", name != ".." { body(name) }
    }
    guard errno == 0 else { throw .current }
  }

  /// What a path leads to; `nil` if nothing is there. Calls `stat`.
  public static func kind(of path: String) -> FileDescriptor.Kind? {
    fileStatus(path).map { FileDescriptor.Kind(mode: $0.st_mode) }
  }

  /// Whether there is an entry with this name, even a broken link. Calls `lstat`.
  public static func hasEntry(_ path: String) -> Bool {
    entryStatus(path) != nil
  }

  /// Whether two paths lead to the same regular file or folder. Calls `stat`.
  public static func areSame(_ path: String, _ other: String) -> Bool {
    guard let one = fileStatus(path), let two = fileStatus(other),
      [.regular, .directory].contains(FileDescriptor.Kind(mode: one.st_mode))
    else { return false }
    return one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  /// The absolute path without links of what is there; `nil` if nothing is. Calls `realpath`.
  public static func resolved(_ path: String) -> String? { resolvedPath(path) }

  /// Whether the entry itself is a symbolic link. Calls `lstat`.
  public static func isLink(_ path: String) -> Bool {
    entryStatus(path).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
  }

  /// Removes a file. Calls `unlink`.
  public static func remove(_ path: String) throws(SystemError) {
    if unsafe unlink(path) != 0 { throw .current }
  }

  /// The path after following links in its last part; the target need not exist.
  ///
  /// Calls `readlink`.
  public static func followingLinks(_ path: String) throws(SystemError) -> String {
    var path = path
    // As many as the system itself follows.
    for _ in 0...40 {
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe readlink(RawText.cString(path), &name, name.count)
      guard count >= 0 else { return path }
      let target = RawText.text(name[0..<count].map { UInt8(bitPattern: $0) })
      path = target.hasPrefix("/") ? target : "\(parent(of: path))/\(target)"
    }
    throw SystemError(code: ELOOP)
  }

  /// The path without its last part; `.` if it has only one.
  public static func parent(of path: String) -> String {
    // Scalar by scalar, so that a name that begins with a combining mark does not hide the slash.
    var rest = path.unicodeScalars[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "." }
    return slash == rest.startIndex ? "/" : String(rest[..<slash])
  }
}

extension FileDescriptor.Kind {
  /// The kind in a `st_mode`.
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO, S_IFSOCK: .pipe
      default: .other
      }
  }
}
