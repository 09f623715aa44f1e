// SPDX-License-Identifier: MIT
internal import Arguments
internal import Signal

extension Command {
  /// Prints which fraction a rounded rate, such as 29.97, was taken for.
  ///
  /// `arguments` are those of this run, parsed without an error.
  static func noteRoundedRates(in arguments: [String]) {
    let words = CommandWords(arguments, of: description(for: arguments))
    var report = ReportOptions()
    report.isQuiet = words.text(of: "quiet") != nil
    report.style = words.text(of: "progress").flatMap(ProgressStyle.init) ?? .auto
    for option in ["tick-rate", "fps"] {
      guard let text = words.text(of: option) else { continue }
      do throws(Rate.ParseError) { _ = try Rate(parsing: text) } catch {
        // Only for the NTSC family; other decimals are exact.
        guard case .decimal(let meant) = error, meant.denominator.isMultiple(of: 1001) else {
          continue
        }
        report.note("--\(option) \(text) is taken as \(meant), which it is short for")
      }
    }
  }
}
