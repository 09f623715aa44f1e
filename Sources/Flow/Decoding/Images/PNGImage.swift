// SPDX-License-Identifier: MIT
public import Drawing
internal import PNGShim
internal import Platform

extension PNGImage {
  /// The size limit of a file in bytes: 64 MiB.
  public static let maxBytes = 64 << 20

  /// The limit of the width and of the height, in pixels.
  public static let largestSide = 16_384

  /// The most pixels: 64 Mi, which take 256 MiB.
  public static let maxPixels = 64 << 20

  /// Reads a file of any PNG colour type and depth, interlaced or not.
  ///
  /// - Throws: ``ImageError``.
  public init(path: String) throws(ImageError) {
    try self.init(bytes: PNGImage.fileBytes(path), path: path)
  }

  /// The bytes of a picture's file.
  static func fileBytes(_ path: String) throws(ImageError) -> [UInt8] {
    let file: FileDescriptor
    do { file = try .reading(path) } catch { throw .cannotOpen(path: path, error) }
    return try fileBytes(file, path)
  }

  /// Reads an open file; `path` is its name in errors.
  static func fileBytes(
    _ file: borrowing FileDescriptor, _ path: String
  ) throws(ImageError) -> [UInt8] {
    let kind: FileDescriptor.Kind
    let bytes: [UInt8]
    do {
      kind = try file.status().kind
      bytes = kind == .directory ? [] : try file.readAll(limit: PNGImage.maxBytes + 1)
    } catch { throw .readFailed(path: path, error) }
    guard kind != .directory else { throw .isDirectory(path: path) }
    guard bytes.count <= PNGImage.maxBytes else {
      throw .tooLarge(path: path, limit: PNGImage.maxBytes)
    }
    return bytes
  }

  /// Decodes the bytes of a file; `path` is its name in errors.
  ///
  /// Nothing is allocated before the header's size was checked.
  ///
  /// - Throws: ``ImageError``.
  public init(bytes: [UInt8], path: String) throws(ImageError) {
    let (width, height) = try PNGImage.size(bytes, path: path)
    let sides = 1...PNGImage.largestSide
    guard sides.contains(width), sides.contains(height), width * height <= PNGImage.maxPixels
    else { throw .tooManyPixels(path: path, width: width, height: height) }
    // Plus a little for the decoder.
    guard Machine.hasMemory(4 * width * height + (1 << 20)) else { throw .outOfMemory(path: path) }
    var pixels = [UInt8](repeating: 0, count: 4 * width * height)
    try unsafe PNGImage.calling(path: path) { message in
      unsafe png_shim_read_rgba(
        bytes, bytes.count, UInt32(PNGImage.largestSide), &pixels, pixels.count, message)
    }
    self.init(bytes: bytes, bitmap: Bitmap(width: width, height: height, pixels: pixels))
  }

  private static func size(
    _ bytes: [UInt8], path: String
  ) throws(ImageError) -> (width: Int, height: Int) {
    var (width, height) = (UInt32(0), UInt32(0))
    try unsafe calling(path: path) { message in
      // Up to PNG's own limit, so that the error can name the size.
      unsafe png_shim_read_size(bytes, bytes.count, 0x7FFF_FFFF, &width, &height, message)
    }
    return (Int(width), Int(height))
  }

  /// Calls a function of the shim and turns its status and message into an error.
  private static func calling(
    path: String, _ body: (UnsafeMutablePointer<CChar>) -> Int32
  ) throws(ImageError) {
    var message = [CChar](repeating: 0, count: Int(png_shim_message_size))
    let status = unsafe message.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return Int32(png_shim_no_memory) }
      return unsafe body(start)
    }
    switch Int(status) {
    case Int(png_shim_ok): return
    case Int(png_shim_not_png): throw .notPNG(path: path)
    case Int(png_shim_no_memory): throw .outOfMemory(path: path)
    default:
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw .damaged(path: path, reason: String(decoding: text, as: UTF8.self))
    }
  }
}
