// SPDX-License-Identifier: MIT

/// Which wheels touch: a bit matrix, updated as wheels are added, moved and resized.
struct WheelContacts: Sendable {
  /// A row of words for each wheel, with a bit for each other wheel.
  private var bits: [UInt64]
  private let wordsPerRow: Int

  /// Wheels touch if their distance differs from the sum of their radii by less than this, in
  /// points.
  private static let tolerance = 8.0

  /// No contacts between `count` wheels.
  init(count: Int) {
    wordsPerRow = (count + 63) / 64
    bits = Array(repeating: 0, count: count * wordsPerRow)
  }

  private static func touch(_ one: WheelNetwork.Wheel, _ other: WheelNetwork.Wheel) -> Bool {
    let (x, y) = (one.x - other.x, one.y - other.y)
    let distance = (x * x + y * y).squareRoot()
    return abs(distance - (one.radius + other.radius)) < tolerance
  }

  /// Updates the contacts of a wheel; `true` if they changed.
  mutating func update(_ wheel: Int, among states: [WheelState]) -> Bool {
    var hasChanged = false
    let (row, word, bit) = (wheel * wordsPerRow, wheel / 64, UInt64(1) << (wheel % 64))
    for other in states.indices where other != wheel {
      let otherBit = UInt64(1) << (other % 64)
      let touched = bits[row + other / 64] & otherBit != 0
      guard WheelContacts.touch(states[wheel].wheel, states[other].wheel) != touched else {
        continue
      }
      hasChanged = true
      bits[row + other / 64] ^= otherBit
      bits[other * wordsPerRow + word] ^= bit
    }
    return hasChanged
  }

  /// Calls `drive` for each wheel that turns with the first, in depth-first order; the neighbours
  /// of each are in the order in which they were added.
  func forEachDriven(_ drive: (_ wheel: Int, _ driver: Int) -> Void) {
    var isLeft = Array(repeating: UInt64.max, count: wordsPerRow)
    isLeft[0] &= ~1
    // A wheel, and the first word of its row that may have a neighbour not visited yet.
    var stack = [(wheel: 0, word: 0)]
    while let (wheel, begin) = stack.last {
      var word = begin
      let row = wheel * wordsPerRow
      while word < wordsPerRow, bits[row + word] & isLeft[word] == 0 { word += 1 }
      guard word < wordsPerRow else {
        stack.removeLast()
        continue
      }
      let lowest = (bits[row + word] & isLeft[word]).trailingZeroBitCount
      isLeft[word] &= ~(UInt64(1) << lowest)
      stack[stack.count - 1].word = word
      stack.append((word * 64 + lowest, 0))
      drive(word * 64 + lowest, wheel)
    }
  }
}
