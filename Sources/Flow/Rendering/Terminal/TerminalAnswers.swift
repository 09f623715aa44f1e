// SPDX-License-Identifier: MIT
public import Drawing

/// What a terminal says of itself when it is asked.
///
/// All is asked in one go. Every terminal answers the last question, so what was not answered before
/// that is not known to it.
///
/// - Source: xterm, *Control Sequences*, on `DA`, `XTVERSION`, `XTWINOPS` and `OSC 11`;
///   kitty, *Terminal graphics protocol*, "Querying support".
public struct TerminalAnswers: Sendable, Hashable {
  /// Whether the last question was answered.
  public private(set) var isComplete = false
  /// Its name and version; empty if it does not say.
  public var name = ""
  /// Whether it shows pictures by kitty's protocol.
  public private(set) var takesKitty = false
  /// The sides of its window, and of a cell, in pixels.
  public private(set) var window: Sides?, cell: Sides?
  /// The colour behind its text.
  public private(set) var ground: Color?

  /// A width and a height, both positive.
  public struct Sides: Sendable, Hashable {
    /// Across.
    public let width: Int
    /// Down.
    public let height: Int

    /// `nil` if one is not positive, or larger than any screen.
    fileprivate init?(width: Int?, height: Int?) {
      guard let width, let height, (1...TerminalAnswers.largest).contains(width),
        (1...TerminalAnswers.largest).contains(height)
      else { return nil }
      (self.width, self.height) = (width, height)
    }
  }

  /// No number that is larger is a side of anything.
  private static let largest = 1 << 16

  /// The questions: a picture for kitty, the ground, the name, the sides of the window and of a cell, and
  /// at last what every terminal answers. Within tmux and screen, which take the picture for the title of
  /// their window, it is left out.
  public static func question(isWithinOther: Bool) -> [UInt8] {
    Array(
      ((isWithinOther ? "" : "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\")
        + "\u{1B}]11;?\u{1B}\\" + "\u{1B}[>q" + "\u{1B}[14t\u{1B}[16t" + "\u{1B}[c").utf8)
  }

  /// Reads answers in any order; keys that were typed in between and damaged answers are left out.
  public init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1B), escape + 1 < rest.endIndex {
      let kind = rest[escape + 1]
      rest = rest[(escape + 2)...]
      switch kind {
      case UInt8(ascii: "["):
        let body = rest.prefix { (0x20...0x3F).contains($0) }
        rest = rest[body.endIndex...]
        guard let end = rest.first, (0x40...0x7E).contains(end) else { continue }
        rest = rest.dropFirst()
        read(Array(body), end)
      case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"):
        let body = rest.prefix { $0 >= 0x20 }
        rest = rest[body.endIndex...]
        // ESC \ or, of old, the bell; the escape itself may begin the next answer.
        let isEnded = rest.first == 0x07 || rest.starts(with: [0x1B, UInt8(ascii: "\\")])
        guard isEnded else { continue }
        read(String(decoding: body, as: UTF8.self), after: kind)
      default: break
      }
    }
  }

  /// Takes an answer of numbers.
  private mutating func read(_ body: [UInt8], _ end: UInt8) {
    let isPrivate = body.first == UInt8(ascii: "?")
    let numbers = body.dropFirst(isPrivate ? 1 : 0).split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) }
    func number(_ index: Int) -> Int? { index < numbers.count ? numbers[index] : nil }
    switch (end, isPrivate, number(0)) {
    case (UInt8(ascii: "c"), true, _): isComplete = true
    case (UInt8(ascii: "t"), false, 4): window = Sides(width: number(2), height: number(1))
    case (UInt8(ascii: "t"), false, 6): cell = Sides(width: number(2), height: number(1))
    default: break
    }
  }

  /// Takes an answer of words.
  private mutating func read(_ body: String, after kind: UInt8) {
    if kind == UInt8(ascii: "P"), body.hasPrefix(">|") {
      name = String(body.dropFirst(2).prefix(80))
    } else if kind == UInt8(ascii: "_"), body.hasPrefix("G"), body.hasSuffix(";OK") {
      takesKitty = true
    } else if kind == UInt8(ascii: "]"), body.hasPrefix("11;rgb:") {
      let parts = body.dropFirst(7).split(separator: "/", omittingEmptySubsequences: false)
        .compactMap(TerminalAnswers.byte)
      guard parts.count == 3 else { return }
      ground = Color(red: parts[0], green: parts[1], blue: parts[2])
    }
  }

  /// A part of a colour, of one to four hexadecimal digits.
  private static func byte(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), let part = UInt16(digits, radix: 16) else {
      return nil
    }
    return UInt8(Int(part) * 255 / (1 << (4 * digits.utf8.count) - 1))
  }

  /// The screen for pictures: `size` is that of the window as the system knows it, in cells and in
  /// pixels, which are 0 if they are not known.
  public func screen(
    columns: Int, rows: Int, width: Int, height: Int, hasTrueColor: Bool
  ) -> TerminalScreen {
    var screen = TerminalScreen(columns: max(columns, 1), rows: max(rows, 1))
    let window = Sides(width: width, height: height) ?? self.window
    if let cell = cell
      ?? window.flatMap({
        Sides(width: $0.width / screen.columns, height: $0.height / screen.rows)
      })
    {
      (screen.cellWidth, screen.cellHeight) = (cell.width, cell.height)
    }
    screen.hasTrueColor = hasTrueColor
    screen.ground = ground ?? screen.ground
    return screen
  }
}
