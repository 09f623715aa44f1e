// SPDX-License-Identifier: MIT
internal import Signal

/// The meters of AVAudioPlayer: blocks of 1024 sample frames, a peak that is held for 0.9 s and then
/// falls by 24 dB/s, an average over some 32 samples that falls by at most 48.4 dB/s. A full-scale
/// sine averages 0 dBFS. ``PlayerMeter`` has the details.
///
/// Ticks that end before the first whole block read that block, and are handed out after it. A
/// stream shorter than a block reads what it has. Samples after the last whole block are never read.
struct AVAudioPlayerMeter: LevelMeter {
  private let settings: MeterSettings
  private let fall: PlayerMeter.Fall
  private var window: WindowAccumulator
  private var players: [PlayerMeter]

  /// The levels after the last block; `nil` before the first.
  private var newest: [Decibels]?

  /// All earlier sound: a peak is held from the tick that reached it, and a tone that lasts reaches it
  /// every 0.9 s, counted from its start. The first ticks hear the first block to its end.
  static func reach(_: MeterSettings) -> Reach {
    Reach(ticksBefore: nil, framesAfter: PlayerMeter.blockLength)
  }

  init(_ settings: MeterSettings) {
    self.settings = settings
    let format = settings.format
    fall = PlayerMeter.Fall(frameCount: PlayerMeter.blockLength, sampleRate: format.sampleRate)
    window = WindowAccumulator(channelCount: format.channelCount, decay: PlayerMeter.retention)
    players = [PlayerMeter](repeating: PlayerMeter(), count: format.channelCount)
  }

  /// Moves the meters by each whole block.
  mutating func add(_ run: Span<Float>) -> Bool {
    var start = 0
    while start < run.count {
      let room = (PlayerMeter.blockLength - window.frameCount) * players.count
      let end = min(run.count, start + room)
      guard window.add(run.extracting(start..<end)) else { return false }
      start = end
      if window.frameCount == PlayerMeter.blockLength { move(fall) }
    }
    return true
  }

  mutating func levels() -> [Decibels]? { newest }

  /// The levels after the only block, which is short.
  mutating func lastLevels() -> [Decibels]? {
    move(
      PlayerMeter.Fall(
        frameCount: window.frameCount, sampleRate: settings.format.sampleRate))
    return newest
  }

  /// Moves the meters by the block that the window holds.
  private mutating func move(_ fall: PlayerMeter.Fall) {
    var levels: [Decibels] = []
    levels.reserveCapacity(2 * players.count)
    for channel in players.indices {
      players[channel].advance(
        peak: window.peak(ofChannel: channel), fadedSquares: window.sum(ofChannel: channel),
        fall: fall)
      let level = players[channel].reading(floor: settings.floor)
      levels.append(level.peak)
      levels.append(level.average)
    }
    newest = levels
    window.reset()
  }
}
