// SPDX-License-Identifier: MIT

/// `1 channel`, `2 channels`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
