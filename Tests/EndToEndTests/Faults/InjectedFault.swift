// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// A call of the C library that does not do what it should, as disks, networks and signals have it.
struct InjectedFault: Sendable, CustomStringConvertible {
  /// Which calls of a name are met.
  enum Moment: Sendable {
    /// All but the first ones.
    case after(Int)
    /// Each so many.
    case every(Int)
  }

  /// The name of the function; `lock` is `fcntl` with `F_OFD_SETLK`.
  var call: String
  /// The `errno` with which it fails; 0 for one that reads or writes a part only.
  var error: Int32
  var moment = Moment.after(0)
  /// A part of the path of the file.
  var place: String

  /// As `faults.c` reads it.
  var description: String {
    switch moment {
    case .after(let count): "\(call):\(error):\(count)+:\(place)"
    case .every(let count): "\(call):\(error):/\(count):\(place)"
    }
  }

  /// The library that brings them about, compiled into the build folder; `nil` where it cannot be.
  static let library: String? = {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "faults.c")
    let library = Repository.product("radial-audio") + "-faults.so"
    let options = ["-std=c11", "-shared", "-fPIC", "-O1", "-o", library, source.path, "-ldl"]
    let isMade = (try? InstalledTool.clang.run(options)) != nil
    return isMade ? library : nil
  }()

  /// Whether they can be brought about here.
  static var arePossible: Bool { Sanitizer.active == nil && library != nil }
}

extension CommandRun {
  /// Lets the program meet faults.
  mutating func meet(_ faults: [InjectedFault]) {
    environment["LD_PRELOAD"] = InjectedFault.library
    environment["FAULTS"] = faults.map(\.description).joined(separator: ",")
  }
}
