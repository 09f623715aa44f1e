// SPDX-License-Identifier: MIT

/// Why an MP4 file cannot be made.
public enum MP4Error: Error, Hashable, Sendable {
  /// A side is not in 1...65535 pixels.
  case size(width: Int, height: Int)
  /// A term of the frame rate is not in 1...2³¹ − 1.
  case rate(Int, over: Int)
  /// What is given is not a sequence parameter set, or longer than 65 535 bytes.
  case sequenceParameters
  /// The profile of the pictures is not Baseline, Main or Extended.
  case profile(UInt8)
  /// What is given is not a picture parameter set, or longer than 65 535 bytes.
  case pictureParameters
  /// The cover is neither PNG nor JPEG.
  case cover
  /// Tags and cover have more bytes than `limit` together.
  case tags(limit: Int)
  /// There are no frames, or a group of pictures has none.
  case noFrames
  /// There are more frames than `limit`.
  case tooManyFrames(limit: Int)
}

extension MP4Error: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .size(let width, let height):
      "cannot have pictures of \(width)x\(height) pixels: sides are 1 to 65535 pixels long"
    case .rate(let numerator, let denominator):
      "cannot have \(numerator)/\(denominator) frames a second: both are 1 to 2147483647"
    case .sequenceParameters: "needs one sequence parameter set of at most 65535 bytes"
    case .profile(let profile):
      "cannot have pictures of the H.264 profile \(profile): it is 66, 77 or 88"
    case .pictureParameters: "needs one picture parameter set of at most 65535 bytes"
    case .cover: "cannot have this cover: it is neither PNG nor JPEG"
    case .tags(let limit): "cannot have more than \(limit >> 20) MiB of tags and cover"
    case .noFrames: "cannot be without frames, or have a group of pictures without any"
    case .tooManyFrames(let limit): "cannot have more than \(limit) frames"
    }
  }
}
