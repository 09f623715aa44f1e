// SPDX-License-Identifier: MIT
internal import Signal

/// Reads the bands in blocks of 46 ms around the middles of ticks, and the pitch classes in blocks of
/// 0.19 s. Both are powers of two of samples at a rate of 20 to 40 kHz, if the stream has as much.
struct StructureAnalyzer: Analyzer {
  private let left, right, channelCount: Int
  private let clock: TickClock
  private var decimator: Decimator
  private var spectra: PairSpectra
  private var tones: PairSpectra
  private let bands: [BinWeights]
  private let classes: [BinWeights]
  private var powers: PowersInTenths

  /// Kept samples of the lower rate, the first of which has the index ``firstKept``.
  private var samples: [Double]
  private var firstKept: Int
  /// Sample frames so far.
  private var sampleFrame = 0
  private var ticksRead = 0
  private let isAudible: Bool
  private var isTooLong: Bool { ticksRead > StructureReadings.maxTicks }
  private var ready: [StructureReading] = []
  /// Those that became complete with the last tick of the stream.
  private var held: [StructureReading]?

  /// So many ticks are read together: two blocks of pitch classes.
  private static let ticksInRun = 2 * StructureReading.tickCount

  init(_ stream: MeteredStream, channels: (left: Int, right: Int)) {
    let format = stream.format
    channelCount = format.channelCount
    left = format.channel(channels.left)
    right = format.channel(channels.right)
    clock = TickClock(sampleRate: format.sampleRate, rate: StructureReading.rate)
    isAudible = format.sampleRate >= SongStructure.leastSampleRate
    decimator = Decimator(factor: max(format.sampleRate / 20_000, 1))
    let rate = Double(format.sampleRate) / Double(decimator.factor)
    spectra = PairSpectra(length: StructureAnalyzer.powerOfTwo(near: 0.046 * rate))
    tones = PairSpectra(length: StructureAnalyzer.powerOfTwo(near: 0.19 * rate))
    bands = BinWeights.bands(hertzPerBin: rate / Double(spectra.length), below: spectra.length / 2)
    classes = BinWeights.pitchClasses(
      hertzPerBin: rate / Double(tones.length), below: tones.length / 2)
    powers = PowersInTenths(sampleRate: format.sampleRate, isMono: left == right)
    firstKept = -tones.length
    samples = [Double](repeating: 0, count: tones.length)
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    sampleFrame += run.count / channelCount
    guard isAudible, !isTooLong else { return true }
    for frame in stride(from: 0, to: run.count, by: channelCount) {
      let pair = SIMD2(Double(run[frame + left]), Double(run[frame + right]))
      decimator.push(pair.sum() / 2)
      powers.add(pair)
    }
    decimator.drain(into: &samples)
    return true
  }

  mutating func endTick(emit: ([StructureReading]) -> Void) {
    if !isTooLong { readRuns() }
    if let held { emit(held) }
    held = ready
    ready.removeAll()
  }

  mutating func finish(emit: ([StructureReading]) -> Void) {
    decimator.finish(into: &samples)
    powers.finish()
    let end = min(
      isAudible ? clock.tickCount(sampleFrames: sampleFrame) : 0, StructureReadings.maxTicks + 1)
    while ticksRead < end {
      let missing = self.end(ofRunAt: ticksRead) - (firstKept + samples.count)
      if missing > 0 { samples += [Double](repeating: 0, count: missing) }
      readRun()
    }
    // A run is longer than what is left of the sound.
    let beyond = max(ticksRead - end, 0)
    ready.removeLast(min(beyond / StructureReading.tickCount, ready.count))
    let rest = beyond % StructureReading.tickCount * StructureReading.bandCount
    if rest > 0, let last = ready.popLast() {
      ready.append(
        StructureReading(
          levels: Array(last.levels.dropLast(rest)), chroma: last.chroma, power: last.power,
          side: last.side))
    }
    if let held { emit(held + ready) }
  }

  /// The index of the sample in the middle of a tick.
  private func middle(ofTick tick: Int) -> Int {
    let frame = clock.firstSampleFrame(ofTick: tick) + clock.firstSampleFrame(ofTick: tick + 1)
    return (frame + decimator.factor) / (2 * decimator.factor)
  }

  /// The ticks in the middle of the two blocks of pitch classes of a run.
  private func tonesOfRun(at tick: Int) -> (Int, Int) {
    (tick + StructureReading.tickCount / 2, tick + StructureReading.tickCount * 3 / 2)
  }

  private func end(ofRunAt tick: Int) -> Int {
    middle(ofTick: tonesOfRun(at: tick).1) + tones.length / 2
  }

  /// Reads all complete runs, and drops the samples before the next one.
  private mutating func readRuns() {
    while end(ofRunAt: ticksRead) <= firstKept + samples.count { readRun() }
    let unused = min(middle(ofTick: ticksRead) - tones.length - firstKept, samples.count)
    if unused >= tones.length {
      samples.removeFirst(unused)
      firstKept += unused
    }
  }

  private mutating func readRun() {
    let (one, two) = tonesOfRun(at: ticksRead)
    tones.read(
      samples, middle(ofTick: one) - firstKept, middle(ofTick: two) - firstKept)
    var levels: [UInt8] = []
    for tick in stride(from: ticksRead, to: ticksRead + StructureAnalyzer.ticksInRun, by: 2) {
      spectra.read(samples, middle(ofTick: tick) - firstKept, middle(ofTick: tick + 1) - firstKept)
      for part in 0..<2 {
        for band in bands {
          levels.append(StructureAnalyzer.level(spectra.powerSum(of: part, band)))
        }
      }
    }
    let half = levels.count / 2
    for part in 0..<2 {
      let (power, side) = powers.next()
      ready.append(
        StructureReading(
          levels: Array(levels[part * half..<(part + 1) * half]),
          chroma: classes.map { Float(tones.amplitudeSum(of: part, $0)) },
          power: power, side: side))
    }
    ticksRead += StructureAnalyzer.ticksInRun
  }

  /// The step of ``StructureReading/levels`` that is nearest to a power.
  private static func level(_ power: Double) -> UInt8 {
    let decibels = 10 * decimalLogarithm(power + 1e-30) + 127.5
    return UInt8(min(max(decibels * Double(StructureReading.stepsInDecibel), 0), 255).rounded())
  }

  /// The power of two nearest to a length by its ratio of 3/4, at least 32.
  private static func powerOfTwo(near length: Double) -> Int {
    var power = 32
    while 1.5 * Double(power) <= length { power *= 2 }
    return power
  }
}

/// The K-weighted power of two channels, and that of what differs between them, in each tenth of a second.
private struct PowersInTenths: Sendable {
  private let clock: TickClock
  private let isMono: Bool
  private var weighting: KWeighting
  private var done: [(all: Float, side: Float)] = []
  private var (sum, side) = (0.0, 0.0)
  private var (tenth, begin, frame, end) = (0, 0, 0, 0)

  /// `isMono` if both channels are one and the same, which counts once.
  init(sampleRate: Int, isMono: Bool) {
    self.isMono = isMono
    clock = TickClock(sampleRate: sampleRate, rate: .ten)
    weighting = KWeighting(sampleRate: sampleRate)
    end = clock.firstSampleFrame(ofTick: 1)
  }

  mutating func add(_ pair: SIMD2<Double>) {
    let weighted = weighting.filter(pair)
    let squares = weighted * weighted
    sum += isMono ? squares.x : squares.x + squares.y
    let difference = weighted.x - weighted.y
    side += difference * difference / 2
    frame += 1
    if frame == end { finish() }
  }

  /// Ends the tenth of a second, which may be short.
  mutating func finish() {
    guard frame > begin else { return }
    let count = Double(frame - begin)
    done.append((Float(sum / count), Float(side / count)))
    weighting.settle()
    (sum, side) = (0, 0)
    tenth += 1
    (begin, end) = (frame, clock.firstSampleFrame(ofTick: tenth + 1))
  }

  /// Takes out the powers of the earliest tenth of a second; 0 after the end of the sound.
  mutating func next() -> (all: Float, side: Float) {
    done.isEmpty ? (0, 0) : done.removeFirst()
  }
}

/// Keeps every `factor`-th sample, after a low pass: a sinc with a Hann window, 8 zero crossings on
/// each side.
private struct Decimator: Sendable {
  let factor: Int
  private let weights: [Double]
  private var kept: [Double]
  /// The index in ``kept`` of the first sample that the next one needs.
  private var next = 0

  init(factor: Int) {
    self.factor = factor
    let reach = factor == 1 ? 0 : 8 * factor
    weights = (-reach...reach).map { index in
      guard index != 0 else { return 1 / Double(factor) }
      let sinc = UnitCircle.point(index, of: 2 * factor).sine / (.pi * Double(index))
      return sinc * (0.5 + 0.5 * UnitCircle.point(index, of: 2 * reach + 2).cosine)
    }
    kept = [Double](repeating: 0, count: reach)
  }

  mutating func push(_ sample: Double) { kept.append(sample) }

  /// Appends the samples that are complete.
  mutating func drain(into samples: inout [Double]) {
    while next + weights.count <= kept.count {
      var sum = 0.0
      for index in weights.indices { sum += weights[index] * kept[next + index] }
      samples.append(sum)
      next += factor
    }
    if next >= 16_384 {
      let gone = min(next, kept.count)
      kept.removeFirst(gone)
      next -= gone
    }
  }

  /// Appends the samples that need those after the end, which are silence.
  mutating func finish(into samples: inout [Double]) {
    kept += [Double](repeating: 0, count: weights.count / 2)
    drain(into: &samples)
  }
}

/// The power spectra of two blocks at once, under Hann windows.
private struct PairSpectra: Sendable {
  let length: Int
  private let window: [Double]
  private var transform: FourierTransform
  private var real, imaginary: [Double]
  /// The powers of the two blocks; a sine at full scale has 1/4 in the bin of its frequency.
  private var powers: (one: [Double], two: [Double])

  init(length: Int) {
    self.length = length
    window = (0..<length).map { (1 - UnitCircle.point($0, of: length).cosine) / Double(length) }
    transform = FourierTransform(count: length)
    real = [Double](repeating: 0, count: length)
    imaginary = real
    powers = ([Double](repeating: 0, count: length / 2), [Double](repeating: 0, count: length / 2))
  }

  /// Reads the blocks around two samples.
  mutating func read(_ samples: [Double], _ one: Int, _ two: Int) {
    let (first, second) = (one - length / 2, two - length / 2)
    for index in 0..<length {
      real[index] = samples[first + index] * window[index]
      imaginary[index] = samples[second + index] * window[index]
    }
    transform.transform(&real, &imaginary)
    for bin in 1..<length / 2 {
      let mirror = length - bin
      let (a, b) = (real[bin] + real[mirror], imaginary[bin] - imaginary[mirror])
      let (c, d) = (imaginary[bin] + imaginary[mirror], real[mirror] - real[bin])
      powers.one[bin] = (a * a + b * b) / 4
      powers.two[bin] = (c * c + d * d) / 4
    }
  }

  func powerSum(of part: Int, _ bins: BinWeights) -> Double {
    part == 0 ? bins.sum(powers.one) { $0 } : bins.sum(powers.two) { $0 }
  }

  func amplitudeSum(of part: Int, _ bins: BinWeights) -> Double {
    part == 0
      ? bins.sum(powers.one) { $0.squareRoot() } : bins.sum(powers.two) { $0.squareRoot() }
  }
}

/// How much some bins of a spectrum count.
private struct BinWeights: Sendable {
  private var bins: [(bin: Int, weight: Double)] = []

  @inline(__always)
  func sum(_ powers: [Double], _ value: (Double) -> Double) -> Double {
    var sum = 0.0
    for (bin, weight) in bins { sum += weight * value(powers[bin]) }
    return sum
  }

  /// The bands of ``StructureReading/levels``: a bin counts as far as it is in the band.
  static func bands(hertzPerBin: Double, below count: Int) -> [BinWeights] {
    let ratio = StructureReading.highest / StructureReading.lowest
    return (0..<StructureReading.bandCount).map { band in
      let edges = [band, band + 1].map {
        StructureReading.lowest * power(ratio, Double($0) / Double(StructureReading.bandCount))
          / hertzPerBin
      }
      var weights = BinWeights()
      let first = max(Int((edges[0] - 0.5).rounded(.down)), 1)
      for bin in first..<max(count, first) where Double(bin) - 0.5 < edges[1] {
        let part = min(edges[1], Double(bin) + 0.5) - max(edges[0], Double(bin) - 0.5)
        if part > 0 { weights.bins.append((bin, part)) }
      }
      return weights
    }
  }

  /// The pitch classes of ``StructureReading/chroma``: a bin counts the less, the farther it is from a
  /// note.
  static func pitchClasses(hertzPerBin: Double, below count: Int) -> [BinWeights] {
    var classes = [BinWeights](repeating: BinWeights(), count: 12)
    for bin in 1..<count where (55...2100).contains(Double(bin) * hertzPerBin) {
      let octaves = naturalLogarithm(Double(bin) * hertzPerBin / 440) / naturalLogarithm(2)
      let note = 12 * octaves + 9
      let nearest = note.rounded()
      let weight = 1 - 1.6 * abs(note - nearest)
      if weight > 0 {
        classes[((Int(nearest) % 12) + 12) % 12].bins.append((bin, weight))
      }
    }
    return classes
  }
}
