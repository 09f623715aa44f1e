// SPDX-License-Identifier: MIT
internal import Pages
internal import Platform
internal import Text

/// The list of the pages of a batch: index.html in their folder.
struct PageIndex: Sendable {
  private static let name = "index.html"

  /// Where it is.
  func path(in folder: String) -> String { "\(folder)/\(PageIndex.name)" }

  /// Writes the list of pages, in this order.
  func write(_ pages: [String], in folder: String) throws {
    let entries = pages.map { page in
      let head = (try? FileDescriptor.reading(page).bytes(at: 0, count: 4096)) ?? []
      let name = page.unicodeScalars.split(separator: "/").last.map { String($0) } ?? page
      return PageList.Entry(file: name, title: PageList.title(ofPage: head))
    }
    let output = try DataOutput(path(in: folder), replacing: true)
    try output.write(PageList.document(entries))
    try output.commit()
  }
}
