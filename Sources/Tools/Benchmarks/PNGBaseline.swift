// SPDX-License-Identifier: MIT
internal import CPNG
internal import Glibc

/// A picture as libpng reads and writes it.
///
/// libpng reports errors by `longjmp`, which must not cross Swift; here an error ends the program.
struct PNGBaseline {
  /// What becomes of the pixels when a file is read.
  enum Pixels {
    /// As they are in the file: palette, RGB or RGBA.
    case asStored
    /// Three or four bytes for each pixel.
    case rgb, rgba
  }

  private let width, height: UInt32
  private let bitDepth, colorType: Int32
  private var palette: [png_color] = []
  private var transparency: [UInt8] = []
  private var rows: [UInt8]
  private let bytesInRow: Int

  /// Reads a file.
  init(path: String, _ pixels: Pixels) throws {
    guard let file = unsafe fopen(path, "rb") else {
      throw BenchmarkFailure("\(path): cannot be read")
    }
    defer { unsafe fclose(file) }
    var png = unsafe png_create_read_struct(PNG_LIBPNG_VER_STRING, nil, stop, ignore)
    var info = unsafe png_create_info_struct(png)
    defer { unsafe png_destroy_read_struct(&png, &info, nil) }
    unsafe png_init_io(png, file)
    unsafe png_read_info(png, info)
    switch pixels {
    case .asStored: break
    case .rgb:
      unsafe png_set_expand(png)
      unsafe png_set_strip_alpha(png)
    case .rgba:
      unsafe png_set_expand(png)
      unsafe png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER)
    }
    unsafe png_read_update_info(png, info)
    width = unsafe png_get_image_width(png, info)
    height = unsafe png_get_image_height(png, info)
    bitDepth = unsafe Int32(png_get_bit_depth(png, info))
    colorType = unsafe Int32(png_get_color_type(png, info))
    bytesInRow = unsafe png_get_rowbytes(png, info)
    rows = [UInt8](repeating: 0, count: bytesInRow * Int(height))
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      for row in 0..<Int(height) {
        unsafe png_read_row(png, rows.baseAddress?.advanced(by: row * bytesInRow), nil)
      }
    }
    if pixels == .asStored { unsafe readPalette(png, info) }
  }

  private mutating func readPalette(_ png: png_structp?, _ info: png_infop?) {
    var colors: png_colorp?
    var colorCount: Int32 = 0
    if unsafe png_get_PLTE(png, info, &colors, &colorCount) != 0 {
      palette = unsafe Array(UnsafeBufferPointer(start: colors, count: Int(colorCount)))
    }
    var alphas: png_bytep?
    var alphaCount: Int32 = 0
    if unsafe png_get_tRNS(png, info, &alphas, &alphaCount, nil) != 0, !palette.isEmpty {
      transparency = unsafe Array(UnsafeBufferPointer(start: alphas, count: Int(alphaCount)))
    }
  }

  /// How libpng compresses.
  enum Strategy {
    /// Its own choice of filters, zlib's level 6.
    case defaults
    /// No filters, and zlib's search for runs alone, which is what our encoder does.
    case runs
  }

  /// The rows as they are compressed without a filter, each behind a byte 0.
  var unfilteredRows: [UInt8] {
    var bytes: [UInt8] = []
    for row in 0..<Int(height) { bytes += [0] + rows[row * bytesInRow..<(row + 1) * bytesInRow] }
    return bytes
  }

  /// Writes it to a new file.
  func write(to path: String, _ strategy: Strategy = .defaults) throws {
    guard let file = unsafe fopen(path, "wb") else {
      throw BenchmarkFailure("\(path): cannot be written")
    }
    var png = unsafe png_create_write_struct(PNG_LIBPNG_VER_STRING, nil, stop, ignore)
    var info = unsafe png_create_info_struct(png)
    defer { unsafe png_destroy_write_struct(&png, &info) }
    unsafe png_init_io(png, file)
    unsafe png_set_IHDR(png, info, width, height, bitDepth, colorType, 0, 0, 0)
    if strategy == .runs {
      let runLengthEncoding: Int32 = 3  // Z_RLE of zlib.h
      unsafe png_set_compression_strategy(png, runLengthEncoding)
      unsafe png_set_filter(png, 0, PNG_FILTER_NONE)
    }
    if !palette.isEmpty { unsafe png_set_PLTE(png, info, palette, Int32(palette.count)) }
    if !transparency.isEmpty {
      unsafe png_set_tRNS(png, info, transparency, Int32(transparency.count), nil)
    }
    unsafe png_write_info(png, info)
    unsafe rows.withUnsafeBufferPointer { rows in
      for row in 0..<Int(height) {
        unsafe png_write_row(png, rows.baseAddress?.advanced(by: row * bytesInRow))
      }
    }
    unsafe png_write_end(png, nil)
    guard unsafe fclose(file) == 0 else { throw BenchmarkFailure("\(path): cannot be written") }
  }

  /// `palette`, `RGB` or `RGBA`.
  var formatName: String {
    switch colorType {
    case 3: "palette"
    case 2: "RGB"
    case 6: "RGBA"
    default: "grey"
    }
  }
}

/// What libpng calls for an error; never returns.
private let stop: png_error_ptr = { _, message in
  Output.note(unsafe "libpng: \(message.map { unsafe String(cString: $0) } ?? "error")")
  exit(70)
}

/// What libpng calls for a warning.
private let ignore: png_error_ptr = { _, _ in }
