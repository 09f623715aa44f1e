// SPDX-License-Identifier: MIT
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal

/// Several frames of a track in rows and columns on one sheet.
struct ContactSheet {
  /// The size of each picture.
  let cell: PixelSize

  private let shape: SheetShape
  private let canvas: Canvas

  /// A sheet as wide as one picture of `size`, with pictures of the same aspect ratio.
  init(_ shape: SheetShape, _ size: PixelSize) throws(Diagnostic) {
    let gap = max(size.width / 320, 1)
    let width = (size.width - gap * (shape.columns - 1)) / shape.columns
    let height = max((width * size.height + size.width / 2) / size.width, 1)
    let (sheetWidth, sheetHeight) = (
      size.width, height * shape.rows + gap * (shape.rows - 1)
    )
    guard width >= 1, height <= Canvas.largestSide,
      let canvas = Canvas(
        width: sheetWidth, height: sheetHeight,
        shortSideInPoints: Double(min(sheetWidth, sheetHeight)))
    else {
      throw Diagnostic(
        "a contact sheet of \(shape.argumentText) does not fit a width of \(size.width) pixels",
        hint: "use another number of columns or rows, or another --size", status: .usage)
    }
    (self.shape, self.canvas) = (shape, canvas)
    cell = PixelSize(width: width, height: height)
  }

  /// The approximate memory for the pixels of the pictures and of the sheet, in bytes.
  var memory: Int { canvas.width * canvas.height * 32 }

  /// How many frames it shows: one for each cell, or fewer for a short sequence.
  func count(of run: ReadRun) -> Int {
    min(shape.columns * shape.rows, run.frames.count)
  }

  /// The times of the frames, for `--at`: `one every 2.000 s from 1.000 s`.
  func times(of run: ReadRun) -> String {
    let (count, rate) = (count(of: run), run.schedule.rate)
    let frame = Double(rate.denominator) / Double(rate.numerator)
    let step = Double(run.frames.count) / Double(count)
    let first = Quantity.length((Double(run.frames.lowerBound) + step / 2) * frame)
    return count > 1 ? "one every \(Quantity.length(step * frame)) from \(first)" : "at \(first)"
  }

  /// A sheet of frames that were run at the size of a cell. The track is cut into equal parts,
  /// and each frame is from the middle of a part.
  ///
  /// - Throws: ``PipelineError``.
  func scene(of run: ReadRun) throws -> Scene {
    let count = count(of: run)
    var sheet = Scene(canvas: canvas, background: ground(run.scenes.blank.background))
    for index in 0..<count {
      let frame =
        run.frames.lowerBound + (2 * index + 1) * run.frames.count / (2 * count)
      var cursor = SceneSequence.Cursor(run.scenes, from: frame)
      var renderer = RawFrameRenderer(.rgba)
      renderer.draw(try cursor.scene(ofFrame: frame))
      guard Interruption.signal == nil else { throw PipelineError.interrupted }
      let (row, column) = index.quotientAndRemainder(dividingBy: shape.columns)
      let bitmap = Bitmap(width: cell.width, height: cell.height, pixels: renderer.bytes)
      sheet.items.append(
        .image(
          PlacedImage(
            bitmap: bitmap, png: [],
            origin: Point(
              x: place(column, of: shape.columns, cell.width, canvas.width),
              y: place(row, of: shape.rows, cell.height, canvas.height)),
            width: Double(cell.width), height: Double(cell.height))))
    }
    return sheet
  }

  /// The start of a cell, on a whole pixel; the first and the last one are at the edges.
  private func place(_ index: Int, of count: Int, _ length: Int, _ whole: Int) -> Double {
    let start = count > 1 ? index * (whole - length) / (count - 1) : 0
    return Double(start) - Double(whole) / 2
  }

  /// The colour between the pictures: their background, a little nearer to grey.
  private func ground(_ color: Color) -> Color {
    func quieter(_ part: UInt8) -> UInt8 { UInt8((Int(part) * 3 + 128) / 4) }
    return Color(
      red: quieter(color.red), green: quieter(color.green), blue: quieter(color.blue),
      alpha: color.alpha)
  }
}
