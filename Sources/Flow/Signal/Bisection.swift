// SPDX-License-Identifier: MIT

extension RandomAccessCollection {
  /// Where the elements end that meet a condition, if all of these come before all others: by bisection, since a file
  /// may have a million of them.
  package func endOfPrefix(while meets: (Element) -> Bool) -> Index {
    var (low, length) = (startIndex, count)
    while length > 0 {
      let middle = index(low, offsetBy: length / 2)
      if meets(self[middle]) {
        low = index(after: middle)
        length -= length / 2 + 1
      } else {
        length /= 2
      }
    }
    return low
  }
}
