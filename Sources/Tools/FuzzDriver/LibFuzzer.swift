// SPDX-License-Identifier: MIT
#if FUZZING
  // libFuzzer brings its own `main`, and calls these.
  internal import Fuzzing
  internal import Platform

  /// The harness that the environment names.
  private let harness: Harness = {
    let name = Environment.value("FUZZ_HARNESS") ?? ""
    guard let harness = Harness.all.first(where: { $0.name == name }) else {
      fatalError("FUZZ_HARNESS is none of \(Harness.all.map(\.name))")
    }
    return harness
  }()

  /// Tries one input.
  @_cdecl("LLVMFuzzerTestOneInput")
  func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    do { try harness.check(input) } catch { fatalError("broken law: \(error)") }
    return 0
  }

  /// Changes an input at random, and mostly makes its checksums right again.
  @_cdecl("LLVMFuzzerCustomMutator")
  func mutate(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: CUnsignedInt
  ) -> Int {
    let changed = unsafe libFuzzerMutate(bytes, count, most)
    guard let repair = harness.repair, seed % 8 != 0 else { return changed }
    let buffer = unsafe UnsafeMutableBufferPointer(start: bytes, count: changed)
    var input = unsafe Array(buffer)
    repair(&input)
    for index in 0..<changed { unsafe buffer[index] = input[index] }
    return changed
  }

  @_silgen_name("LLVMFuzzerMutate")
  private func libFuzzerMutate(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int
  ) -> Int
#endif
