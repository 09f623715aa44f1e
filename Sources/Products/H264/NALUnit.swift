// SPDX-License-Identifier: MIT

/// What a NAL unit holds, with its nal_ref_idc: its first byte.
///
/// - Source: ITU-T H.264, 7.3.1 and table 7-1.
enum NALUnit: UInt8 {
  /// A slice of a picture that refers to the one before.
  case slice = 0x61
  /// A slice of a picture at which decoding can begin.
  case idrSlice = 0x65
  /// A sequence parameter set.
  case sequence = 0x67
  /// A picture parameter set.
  case picture = 0x68

  /// The unit with a payload, in which a 3 stands where it would hold the pattern of a start code.
  func bytes(_ payload: [UInt8]) -> [UInt8] {
    var unit = [rawValue]
    unit.reserveCapacity(payload.count + payload.count / 64 + 8)
    var zeros = 0
    for byte in payload {
      if zeros == 2, byte <= 3 {
        unit.append(3)
        zeros = 0
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return unit
  }
}
