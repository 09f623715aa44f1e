// SPDX-License-Identifier: MIT
public import Drawing

/// The headers of a YUV4MPEG2 stream, which ffmpeg, mpv and encoders read.
///
/// - Source: yuv4mpeg(5) of mjpegtools; `XCOLORRANGE` as ffmpeg 5 writes and reads it.
public enum Y4M {
  /// The header of each frame.
  public static let frameHead = Array("FRAME\n".utf8)

  /// The header of the stream; `rate` is N/D frames a second.
  public static func head(
    _ canvas: Canvas, _ chroma: Chroma, rate: (numerator: Int, denominator: Int)
  ) -> [UInt8] {
    let size = RawFormat.planar(chroma).size(of: canvas)
    let sites =
      switch chroma {
      case .subsampled: "420mpeg2"
      case .full: "444"
      }
    let text =
      "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
      + "C\(sites) XCOLORRANGE=LIMITED\n"
    return Array(text.utf8)
  }
}
