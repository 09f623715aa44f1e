// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Text

/// Finding programs as a shell does.
public enum SearchPath {
  /// The folders of the environment's `PATH`, separated by colons.
  public static var fromEnvironment: String {
    Environment.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
  }

  /// The first executable file called `name` in the folders of `path`; `nil` if there is none. An
  /// `ffmpeg` that is in none of them may be that of a Python package: see ``ffmpeg(ofPythonBeside:)``.
  public static func executable(named name: String, in path: String) -> String? {
    for folder in path.split(separator: ":") where isExecutable("\(folder)/\(name)") {
      return "\(folder)/\(name)"
    }
    guard name == "ffmpeg", let program = Folder.resolved("/proc/self/exe") else { return nil }
    return ffmpeg(ofPythonBeside: program)
  }

  /// The ffmpeg of the Python package `imageio-ffmpeg`, if pip has installed that to the same place
  /// as the program at the path `program`; `nil` if it has not.
  ///
  /// For `.venv/bin/radial-audio` it is
  /// `.venv/lib/python3.11/site-packages/imageio_ffmpeg/binaries/ffmpeg-linux-x86_64-v7.0.2`; of
  /// several, the one with the highest version. The program must be in a folder called `bin`, and
  /// nobody but root and the caller may be able to change the file, or a folder up to `lib`: anybody
  /// can put a `lib` into `/tmp`.
  public static func ffmpeg(ofPythonBeside program: String) -> String? {
    let programs = Folder.parent(of: program)
    let libraries = Folder.parent(of: programs) + "/lib"
    guard programs.hasSuffix("/bin"), isTrusted(libraries) else { return nil }
    var best: (path: String, version: [Int])?
    for python in names(in: libraries) where version(behind: "python", in: python) != nil {
      // Debian has a folder name of its own.
      for packages in ["site-packages", "dist-packages"] {
        let parts = [python, packages, "imageio_ffmpeg", "binaries"]
        let folders = parts.indices.map { ([libraries] + parts[...$0]).joined(separator: "/") }
        guard folders.allSatisfy(isTrusted) else { continue }
        for name in names(in: folders[3]) {
          let path = "\(folders[3])/\(name)"
          guard name.hasPrefix("ffmpeg-linux"), let mark = name.firstRange(of: "-v"),
            let version = version(behind: String(name[..<mark.upperBound]), in: name),
            best.map({ $0.version.lexicographicallyPrecedes(version) }) ?? true,
            isTrusted(path), isExecutable(path)
          else { continue }
          best = (path, version)
        }
      }
    }
    return best?.path
  }

  /// The numbers of a name such as `python3.11` behind its beginning; `nil` if that is not followed by
  /// numbers with points between them alone.
  private static func version(behind start: String, in name: String) -> [Int]? {
    guard name.hasPrefix(start) else { return nil }
    let parts = name.dropFirst(start.count).split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int(digits: $0, most: 9) }
    return numbers.count == parts.count ? numbers : nil
  }

  /// Whether nobody but root and the caller can change a file or the names in a folder. A group with
  /// the number of its user is that user's alone, as many systems make them. Calls `lstat`.
  private static func isTrusted(_ path: String) -> Bool {
    guard let status = entryStatus(path), [0, geteuid()].contains(status.st_uid),
      [.regular, .directory].contains(FileDescriptor.Kind(mode: status.st_mode))
    else { return false }
    let others = status.st_gid == status.st_uid ? S_IWOTH : S_IWOTH | S_IWGRP
    return status.st_mode & others == 0
  }

  private static func names(in folder: String) -> [String] {
    ((try? Folder.names(in: folder)) ?? []).sorted()
  }

  private static func isExecutable(_ path: String) -> Bool {
    unsafe Folder.kind(of: path) == .regular && access(path, X_OK) == 0
  }
}
