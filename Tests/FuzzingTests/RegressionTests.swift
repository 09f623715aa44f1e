// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Commands
import Decoding
import Drawing
import Foundation
import JSON
import TestSupport
import Testing
import Writing

/// What random bytes have found, named by symptom. The inputs are in `Inputs`.
@Suite struct RegressionTests {
  private let noHelpers = HelperEnvironment(searchPath: "", temporaryFolder: "/tmp")

  private func bytes(_ name: String) throws -> [UInt8] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Inputs").appending(path: name)
    return Array(try Data(contentsOf: file))
  }

  @Test func `an Opus page of an impossible position does not stop the program`() throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write(bytes("decoding/crash-opus-position.ogg"), "a.ogg")
      var input = try AudioInput.open(file, environment: noHelpers)
      let error = #expect(throws: DecodingError.self) {
        while try input.skip(1000) > 0 {}
        _ = try input.skip(1000)
      }
      guard case .checksumMismatch? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `a MIDI sample dump prints nothing among the levels`() throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write(bytes("decoding/pcm.sds"), "a.sds")
      // libsndfile knows it, and prints to standard output while it reads it.
      let error = #expect(throws: DecodingError.self) {
        _ = try AudioInput.open(file, environment: noHelpers)
      }
      guard case .helperMissing? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `a logo's chunk that claims two gigabytes does not get them`() throws {
    let bytes = try bytes("image/crash-long-chunk.png")
    #expect(throws: ImageError.damaged(path: "a.png", reason: "Unexpected end of file")) {
      try PNGImage(bytes: bytes, path: "a.png")
    }
  }

  @Test func `a frame stays in its folder if its name begins with a combining mark`() throws {
    let pattern = try FramePattern(parsing: "a/\u{301}%03d\u{301}.png", fileExtension: "png")
    #expect(pattern.folder == "a")
    let name = pattern.name(ofFrame: 7)
    #expect(name.unicodeScalars.elementsEqual("\u{301}007\u{301}.png".unicodeScalars))
    #expect(pattern.frame(named: name) == 7)
  }

  @Test func `a file whose name is spelled in other code points is another file`() throws {
    let pattern = try FramePattern(parsing: "\u{E9}%03d.png", fileExtension: "png")
    #expect(pattern.frame(named: "\u{E9}007.png") == 7)
    #expect(pattern.frame(named: "e\u{301}007.png") == nil)
  }

  @Test func `minus zero in JSON keeps its sign`() throws {
    #expect(try JSONValue(parsing: "[-0,0,-0.0]").text == "[-0,0,-0]")
  }

  @Test func `a figure that rounds up to the bound does not stop the program`() throws {
    let bytes = try bytes("constants/crash-rounded-to-bound.json")
    let error = #expect(throws: JSONReadingError.self) { try ConstantsSet(json: bytes) }
    #expect(error?.description.contains("'constants[0].channels[0].peak.max' is ") == true)
  }

  @Test func `a large number with a fraction in JSON keeps its text once it is written`() throws {
    let bytes = try bytes("constants/crash-large-fraction.json")
    let text = try JSONValue(parsing: bytes).text
    #expect(try JSONValue(parsing: text).text == text)
    #expect(try JSONValue(parsing: "[1e16,0.1e17]").text == "[10000000000000000,10000000000000000]")
  }

  @Test func `options for ffmpeg with a control character of C1 read back`() throws {
    let text = String(decoding: try bytes("values/crash-encoder-args-control"), as: UTF8.self)
    let type = try #require(ArgumentValues.types.first { "\($0)" == "EncoderWords" })
    let told = try type.init(argument: text).argumentText
    #expect(try type.init(argument: told).argumentText == told)
  }
}
