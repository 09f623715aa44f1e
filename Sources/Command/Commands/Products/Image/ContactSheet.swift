// SPDX-License-Identifier: MIT
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Views

/// Several pictures in rows and columns on one sheet, such as frames of a track.
struct ContactSheet {
  /// The size of each picture.
  let cell: PixelSize

  private let shape: SheetShape
  private let canvas: Canvas
  /// The height of a name under a picture, with the space around it; 0 without names.
  private let nameHeight: Int

  /// A sheet as wide as one picture of `size`, with pictures of the same aspect ratio.
  init(_ shape: SheetShape, _ size: PixelSize, hasNames: Bool = false) throws(Diagnostic) {
    let gap = max(size.width / 320, 1)
    let width = (size.width - gap * (shape.columns - 1)) / shape.columns
    let height = max((width * size.height + size.width / 2) / size.width, 1)
    nameHeight = hasNames ? max(min(width, height) / 7, 12) : 0
    let (sheetWidth, sheetHeight) = (
      size.width, (height + nameHeight) * shape.rows + gap * (shape.rows - 1)
    )
    guard width >= 1, height <= Canvas.largestSide,
      let canvas = Canvas(
        width: sheetWidth, height: sheetHeight,
        shortSideInPoints: Double(min(sheetWidth, sheetHeight)))
    else {
      throw Diagnostic(
        "a contact sheet of \(shape.argumentText) does not fit a width of \(size.width) pixels",
        hint: "use another number of columns or rows, or another --size", status: .usage,
        for: ["size"])
    }
    (self.shape, self.canvas) = (shape, canvas)
    cell = PixelSize(width: width, height: height)
  }

  /// The size of all of it.
  var size: PixelSize { PixelSize(width: canvas.width, height: canvas.height) }

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

  /// A sheet of frames that were run at the size of a cell, each with its time for `--at`. The track
  /// is cut into equal parts, and each frame is from the middle of a part.
  func scene(of run: ReadRun) throws(PipelineError) -> Scene {
    let count = count(of: run)
    let background = run.scenes.blank.background
    var sheet = scene(on: ground(background))
    var (cursor, renderer) = (SceneSequence.Cursor(run.scenes, from: 0), RawFrameRenderer(.rgba))
    for index in 0..<count {
      let frame =
        run.frames.lowerBound + (2 * index + 1) * run.frames.count / (2 * count)
      cursor.skip(to: frame)
      try add(cursor.scene(ofFrame: frame), by: &renderer, at: index, to: &sheet)
      // Times that nobody can read only disturb.
      guard min(cell.width, cell.height) >= ContactSheet.minSideWithTime else { continue }
      let corner = corner(index)
      let cap = Double(cell.height) / 32 + 3
      sheet.items.append(
        ContactSheet.text(
          ContactSheet.time(ofFrame: frame, run.schedule.rate), cap: cap,
          at: Point(x: corner.x + cap, y: corner.y + 2.2 * cap), .start,
          ContactSheet.isDark(background) ? Color(red: 255, green: 255, blue: 255) : .black))
    }
    return sheet
  }

  private static let minSideWithTime = 64

  /// An empty sheet.
  func scene(on ground: Color) -> Scene { Scene(canvas: canvas, background: ground) }

  /// Draws a frame into a cell.
  ///
  /// - Throws: ``PipelineError/interrupted``.
  func add(
    _ frame: Scene, by renderer: inout RawFrameRenderer, at index: Int, to sheet: inout Scene
  ) throws(PipelineError) {
    renderer.draw(frame)
    guard Interruption.signal == nil else { throw .interrupted }
    add(
      Bitmap(width: cell.width, height: cell.height, pixels: renderer.bytes), at: index, to: &sheet)
  }

  /// Puts the shapes of a picture of the size of a cell into it.
  func add(_ picture: Scene, at index: Int, to sheet: inout Scene) {
    let (corner, factor) = (corner(index), picture.canvas.pixelsPerPoint)
    let (width, height) = (Double(cell.width), Double(cell.height))
    let area = Path.rectangle(x: corner.x, y: corner.y, width: width, height: height)
    sheet.items.append(.disjoint(area, picture.background))
    for item in picture.items {
      var item = item.scaled(by: factor, about: .origin)
      item.origin.x += corner.x + width / 2
      item.origin.y += corner.y + height / 2
      // One layer for each picture.
      (item.name, item.data, item.clip, item.grows) = ("", [], area, false)
      sheet.items.append(item)
    }
  }

  /// Puts a picture into a cell, which it fills.
  func add(_ bitmap: Bitmap, at index: Int, to sheet: inout Scene) {
    sheet.items.append(
      .image(
        PlacedImage(
          bitmap: bitmap, png: [], origin: corner(index), width: Double(cell.width),
          height: Double(cell.height))))
  }

  /// Writes a name under a cell.
  func add(name: String, at index: Int, _ color: Color, to sheet: inout Scene) {
    let (corner, cap) = (corner(index), 0.34 * Double(nameHeight))
    let place = Point(
      x: corner.x + Double(cell.width) / 2,
      y: corner.y + Double(cell.height) + (Double(nameHeight) + cap) / 2)
    sheet.items.append(ContactSheet.text(name, cap: cap, at: place, .middle, color))
  }

  private static func text(
    _ text: String, cap: Double, at place: Point, _ anchor: StrokeFont.Anchor, _ color: Color
  ) -> Item {
    .stroke(
      StrokeFont.path(text, size: cap, at: place, anchor: anchor), width: max(0.105 * cap, 1), color
    )
  }

  /// The time of a frame as `--at` reads it: `1:02.50`, to the hundredth at or after its beginning.
  private static func time(ofFrame frame: Int, _ rate: Rate) -> String {
    let product = frame * 100 * rate.denominator
    let hundredths = (product + rate.numerator - 1) / rate.numerator
    let (minutes, rest) = hundredths.quotientAndRemainder(dividingBy: 6000)
    func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(minutes):\(twoDigits(rest / 100)).\(twoDigits(rest % 100))"
  }

  private static func isDark(_ color: Color) -> Bool {
    2 * Int(color.red) + 5 * Int(color.green) + Int(color.blue) < 8 * 120
  }

  /// The upper left corner of a cell.
  private func corner(_ index: Int) -> Point {
    let (row, column) = index.quotientAndRemainder(dividingBy: shape.columns)
    return Point(
      x: place(column, of: shape.columns, cell.width, canvas.width),
      y: place(row, of: shape.rows, cell.height + nameHeight, canvas.height))
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
