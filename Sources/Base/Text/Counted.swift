// SPDX-License-Identifier: MIT

/// `1 channel`, `2 channels`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// `channel 2`, `channels 0 and 1`, `channels 2, 3 and 4`.
///
/// - Precondition: there are numbers.
package func listed(_ numbers: [Int], _ noun: String) -> String {
  let last = numbers[numbers.count - 1]
  guard numbers.count > 1 else { return "\(noun) \(last)" }
  return "\(noun)s " + numbers.dropLast().map(String.init).joined(separator: ", ") + " and \(last)"
}
