// SPDX-License-Identifier: MIT

/// Which things are alike: average linkage, found by chains of nearest neighbours, in time and memory that
/// grow with the square of their number.
///
/// - Source: Müllner, *Modern hierarchical, agglomerative clustering algorithms*, 2011.
package struct Linkage {
  /// Two groups that become one, each by one of its things, and the mean distance between them.
  private struct Merge {
    let one, two: Int
    let distance: Float
  }

  /// The merges into one group, nearest first.
  private var merges: [Merge] = []
  /// How many distances were looked at.
  package private(set) var comparisonCount = 0
  private let count: Int

  /// The linkage of `count` things by the distances between them.
  package init(count: Int, distance: (Int, Int) -> Double) {
    self.count = count
    var distances = [Float](repeating: 0, count: count * count)
    for one in 0..<count {
      for two in 0..<one {
        let far = Float(distance(two, one))
        (distances[one * count + two], distances[two * count + one]) = (far, far)
      }
    }
    var sizes = [Float](repeating: 1, count: count)
    var (left, chain) = (Array(0..<count), [Int]())
    while left.count > 1 {
      let end = chain.last ?? left[0]
      if chain.isEmpty { chain = [end] }
      let before = chain.count > 1 ? chain[chain.count - 2] : nil
      var (near, least) = (before ?? end, before.map { distances[end * count + $0] } ?? .infinity)
      for other in left where other != end && distances[end * count + other] < least {
        (near, least) = (other, distances[end * count + other])
      }
      comparisonCount += left.count
      guard near == before else {
        guard near != end else { return }
        chain.append(near)
        continue
      }
      chain.removeLast(2)
      merges.append(Merge(one: near, two: end, distance: least))
      left.removeAll { $0 == end }
      for other in left where other != near {
        let mean =
          (sizes[near] * distances[near * count + other] + sizes[end]
            * distances[end * count + other]) / (sizes[near] + sizes[end])
        (distances[near * count + other], distances[other * count + near]) = (mean, mean)
      }
      comparisonCount += left.count
      sizes[near] += sizes[end]
    }
    merges.sort { $0.distance < $1.distance }
  }

  /// The group of each thing if all are merged that are not farther apart than `limit`, and more until
  /// there are no more than some.
  package func groups(limit: Double, atMost most: Int) -> [Int] {
    var groups = Array(0..<count)
    func first(_ thing: Int) -> Int {
      var thing = thing
      while groups[thing] != thing { thing = groups[thing] }
      return thing
    }
    for (index, merge) in merges.enumerated()
    where Double(merge.distance) <= limit || count - index > most {
      let (one, two) = (first(merge.one), first(merge.two))
      groups[max(one, two)] = min(one, two)
    }
    return (0..<count).map(first)
  }
}
