// SPDX-License-Identifier: MIT
internal import Decoding
internal import Pages
internal import Platform
internal import Text

/// The list of the pages of a batch: index.html in their folder.
struct PageIndex: Sendable {
  private static let name = "index.html"
  /// A cover with more bytes is left out.
  private static let maxCover = 8 << 20

  /// Where it is.
  func path(in folder: String) -> String { "\(folder)/\(PageIndex.name)" }

  /// Writes the list of the pages of some tracks, in this order.
  func write(_ pages: [TrackQueue.Job], in folder: String) throws(Diagnostic) {
    let entries = pages.map { page in
      let path = page.output
      let head = (try? FileDescriptor.reading(path).bytes(at: 0, count: PageFacts.headSize)) ?? []
      let name = path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? path
      return PageList.Entry(file: name, facts: PageFacts(page: head))
    }
    try DataOutput(path(in: folder), replacing: true)
      .commit(PageList(entries, cover: cover(of: pages)).document)
  }

  /// The cover that all tracks have; `nil` if they differ.
  private func cover(of pages: [TrackQueue.Job]) -> PictureFile? {
    var common: PictureFile?
    for page in pages {
      guard let cover = (try? PictureFile.cover(ofSound: page.input)) ?? nil,
        cover.mediaType != nil, cover.bytes.count <= PageIndex.maxCover,
        common == nil || common?.bytes == cover.bytes
      else { return nil }
      common = cover
    }
    return common
  }
}
