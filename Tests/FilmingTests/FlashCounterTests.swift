// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import Signal
import Testing

@testable import Filming

/// What a film says about its flashes.
@Suite struct FlashCounterTests {
  private static let canvas = Canvas(width: 128, height: 72, shortSideInPoints: 432)

  /// Two seconds at 60 frames a second, the first columns of which have a level from 0 to 255 that
  /// depends on the frame, and the others black.
  private func flashes(
    _ format: RawFormat = .rgb24, columns: Int = 128, level: (Int) -> UInt8
  ) throws -> Flashes {
    let canvas = try #require(Self.canvas)
    var counter = FlashCounter(format, canvas, rate: .sixty)
    for frame in 0..<120 {
      var bytes = [UInt8](repeating: 0, count: format.byteCount(of: canvas))
      let size = format == .rgba ? 4 : format == .rgb24 ? 3 : 1
      for pixel in 0..<128 * 72 {
        for part in 0..<size {
          let isAlpha = part == 3
          let level = pixel % 128 < columns ? level(frame) : 0
          let value = size == 1 ? UInt8(16 + Int(level) * 219 / 255) : level
          bytes[pixel * size + part] = isAlpha ? 255 : value
        }
      }
      counter.add(bytes.span)
    }
    return counter.flashes
  }

  @Test(arguments: [RawFormat.rgb24, .rgba, .planar(.subsampled), .planar(.full)])
  func `three flashes a second are allowed, and more are not`(format: RawFormat) throws {
    let three = try flashes(format) { $0 / 10 % 2 == 0 ? 0 : 200 }
    #expect(three.share == 0 && !three.areDangerous)
    let four = try flashes(format) { $0 / 7 % 2 == 0 ? 0 : 200 }
    #expect(four.share == 1 && four.areDangerous)
    // The seventh change ends it.
    #expect(abs(four.seconds - 49.0 / 60) < 0.001)
  }

  @Test func `a fifth of the picture may flash, and a third may not`() throws {
    let fifth = try flashes(columns: 26) { $0 / 5 % 2 == 0 ? 0 : 255 }
    #expect(abs(fifth.share - 0.2) < 0.01 && !fifth.areDangerous)
    #expect(try flashes(columns: 43) { $0 / 5 % 2 == 0 ? 0 : 255 }.areDangerous)
  }

  @Test func `small changes, and those among bright colours, are no flashes`() throws {
    #expect(try flashes { $0 / 3 % 2 == 0 ? 60 : 90 }.share == 0)
    #expect(try flashes { $0 / 3 % 2 == 0 ? 240 : 255 }.share == 0)
    // One rise in steps is one change.
    #expect(try flashes { UInt8(min(2 * $0, 255)) }.share == 0)
    #expect(try flashes { $0 / 3 % 2 == 0 ? 60 : 140 }.share == 1)
  }
}
