// SPDX-License-Identifier: MIT
import Decoding
import Drawing
import Foundation
import Testing

/// Files that are kept in `Fixtures/Goldens` and that what is made today has to equal.
///
/// With `RECORD_GOLDENS=1` in the environment they are written anew, and the test fails, so that
/// nobody takes a record for a proof.
enum Golden {
  private static var isRecording: Bool {
    ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
  }

  /// Holds text to a kept file byte for byte.
  static func expectText(
    _ bytes: [UInt8], equals name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let kept = try kept(name, or: bytes, sourceLocation) else { return }
    guard kept != bytes else { return }
    Attachment.record(bytes, named: "actual-\(fileName(name))", sourceLocation: sourceLocation)
    let lines = [kept, bytes].map { $0.split(separator: UInt8(ascii: "\n")) }
    let same = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
    Issue.record("\(name): differs from line \(same + 1) on", sourceLocation: sourceLocation)
  }

  /// Holds a picture to a kept one: at most `count` pixels are farther than `threshold` apart.
  static func expectPicture(
    _ png: [UInt8], equals name: String, threshold: Int = 0, count: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let kept = try kept(name, or: png, sourceLocation) else { return }
    let (expected, actual) = (try Picture.decoded(kept), try Picture.decoded(png))
    guard expected.width == actual.width, expected.height == actual.height else {
      Attachment.record(png, named: "actual-\(fileName(name))", sourceLocation: sourceLocation)
      Issue.record(
        "\(name): is \(actual.width) × \(actual.height)", sourceLocation: sourceLocation)
      return
    }
    let difference = Difference(expected, actual)
    guard difference.count(above: threshold) > count else { return }
    try record(difference, expected, actual, png, name, sourceLocation)
    Issue.record("\(name): \(difference)", sourceLocation: sourceLocation)
  }

  /// The picture, the differences as a picture, and a list of them.
  static func record(
    _ difference: Difference, _ expected: Bitmap, _ actual: Bitmap, _ png: [UInt8],
    _ name: String, _ sourceLocation: SourceLocation
  ) throws {
    let file = fileName(name)
    var scene = try Picture.sheet(actual.width, actual.height, .black)
    scene.items.append(
      Picture.image(
        Difference.image(expected, actual), on: scene, x: 0, y: 0, width: Double(actual.width),
        height: Double(actual.height)))
    Attachment.record(png, named: "actual-\(file)", sourceLocation: sourceLocation)
    Attachment.record(
      Picture.png(scene), named: "difference-\(file)", sourceLocation: sourceLocation)
    Attachment.record(
      difference.places.joined(separator: "\n"), named: "difference-\(file).txt",
      sourceLocation: sourceLocation)
  }

  private static func kept(
    _ name: String, or bytes: [UInt8], _ sourceLocation: SourceLocation
  ) throws -> [UInt8]? {
    let url = Fixture.root.appending(path: "Goldens/\(name)")
    guard !isRecording else {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
      Issue.record("\(name): recorded", sourceLocation: sourceLocation)
      return nil
    }
    return Array(try Data(contentsOf: url))
  }

  private static func fileName(_ name: String) -> String {
    name.replacing("/", with: "-")
  }
}
