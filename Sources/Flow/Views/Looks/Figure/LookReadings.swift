// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform
internal import Signal

/// What moments have beside the levels: the spectrum, shares of bands, and places in the bars of the song.
struct LookReadings: Sendable {
  /// How many bands of the spectrum are heard; 1 if it is not read.
  var bandCount: Int { spectrum?.scale.bandCount ?? 1 }
  /// How far each band is open for 95 % of the time at most, on the louder side.
  let usual: [Double]
  /// Whether all bands rose sharply at the newest tick.
  private(set) var isHit = false

  private let track: ReadingTrack<BandLevels>
  /// The only channel that is read; `nil` for both.
  private let channel: Side?
  private var shares: BandShares?
  private var spectrum: FallingSpectrum?
  private var chroma: ChromaScale?
  /// How fast the levels of each speed of the spectrum fall, in dB a second.
  private let falls: [Double]
  private let places: [LookPlace]
  /// What is kept for each of the places that has a memory.
  private var memories: [LookRecall?]
  private let song: LookSong?
  /// How much the levels rose in each of the last ticks, the newest last.
  private var rises: [Double] = []
  /// Which of the speeds makes hits; `nil` if they are not found.
  private let speedOfHits: Int?
  /// Whether hits of all bands are found.
  var findsHits: Bool { speedOfHits != nil }

  /// Hits are at least these ticks apart, and rise by at least this part of the scale in the mean of all bands;
  /// what makes them falls by this, in dB a second.
  private static let hit = (ticks: 40, rise: 0.07, fall: 400.0)

  /// The readings that a look needs: levels that fall by some decibels a second, and some at places.
  init(
    _ file: LookFile, _ track: ReadingTrack<BandLevels>, _ groups: BandGroups, falls: [Double],
    _ settings: LookSettings, _ view: ViewContext
  ) throws(FigureError) {
    (self.track, places, channel) = (track, settings.places, view.channel)
    let findsHits = file.findsHits
    var all = falls + places.compactMap(\.fall)
    if findsHits { all.append(LookReadings.hit.fall) }
    self.falls = Set(all).sorted()
    speedOfHits = findsHits ? self.falls.firstIndex(of: LookReadings.hit.fall) : nil
    memories = places.map { place in
      if case .memory(let memory) = place {
        LookRecall(memory, settings, at: view.tickRate)
      } else {
        nil
      }
    }
    song = file.followsBars ? LookSong(view, track.clock, loop: track.loopCount) : nil
    if !self.falls.isEmpty {
      let spectrum = try FallingSpectrum(
        track, of: groups.range(of: .spectrum), falls: self.falls)
      usual = spectrum.scale.usual.map { SpectrumScale.opening(max($0.x, $0.y)) }
      self.spectrum = spectrum
    } else {
      usual = [0]
    }
    let own = file.groupsOfBands
    do throws(SystemError) {
      if own.contains(.shares) { shares = try BandShares(track, of: groups.range(of: .shares)) }
      if own.contains(.chroma) { chroma = try ChromaScale(track, of: groups.range(of: .chroma)) }
    } catch { throw .readings(error) }
  }

  /// The ticks after which nothing is left of a reading.
  var memory: Int {
    (spectrum?.memory ?? 0) + (speedOfHits != nil ? LookReadings.hit.ticks : 0)
      + (memories.compactMap { $0?.ticks }.max() ?? 0)
  }

  /// Updates to the next tick, whose readings are those at `place` of the track, and adds them to its moment.
  mutating func advance(
    to tick: Int, at place: Int, _ moment: inout LookMoment
  ) throws(SystemError) {
    if let song { moment.song = song.place(ofTick: tick) }
    guard track.isLive || (0..<track.count).contains(place) else { return }
    let before = speedOfHits.flatMap { spectrum?.levels[$0] }
    try spectrum?.advance(to: place)
    if let before, let levels = speedOfHits.flatMap({ spectrum?.levels[$0] }) {
      findHit(levels, before)
    }
    try shares?.adapt(toTick: place)
    guard !places.isEmpty else { return }
    let shares = try shares?.smoothed(atTick: place) ?? []
    let classes = try chroma?.strengths(atTick: place) ?? []
    for (index, own) in places.enumerated() {
      let both =
        switch own {
        case .band(let band): reading(band, shares, classes)
        case .memory: memories[index]?.advance(moment) ?? .zero
        }
      moment.places.left[index] = Float(channel == .right ? both.y : both.x)
      moment.places.right[index] = Float(channel == .left ? both.x : both.y)
    }
  }

  /// The reading at a place, left and right.
  private func reading(
    _ own: LookBand, _ shares: [SIMD2<Double>], _ classes: [SIMD2<Double>]
  ) -> SIMD2<Double> {
    switch own.function {
    case .level:
      let all = openings(fallingBy: own.fall)
      let place = min(max(own.place, 0), 1) * Double(all.count - 1)
      return LookReadings.reading(at: place, of: all)
    case .chroma: return ChromaScale.strength(at: own.place, of: classes)
    default: return own.share(of: shares)
    }
  }

  /// A reading at a place between bands.
  static func reading(at place: Double, of bands: [SIMD2<Double>]) -> SIMD2<Double> {
    let low = max(min(Int(place), bands.count - 2), 0)
    let next = bands[min(low + 1, bands.count - 1)]
    return bands[low] + (next - bands[low]) * (place - Double(low))
  }

  /// How far each band is open at the newest tick, left and right, if levels fall by some decibels a second; a single
  /// closed one if the spectrum is not read.
  func openings(fallingBy fall: Double) -> [SIMD2<Double>] {
    guard let spectrum, let speed = falls.firstIndex(of: fall) else { return [.zero] }
    return spectrum.levels[speed].map { SpectrumScale.opening($0) }
  }

  private mutating func findHit(_ levels: [SIMD2<Double>], _ before: [SIMD2<Double>]) {
    let rise = zip(levels, before).reduce(0.0) { sum, pair in
      sum + pointwiseMax(pair.0 - pair.1, .zero).sum() / 2
    }
    // The first tick that is shown of a part has nothing before it that it could rise from.
    isHit =
      rise / Double(levels.count) > LookReadings.hit.rise && rise > rises.max() ?? .infinity
    rises.append(rise)
    if rises.count > LookReadings.hit.ticks { rises.removeFirst() }
  }
}

extension LookPlace {
  /// How fast the levels fall that it needs, in dB a second.
  fileprivate var fall: Double? {
    if case .band(let band) = self, band.function == .level { band.fall } else { nil }
  }
}

/// What is kept of the ticks before, left and right.
private struct LookRecall: Sendable {
  /// After how many ticks nothing is left of one, with all that it is made of.
  let ticks: Int

  private let memory: LookMemory
  private var machine: LookMachine
  /// How many ticks are kept, and by how much the level falls in one.
  private let length: Int
  private let step: Double
  /// The last ones, the oldest first.
  private var kept: [SIMD2<Double>] = []
  private var fallen = SIMD2<Double>.zero

  /// Nothing yet of a memory.
  init(_ memory: LookMemory, _ settings: LookSettings, at rate: Rate) {
    var program = memory.program
    program.resolve(settings.places)
    machine = LookMachine(program, settings.colors)
    self.memory = memory
    ticks = rate.count(seconds: memory.seconds) + 2
    // What was some ticks ago is the first of one more.
    let count = rate.count(seconds: memory.amount)
    length = memory.function == .ago ? count + 1 : max(count, 1)
    step = memory.amount * Double(rate.denominator) / Double(rate.numerator)
  }

  /// Sees the next tick, and gives what is left of those before.
  mutating func advance(_ moment: LookMoment) -> SIMD2<Double> {
    machine.set(0, LookElement(moment, .left))
    machine.set(1, LookElement(moment, .right))
    machine.evaluate()
    let new = SIMD2(
      machine.value(memory.register, lane: 0), machine.value(memory.register, lane: 1))
    if memory.function == .fall {
      fallen = pointwiseMax(new.clamped(lowerBound: .zero, upperBound: .one), fallen - step)
      return fallen
    }
    kept.append(new)
    if kept.count > length { kept.removeFirst() }
    switch memory.function {
    case .hold: return kept.reduce(new) { pointwiseMax($0, $1) }
    // From the oldest to the newest, so that any part has the same bits.
    case .smooth: return kept.reduce(.zero, +) / Double(length)
    default: return kept.count == length ? kept[0] : .zero
    }
  }
}
