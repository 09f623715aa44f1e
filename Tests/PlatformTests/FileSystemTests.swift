// SPDX-License-Identifier: MIT
import Foundation
import Platform
import TestSupport
import Testing

@Suite struct FileSystemTests {
  @Test func `a folder that is missing is on the disk of the nearest one that is there`() throws {
    try TemporaryFolder.with { folder in
      let there = try FileSystem(ofFolder: folder.path)
      let missing = try FileSystem(ofFolder: folder.path("a/b/../c d/"))
      #expect(there.blockSize == missing.blockSize)
      #expect((there.availableFiles == nil) == (missing.availableFiles == nil))
      let room = try #require(missing.availableBytes)
      #expect(room > 0)
      // Others write as well, but not as much as this.
      #expect(abs(room - (there.availableBytes ?? 0)) < 1 << 30)
      #expect(folder.names().isEmpty)
      let other = try? FileSystem(ofFolder: "/proc/self")
      #expect(other?.availableBytes == nil)
    }
  }

  @Test func `the room is that which df shows`() throws {
    let attributes = try FileManager.default.attributesOfFileSystem(forPath: "/")
    let total = try #require(attributes[.systemSize] as? NSNumber).intValue
    let root = try FileSystem(ofFolder: "/")
    #expect(try #require(root.availableBytes) < total)
    #expect([512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536].contains(root.blockSize))
  }

  @Test func `a file system without a size has neither bytes nor files to count`() throws {
    let system = try FileSystem(ofFolder: "/proc")
    #expect(system.availableBytes == nil)
    #expect(system.availableFiles == nil)
    #expect(system.blockSize > 0)
  }

  @Test func `a file is no folder, and none can be made below it`() throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write("a file", "f")
      for path in [file, file + "/below", file + "/far/below"] {
        #expect(throws: SystemError(code: ENOTDIR)) { try FileSystem(ofFolder: path) }
      }
    }
  }

  @Test(arguments: [(0, 0), (1, 4096), (4096, 4096), (4097, 8192)])
  func `a file takes whole blocks`(bytes: Int, stored: Int) {
    let disk = FileSystem(availableBytes: nil, availableFiles: nil, blockSize: 4096)
    #expect(disk.storedSize(of: bytes) == stored)
  }
}
