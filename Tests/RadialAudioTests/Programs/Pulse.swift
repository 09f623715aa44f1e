// SPDX-License-Identifier: MIT
// The view of the article "A view of your own".
import RadialAudio

/// A disc as wide as the sound is loud.
enum Pulse: View {
  struct Options: ViewOptions {
    typealias Drawn = Pulse
    var look = Pulse.looks[0]
    var color = Color(red: 255, green: 90, blue: 0)
    static let table: [Option<Options>] = [
      .value("color", "COLOR", into: \.color, help: "Colour of the disc.")
    ]
  }
  static let name = "pulse"
  static let summary = "a disc as wide as the sound is loud"
  static let looks: [Look<Options>] = [
    Look("night", "on black", Disc.self, shortSideInPoints: 100),
    Look("day", "on white", Disc.self, shortSideInPoints: 100) {
      picture, options in
      picture.background = Color(red: 255, green: 255, blue: 255)
      options.color = Color(red: 0, green: 90, blue: 160)
    },
  ]
}

/// What both looks draw, from the levels of each tick.
struct Disc: Figure {
  let options: Pulse.Options
  let track: ReadingTrack<StereoLevels>
  var loudness = 0.0

  init(
    options: Pulse.Options, track: ReadingTrack<StereoLevels>,
    context: ViewContext
  ) {
    (self.options, self.track) = (options, track)
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    let level = try track.reading(ofTick: tick).left.average
    loudness = max(0, 1 + level.value / 60)
  }

  func draw(into scene: inout Scene) {
    let disc = Path.circle(center: .origin, radius: 50 * loudness)
    scene.items.append(.fill(disc, options.color))
  }
}

/// The picture of a track two seconds after its start.
func pulse(of input: String) throws -> [UInt8] {
  let run = try ReadRun(RunRequest(Pulse.self, of: input, look: "day"))
  return try run.picture(ofFrame: 119)
}
