// SPDX-License-Identifier: MIT
internal import CSndfile
internal import Decoding
internal import Glibc
internal import Platform
internal import Signal

/// Music of any length: the demo again and again, each time at another level, so that its levels
/// are those of real music and few of them are the same.
struct Music {
  let format: StreamFormat
  private let samples: [Int16]

  /// Decodes the demo.
  init(_ workspace: Workspace) throws {
    var input = try AudioInput.open("\(workspace.fixtures)/Audio/demo.flac")
    format = input.format
    var block = AudioBlock(channelCount: format.channelCount, capacity: 16_384)
    var samples: [Int16] = []
    repeat {
      try input.read(into: &block)
      block.withSamples { span in
        for index in span.indices { samples.append(Int16((span[index] * 32_768).rounded())) }
      }
    } while block.frameCount > 0
    self.samples = samples
  }

  /// Hands out the samples of some minutes, in blocks that hold the demo once.
  func blocks(minutes: Int, _ body: (UnsafeBufferPointer<Int16>) throws -> Void) throws {
    var rest = minutes * 60 * format.sampleRate * format.channelCount
    var block = samples
    var repetition = 0
    while rest > 0 {
      try Interrupt.check()
      let golden = Double(repetition) * 0.618_033_988_75
      let gain = Int32(32_768 * (1 - 0.4 * (golden - golden.rounded(.down))))
      unsafe samples.withUnsafeBufferPointer { source in
        unsafe block.withUnsafeMutableBufferPointer { target in
          for index in source.indices {
            unsafe target[index] = Int16(truncatingIfNeeded: Int32(source[index]) &* gain &>> 15)
          }
        }
      }
      let count = min(rest, block.count)
      try unsafe block.withUnsafeBufferPointer {
        try unsafe body(UnsafeBufferPointer(rebasing: $0[..<count]))
      }
      rest -= count
      repetition += 1
    }
  }
}

/// Audio files, made when they are first asked for.
struct Inputs {
  /// What libsndfile writes.
  enum Kind: String {
    case wav, ogg

    var format: Int {
      switch self {
      case .wav: SF_FORMAT_WAV | SF_FORMAT_PCM_16
      case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
      }
    }
  }

  let workspace: Workspace
  let music: Music

  /// The path of a file of some minutes.
  func file(_ kind: Kind, minutes: Int) throws -> String {
    let path = workspace.path("\(minutes).\(kind.rawValue)")
    guard Folder.kind(of: path) == nil else { return path }
    Output.note("making \(minutes) min of \(kind.rawValue)")
    var info = SF_INFO()
    info.samplerate = Int32(music.format.sampleRate)
    info.channels = Int32(music.format.channelCount)
    info.format = Int32(kind.format)
    guard let file = unsafe sf_open(path, Int32(SFM_WRITE), &info) else {
      throw BenchmarkFailure(unsafe "\(path): \(String(cString: sf_strerror(nil)))")
    }
    defer { unsafe sf_close(file) }
    try unsafe music.blocks(minutes: minutes) { block in
      // In pieces: libsndfile's Vorbis writer keeps a whole call's samples on the stack.
      for start in stride(from: 0, to: block.count, by: 8192) {
        let count = min(8192, block.count - start)
        let place = unsafe block.baseAddress?.advanced(by: start)
        let written = unsafe sf_write_short(file, place, Int64(count))
        guard written == count else { throw BenchmarkFailure("\(path): cannot be written") }
      }
    }
    return path
  }

  /// Writes some minutes to a pipe, as a WAV stream whose header does not know its length.
  func stream(minutes: Int, to pipe: borrowing FileDescriptor) throws {
    try pipe.write(streamHeader.span)
    let number = pipe.rawValue
    try unsafe music.blocks(minutes: minutes) { block in
      let bytes = UnsafeRawBufferPointer(block)
      var written = 0
      while written < bytes.count {
        let count = unsafe write(
          number, bytes.baseAddress?.advanced(by: written), bytes.count - written)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw SystemError.current }
        written += count
      }
    }
  }

  /// - Source: what ffmpeg and SoX write to a pipe: both sizes 0xFFFFFFFF.
  private var streamHeader: [UInt8] {
    func number(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let (rate, channels) = (music.format.sampleRate, music.format.channelCount)
    let unknown = number(0xFFFF_FFFF, bytes: 4)
    return Array("RIFF".utf8) + unknown + Array("WAVEfmt ".utf8) + number(16, bytes: 4)
      + number(1, bytes: 2) + number(channels, bytes: 2) + number(rate, bytes: 4)
      + number(rate * channels * 2, bytes: 4) + number(channels * 2, bytes: 2)
      + number(16, bytes: 2) + Array("data".utf8) + unknown
  }
}

/// The least that reading a file as floats can cost: libsndfile, and nothing done with the samples.
enum BareReader {
  static func timed(_ path: String) async throws -> Double {
    try await seconds {
      var info = SF_INFO()
      guard let file = unsafe sf_open(path, Int32(SFM_READ), &info) else {
        throw BenchmarkFailure(unsafe "\(path): \(String(cString: sf_strerror(nil)))")
      }
      defer { unsafe sf_close(file) }
      let frames = 16_384
      var samples = [Float](repeating: 0, count: frames * Int(info.channels))
      while unsafe sf_readf_float(file, &samples, Int64(frames)) > 0 {}
    }
  }
}
