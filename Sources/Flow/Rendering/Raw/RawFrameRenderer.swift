// SPDX-License-Identifier: MIT
public import Drawing
internal import Platform
internal import Synchronization

/// Renders scenes as raw pixels, one after another, for encoders and players.
///
/// It keeps the last frame and converts only the pixels that differ in the next one. The bytes
/// depend only on the scene.
public struct RawFrameRenderer: Sendable {
  /// What the bytes mean.
  public let format: RawFormat
  /// The last frame: its rows from the top, or the planes Y, U and V. Padding to even sizes has the
  /// colour of the background. Empty before the first frame.
  public var bytes: [UInt8] { shares.count == 1 ? shares[0].bytes : joined }

  /// What draws the frame, each a share of its rows.
  private var shares: [ShareRenderer]
  /// The rows of all of them, if there are several.
  private var joined: [UInt8] = []

  /// A renderer that has drawn nothing yet, and draws each frame on `threads` threads at a time.
  ///
  /// - Precondition: `threads` is positive.
  public init(_ format: RawFormat, threads: Int = 1) {
    precondition(threads > 0)
    self.format = format
    shares = (0..<threads).map { ShareRenderer(format, RowShare($0, of: threads)) }
  }

  /// Bytes of memory that a renderer takes for a scene, all but a few.
  public static func memory(for scene: Scene, as format: RawFormat, threads: Int = 1) -> Int {
    let frame = format.byteCount(of: scene.canvas)
    return threads * (RasterRenderer.memory(for: scene) + frame) + (threads > 1 ? frame : 0)
  }

  /// Renders a scene.
  ///
  /// Formats without alpha get the straight colours of transparent pixels.
  public mutating func draw(_ scene: Scene) {
    guard shares.count > 1 else { return shares[0].draw(scene) }
    // Each thread owns what it draws with.
    let cells = shares.map { _ in Cell() }
    for cell in cells.reversed() { cell.put(shares.removeLast()) }
    let next = Atomic<Int>(0)
    Threads.run(cells.count) {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < cells.count else { return }
        cells[index].draw(scene)
      }
    }
    shares = cells.map { $0.take() }
    if shares[0].isFresh { joined = shares[0].bytes }
    for share in shares { share.copyChanges(to: &joined) }
  }

  /// The colours of some pixels of the canvas in the last frame, as they were drawn: red, green and blue of
  /// each, over black where they are transparent. They are the same in every format.
  ///
  /// - Precondition: a frame was drawn, and the pixels are on its canvas.
  public func colors(at pixels: [(x: Int, y: Int)]) -> [UInt8] {
    var colors: [UInt8] = []
    colors.reserveCapacity(3 * pixels.count)
    for (x, y) in pixels {
      // By indices, since renderers are large and would be copied.
      let row = y / Coverage.tileHeight
      guard let index = shares.indices.first(where: { shares[$0].share.holds(row) }),
        let color = shares[index].color(x, y)
      else { preconditionFailure("no pixel \(x), \(y)") }
      for part in 0..<3 { colors.append(UInt8((color[part] * color[3] + 127) / 255)) }
    }
    return colors
  }

  /// Says of each square of 16 by 16 pixels of the frame, row by row, whether any of its samples may
  /// differ from the last frame.
  public func markChanges(in squares: inout [Bool]) {
    let isFresh = shares.contains { $0.isFresh }
    for index in squares.indices { squares[index] = isFresh }
    if !isFresh {
      for share in shares { share.markChanges(in: &squares) }
    }
  }
}

/// Draws a share of the rows of frames.
private struct ShareRenderer: Sendable {
  /// The last frame, of which only these rows count.
  private(set) var bytes: [UInt8] = []
  /// Whether it was drawn afresh.
  private(set) var isFresh = true

  private let format: RawFormat
  let share: RowShare
  private var raster: RasterRenderer?
  private var converter: PixelConverter?

  init(_ format: RawFormat, _ share: RowShare) { (self.format, self.share) = (format, share) }

  mutating func draw(_ scene: Scene) {
    if let converter {
      var frame: [UInt8] = []
      swap(&frame, &bytes)
      let isDrawn = raster?.renderContinuing(scene) { converter.update(&frame, from: $0, $1, $2) }
      swap(&frame, &bytes)
      isFresh = isDrawn != true
      guard isFresh else { return }
    }
    let fresh = RasterRenderer(scene, share)
    let converter = PixelConverter(format, from: fresh.pixmap.format, of: scene)
    bytes = converter.blank
    converter.update(&bytes, from: fresh.pixmap, fresh.damage, fresh.damage.tiles.indices)
    (raster, self.converter) = (fresh, converter)
  }

  /// The colour of a pixel of its rows as it was drawn; `nil` before the first frame.
  func color(_ x: Int, _ y: Int) -> PixelLanes? {
    guard let raster, let converter else { return nil }
    return converter.color(raster.pixmap.bytes.span, x, y)
  }

  /// Copies the rows that may have changed to a frame.
  func copyChanges(to frame: inout [UInt8]) {
    guard let raster, let converter else { return }
    let damage = raster.damage
    var isChanged = [Bool](repeating: isFresh, count: damage.rows)
    for tile in damage.tiles { isChanged[tile / damage.columns] = true }
    for row in isChanged.indices where isChanged[row] && share.holds(row) {
      converter.copy(rowOfTiles: row, of: bytes, to: &frame)
    }
  }

  /// Marks the squares that may differ from the last frame.
  func markChanges(in squares: inout [Bool]) {
    guard let raster else { return }
    let size = format.size(of: raster.canvas)
    let columns = (size.width + 15) / 16
    let damage = raster.damage
    for tile in damage.tiles {
      let (row, column) = tile.quotientAndRemainder(dividingBy: damage.columns)
      let first = tile * Coverage.tileHeight
      let bits = damage.masks[first..<first + Coverage.tileHeight].reduce(0, |)
      let place = row * Coverage.tileHeight / 16 * columns + 2 * column
      // The last pixel of a square also affects the chroma of the next one.
      let hits = [bits & 0xFFFF != 0, bits >> 15 != 0, bits >> 31 != 0]
      for (index, isHit) in hits.enumerated() where isHit && 2 * column + index < columns {
        squares[place + index] = true
      }
    }
  }
}

/// Lends a renderer to another thread.
private final class Cell: Sendable {
  private let renderer = Mutex<ShareRenderer?>(nil)

  func put(_ share: consuming ShareRenderer) {
    renderer.withLock { [share] in $0 = share }
  }

  func draw(_ scene: Scene) { renderer.withLock { $0?.draw(scene) } }

  func take() -> ShareRenderer {
    renderer.withLock {
      guard let share = $0.take() else { preconditionFailure() }
      return share
    }
  }
}
