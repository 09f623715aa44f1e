// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport

/// The spectrum of the view `plots`, as a set of filters.
extension Standard {
  static let bands = Standard(
    name: "IEC 61260-1:2014",
    remark: """
      The bars of `plots` are sixths of an octave of base ten: mid-band frequencies and edges are \
      those of the standard, and from the band of 188 Hz up the relative attenuation of steady \
      tones is within class 1 of table 1 at its breakpoints; each line has the worse of both \
      sides. The bars are sums of a Fourier transform over 0.17 s, and nothing else is claimed: \
      bands below 188 Hz are wider than the standard's (a bin is 5.9 Hz), and time invariance, \
      linearity over a range of levels and anti-alias filters were not measured. `meter --add \
      bands` is no filter of this standard at all: its bands begin at 20 Hz, are parted by \
      crossovers that are 6 dB down at the edges, and are named by these.
      """,
    clauses: [19, 34, 58].flatMap(attenuations) + middles)

  /// The factor of an octave.
  private static let octave = pow(10, 0.3)

  private static func middle(_ band: Int) -> Double {
    1000 * pow(octave, (2 * Double(band - 34) + 1) / 12)
  }

  /// A breakpoint of an octave filter as one of a sixth of an octave, as the standard converts it.
  private static func breakpoint(_ exponent: Double) -> Double {
    1 + (pow(octave, 1.0 / 12) - 1) / (pow(octave, 0.5) - 1) * (pow(octave, exponent) - 1)
  }

  private static func attenuations(_ band: Int) -> [Clause] {
    [
      (0, "G^0", -0.4...0.4), (0.125, "G^(1/8)", -0.4...0.5), (0.25, "G^(1/4)", -0.4...0.7),
      (0.375, "G^(3/8)", -0.4...1.4), (0.5, "G^(1/2)", 1.2...5.3), (1, "G", 16.6...(.infinity)),
      (2, "G^2", 40.5...(.infinity)), (3, "G^3", 60...(.infinity)), (4, "G^4", 70...(.infinity)),
    ].map { exponent, words, limits in
      Clause(
        "table 1, class 1",
        "plots, the band of \(Int(middle(band).rounded())) Hz, breakpoint \(words)", "dB", limits
      ) {
        let ratio = breakpoint(exponent)
        let tones = Set([middle(band) / ratio, middle(band) * ratio]).filter { $0 < 20_000 }
        let all = try tones.map { try attenuation($0)[band] }
        func margin(_ value: Double) -> Double {
          min(value - limits.lowerBound, limits.upperBound - value)
        }
        return all.min { margin($0) < margin($1) } ?? .nan
      }
    }
  }

  /// Each third band above.
  private static let middles = stride(from: 20, through: 59, by: 3).map { band in
    Clause(
      "table 1, class 1", "plots, mid-band frequency \(Int(middle(band).rounded())) Hz", "dB",
      -0.4...0.4
    ) { try attenuation(middle(band))[band] }
  }

  /// How far each bar is below full scale for a tone of full scale, in dB; 72 for bars that are not there.
  private static func attenuation(_ hertz: Double) throws -> [Double] {
    // It fades in and out, so that its beginning and end are not in the spectrum.
    let count = 48_000
    let samples = (0..<count).map { index in
      let part = min(Double(min(index, count - index)) / 18_000, 1)
      return 0.5 * (1 - cos(.pi * part)) * sin(2 * .pi * hertz * Double(index) / 48_000)
    }
    return try TemporaryFolder.with { folder in
      try folder.write(TestSound(channels: [samples]).wave, "a.wav")
      try Inside.succeed(
        Inside.command([
          "render", folder.path("a.wav"), "--view", "plots", "--size", "1920x1080", "--frames",
          "29", "-o", folder.path("%d.svg"), "-q",
        ]))
      let text = String(decoding: try folder.bytes("29.svg"), as: UTF8.self)
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("<path ") }
      func numbers(_ line: Substring) -> [Double] {
        let path = line.components(separatedBy: " d=\"").last?.prefix { $0 != "\"" } ?? ""
        return path.split { "MLHVZ ".contains($0) }.compactMap { Double($0) }
      }
      guard let grid = lines.first.map(numbers),
        let bars = lines.first(where: { $0.contains("\"fft\"") })
      else { return [] }
      // Seven lines of the grid across, and the first one upward: it is 72 dB high.
      let (left, width, step) = (grid[0], (grid[2] - grid[0]) / 60, (grid[31] - grid[29]) / 72)
      var attenuations = [Double](repeating: 72, count: 60)
      let corners = numbers(bars)
      for bar in stride(from: 0, to: corners.count - 7, by: 8) {
        let height = corners[bar + 5] - corners[bar + 1]
        attenuations[Int((corners[bar] - left) / width)] = 72 - height / step
      }
      return attenuations
    }
  }
}
