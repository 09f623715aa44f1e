// SPDX-License-Identifier: MIT

extension DecimalText {
  /// A number as text with exactly `places` digits after the point.
  ///
  /// - Precondition: see ``append(_:places:to:)``.
  public static func text(_ value: Double, places: Int) -> String {
    var bytes: [UInt8] = []
    append(value, places: places, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A number of nanoseconds as seconds with nine digits after the point.
  public static func seconds(nanoseconds: Int) -> String {
    var bytes: [UInt8] = []
    append(units: nanoseconds, places: 9, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
