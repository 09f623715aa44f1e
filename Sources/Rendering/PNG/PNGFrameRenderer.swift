// SPDX-License-Identifier: MIT
public import Drawing

/// Renders scenes as PNG files.
///
/// Two images in a row differ in a few rows. So the picture is cut into bands of rows, each
/// compressed on its own as an IDAT chunk with its CRC and its part of the Adler-32, and a band
/// that has not changed is neither compressed nor summed again. What the file costs follows from
/// what has changed, and from copying the bytes.
///
/// - Source: W3C, *Portable Network Graphics*; RFC 1950 and 1951.
public struct PNGFrameRenderer: FrameRenderer {
  private var raster: RasterRenderer?
  private var head: [UInt8] = []
  private var bands: [Band] = []
  private var deflater = RunDeflater()
  private var filter = RowFilter()

  /// A few rows of the picture as they were last compressed.
  private struct Band {
    var revision: UInt64
    var chunk: [UInt8]
    var checksum: Adler32
  }

  /// Rows in a band. Fewer make a change cheaper, more make the file smaller: with 8 a file is
  /// some 10 % larger than in one piece.
  private static let rowsInBand = 8

  /// A renderer that has drawn nothing yet.
  public init() {}

  /// Bytes of memory that a renderer takes for a scene, all but a few: what drawing takes, and the
  /// file.
  public static func memory(for scene: Scene) -> Int {
    RasterRenderer.memory(for: scene)
      + scene.canvas.width * scene.canvas.height * RasterRenderer.bytesPerPixel(of: scene)
  }

  /// Puts the PNG file of a scene in place of what `bytes` held.
  public mutating func render(_ scene: Scene, into bytes: inout [UInt8]) {
    let pixmap = draw(scene)
    bytes.removeAll(keepingCapacity: true)
    bytes += head
    var checksum = Adler32()
    var first = 0
    while first < pixmap.height {
      let rows = first..<min(first + PNGFrameRenderer.rowsInBand, pixmap.height)
      update(first / PNGFrameRenderer.rowsInBand, rows: rows, of: pixmap)
      let band = bands[first / PNGFrameRenderer.rowsInBand]
      bytes += band.chunk
      checksum.append(band.checksum, count: rows.count * pixmap.stride)
      first = rows.upperBound
    }
    // An empty last block of fixed codes, and the checksum, end the zlib stream.
    bytes += PNGHead.chunk("IDAT", [0x03, 0x00] + PNGHead.bigEndian(checksum.value))
    bytes += PNGHead.chunk("IEND", [])
  }

  private mutating func draw(_ scene: Scene) -> Pixmap {
    if let pixmap = raster?.renderContinuing(scene) { return pixmap }
    let fresh = RasterRenderer(scene)
    raster = fresh
    head = PNGHead.bytes(for: fresh.pixmap)
    bands.removeAll()
    return fresh.pixmap
  }

  /// Compresses a band if one of its rows has changed since it was last compressed.
  private mutating func update(_ index: Int, rows: Range<Int>, of pixmap: Pixmap) {
    let revision = rows.reduce(0) { $0 + UInt64(pixmap.revisions[$1]) }
    if index < bands.count, bands[index].revision == revision { return }
    let span = pixmap.bytes.span.extracting(
      rows.lowerBound * pixmap.stride..<rows.upperBound * pixmap.stride)
    let bytesPerPixel = pixmap.format.bytesPerPixel
    // Thin lines on flat ground are runs as they are.
    let compressed: (data: [UInt8], checksum: Adler32)
    if raster?.kind == .mixed {
      filter.filter(span, stride: pixmap.stride, bytesPerPixel: bytesPerPixel)
      let rows = filter.bytes
      compressed = deflater.compress(rows.span, distance: bytesPerPixel)
    } else {
      compressed = deflater.compress(span, distance: bytesPerPixel)
    }
    let band = Band(
      revision: revision, chunk: PNGHead.chunk("IDAT", compressed.data),
      checksum: compressed.checksum)
    if index < bands.count { bands[index] = band } else { bands.append(band) }
  }
}
