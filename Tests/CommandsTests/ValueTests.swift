// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Commands
import Decoding
import Pipeline
import Signal
import TestSupport
import Testing

/// How values of the pipeline are written on the command line. What the commands make of them is
/// tried from outside, in EndToEndTests.
@Suite struct ValueTests {
  @Test(arguments: [
    ("60", "60"), ("30000/1001", "30000/1001"), ("50/2", "25"), ("1/3", "1/3"),
    ("29.97", "30000/1001"), ("59.94", "60000/1001"), ("23.98", "24000/1001"),
    ("23.976", "24000/1001"), ("119.88", "120000/1001"), ("47.952", "48000/1001"),
    ("24.5", "49/2"), ("24.0", "24"), ("30.00", "30"), ("12.345", "2469/200"), ("29.98", "1499/50"),
  ])
  func `a rate is read and told in lowest terms`(text: String, told: String) throws {
    #expect(try Rate(argument: text).argumentText == told)
    #expect(try Rate(argument: told) == Rate(argument: text))
  }

  @Test(arguments: [
    ("0", "above 0, such as 60 or 1/2"), ("1/0", "numbers up to 1000000000"),
    ("sixty", "30000/1001"), ("-60", "30000/1001"), ("60/", "30000/1001"), ("25p", "29.97"),
    ("29.97/1", "30000/1001"), ("1e3", "30000/1001"), ("0.0", "30000/1001"),
  ])
  func `a rate that is none has a way out`(text: String, way: String) {
    let error = #expect(throws: ArgumentValueError.self) { try Rate(argument: text) }
    #expect(error?.hint?.contains(way) == true)
  }

  @Test(arguments: [
    ("0", "0"), ("1:30", "90"), ("1.50", "1.5"), ("00:00:00.000000001", "0.000000001"),
    ("1:00:00.25", "3600.25"), ("5s", "5"), ("1m30s", "90"), ("2h", "7200"), ("90m", "5400"),
    ("1h1.5s", "3601.5"),
  ])
  func `a time is told in seconds`(text: String, told: String) throws {
    #expect(try TimePosition(argument: text).argumentText == told)
    #expect(try TimePosition(argument: told) == TimePosition(argument: text))
  }

  @Test(arguments: [
    ("50%", "1m30s"), ("1m61s", "hh:mm:ss.mmm"), ("1s1m", "1m30s"), ("m", "1m30s"),
    ("00:00:05:12", "frames of a timecode"),
  ])
  func `a time that is none has a way out`(text: String, way: String) {
    let error = #expect(throws: ArgumentValueError.self) { try TimePosition(argument: text) }
    #expect(error?.hint?.contains(way) == true)
  }

  @Test func `numbers behind the name of a meter are its parameters, in their order`() throws {
    let kinds = Ballistics.allCases + [.needle]
    func read(_ text: String) throws -> Ballistics { try Ballistics.read(text, of: kinds) }
    #expect(try read("needle") == .needle)
    let other = try read("needle:7.5,0")
    #expect(other == .needle.setting(["rise": 7.5, "hold": 0]))
    #expect(other.argumentText == "needle:7.5,0")
    #expect(try read("petal:20").argumentText == "petal")
    for (text, way) in [
      ("needle:7", "write needle:400,150"), ("needle:7,2001", "use 0 to 2000 milliseconds"),
      ("vu:3", "write vu"), ("petal:a", "use 0.001 to 1000 dB a second"),
    ] {
      let error = #expect(throws: ArgumentValueError.self) { try read(text) }
      #expect(error?.hint == way)
    }
  }

  @Test func `ballistics and normalizations are chosen by name`() throws {
    #expect(
      Ballistics.choices == [
        "tick", "avaudioplayer", "petal", "vu", "ppm-din", "ppm-nordic", "ppm-bbc", "ppm-ebu",
        "k-20",
        "k-14", "k-12", "r128",
      ])
    #expect(Normalization.choices == ["range", "max", "p99", "p95", "p90", "p50"])
    #expect(try Ballistics(argument: "tick") == .tick)
    #expect(throws: ArgumentValueError.self) { try Ballistics(argument: "Tick") }
  }

  @Test(arguments: [
    ("48000,2,s16le", "48000,2,s16le"), ("44100,1,S16_LE", "44100,1,s16le"),
    ("8000,1,ulaw", "8000,1,mulaw"), ("8000,1,MU_LAW", "8000,1,mulaw"),
    ("96000,6,float32be", "96000,6,f32be"), ("1,1,s24", "1,1,s24le"),
    ("48000,2,FLOAT_LE", "48000,2,f32le"),
  ])
  func `samples without a header go by the names of several programs`(text: String, told: String)
    throws
  {
    #expect(try HeaderlessSamples(argument: text).argumentText == told)
  }

  @Test(arguments: [
    ("48000", "write 48000,2,s16le"), ("48000,2,s16lee", "did you mean 's16le'?"),
    ("48000,2,mp3", "choose from s16le, "),
    ("0,2,u8", "use 1 to 10000000 Hz and 1 to 1024 channels"),
  ])
  func `samples without a header that cannot be have a way out`(text: String, way: String) {
    let error = #expect(throws: ArgumentValueError.self) { try HeaderlessSamples(argument: text) }
    #expect(error?.hint?.contains(way) == true)
  }

  private func size(_ text: String) throws -> String {
    let type = try #require(ArgumentValues.types.first { "\($0)" == "PixelSize" })
    return try type.init(argument: text).argumentText
  }

  @Test(arguments: [
    ("9:16", "1080x1920"), ("16:9", "1920x1080"), ("4:5", "1080x1350"), ("1:1", "1080x1080"),
    ("21:9", "2520x1080"), ("63:62", "1098x1080"), ("1920:1080", "1920x1080"), ("64:36", "64x36"),
    ("9x16", "9x16"), ("16×9", "16x9"), ("1x1", "1x1"), ("canvas", "720x1280"), ("8k", "7680x4320"),
    ("story", "1080x1920"), ("portrait", "1080x1350"), ("A3", "297mmx420mm"),
    ("841mmx1189mm", "841mmx1189mm"), ("210x297mm", "210mmx297mm"),
  ])
  func `a shape with a colon is not a film of ten pixels`(text: String, told: String) throws {
    #expect(try size(text) == told)
    #expect(try size(told) == told)
  }

  @Test func `a size that no PNG can have points to SVG`() {
    let error = #expect(throws: ArgumentValueError.self) { try size("20000x20000") }
    #expect(
      error?.hint
        == "each side may have 1 to 16384 pixels; an SVG has no such limit: it can be shown and "
        + "printed at any size")
  }

  @Test(arguments: [
    "0:0", "0:9", "9:0", "1:16", "1:63", "9:16:9", ":", "9:", "-9:16", "4mmx5mm", "1mx1m",
    "210mmx297",
  ])
  func `a shape that no picture has is refused`(text: String) {
    #expect(throws: ArgumentValueError.self) { try size(text) }
  }
}
