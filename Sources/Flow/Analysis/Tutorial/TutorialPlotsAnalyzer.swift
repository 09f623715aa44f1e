// SPDX-License-Identifier: MIT
internal import Signal

/// What the tutorial's app reads every 0.1 s: the tap's FFT and the tracker, both at 44 100 Hz.
///
/// A buffer has 4410 sample frames; the tap uses the last 1024 of the left channel. The stream's
/// last buffer is filled up with silence. Other sample rates are converted by a ``Resampler``.
struct TutorialPlotsAnalyzer: Analyzer {
  private let left, right, channelCount: Int
  private var resampler: Resampler
  private var tracker = TutorialTracker()
  private var transform = FourierTransform(count: tapLength)

  /// Sample frames in the present buffer, and those of them that the tap uses.
  private var frameCount = 0
  private var tapped: [Double] = []
  private var ready: [TutorialPlotsReading] = []

  private static let sampleRate = 44_100
  private static let bufferLength = 4410
  private static let tapLength = 1024

  /// The last channel stands in for a missing one.
  init(channels: (left: Int, right: Int), format: StreamFormat) {
    channelCount = format.channelCount
    left = format.channel(channels.left)
    right = format.channel(channels.right)
    resampler = Resampler(from: format.sampleRate, to: TutorialPlotsAnalyzer.sampleRate)
  }

  mutating func consume(_ run: Span<Float>) -> Bool {
    guard areFinite(run) else { return false }
    for frame in stride(from: 0, to: run.count, by: channelCount) {
      resampler.push(Double(run[frame + left]), Double(run[frame + right]))
      while let (left, right) = resampler.next() { take(left, right) }
    }
    return true
  }

  mutating func endTick(emit: (TutorialPlotsReading) -> Void) {
    for reading in ready { emit(reading) }
    ready.removeAll(keepingCapacity: true)
  }

  mutating func finish(emit: (TutorialPlotsReading) -> Void) {
    while let (left, right) = resampler.next(isEnded: true) { take(left, right) }
    while frameCount > 0 { take(0, 0) }
    endTick(emit: emit)
  }

  private mutating func take(_ left: Double, _ right: Double) {
    tracker.push(left, right)
    frameCount += 1
    let (length, tapLength) =
      (TutorialPlotsAnalyzer.bufferLength, TutorialPlotsAnalyzer.tapLength)
    if frameCount > length - tapLength { tapped.append(left) }
    guard frameCount == length else { return }
    ready.append(reading())
    tapped.removeAll(keepingCapacity: true)
    frameCount = 0
  }

  /// The FFT of the tap's samples, with the tracker's last figures.
  private mutating func reading() -> TutorialPlotsReading {
    let length = TutorialPlotsAnalyzer.tapLength
    var squares = 0.0
    for sample in tapped { squares += sample * sample }
    var (real, imaginary) = (tapped, [Double](repeating: 0, count: length))
    transform.transform(&real, &imaginary)
    let scale = 100 / Double(length * length)
    var values = (0..<length / 2).map {
      scale * (real[$0] * real[$0] + imaginary[$0] * imaginary[$0])
    }
    values[0] += scale * real[length / 2] * real[length / 2]
    var greatest = 0
    for index in values.indices where values[index] > values[greatest] { greatest = index }
    return TutorialPlotsReading(
      fft: values.map { Float($0) }, rms: Float((squares / Double(length)).squareRoot()),
      fftFrequency: Double(greatest * TutorialPlotsAnalyzer.sampleRate) / Double(length),
      trackerFrequency: tracker.frequency, trackerAmplitude: tracker.amplitude)
  }
}

extension Analysis where Reading == TutorialPlotsReading {
  /// What the tutorial's app shows of two channels every 0.1 s. The last channel stands in for a
  /// missing one. The FFT and the rolling plot show the left channel.
  public static func tutorialPlots(channels: (left: Int, right: Int)) -> Analysis {
    // The last buffer is filled with what comes.
    Analysis(
      rate: .ten, reach: { format, _ in Reach(ticksBefore: nil, framesAfter: format.sampleRate) }
    ) {
      TutorialPlotsAnalyzer(channels: channels, format: $0.format)
    }
  }
}
