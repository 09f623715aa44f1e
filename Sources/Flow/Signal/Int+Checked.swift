// SPDX-License-Identifier: MIT

/// Arithmetic on numbers that come from files, which may be of any size.
extension Int {
  /// The sum; `nil` if it is too large.
  public func adding(_ other: Int) -> Int? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// The product; `nil` if it is too large.
  public func multiplied(by other: Int) -> Int? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }
}
