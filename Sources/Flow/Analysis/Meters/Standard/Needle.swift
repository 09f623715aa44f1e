// SPDX-License-Identifier: MIT

/// What an instrument shows of two channels, moved by each of their samples.
protocol Needle: Sendable {
  /// Numbers of two channels.
  typealias Pair = SIMD2<Double>

  /// Moves by the magnitudes |x| of the next sample frame.
  mutating func move(_ magnitudes: Pair)

  /// Moves by all sample frames of a run. (Each type has its own copy of the loop.)
  mutating func move(_ run: Span<Float>, channels: (Int, Int), of channelCount: Int)

  /// What is read at the end of a tick, as amplitudes: 1 for a sine at full scale. A new tick begins.
  mutating func read() -> Pair
}

extension Needle {
  mutating func move(_ run: Span<Float>, channels: (Int, Int), of channelCount: Int) {
    // A copy can stay in registers.
    var needle = self
    for start in stride(from: 0, to: run.count, by: channelCount) {
      needle.move(
        Pair(
          Double(run[start &+ channels.0].magnitude), Double(run[start &+ channels.1].magnitude)))
    }
    self = needle
  }
}

extension SIMD2<Double> {
  /// The greater of each two numbers.
  @inline(__always)
  static func greater(_ one: Self, _ other: Self) -> Self {
    one.replacing(with: other, where: other .> one)
  }

  /// The numbers, with 0 for those that are too small to be normal soon, which are slow.
  @inline(__always)
  var settled: Self { replacing(with: 0, where: (self .< 1e-30) .& (self .> -1e-30)) }
}

/// The needle of a VU meter: the mean of |x| of a sine at full scale is read as 1.
///
/// It is a mass on a spring: 99 % of the deflection after 300 ms, then 1.25 % beyond it. A needle that
/// swings below rest reads the floor. What is read is where it is at the end of the tick, as an eye
/// sees it.
///
/// - Source: IEC 60268-17; ANSI C16.5-1942: 300 ms, and an overshoot of 1 to 1.5 %.
struct VUNeedle: Needle {
  /// The damping of an overshoot of 1.25 %, and the rate in 1/s that gives 99 % after 300 ms.
  private static let (damping, rate) = (0.8127169864286775, 13.511912562532714)

  /// The state is a complex number for each channel; `turn` moves it by one sample, and the needle is
  /// the real part of it times `output`.
  private let turn, output: (real: Double, imaginary: Double)
  private var (real, imaginary) = (Pair.zero, Pair.zero)

  init(sampleRate: Int) {
    let step = 1 / Double(sampleRate)
    // The poles are p and its conjugate; the input stays the same from one sample to the next.
    let pole = (
      real: -Self.rate * Self.damping,
      imaginary: Self.rate * (1 - Self.damping * Self.damping).squareRoot()
    )
    let decay = exponential(pole.real * step)
    turn = (decay * cosine(pole.imaginary * step), decay * sine(pole.imaginary * step))
    // ω²/(p − p̄) · (e^{p/R} − 1)/p, times 2 for the conjugate and π/2 for the calibration.
    let square = pole.real * pole.real + pole.imaginary * pole.imaginary
    let quotient = (
      real: ((turn.real - 1) * pole.real + turn.imaginary * pole.imaginary) / square,
      imaginary: (turn.imaginary * pole.real - (turn.real - 1) * pole.imaginary) / square
    )
    let scale = Double.pi * Self.rate * Self.rate / (2 * pole.imaginary)
    output = (scale * quotient.imaginary, -scale * quotient.real)
  }

  @inline(__always)
  mutating func move(_ magnitudes: Pair) {
    let next = turn.real * real - turn.imaginary * imaginary + magnitudes
    imaginary = turn.imaginary * real + turn.real * imaginary
    real = next
  }

  mutating func read() -> Pair {
    (real, imaginary) = (real.settled, imaginary.settled)
    return output.real * real - output.imaginary * imaginary
  }
}

/// A quasi-peak programme meter: a burst reads less than a steady tone, the less the shorter it is.
///
/// Two capacitors are charged by what exceeds them and fall at a constant rate. What is read is the
/// greatest indication within the tick.
///
/// - Source: IEC 60268-10, types I and II. The structure and the rates of charge are those of
///   jmeters (Adriaensen); the rates of fall are nominal.
struct QuasiPeak: Needle {
  /// What a type of meters is made of.
  struct Kind: Sendable {
    /// How fast the capacitors are charged, in 1/s.
    let charges: (Double, Double)
    /// How far the indication falls in a second, in dB.
    let fall: Double
    /// What makes a steady sine of 1 kHz read its peak.
    let gain: Double
  }

  /// The meters of DIN and of the Nordic scale: bursts of 5 ms read 2 dB less, and the return takes
  /// 1.7 s for 20 dB.
  static let typeI = Kind(charges: (450, 1300), fall: 20 / 1.7, gain: 0.51085)

  /// The meters of the BBC and of the EBU: bursts of 10 ms read 2 dB less, and the return takes
  /// 2.8 s for 24 dB.
  static let typeII = Kind(charges: (200, 860), fall: 24 / 2.8, gain: 0.51398)

  private let gain, fall: Double
  private let charge, rest: (Double, Double)
  private var (first, second, greatest) = (Pair.zero, Pair.zero, Pair.zero)

  init(_ kind: Kind, sampleRate: Int) {
    let rate = Double(sampleRate)
    gain = kind.gain
    fall = power(10, -kind.fall / (20 * rate))
    charge = (1 - exponential(-kind.charges.0 / rate), 1 - exponential(-kind.charges.1 / rate))
    rest = (fall * (1 - charge.0), fall * (1 - charge.1))
  }

  @inline(__always)
  mutating func move(_ magnitudes: Pair) {
    // The charge is positive exactly if the sample exceeds the capacitor.
    first = Pair.greater(fall * first, rest.0 * first + charge.0 * magnitudes)
    second = Pair.greater(fall * second, rest.1 * second + charge.1 * magnitudes)
    greatest = Pair.greater(greatest, first + second)
  }

  mutating func read() -> Pair {
    defer { (first, second, greatest) = (first.settled, second.settled, .zero) }
    return gain * greatest
  }
}

/// The greatest sample, which then falls at a constant rate; the greatest value within the tick is
/// read.
///
/// - Source: IEC TR 60268-18: 20 dB in 1.7 s; Katz's K-system as K-Meter has it: 26 dB in 3 s.
struct FallingPeak: Needle {
  private let fall: Double
  private var (peak, greatest) = (Pair.zero, Pair.zero)

  /// A meter before its first sample that falls by `fall` dB a second.
  init(fall: Double, sampleRate: Int) {
    self.fall = power(10, -fall / (20 * Double(sampleRate)))
  }

  @inline(__always)
  mutating func move(_ magnitudes: Pair) {
    peak = Pair.greater(fall * peak, magnitudes)
    greatest = Pair.greater(greatest, peak)
  }

  mutating func read() -> Pair {
    defer { (peak, greatest) = (peak.settled, .zero) }
    return greatest
  }
}

/// The average of the K-system: the RMS level through two equal filters, which reaches 99 % after
/// 600 ms. A full-scale sine reads 0 dBFS.
///
/// - Source: Katz, *Integrated approach to metering, monitoring, and leveling practices*, JAES 48,
///   2000; the shape is that of jkmeter (Adriaensen).
struct SmoothedPower: Needle {
  private let share: Double
  private var (first, second) = (Pair.zero, Pair.zero)

  init(sampleRate: Int) { share = 1 - exponential(-9.732988 / Double(sampleRate)) }

  @inline(__always)
  mutating func move(_ magnitudes: Pair) {
    first += share * (magnitudes * magnitudes - first)
    second += share * (first - second)
  }

  mutating func read() -> Pair {
    (first, second) = (first.settled, second.settled)
    return (2 * second).squareRoot()
  }
}
