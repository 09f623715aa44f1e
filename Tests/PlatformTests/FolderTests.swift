// SPDX-License-Identifier: MIT
import Platform
import TestSupport
import Testing
import Text

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

  @Test(arguments: [
    ("a/b", "a"), ("a", "."), ("/a", "/"), ("a/b/", "a"), ("/", "/"), ("a/\u{301}b", "a"),
    ("/\u{301}", "/"), ("a\u{301}/b", "a\u{301}"),
  ])
  func `the parent is all before the last slash`(path: String, parent: String) {
    #expect(Array(Folder.parent(of: path).unicodeScalars) == Array(parent.unicodeScalars))
  }

  @Test func `names that are not UTF-8 are told, found and made without loss`() throws {
    let name = RawText.text([0x61, 0xFF, 0xC3])
    try TemporaryFolder.with { folder in
      try Folder.make(folder.path("\(name)/below"))
      #expect(TemporaryFolder.rawNames(in: Array(folder.path.utf8)) == [[0x61, 0xFF, 0xC3]])
      #expect(try Folder.names(in: folder.path) == [name])
      #expect(Folder.kind(of: folder.path(name)) == .directory)
      let file = try TransientFile(for: folder.path("\(name)/file"))
      try file.write([1, 2, 3].span)
      try file.commit(replacing: false)
      #expect(
        try FileDescriptor.reading(folder.path("\(name)/file")).readAll(limit: 9) == [1, 2, 3])
      #expect(try Folder.names(in: folder.path(name)).sorted() == ["below", "file"])
      #expect(Folder.kind(of: folder.path("a\u{FFFD}")) == nil)
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
