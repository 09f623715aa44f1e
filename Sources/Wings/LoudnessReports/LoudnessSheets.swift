// SPDX-License-Identifier: MIT
internal import Analysis
public import Drawing
internal import Signal
internal import Text
internal import Views

extension LoudnessReport {
  /// All words that come from the tracks, for the fonts of ``sheets(in:paged:)``.
  public var words: [String] {
    [title] + faults
      + tracks.flatMap { [$0.title, $0.artist, LineText.escaped($0.name)].compactMap(\.self) }
  }

  /// The tracks and faults for which one sheet has room.
  public static let mostLines = 400

  /// The report as sheets of A4, or as one that is as high as it has to be.
  ///
  /// - Precondition: there are at most ``mostLines`` tracks and faults.
  public func sheets(in typeface: Typeface, paged: Bool) -> [Scene] {
    LoudnessSheet(self, Lettering(typeface)).sheets(paged: paged)
  }
}

/// The blocks of a report from top to bottom, and how they come on sheets. Points from the upper left.
private struct LoudnessSheet {
  private static let (width, height, margin) = (842.0, 595.0, 36.0)
  private static let (left, right) = (margin, width - margin)
  private static let footer = 22.0

  /// A part of a sheet that is not parted; `draw` has its top, and the left end is 0.
  private struct Block {
    let height: Double
    /// Whether it needs the heads of columns above it on each sheet.
    var isRow = false
    let items: (Double) -> [Item]
  }

  private let report: LoudnessReport
  private let letters: Lettering
  private let colors = LoudnessColors.paper

  init(_ report: LoudnessReport, _ letters: Lettering) {
    (self.report, self.letters) = (report, letters)
  }

  func sheets(paged: Bool) -> [Scene] {
    let limit = paged ? Self.height - Self.margin - Self.footer : .infinity
    var pages: [[(Block, Double)]] = [[]]
    var top = Self.margin
    for block in blocks {
      if top + block.height > limit, !pages[pages.count - 1].isEmpty {
        pages.append([])
        top = Self.margin
        if block.isRow {
          pages[pages.count - 1].append((columnHeads, top))
          top += columnHeads.height
        }
      }
      pages[pages.count - 1].append((block, top))
      top += block.height
    }
    let height =
      paged ? Self.height : max(Self.height, (top + Self.margin + Self.footer).rounded(.up))
    return pages.enumerated().map { index, page in
      let number = pages.count > 1 ? "\(index + 1) of \(pages.count)" : ""
      return scene(page, number: number, height: height)
    }
  }

  private func scene(_ blocks: [(Block, Double)], number: String, height: Double) -> Scene {
    let (width, isA4) = (Self.width, height == Self.height)
    guard
      var canvas = Canvas(
        width: Int(width), height: Int(height), shortSideInPoints: min(width, height))
    else { preconditionFailure("a sheet \(height) points high") }
    if isA4 { canvas.paper = PaperSize(width: 297, height: 210) }
    var scene = Scene(canvas: canvas, background: colors.ground)
    scene.title = report.title + ": loudness"
    let bottom = height - Self.margin + 8
    scene.items =
      blocks.flatMap { $0.items($1) }
      + [
        text(report.method, 5.5, x: Self.left, y: bottom, colors.ink(0.6)),
        text(number, 5.5, x: Self.right, y: bottom, colors.ink(0.6), .end),
      ]
    scene.items = scene.items.map { $0.moved(Point(x: -width / 2, y: -height / 2)) }
    return scene
  }

  // MARK: Words

  /// Words of ours.
  private func text(
    _ text: String, _ size: Double, x: Double, y: Double, _ color: Color,
    _ anchor: StrokeFont.Anchor = .start
  ) -> Item {
    .stroke(
      StrokeFont.path(text, size: size, at: Point(x: x, y: y), anchor: anchor), width: size / 8,
      color)
  }

  /// Words, such as those of a track, in a line that is no longer than it may be.
  private func line(
    _ text: String, _ size: Double, x: Double, y: Double, width: Double, _ color: Color,
    in letters: Lettering? = nil
  ) -> Item {
    let letters = letters ?? self.letters
    let (lines, cap) = letters.fitted(text, [.init(cap: size, width: width)])
    return letters.isFilled
      ? .fill(letters.path(lines, cap: cap, at: Point(x: x, y: y), anchor: .start), color)
      : self.text(lines.map(\.text).joined(), cap, x: x, y: y, color)
  }

  // MARK: Blocks

  private var blocks: [Block] {
    var blocks = [head]
    if let track = report.onlyTrack {
      blocks.append(chart(of: track))
    } else {
      blocks.append(numbers)
    }
    blocks.append(remarks)
    if report.onlyTrack == nil {
      blocks.append(columnHeads)
      blocks += report.tracks.enumerated().map(row)
    }
    if !report.faults.isEmpty {
      blocks.append(
        Block(height: 30) { top in
          [self.text("Not measured", 6.5, x: Self.left, y: top + 24, self.colors.warning)]
        })
      blocks += report.faults.map { fault in
        Block(height: 14) { top in
          [
            self.line(
              fault, 5.5, x: Self.left, y: top + 10, width: Self.right - Self.left,
              self.colors.ink)
          ]
        }
      }
    }
    return blocks
  }

  private var head: Block {
    Block(height: 44) { top in
      let facts = report.facts
      let end = Self.right - Self.left - StrokeFont.width(facts, size: 7) - 20
      return [
        line(report.title, 15, x: Self.left, y: top + 15, width: end, colors.ink),
        line(report.artist ?? "", 8, x: Self.left, y: top + 33, width: end, colors.ink(0.7)),
        text(facts, 7, x: Self.right, y: top + 15, colors.ink(0.7), .end),
      ]
    }
  }

  /// The area whose layout is as wide as the sheet, from `top` on.
  private func area(from top: Double, height: Double) -> Composition.Area {
    let margin = LoudnessLayout.margin
    return .init(
      left: Self.left - margin, top: top - margin, right: Self.right + margin,
      bottom: top + height + margin)
  }

  private func numbers(of summary: ProgrammeSummary, _ layout: LoudnessLayout) -> [Item] {
    report.numbers(of: summary).enumerated().flatMap { layout.items(of: $1, at: $0, colors) }
  }

  private var numbers: Block {
    Block(height: 60) { top in
      numbers(
        of: report.all,
        LoudnessLayout(in: area(from: top, height: 200), columnCount: 1, seconds: 0))
    }
  }

  private func chart(of track: LoudnessReport.Track) -> Block {
    let height = 338.0
    return Block(height: height + 16) { top in
      let layout = LoudnessLayout(
        in: area(from: top, height: height), columnCount: track.course.length,
        seconds: track.seconds, hasNotes: true)
      let curves = LoudnessCurves(
        layout: layout, columns: track.course.columns, floor: .silence,
        greatestPeak: report.target.peak)
      return [curves.blocks(colors)] + layout.axes(colors, target: report.target)
        + curves.lines(colors) + numbers(of: track.summary, layout)
    }
  }

  private var remarks: Block {
    let remarks = report.remarks(on: report.onlyTrack?.summary ?? report.all)
    let all = remarks + [report.file].compactMap(\.self)
    return Block(height: 15 * Double(all.count) + 6) { top in
      all.enumerated().flatMap { index, remark -> [Item] in
        let (x, y) = (Self.left + 110, top + 15 * Double(index) + 8)
        return [
          text(remark.name, 6, x: Self.left, y: y, colors.ink(0.65)),
          line(
            remark.text, 6, x: x, y: y, width: Self.right - x,
            remark.isGood == false ? colors.warning : colors.ink,
            in: index < remarks.count ? Lettering(.strokes) : nil),
        ]
      }
    }
  }

  // MARK: Tracks

  /// The right ends of the columns of numbers, and their heads.
  private var columns: [(end: Double, caption: String, unit: String)] {
    [
      (452, "INTEGRATED", "LUFS"), (500, "RANGE", "LU"), (560, "MAX MOM.", "LUFS"),
      (618, "MAX SHORT", "LUFS"), (672, "TRUE PEAK", "dBTP"),
      (726, "GAIN TO \(Dial.number(report.target.level))", "dB"),
    ]
  }

  private var columnHeads: Block {
    Block(height: 26) { top in
      columns.flatMap { end, caption, unit in
        [
          text(caption, 5, x: end, y: top + 10, colors.ink(0.65), .end),
          text(unit, 5, x: end, y: top + 19, colors.ink(0.5), .end),
        ]
      } + [rule(top + 25)]
    }
  }

  private func rule(_ y: Double) -> Item {
    .stroke(
      Path([Point(x: Self.left, y: y), Point(x: Self.right, y: y)]), width: 0.5, colors.ink(0.2))
  }

  private func row(_ index: Int, _ track: LoudnessReport.Track) -> Block {
    let height = 32.0
    return Block(height: height, isRow: true) { top in
      let plot = LoudnessLayout.Box(left: 224, top: top + 7, right: 396, bottom: top + height - 3)
      let curves = LoudnessCurves(
        layout: LoudnessLayout(
          plot: plot, strip: plot, columnCount: track.course.length, seconds: track.seconds),
        columns: track.course.columns, floor: .silence, greatestPeak: report.target.peak)
      var pieces = [curves.blocks(colors), curves.layout.targetLine(report.target.level, colors)]
      pieces += curves.lines(colors, scale: 0.6).filter { $0.data.first?.value != "range" }
      let middle = top + height / 2
      pieces += [
        text("\(index + 1)", 6, x: Self.left + 12, y: middle - 1, colors.ink(0.5), .end),
        line(track.title, 7, x: Self.left + 20, y: middle - 1, width: 152, colors.ink),
        line(
          report.detail(of: track), 5.5, x: Self.left + 20, y: middle + 11, width: 152,
          colors.ink(0.6)),
      ]
      for (column, number) in zip(columns, report.numbers(of: track.summary)) {
        pieces.append(
          text(
            number.text, 7, x: column.end, y: middle + 3.5,
            number.kind == .warning ? colors.warning : colors.ink, .end))
      }
      let verdict = report.target.verdict(of: track.summary)
      pieces.append(
        text(
          verdict.rawValue, 6, x: 740, y: middle + 3.5,
          verdict == .peaksTooHigh ? colors.warning : colors.ink(0.75)))
      return pieces + [rule(top + height)]
    }
  }
}

extension Item {
  /// The item with its path elsewhere.
  fileprivate func moved(_ offset: Point) -> Item {
    func moved(_ path: Path) -> Path {
      var other = Path()
      other.add(path, offset: offset)
      return other
    }
    var item = self
    switch shape {
    case .stroke(let path, let width): item.shape = .stroke(moved(path), width: width)
    case .fill(let path, let rule): item.shape = .fill(moved(path), rule)
    case .image: break
    }
    return item
  }
}
