// SPDX-License-Identifier: MIT
import Hashing
import TestSupport
import Writing

/// Sequences of twenty small pictures, in the folder `f` of a temporary one.
protocol SequenceTests {}

extension SequenceTests {
  func job(_ frameCount: Int = 20, _ color: String = "red") -> SequenceSettings {
    SequenceSettings(
      input: "song", facts: [.init("color", color), .init("logo", nil)], frameCount: frameCount)
  }

  func writer(
    _ folder: TemporaryFolder, _ existing: ExistingOutput = .fail,
    _ frames: Range<Int> = 0..<20, job: SequenceSettings? = nil, name: String = "f"
  ) throws -> FrameSequenceWriter {
    try FrameSequenceWriter(
      frameFolder(folder, existing, name: name), job: job ?? self.job(), frames: frames)
  }

  /// Writes frames, each with a content of its own; gives what became of them.
  @discardableResult
  func write(
    _ frames: Range<Int>, _ writer: FrameSequenceWriter, _ content: (Int) -> [UInt8] = Self.picture
  ) throws -> [FrameOutcome] {
    try frames.map { frame in
      try writer.isFinished(frame: frame) ? .kept : writer.write(content(frame), frame: frame)
    }
  }

  /// A whole PNG of one grey pixel, a different one for each number, as far as it matters here.
  static func picture(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    // A chunk of text before the end mark.
    let text = Array("tEXt".utf8) + Array("n\0\(number)".utf8)
    let crc = text.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    func word(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    bytes.insert(contentsOf: word(UInt32(text.count - 4)) + text + word(~crc), at: 8)
    return bytes
  }

  /// The name of their manifest.
  static var manifest: String { "frame-%06d.png.json" }

  /// What is wrong with the frames.
  func findings(_ folder: TemporaryFolder) throws -> [SequenceInspection.Finding] {
    var findings: [SequenceInspection.Finding] = []
    for sequence in try SequenceInspection.sequences(at: folder.path("f")) {
      try sequence.inspect(progress: { true }) { findings.append($0) }
    }
    return findings
  }
}
