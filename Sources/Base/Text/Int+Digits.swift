// SPDX-License-Identifier: MIT

extension Int {
  /// The value of a text of one to `most` ASCII digits, without a sign; `nil` for any other text.
  ///
  /// - Precondition: `most` is at most 18, the number of digits that fit into any `Int`.
  public init?(digits text: some StringProtocol, most: Int = 18) {
    guard (1...most).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    self.init(text)
  }
}
