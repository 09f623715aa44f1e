// SPDX-License-Identifier: MIT
public import Platform

/// What can be wrong with a picture that the user names.
public enum ImageError: Error, Hashable, Sendable {
  /// The system does not open it.
  case cannotOpen(path: String, SystemError)
  /// It is a folder.
  case isDirectory(path: String)
  /// The system reports a failure while reading.
  case readFailed(path: String, SystemError)
  /// It has more bytes than `limit`.
  case tooLarge(path: String, limit: Int)
  /// It is not a PNG file.
  case notPNG(path: String)
  /// It is not a picture, or its format is not read.
  case notPicture(path: String)
  /// It is wider or higher than ``PNGImage/largestSide``, or has more pixels than
  /// ``PNGImage/maxPixels``.
  case tooManyPixels(path: String, width: Int, height: Int)
  /// It is truncated, or a checksum or something else in it is wrong; `reason` is libpng's.
  case damaged(path: String, reason: String)
  /// ffmpeg, which has to decode it, is not installed.
  case helperMissing(path: String)
  /// ffmpeg cannot be run.
  case helperUnstartable(path: String, executable: String, SystemError)
  /// ffmpeg cannot decode it; `reason` is in its words.
  case undecodable(path: String, reason: String)
  /// There is not enough memory for it.
  case outOfMemory(path: String)
}

extension ImageError: CustomStringConvertible {
  /// The picture and what is wrong with it: `logo.jpg: is not a PNG`.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let error), .readFailed(let path, let error): "\(path): \(error)"
    case .isDirectory(let path): "\(path): is a folder"
    case .tooLarge(let path, let limit): "\(path): has more than \(limit >> 20) MiB"
    case .notPNG(let path): "\(path): is not a PNG"
    case .notPicture(let path): "\(path): is not a PNG, JPEG, WebP, GIF, BMP or TIFF image"
    case .tooManyPixels(let path, let width, let height):
      "\(path): has \(width)x\(height) pixels"
    case .damaged(let path, let reason): "\(path): is damaged" + detail(reason)
    case .helperMissing(let path): "\(path): needs ffmpeg, which is not installed"
    case .helperUnstartable(let path, let executable, let error):
      "\(path): needs ffmpeg, and \(executable) cannot be run: \(error)"
    case .undecodable(let path, let reason): "\(path): cannot be decoded" + detail(reason)
    case .outOfMemory(let path): "\(path): there is no memory for it"
    }
  }
}
