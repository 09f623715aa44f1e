// SPDX-License-Identifier: MIT

/// The sum of the last numbers of a stream, after each of them.
///
/// Nothing is ever subtracted, so no loud passage leaves a residue behind it: numbers are summed
/// forward from the start of a block as long as the window, and the rest of the block before is kept
/// as sums from each number to the block's end. Before the stream all numbers are 0.
struct SlidingSum: Sendable {
  /// The sums from each place of the block before to its end, and in front of them the numbers of the
  /// present block. While it is the first block they grow with it, since a file may claim any sample
  /// rate and have few samples.
  private var sums: [Double] = []
  private var place = 0
  private var forward = 0.0

  /// The sum now.
  private(set) var value = 0.0

  /// The numbers in the window.
  let length: Int

  /// The sum of `length` numbers, one or more.
  init(length: Int) {
    precondition(length > 0)
    self.length = length
  }

  /// Takes the next numbers, and returns the greatest sum after any of them; 0 if there are none.
  mutating func add(_ numbers: Span<Double>) -> Double {
    var greatest = 0.0
    var start = 0
    while start < numbers.count {
      let count = min(numbers.count - start, length - place)
      let needed = place + count + 1
      if sums.count < needed {
        let grown = min(max(needed, 2 * sums.count), length + 1)
        sums += repeatElement(0, count: grown - sums.count)
      }
      addWithinBlock(numbers.extracting(start..<start + count), &greatest)
      start += count
      if place == length { endBlock() }
    }
    return greatest
  }

  private mutating func addWithinBlock(_ numbers: Span<Double>, _ greatest: inout Double) {
    var (forward, most, place) = (forward, greatest, place)
    var sums = self.sums.mutableSpan
    for index in numbers.indices {
      forward += numbers[index]
      sums[place] = numbers[index]
      place &+= 1
      most = max(most, forward + sums[place])
    }
    let value = forward + sums[place]
    (self.forward, greatest, self.place, self.value) = (forward, most, place, value)
  }

  private mutating func endBlock() {
    var sums = self.sums.mutableSpan
    var sum = 0.0
    for place in (0..<sums.count - 1).reversed() {
      sum += sums[place]
      sums[place] = sum
    }
    (place, forward) = (0, 0)
  }
}
