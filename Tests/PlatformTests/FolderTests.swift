// SPDX-License-Identifier: MIT
import Platform
import TestSupport
import Testing

@Suite struct FolderTests {
  @Test(arguments: ["a", "a/b/c", "a/.", "a/./b", "a/x/../b", "a//b/"])
  func `a folder is made with all above it, and made again without harm`(path: String) throws {
    try TemporaryFolder.with { folder in
      // What `..` passes through has to be there, as everywhere.
      try Folder.make(folder.path("a/x"))
      try Folder.make(folder.path(path))
      try Folder.make(folder.path(path))
      #expect(Folder.kind(of: folder.path(path)) == .directory)
    }
  }

  @Test func `a file in the way is an error`() throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write("a file", "f")
      #expect(throws: SystemError.self) { try Folder.make(file) }
      #expect(throws: SystemError.self) { try Folder.make(file + "/below") }
    }
  }
}
