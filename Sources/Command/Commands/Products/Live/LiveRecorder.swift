// SPDX-License-Identifier: MIT
internal import Analysis
internal import Decoding
internal import Pipeline
internal import Platform
internal import Signal
internal import Writing

/// Where live sound goes beside its pictures: a WAV file, and the levels of its ticks as OSC.
// Sendable: it begins before the reading thread starts, which alone appends to it, and is completed after
// that has ended.
final class LiveRecorder: @unchecked Sendable {
  private var file: OutputFile?
  private var recorder: SoundRecorder?
  private let path: String
  private let track: TrackOptions
  private let address: NetworkAddress?
  private var meter: MeteringEngine<[Decibels]>?
  private var sender: OSCSender?
  private var tick = 0

  /// Creates the file, if there is to be one.
  init(_ drawing: DrawingRequest, _ live: LiveOptions) throws(Diagnostic) {
    let options = drawing.options
    (path, track, address) = (live.keptSound ?? "", options.track, live.osc)
    guard live.keptSound != nil else { return }
    try DataOutput.checkName(path)
    try DataOutput.checkSources(drawing.inputPaths, path)
    guard FileKind(of: path)?.fileExtension == SoundKind.wav.rawValue else {
      throw .wrongName(
        path, for: "the file of --keep-sound", ends: ["wav"], options: ["keep-sound"])
    }
    do { file = try OutputFile(path, replacing: options.existing.replaces) } catch {
      throw Diagnostic(output: path, error)
    }
  }

  /// Begins with the shape of the sound.
  func begin(_ format: StreamFormat) throws(Diagnostic) {
    if let address {
      let metered = track.channels == .mix ? format.mixed : format
      do throws(MeteringError) {
        meter = try MeteringEngine(
          track.meters.levels(floor: track.floor.level), format: metered,
          clock: TickClock(sampleRate: format.sampleRate, rate: .sixty))
      } catch { throw Diagnostic(.metering(error, path: AudioInput.standardInputName)) }
      sender = try OSCSender(
        address, LevelBundle(track.meters.columns, channelCount: metered.channelCount))
    }
    guard let file = file.take() else { return }
    do throws(SystemError) {
      recorder = try SoundRecorder(
        file, sampleRate: format.sampleRate, channelCount: format.channelCount,
        speakerMask: format.speakers.isGuess ? 0 : format.speakers.mask)
    } catch { throw Diagnostic(output: path, error) }
  }

  /// Takes a block of finite samples.
  func append(_ block: AudioBlock) throws(PipelineError) {
    do throws(MeteringError) {
      try meter?.consume(track.channels == .mix ? block.mixed() : block) { levels in
        sender?.send(ofTick: tick, levels, [])
        tick += 1
      }
    } catch { throw .metering(error, path: AudioInput.standardInputName) }
    do throws(SystemError) {
      try block.withSamples { (samples) throws(SystemError) in try recorder?.write(samples) }
    } catch { throw .output(path: path, error) }
  }

  /// Completes the file, whatever has ended the sound.
  func commit() throws(Diagnostic) {
    do throws(SystemError) { try recorder.take()?.commit() } catch {
      throw Diagnostic(output: path, error)
    }
  }
}
