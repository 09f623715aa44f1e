// SPDX-License-Identifier: MIT
internal import Platform

/// Where and of what the figures were measured.
enum Conditions {
  /// The machine, its system, the compiler, the commit.
  static func line(_ workspace: Workspace) -> String {
    let processor = value(of: "model name", in: "/proc/cpuinfo", separator: ":") ?? "processor"
    let system = value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=") ?? "Linux"
    let cores = Machine.processorCount
    var parts = ["\(processor), \(cores) core\(cores == 1 ? "" : "s")", system]
    if let swift = output("swift", "--version"), let range = swift.range(of: "Swift version ") {
      parts.append("Swift " + swift[range.upperBound...].prefix { !$0.isWhitespace })
    }
    let root = Folder.parent(of: workspace.fixtures)
    if let commit = output("git", "-C", root, "rev-parse", "--short=12", "HEAD") {
      let changes = output("git", "-C", root, "status", "--porcelain") ?? ""
      let isClean = changes.allSatisfy(\.isWhitespace)
      parts.append("commit \(commit.prefix { !$0.isWhitespace })\(isClean ? "" : " with changes")")
    }
    if let system = fileSystem(of: workspace.folder) { parts.append("files on \(system)") }
    if let load = text("/proc/loadavg")?.split(separator: " ").first {
      parts.append("load average \(load) at the start")
    }
    return parts.joined(separator: "; ") + (workspace.quick ? "; quick run" : "")
  }

  /// The kind of file system that a folder is on, such as `ext4`.
  private static func fileSystem(of folder: String) -> String? {
    var found: (point: Substring, kind: Substring)?
    for line in text("/proc/mounts")?.split(separator: "\n") ?? [] {
      let parts = line.split(separator: " ")
      guard parts.count > 2, folder.hasPrefix(parts[1]) else { continue }
      if parts[1].count >= found?.point.count ?? 0 { found = (parts[1], parts[2]) }
    }
    return found.map { $0.kind == "tmpfs" ? "tmpfs, which is memory" : String($0.kind) }
  }

  /// What stands behind a key in a file of lines.
  private static func value(of key: String, in path: String, separator: Character) -> String? {
    for line in text(path)?.split(separator: "\n") ?? [] where line.hasPrefix(key) {
      guard let mark = line.firstIndex(of: separator) else { continue }
      let value = line[line.index(after: mark)...].drop { $0 == " " || $0 == "\"" }
      return String(value.prefix { $0 != "\"" })
    }
    return nil
  }

  private static func text(_ path: String) -> String? {
    guard let file = try? FileDescriptor.reading(path),
      let bytes = try? file.readAll(limit: 65_536)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func output(_ name: String, _ arguments: String...) -> String? {
    guard let path = SearchPath.executable(named: name, in: SearchPath.fromEnvironment) else {
      return nil
    }
    return try? ChildProcess(path, arguments).output()
  }
}

extension String {
  /// Where a text occurs first.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
