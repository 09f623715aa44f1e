// SPDX-License-Identifier: MIT
internal import Arguments
internal import Commands
internal import Drawing
internal import Rendering
internal import Text
internal import Views
internal import Writing

/// Every kind of value that is written as one word: what is accepted reads back from its text.
enum ValuesHarness {
  static let harness = Harness(name: "values", longestInput: 128, words: words, check: check)

  private static let words =
    [
      "30000/1001", "29.97", "1920x1080", "0:01:30.250", "0-99", "1/4", "30.98,31.15", "0.5,0.5",
      "#ff00aa80", "none", "frame-%06d.png", "%03d", "%%", "####", ".svg", "black,red,lime,blue",
      "1e308", "-0", "0.001", "\u{301}", "ff00aa", "0xff00aa", "rgb(", "255, 0,128)", ", ",
      "square",
      "1920:1080", "×", "hd1080", "23.976", "59.94", "1h", "30m", "5.5s",
      "48000,2,s16le", "8000,1,mulaw", "float32be",
      "localhost:9000", "[::1]:9000",
    ]
    + ArgumentValues.types.flatMap { $0.choices }

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let text = String(decoding: bytes, as: UTF8.self)
    for type in ArgumentValues.types { try check(type, text) }
    try checkColor(text)
    for kind in OutputKind.all { try checkPattern(text, kind.name) }
    if bytes.count >= 8 { try checkDecimals(bytes) }
  }

  private static func check<Value: ArgumentValue>(
    _ type: Value.Type, _ text: String
  ) throws(BrokenLaw) {
    // The refusal of a colour looks for the nearest of 150 names; short words show all of that.
    let isColors = type is Color.Type
    if isColors, text.utf8.count > 8 {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ Color(parsing: String($0)) != nil }) else { return }
    }
    guard let value = try? Value(argument: text) else { return }
    let told = value.argumentText
    let read: Value
    do { read = try Value(argument: told) } catch {
      throw BrokenLaw("\(type): '\(text)' is written as '\(told)', which is refused: \(error)")
    }
    try law(
      content(read) == content(value),
      "\(type): '\(text)' is written as '\(told)', which reads as another value")
    try law(read.argumentText == told, "\(type): '\(told)' is written as '\(read.argumentText)'")
  }

  /// What a value holds, since not all of them can be compared; −0 is as good as 0.
  private static func content(_ value: some ArgumentValue) -> String {
    let text = String(reflecting: value)
    return text.contains("-0.0") ? text.replacing(/-0\.0\b/, with: "0.0") : text
  }

  private static func checkColor(_ text: String) throws(BrokenLaw) {
    guard let color = Color(parsing: text) else { return }
    try law(Color(parsing: color.description) == color, "'\(text)' is written as \(color)")
  }

  private static func checkPattern(_ text: String, _ fileExtension: String) throws(BrokenLaw) {
    guard let pattern = try? FramePattern(parsing: text, fileExtension: fileExtension) else {
      return
    }
    try law(
      FramePattern(folder: pattern.folder, printfName: pattern.printfName) == pattern,
      "'\(text)': '\(pattern.printfName)' is another pattern")
    for index in [0, 7, 123_456_789] {
      let name = pattern.name(ofFrame: index)
      try law(!name.utf8.contains(UInt8(ascii: "/")), "'\(text)': '\(name)' is in another folder")
      try law(pattern.frame(named: name) == index, "'\(text)': '\(name)' is not told from others")
      let printed = printed(pattern.printfPattern, index)
      let path = pattern.path(ofFrame: index)
      try law(printed == path, "'\(text)': printf says '\(printed ?? "nothing")', not '\(path)'")
    }
  }

  /// What C's `printf` makes of a format and one number; `nil` if it is not a format for that.
  private static func printed(_ format: String, _ number: Int) -> String? {
    var result = String.UnicodeScalarView()
    var scalars = format.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "%" else {
        result.append(scalar)
        continue
      }
      let width = scalars.prefix { ("0"..."9").contains($0) }
      scalars = scalars.dropFirst(width.count)
      switch (scalars.popFirst(), String(width)) {
      case ("%", ""): result.append("%")
      case ("d", let width):
        let digits = String(number)
        let missing = max((Int(width) ?? 0) - digits.count, 0)
        let filler = width.hasPrefix("0") ? "0" : " "
        result.append(
          contentsOf: (String(repeating: filler, count: missing) + digits).unicodeScalars)
      default: return nil
      }
    }
    return String(result)
  }

  /// The text of a number is the nearest that has its number of decimals.
  private static func checkDecimals(_ bytes: [UInt8]) throws(BrokenLaw) {
    let value = Double(bitPattern: bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) })
    guard abs(value) < DecimalText.bound else { return }
    for places in 0...DecimalText.largestPlaces {
      let text = DecimalText.text(value, places: places)
      let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
      guard let read = Double(text) else { throw BrokenLaw("\(value): '\(text)' is a number") }
      // Half of the last place, and what the differences lose in rounding.
      let tolerance = 0.5 / scale + abs(value) * 0x1p-51
      try law(abs(read - value) <= tolerance, "\(value) with \(places) places is not \(text)")
      try law(!text.hasPrefix("-0.") || read != 0, "\(value): zero has no sign: \(text)")
    }
  }
}
