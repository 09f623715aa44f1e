// SPDX-License-Identifier: MIT
#if !FUZZING
  internal import Fuzzing
  internal import Platform

  /// Without libFuzzer: tries the inputs that are named, or prints the dictionary of a harness.
  @main enum Replay {
    static func main() {
      let arguments = CommandLine.arguments.dropFirst()
      let harness = Harness.all.first { $0.name == arguments.first }
      guard let harness else {
        print("usage: FuzzDriver \(Harness.all.map(\.name).joined(separator: "|")) FILE...")
        print("       FuzzDriver HARNESS --dictionary|--longest")
        Machine.exit(64)
      }
      let files = arguments.dropFirst()
      switch files.first {
      case "--dictionary": return print(harness.dictionary, terminator: "")
      case "--longest": return print(harness.longestInput)
      default: break
      }
      for file in files {
        do {
          let bytes = try FileDescriptor.reading(file).readAll(limit: harness.longestInput)
          try harness.check(bytes)
          print("\(file): every law holds")
        } catch {
          print("\(file): \(error)")
          Machine.exit(1)
        }
      }
    }
  }
#endif
