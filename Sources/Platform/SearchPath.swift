// SPDX-License-Identifier: MIT
internal import Glibc

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
  /// `.venv/lib/python3.11/site-packages/imageio_ffmpeg/binaries/ffmpeg-linux-x86_64-v7.0.2`.
  public static func ffmpeg(ofPythonBeside program: String) -> String? {
    let libraries = Folder.parent(of: Folder.parent(of: program)) + "/lib"
    // The newest Python first; Debian has a folder name of its own.
    for python in names(in: libraries, beginning: "python3").reversed() {
      for packages in ["site-packages", "dist-packages"] {
        let folder = "\(libraries)/\(python)/\(packages)/imageio_ffmpeg/binaries"
        for name in names(in: folder, beginning: "ffmpeg-linux-")
        where isExecutable("\(folder)/\(name)") {
          return "\(folder)/\(name)"
        }
      }
    }
    return nil
  }

  private static func names(in folder: String, beginning start: String) -> [String] {
    ((try? Folder.names(in: folder)) ?? []).filter { $0.hasPrefix(start) }.sorted()
  }

  private static func isExecutable(_ path: String) -> Bool {
    unsafe Folder.kind(of: path) == .regular && access(path, X_OK) == 0
  }
}
