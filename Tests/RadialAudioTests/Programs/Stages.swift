// SPDX-License-Identifier: MIT
// The program of the article "From samples to frames".
import RadialAudio

/// The level of each tick of a file.
func levels(of input: String) throws -> [Tick] {
  var source = try AudioInput.open(input)
  let format = source.format
  var block = AudioBlock(channelCount: format.channelCount, capacity: 4096)
  var engine = try MeteringEngine(
    .levels(.tick, floor: .silence), format: format,
    clock: TickClock(sampleRate: format.sampleRate, rate: .sixty))
  var ticks: [Tick] = []
  try source.read(into: &block)
  while block.frameCount > 0 {
    try engine.consume(block) { ticks.append($0) }
    try source.read(into: &block)
  }
  engine.finish { ticks.append($0) }
  return ticks
}

/// A bar for each second: as high as the first channel was loud.
func bars(of ticks: [Tick], on canvas: Canvas) -> Scene {
  var scene = Scene(canvas: canvas, background: .black)
  let seconds = stride(from: 0, to: ticks.count, by: 60)
    .map { ticks[$0...].prefix(60) }
  let width = canvas.widthInPoints / Double(seconds.count)
  var bars = Path()
  for (index, second) in seconds.enumerated() {
    let loudest = second.map { $0.levels[0].average.value }.max() ?? -60
    let height = max(0, 60 + loudest)
    let left = Double(index) * width - canvas.widthInPoints / 2
    bars.add(
      .rectangle(x: left, y: 30 - height, width: 0.8 * width, height: height))
  }
  scene.items.append(.fill(bars, Color(red: 255, green: 200, blue: 60)))
  return scene
}

/// The bytes of a PNG file.
func png(of scene: Scene) -> [UInt8] {
  var renderer = PNGFrameRenderer()
  var bytes: [UInt8] = []
  renderer.render(scene, into: &bytes)
  return bytes
}

/// A picture of a whole track.
func overview(of input: String) throws -> [UInt8] {
  guard let canvas = Canvas(width: 960, height: 240, shortSideInPoints: 60)
  else { return [] }
  return png(of: bars(of: try levels(of: input), on: canvas))
}
