// SPDX-License-Identifier: MIT
import Decoding
import Platform
import Signal
import TestSupport
import Testing

/// A kind of file that another program makes.
struct Recipe: Sendable, CustomTestStringConvertible {
  let name: String
  var arguments: [String]
  /// Whether the samples come back exactly.
  var isLossless = false
  /// The sample rate that comes back.
  var rate = 44_100

  var testDescription: String { name }

  static let all = [
    Recipe(name: "a.flac", arguments: ["-c:a", "flac"], isLossless: true),
    Recipe(name: "a.aiff", arguments: [], isLossless: true),
    Recipe(name: "a.au", arguments: [], isLossless: true),
    Recipe(name: "a.caf", arguments: ["-c:a", "pcm_s24le"], isLossless: true),
    Recipe(name: "a.w64", arguments: [], isLossless: true),
    Recipe(name: "rf64.wav", arguments: ["-rf64", "always"], isLossless: true),
    Recipe(name: "a.ogg", arguments: ["-c:a", "libvorbis"]),
    Recipe(name: "a.opus", arguments: ["-c:a", "libopus"], rate: 48_000),
    Recipe(name: "a.mp3", arguments: ["-c:a", "libmp3lame"]),
    Recipe(name: "adpcm.wav", arguments: ["-c:a", "adpcm_ms"]),
    Recipe(name: "mulaw.wav", arguments: ["-c:a", "pcm_mulaw"]),
  ]

  static let foreign = [
    Recipe(name: "a.m4a", arguments: ["-c:a", "aac"]),
    Recipe(name: "-odd name.m4a", arguments: ["-c:a", "alac"], isLossless: true),
    Recipe(name: "a.mka", arguments: ["-c:a", "flac"], isLossless: true),
    Recipe(name: "a.wma", arguments: ["-c:a", "wmav2"]),
    Recipe(name: "a.aac", arguments: ["-c:a", "aac"]),
    Recipe(name: "a.wv", arguments: ["-c:a", "wavpack"], isLossless: true),
    Recipe(name: "alac.caf", arguments: ["-c:a", "alac"], isLossless: true),
    Recipe(name: "a.tta", arguments: ["-c:a", "tta"], isLossless: true),
    Recipe(name: "flac.oga", arguments: ["-c:a", "flac", "-f", "ogg"], isLossless: true),
  ]

  /// Two channels of two seconds: a tone, and noise that is the same every time.
  static let steps: [Int] = {
    let noise = WaveBytes.steps(88_200, seed: 7)
    return (0..<88_200).flatMap { [($0 / 50 % 2) * 128 - 64, noise[$0] / 4] }
  }()

  /// The same four times over.
  var repeated: Recipe {
    var recipe = self
    recipe.arguments += ["-af", "aloop=loop=3:size=88200"]
    return recipe
  }

  private static let source = WaveBytes.wave(steps, channels: 2, rate: 44_100)

  /// Makes the file.
  func make(in scratch: Scratch) throws -> String {
    let source = try scratch.file("source.wav", Recipe.source)
    let path = scratch.path(name)
    try Tool.ffmpeg.run(
      ["-v", "error", "-i", source] + arguments + ["-bitexact", "file:" + path])
    return path
  }
}

@Suite(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes the files"))
struct CompressedFileTests {
  @Test(arguments: Recipe.all)
  func `a file and a pipe give the same samples, all of them`(recipe: Recipe) throws {
    let scratch = Scratch()
    let path = try recipe.make(in: scratch)
    let reading = try Reading(path, scratch.withoutHelpers)
    #expect(reading.error == nil)
    #expect(reading.format == StreamFormat(sampleRate: recipe.rate, channelCount: 2))
    let piped = try readThroughPipe(bytes(ofFile: path), scratch.withoutHelpers)
    #expect(piped.error == nil)
    #expect(piped.samples == reading.samples)
    if recipe.isLossless {
      #expect(reading.samples == samples(Recipe.steps))
    } else if recipe.name == "adpcm.wav" {
      // Whole blocks: the last one is filled up.
      #expect((88_200..<90_300).contains(reading.frameCount))
    } else {
      #expect(reading.frameCount == 2 * recipe.rate)
    }
  }

  @Test(arguments: Recipe.all, [0.6, 0.83, 0.97])
  func `a file that is cut is truncated, and what was read is kept`(
    recipe: Recipe, part: Double
  ) throws {
    let scratch = Scratch()
    let path = try recipe.make(in: scratch)
    let whole = try Reading(path)
    let contents = try bytes(ofFile: path)
    let cut = Array(contents.prefix(Int(Double(contents.count) * part)))
    let cutPath = try scratch.file("cut-" + recipe.name, cut)
    for (name, reading) in [
      (cutPath, try Reading(cutPath, scratch.environment)),
      ("standard input", try readThroughPipe(cut, scratch.environment)),
    ] {
      // Only Ogg does not tell how much is missing.
      let isOgg = ["a.ogg", "a.opus"].contains(recipe.name)
      let frame = reading.frameCount
      switch reading.error {
      case .truncated(name, frame, let expected) where !isOgg:
        if let expected { #expect(expected == whole.frameCount) }
      case .unfinished(name, frame) where isOgg: break
      default: Issue.record("\(recipe.name) cut at \(part): \(String(describing: reading.error))")
      }
      #expect(frame < whole.frameCount)
      // Half of the bytes are about half of the sound. Ogg pages are long.
      #expect(Double(frame) > Double(whole.frameCount) * (part - 0.55))
      if recipe.isLossless { #expect(reading.samples == Array(whole.samples.prefix(frame * 2))) }
    }
  }

  @Test(arguments: ["a.flac", "a.ogg", "a.opus"], [0.3, 0.6, 0.8])
  func `bytes that changed on the way are noticed where they are`(
    name: String, place: Double
  ) throws {
    let scratch = Scratch()
    let recipe = try #require(Recipe.all.first { $0.name == name })
    let path = try recipe.make(in: scratch)
    let whole = try Reading(path)
    var contents = try bytes(ofFile: path)
    let start = Int(Double(contents.count) * place)
    for index in start..<start + 3 { contents[index] ^= 0x5A }
    let damaged = try scratch.file("damaged-" + name, contents)
    let reading = try Reading(damaged, scratch.environment)
    switch reading.error {
    case .damaged(damaged, let frame, _), .checksumMismatch(damaged, let frame):
      #expect(frame == reading.frameCount)
      #expect(frame < whole.frameCount)
      if recipe.isLossless { #expect(reading.samples == Array(whole.samples.prefix(frame * 2))) }
    default: Issue.record("\(String(describing: reading.error))")
    }
  }

  @Test func `an Ogg file without its last page ends with what is whole`() throws {
    let scratch = Scratch()
    let path = try #require(Recipe.all.first { $0.name == "a.ogg" }).make(in: scratch)
    let contents = try bytes(ofFile: path)
    let last = try #require(
      contents.indices.last { contents[$0...].starts(with: Array("OggS".utf8)) })
    let cut = try scratch.file("cut.ogg", Array(contents[..<last]))
    let reading = try Reading(cut)
    #expect(reading.error == .unfinished(path: cut, atFrame: reading.frameCount))
    #expect(reading.frameCount > 0)
  }

  @Test func `sample frames are skipped exactly in compressed files`() throws {
    let scratch = Scratch()
    for recipe in Recipe.all {
      let path = try recipe.make(in: scratch)
      let whole = try Reading(path)
      let part = Reading(TrimmedSource(try AudioInput.open(path), start: 12_345, count: 6789))
      #expect(part.samples == Array(whole.samples[12_345 * 2..<(12_345 + 6789) * 2]))
    }
  }

  /// The samples of a part of a FLAC file of 352 800 sample frames, and its error.
  private func part(of path: String, from start: Int) throws -> Reading {
    Reading(TrimmedSource(try AudioInput.open(path), start: start, count: 3000))
  }

  @Test func `a part of a FLAC file is the same from any start, and nothing before it is read`()
    throws
  {
    let scratch = Scratch()
    let path = try Recipe.all[0].repeated.make(in: scratch)
    let whole = try Reading(path)
    var generator = SeededGenerator(seed: 27)
    for _ in 0..<60 {
      let start = Int.random(in: 0...whole.frameCount, using: &generator)
      let found = try part(of: path, from: start)
      #expect(found.error == nil)
      #expect(found.samples == Array(whole.samples[(start * 2)...].prefix(6000)), "from \(start)")
    }
    var contents = try bytes(ofFile: path)
    contents[contents.count / 4] ^= 1
    let damaged = try scratch.file("damaged.flac", contents)
    #expect(try part(of: damaged, from: 300_000).samples.count == 6000)
    #expect(try Reading(damaged).error != nil)
  }

  @Test func `a damaged FLAC file gives the true samples of a part, or an error`() throws {
    let scratch = Scratch()
    let path = try Recipe.all[0].repeated.make(in: scratch)
    let whole = try Reading(path)
    let contents = try bytes(ofFile: path)
    var generator = SeededGenerator(seed: 28)
    var errors = 0
    for index in 0..<60 {
      var damaged = contents
      damaged[Int.random(in: 9000..<contents.count, using: &generator)] ^= 1
      let file = try scratch.file("\(index).flac", damaged)
      let start = Int.random(in: 0...whole.frameCount - 3000, using: &generator)
      let found = try part(of: file, from: start)
      if found.error != nil { errors += 1 }
      #expect(found.error != nil || found.frameCount == 3000)
      #expect(
        found.samples == Array(whole.samples[(start * 2)...].prefix(found.samples.count)),
        "from \(start), damaged like \(index)")
    }
    #expect((1..<59).contains(errors))
  }
}

@Suite(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes and reads the files"))
struct FFmpegDecoderTests {
  @Test(arguments: Recipe.foreign)
  func `what only ffmpeg knows is read through it`(recipe: Recipe) throws {
    let scratch = Scratch()
    let path = try recipe.make(in: scratch)
    let reading = try Reading(path, scratch.environment)
    let piped = try readThroughPipe(bytes(ofFile: path), scratch.environment)
    for reading in [reading, piped] {
      #expect(reading.error == nil)
      #expect(reading.format == StreamFormat(sampleRate: 44_100, channelCount: 2))
      if recipe.isLossless { #expect(reading.samples == samples(Recipe.steps)) }
      #expect((88_000..<93_000).contains(reading.frameCount))
    }
    #expect(reading.samples == piped.samples)
  }

  /// Symptom: raw TrueHD was no audio file.
  @Test(arguments: ["truehd", "mlp"], ["stereo", "5.1"])
  func `TrueHD and MLP without a container are read`(codec: String, layout: String) throws {
    let scratch = Scratch()
    let path = scratch.path("a.\(codec == "mlp" ? "mlp" : "thd")")
    let noise = "anoisesrc=d=1:r=48000,aformat=channel_layouts=\(layout)"
    try Tool.ffmpeg.run(["-f", "lavfi", "-i", noise, "-c:a", codec, "-strict", "-2", path])
    for reading in [
      try Reading(path, scratch.environment),
      try readThroughPipe(bytes(ofFile: path), scratch.environment),
    ] {
      #expect(reading.error == nil)
      #expect((47_000...49_000).contains(reading.frameCount))
    }
  }

  @Test(arguments: Recipe.foreign)
  func `without ffmpeg the command to type is named`(recipe: Recipe) throws {
    let scratch = Scratch()
    let path = try recipe.make(in: scratch)
    #expect { try Reading(path, scratch.withoutHelpers) } throws: { error in
      guard case .helperMissing(path, let command) = error as? DecodingError else { return false }
      return command == ["ffmpeg", "-i", path, "-c:a", "pcm_f32be", "-f", "au", "-"]
    }
  }

  @Test func `a broken file of a known container is ffmpeg's failure, in its own words`() throws {
    let scratch = Scratch()
    var contents = try bytes(ofFile: try #require(Recipe.foreign.first).make(in: scratch))
    let table = try #require(contents.firstRange(of: Array("stsd".utf8))).upperBound
    contents.replaceSubrange(table..<table + 60, with: [UInt8](repeating: 0xFF, count: 60))
    let path = try scratch.file("broken.m4a", contents)
    #expect { try Reading(path, scratch.environment) } throws: { error in
      guard case .helperFailed(path, .exited, let message) = error as? DecodingError
      else { return false }
      return message.contains("error reading header; ") && !message.contains("\n")
    }
  }

  /// Symptom: of an M4A whose download broke off only ffmpeg's words were told.
  @Test func `an M4A that breaks off before the end of its index lacks it`() throws {
    let scratch = Scratch()
    let contents = try bytes(ofFile: try #require(Recipe.foreign.first).make(in: scratch))
    let table = try #require(contents.firstRange(of: Array("stsz".utf8))).upperBound
    for count in [contents.count / 2, table] {
      let cut = Array(contents.prefix(count))
      let path = try scratch.file("cut.m4a", cut)
      #expect(throws: DecodingError.indexMissing(path: path)) {
        try Reading(path, scratch.environment)
      }
      #expect(throws: DecodingError.indexMissing(path: "standard input")) {
        try readThroughPipe(cut, scratch.environment)
      }
    }
  }

  @Test func `sound that breaks off behind a whole index is damaged, and kept so far`() throws {
    let scratch = Scratch()
    let recipe = Recipe(
      name: "fast.m4a", arguments: ["-c:a", "aac", "-movflags", "+faststart"])
    let contents = try bytes(ofFile: recipe.make(in: scratch))
    let cut = try scratch.file("cut.m4a", Array(contents.prefix(contents.count * 2 / 3)))
    let reading = try Reading(cut, scratch.environment)
    #expect(reading.frameCount > 30_000)
    guard case .damaged(cut, reading.frameCount, let reason) = reading.error else {
      Issue.record("\(String(describing: reading.error))")
      return
    }
    #expect(reason.contains("corrupt input packet"))
  }

  @Test(arguments: ["-odd name.m4a", "a.wv", "a.mka", "a.tta"], [0.3, 0.61])
  func `damage is told where it is, and nothing behind it is used`(
    name: String, place: Double
  ) throws {
    let scratch = Scratch()
    let recipe = try #require(Recipe.foreign.first { $0.name == name }).repeated
    var contents = try bytes(ofFile: recipe.make(in: scratch))
    let start = Int(Double(contents.count) * place)
    for index in start..<start + 200 { contents[index] = 0 }
    let damaged = try scratch.file("damaged-\(name)", contents)
    let reading = try Reading(damaged, scratch.environment)
    guard case .damaged(damaged, let frame, _) = reading.error else {
      Issue.record("\(String(describing: reading.error))")
      return
    }
    #expect(frame == reading.frameCount)
    #expect(abs(Double(frame) / 352_800 - place) < 0.15)
    let steps = (0..<4).flatMap { _ in Recipe.steps }
    #expect(reading.samples == samples(Array(steps.prefix(frame * 2))))
  }

  @Test(arguments: ["a.wv", "a.tta", "fast.m4a", "a.wma", "a.mka", "a.avi"], [0.5, 0.7])
  func `a file that is cut between two packets is truncated`(name: String, part: Double) throws {
    let scratch = Scratch()
    let others = [
      Recipe(name: "fast.m4a", arguments: ["-c:a", "alac", "-movflags", "+faststart"]),
      Recipe(name: "a.avi", arguments: ["-c:a", "libmp3lame"]),
    ]
    let recipe = try #require((Recipe.foreign + others).first { $0.name == name })
    let whole = try bytes(ofFile: recipe.repeated.make(in: scratch))
    // Somewhere there a packet ends: then nothing is damaged, and only the length tells.
    let center = Int(Double(whole.count) * part)
    for length in stride(from: center, to: center + 2000, by: 97) {
      let cut = try scratch.file("cut-\(name)", Array(whole.prefix(length)))
      let reading = try Reading(cut, scratch.environment)
      switch reading.error {
      case .truncated(cut, reading.frameCount, _), .damaged(cut, reading.frameCount, _): break
      default: Issue.record("\(length) bytes: \(String(describing: reading.error))")
      }
    }
  }

  @Test(arguments: [
    ("g726.wav", "g726", 8000), ("g722.wav", "g722", 16_000), ("speex.ogg", "libspeex", 16_000),
  ])
  func `codecs that libsndfile does not know in a container that it knows are ffmpeg's`(
    name: String, codec: String, rate: Int
  ) throws {
    let scratch = Scratch()
    let recipe = Recipe(name: name, arguments: ["-c:a", codec, "-ar", "\(rate)", "-ac", "1"])
    let path = try recipe.make(in: scratch)
    let reading = try Reading(path, scratch.environment)
    #expect(reading.error == nil)
    #expect(abs(reading.frameCount - 2 * rate) < rate / 10)
    #expect(
      try readThroughPipe(bytes(ofFile: path), scratch.environment).samples == reading.samples)
  }

  @Test(arguments: ["late.m4a", "late.mka", "late.wma"])
  func `sound that begins late, and words of its title, are no fault`(name: String) throws {
    let scratch = Scratch()
    let source = try #require(Recipe.all.first).make(in: scratch)
    let path = scratch.path(name)
    try Tool.ffmpeg.run(
      ["-v", "error", "-itsoffset", "0.5", "-i", source, "-metadata", "title=an [error] occurred"]
        + (name == "late.m4a" ? ["-c:a", "alac"] : []) + ["file:" + path])
    let reading = try Reading(path, scratch.environment)
    #expect(reading.error == nil)
    #expect(abs(reading.frameCount - 88_200) < 4410)
  }

  @Test func `two Opus files made one are read to the end`() throws {
    let scratch = Scratch()
    let path = try #require(Recipe.all.first { $0.name == "a.opus" }).make(in: scratch)
    let contents = try bytes(ofFile: path)
    let twice = try scratch.file("twice.opus", contents + contents)
    let reading = try Reading(twice, scratch.environment)
    #expect(reading.error == nil)
    #expect(abs(reading.frameCount - 2 * 96_000) < 2000)
  }

  @Test func `a rate beyond all limits is refused whoever decodes`() throws {
    let scratch = Scratch()
    let path = try #require(Recipe.foreign.first { $0.name == "a.tta" }).make(in: scratch)
    var contents = try bytes(ofFile: path)
    // The rate of TTA; the header's checksum is wrong then, which must not matter.
    for (place, byte) in [0, 0x94, 0x35, 0x77].enumerated() { contents[10 + place] = UInt8(byte) }
    let odd = try scratch.file("odd.tta", contents)
    #expect(throws: DecodingError.self) { try Reading(odd, scratch.environment) }
  }

  @Test func `a playlist does not make it read other files`() throws {
    let scratch = Scratch()
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:9/a.ts\n"
    let path = try scratch.file("list.wav", Array(list.utf8))
    #expect { try Reading(path, scratch.environment) } throws: { error in
      if case .unrecognized = error as? DecodingError { true } else { false }
    }
  }

  @Test func `two Ogg files made one are read to the end`() throws {
    let scratch = Scratch()
    let path = try #require(Recipe.all.first { $0.name == "a.ogg" }).make(in: scratch)
    let contents = try bytes(ofFile: path)
    let twice = try scratch.file("twice.ogg", contents + contents)
    #expect(try Reading(twice, scratch.environment).frameCount > 2 * 88_200 - 3000)
    #expect { try Reading(twice, scratch.withoutHelpers) } throws: { error in
      if case .helperMissing = error as? DecodingError { true } else { false }
    }
  }

  @Test func `a source that is dropped early leaves nothing behind`() throws {
    let scratch = Scratch()
    let path = try #require(Recipe.foreign.first).make(in: scratch)
    for _ in 0..<20 {
      var input = try AudioInput.open(path, environment: scratch.environment)
      var block = AudioBlock(channelCount: 2, capacity: 64)
      try input.read(into: &block)
      #expect(block.frameCount == 64)
    }
    #expect(!hasZombieChildren())
  }
}
