// SPDX-License-Identifier: MIT
public import Drawing
internal import H264
public import Rendering
public import Signal

/// Raw frames as a stream of H.264 without a container, which begins anew every two seconds, as services
/// for live pictures want it.
///
/// - Source: ITU-T H.264, annex B.
public struct AnnexBStream: ~Copyable {
  private let format: VideoFormat
  private let quality: PictureQuality
  private let groupLength: Int
  private var encoder: GroupEncoder
  private var changed: [Bool]
  private var count = 0

  /// From one picture at which decoding can begin to the next, in seconds.
  private static let groupSeconds = 2.0

  private static let quality = FilmCodec.own.variants[.standard]?.own?.quality

  /// A stream of frames of a canvas in 4:2:0.
  ///
  /// - Throws: ``FilmError/refused(_:)`` if H.264 has no level for their size and rate.
  public init(_ canvas: Canvas, rate: Rate) throws(FilmError) {
    let size = RawFormat.planar(.subsampled).size(of: canvas)
    guard let quality = AnnexBStream.quality,
      let format = VideoFormat(width: size.width, height: size.height, rate: rate.terms)
    else { throw .refused(.noLevel) }
    (self.format, self.quality) = (format, quality)
    groupLength = max(rate.count(seconds: AnnexBStream.groupSeconds), 1)
    encoder = GroupEncoder(format, quality, group: 0)
    changed = [Bool](repeating: true, count: format.columns * format.rows)
  }

  /// About how many bytes of memory it takes for frames of a canvas.
  public static func memory(for canvas: Canvas) -> Int {
    3 * RawFormat.planar(.subsampled).byteCount(of: canvas)
  }

  /// The bytes of the next frame, which was drawn last.
  public mutating func next(_ frame: RawFrameRenderer) -> [UInt8] {
    var units = [VideoFormat.delimiter]
    let (group, place) = count.quotientAndRemainder(dividingBy: groupLength)
    if place == 0 {
      encoder = GroupEncoder(format, quality, group: group)
      units += [format.sequenceParameters, format.pictureParameters]
    }
    frame.markChanges(in: &changed)
    let squares = changed
    units.append(encoder.encode(frame.bytes.span, changed: squares.span))
    count += 1
    return units.flatMap { [0, 0, 0, 1] + $0 }
  }
}
