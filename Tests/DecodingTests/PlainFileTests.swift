// SPDX-License-Identifier: MIT
import Decoding
import Platform
import Signal
import Testing

@Suite struct PlainFileTests {
  @Test(arguments: WaveBytes.Encoding.allCases, [1, 2, 6])
  func `samples of every encoding come out exactly, from a file and a pipe`(
    encoding: WaveBytes.Encoding, channels: Int
  ) throws {
    let steps = WaveBytes.steps(3001 * channels)
    let bytes = WaveBytes.wave(steps, encoding, channels: channels, rate: 44_100)
    let scratch = Scratch()
    for reading in [
      try Reading(scratch.file("a.wav", bytes)), try readThroughPipe(bytes),
    ] {
      #expect(reading.format == StreamFormat(sampleRate: 44_100, channelCount: channels))
      #expect(reading.samples == samples(steps))
      #expect(reading.error == nil)
    }
  }

  @Test func `values above full scale are kept`() throws {
    let steps = [0, 128, 256, -512, 1280]
    let bytes = WaveBytes.wave(steps, .float32)
    #expect(try Reading(Scratch().file("a.wav", bytes)).samples == [0, 1, 2, -4, 10])
  }

  @Test func `a thousand and twenty-four channels are read in bounded blocks`() throws {
    let steps = WaveBytes.steps(1024 * 70)
    let path = try Scratch().file("a.wav", WaveBytes.wave(steps, channels: 1024))
    let capacity = AudioBlock.defaultCapacity(channelCount: 1024)
    #expect(capacity * 1024 <= 65_536)
    let reading = Reading(try AudioInput.open(path), capacity: capacity)
    #expect(reading.samples == samples(steps))
  }

  @Test(arguments: [1, 2, 999, 1000, 1001, 65_536])
  func `the size of the blocks changes nothing`(capacity: Int) throws {
    let steps = WaveBytes.steps(2000)
    let path = try Scratch().file("a.wav", WaveBytes.wave(steps))
    #expect(Reading(try AudioInput.open(path), capacity: capacity).samples == samples(steps))
  }

  @Test(arguments: [1, 44_100, 10_000_000])
  func `sample rates of one to ten million hertz are read`(rate: Int) throws {
    let path = try Scratch().file("a.wav", WaveBytes.wave([1, 2, 3], rate: rate))
    #expect(try Reading(path).format.sampleRate == rate)
  }

  @Test(arguments: [0, 10_000_001, 0x7FFF_FFFF, 0xFFFF_FFFF], [true, false])
  func `other sample rates are refused by their value`(rate: Int, isPiped: Bool) throws {
    let scratch = Scratch()
    let bytes = WaveBytes.wave([1, 2, 3], rate: rate)
    let path = isPiped ? "standard input" : try scratch.file("a.wav", bytes)
    #expect(throws: DecodingError.badFormat(path: path, sampleRate: rate, channelCount: 1)) {
      isPiped ? try readThroughPipe(bytes) : try Reading(path)
    }
  }

  @Test(arguments: [0, 1025, 0x8000_0000, 0xFFFF_FFFF] as [UInt32])
  func `impossible numbers of channels are refused by their value`(channels: UInt32) throws {
    let path = try Scratch().file("a.au", WaveBytes.au([1, 2, 3], channels: channels))
    let expected = DecodingError.badFormat(
      path: path, sampleRate: 8000, channelCount: Int(channels))
    #expect(throws: expected) { try Reading(path) }
  }

  @Test func `a file without sample frames is empty and not wrong`() throws {
    let scratch = Scratch()
    let chunk = Array("LIST".utf8) + WaveBytes.little(4, 4) + Array("INFO".utf8)
    let files = [
      WaveBytes.wave([]), WaveBytes.wave([], behind: chunk), WaveBytes.au([]), WaveBytes.caf([]),
    ]
    for bytes in files {
      for reading in [try Reading(scratch.file("a", bytes)), try readThroughPipe(bytes)] {
        #expect(reading.frameCount == 0)
        #expect(reading.error == nil)
      }
    }
  }

  @Test func `chunks behind the samples are no samples`() throws {
    let chunk = Array("LIST".utf8) + WaveBytes.little(4, 4) + Array("INFO".utf8)
    let bytes = WaveBytes.wave([5, 6], behind: chunk)
    #expect(try Reading(Scratch().file("a.wav", bytes)).samples == samples([5, 6]))
    #expect(try readThroughPipe(bytes).samples == samples([5, 6]))
  }
}

@Suite struct UnknownLengthTests {
  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0x7FFF_F000, 0x7F00_0000])
  func `a WAV that was written into a pipe is read to its end`(size: Int) throws {
    let steps = WaveBytes.steps(5000)
    let bytes = WaveBytes.wave(steps, channels: 2, dataSize: size)
    let scratch = Scratch()
    for reading in [
      try Reading(scratch.file("a.wav", bytes)),
      try readThroughPipe(bytes, scratch.environment),
    ] {
      #expect(reading.samples == samples(steps))
      #expect(reading.error == nil)
    }
  }

  @Test(arguments: [0, 0xFFFF_FFFF])
  func `an AU that was written into a pipe is read to its end`(size: Int) throws {
    let steps = WaveBytes.steps(5000)
    let bytes = WaveBytes.au(steps, dataSize: size)
    #expect(try Reading(Scratch().file("a.au", bytes)).samples == samples(steps))
    let piped = try readThroughPipe(bytes)
    #expect(piped.samples == samples(steps))
    #expect(piped.error == nil)
  }

  @Test func `a CAF that was written into a pipe is read to its end`() throws {
    let steps = WaveBytes.steps(5000)
    let bytes = WaveBytes.caf(steps, dataSize: -1)
    for reading in [try Reading(Scratch().file("a.caf", bytes)), try readThroughPipe(bytes)] {
      #expect(reading.samples == samples(steps))
      #expect(reading.error == nil)
    }
  }

  @Test(arguments: [68, 0, 8])
  func `the headers that SoX repeats in a CAF in a pipe are not heard`(last: Int) throws {
    let steps = WaveBytes.steps(3000)
    let header = WaveBytes.caf([])
    // The program may be ended before it writes the last header, or while it does.
    let end = WaveBytes.caf(steps).prefix(last)
    let bytes = header + header + WaveBytes.caf(steps).dropFirst(header.count) + end
    for reading in [try Reading(Scratch().file("a.caf", bytes)), try readThroughPipe(bytes)] {
      #expect(reading.error == nil)
      #expect(reading.samples.count == 3000 + (last < 68 ? last / 2 : 0))
      #expect(reading.samples.prefix(3000) == samples(steps)[...])
    }
  }
}

@Suite struct RefusalTests {
  @Test func `a missing file, a folder and an empty file are told apart`() throws {
    let scratch = Scratch()
    let missing = scratch.path("missing.wav")
    #expect(throws: DecodingError.cannotOpen(path: missing, .notFound)) { try Reading(missing) }
    #expect(throws: DecodingError.isDirectory(path: scratch.folder)) {
      try Reading(scratch.folder)
    }
    let empty = try scratch.file("empty.wav", [])
    #expect(throws: DecodingError.empty(path: empty)) { try Reading(empty) }
    #expect(throws: DecodingError.empty(path: "standard input")) { try readThroughPipe([]) }
    #expect(throws: DecodingError.empty(path: "/dev/null")) { try Reading("/dev/null") }
  }

  @Test(.enabled(if: !isSuperuser, "a superuser may read every file"))
  func `a file without permission says so`() throws {
    let path = try Scratch().file("a.wav", WaveBytes.wave([1]))
    forbid(path)
    #expect(throws: DecodingError.cannotOpen(path: path, SystemError(code: 13))) {
      try Reading(path)
    }
  }

  @Test(arguments: [true, false])
  func `text and noise are not recognized, with ffmpeg and without`(hasHelper: Bool) throws {
    let scratch = Scratch()
    let environment = hasHelper ? scratch.environment : scratch.withoutHelpers
    let text = Array(String(repeating: "Dear diary, no sound today.\n", count: 300).utf8)
    let zeros = [UInt8](repeating: 0, count: 20_000)
    for (name, bytes) in [
      ("text.wav", text), ("zeros.mp3", zeros), ("short.wav", Array("RI".utf8)),
    ] {
      let path = try scratch.file(name, bytes)
      #expect { try Reading(path, environment) } throws: { isUnrecognized($0) }
      #expect { try readThroughPipe(bytes, environment) } throws: { isUnrecognized($0) }
    }
    #expect { try Reading("/dev/zero", environment) } throws: { isUnrecognized($0) }
  }

  @Test(arguments: 9..<44)
  func `a WAV that breaks off in its header is an error at every place`(length: Int) throws {
    let bytes = Array(WaveBytes.wave(WaveBytes.steps(100)).prefix(length))
    let scratch = Scratch()
    #expect(throws: DecodingError.self) { try Reading(scratch.file("a.wav", bytes)) }
    #expect(throws: DecodingError.self) { try readThroughPipe(bytes, scratch.environment) }
  }

  private func isUnrecognized(_ error: any Error) -> Bool {
    if case .unrecognized = error as? DecodingError { return true }
    return false
  }
}

@Suite struct CutPlainFileTests {
  @Test(arguments: [44, 45, 46, 47, 48, 1044, 4042, 4043])
  func `a WAV that is cut names the place and the checks`(length: Int) throws {
    let steps = WaveBytes.steps(2000)
    let bytes = Array(WaveBytes.wave(steps, channels: 2).prefix(length))
    let frames = (length - 44) / 4
    let scratch = Scratch()
    let path = try scratch.file("a.wav", bytes)
    for (name, reading) in [
      (path, try Reading(path)), ("standard input", try readThroughPipe(bytes)),
    ] {
      #expect(
        reading.error == .truncated(path: name, atFrame: frames, expectedFrames: 1000))
      #expect(reading.samples == samples(Array(steps.prefix(frames * 2))))
    }
  }

  @Test func `an AU and a CAF that are cut name the place and the checks`() throws {
    let steps = WaveBytes.steps(2000)
    let scratch = Scratch()
    for (bytes, start) in [(WaveBytes.au(steps), 24), (WaveBytes.caf(steps), 68)] {
      let cut = Array(bytes.prefix(start + 1000))
      let path = try scratch.file("a.sound", cut)
      for (name, reading) in [
        (path, try Reading(path)), ("standard input", try readThroughPipe(cut)),
      ] {
        #expect(reading.error == .truncated(path: name, atFrame: 500, expectedFrames: 2000))
        #expect(reading.samples == samples(Array(steps.prefix(500))))
      }
    }
  }

  @Test func `the error comes again, with an empty block`() throws {
    let bytes = Array(WaveBytes.wave(WaveBytes.steps(100)).prefix(60))
    let path = try Scratch().file("a.wav", bytes)
    var input = try AudioInput.open(path)
    var block = AudioBlock(channelCount: 1, capacity: 64)
    try input.read(into: &block)
    #expect(block.frameCount == 8)
    for _ in 0..<2 {
      do {
        try input.read(into: &block)
        Issue.record("no error")
      } catch { #expect(error == .truncated(path: path, atFrame: 8, expectedFrames: 100)) }
      #expect(block.frameCount == 0)
    }
  }
}
