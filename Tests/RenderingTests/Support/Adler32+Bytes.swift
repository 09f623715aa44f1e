// SPDX-License-Identifier: MIT
import Rendering

/// The checksum of bytes that are summed up one by one.
func adler32(_ bytes: some Sequence<UInt8>) -> Adler32 {
  let bytes = Array(bytes)
  var sums = RunSums(count: bytes.count)
  for byte in bytes { sums.add(byte) }
  return sums.checksum
}
