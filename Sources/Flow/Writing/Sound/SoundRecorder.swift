// SPDX-License-Identifier: MIT
public import Platform

/// A WAV file of samples that arrive until someone ends it: 32-bit floating point, of any length.
public struct SoundRecorder: ~Copyable {
  private let file: OutputFile
  private let format: SoundFormat
  private var sampleFrames = 0

  /// Begins a file: its header is written, for samples of 32-bit floating point at a rate in Hz, with the
  /// mask of WAV for their speakers.
  public init(
    _ file: consuming OutputFile, sampleRate: Int, channelCount: Int, speakerMask: Int? = nil
  ) throws(SystemError) {
    self.file = file
    format = SoundFormat(
      .wav, .float, sampleRate: sampleRate, channelCount: channelCount, speakerMask: speakerMask)
    try self.file.write(
      WaveHeader(format, sampleFrames: 0, isGrowing: true).bytes.span)
  }

  /// Appends whole interleaved sample frames.
  public mutating func write(_ samples: Span<Float>) throws(SystemError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * samples.count)
    for index in samples.indices {
      let bits = samples[index].bitPattern
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
      }
    }
    try file.write(bytes.span)
    sampleFrames += samples.count / format.channelCount
  }

  /// Completes the header, and gives the file its name.
  public consuming func commit() throws(SystemError) {
    try file.writeBeginning(
      WaveHeader(format, sampleFrames: sampleFrames, isGrowing: true).bytes.span)
    try file.commit()
  }
}
