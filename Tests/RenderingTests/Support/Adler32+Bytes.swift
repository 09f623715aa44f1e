// SPDX-License-Identifier: MIT
import Rendering

/// The checksum of bytes that are summed up at once.
func adler32(_ bytes: some Sequence<UInt8>) -> Adler32 {
  let bytes = Array(bytes)
  var sums = PartialSums()
  sums.update(to: bytes.span, stride: max(bytes.count, 1), changed: [0..<bytes.count])
  return sums.checksum
}
