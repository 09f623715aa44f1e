// SPDX-License-Identifier: MIT
import FixtureMaker
import Testing

struct KeptFilesTests {
  @Test func `the small files kept are those the maker makes`() throws {
    for file in FixtureCatalog.smallFiles() {
      #expect(try FixtureFolder.bytes(file.path) == file.bytes, "\(file.path)")
    }
  }

  @Test func `no audio file is kept that the maker does not make`() throws {
    #expect(try FixtureFolder.audioNames() == (TestSignal.all.map(\.name) + ["demo.flac"]).sorted())
  }

  @Test func `no broken file is kept that the maker does not make`() throws {
    let made = CorruptFile.all.map(\.name)
    #expect(Set(made).count == made.count)
    #expect(try FixtureFolder.corruptNames() == made.sorted())
  }

  @Test func `each broken file is smaller than 16 KiB, and all than 400`() {
    for file in CorruptFile.all { #expect(file.bytes.count < 16_384, "\(file.name)") }
    #expect(CorruptFile.all.map(\.bytes.count).reduce(0, +) < 400 * 1024)
  }

  @Test func `each test file is smaller than 64 KiB`() {
    for signal in TestSignal.all { #expect(signal.file.bytes.count < 65_536, "\(signal.name)") }
  }

  @Test func `the tracks kept are those the maker makes, and as small as they should be`() throws {
    for (name, track, limit) in [
      ("demo.flac", FixtureFolder.demo, 2_000_000),
      ("Audio/demo.flac", FixtureFolder.short, 1_000_000),
    ] {
      let made = track.bytes
      #expect(try FixtureFolder.bytes(name) == made, "\(name)")
      #expect(made.count < limit, "\(name)")
    }
  }

  @Test func `the logo kept is the one the maker makes`() throws {
    #expect(try FixtureFolder.bytes("demo-logo.png") == Logo.image().bytes)
  }
}
