// SPDX-License-Identifier: MIT
import Decoding
import Drawing
import Pipeline
import Platform
import Rendering
import TestSupport
import Testing
import Views

/// Raw frames in order, against the PNG files of the same frames.
@Suite struct FrameStreamTests {
  private static let choices = ViewCatalog.all.flatMap { choices($0) }

  private static func choices<SomeView: View>(_ view: SomeView.Type) -> [(String, Int)] {
    view.looks.indices.map { (view.name, $0) }
  }

  @Test(arguments: TestRun.some(choices))
  func `every range of every look has the pixels of its PNG frames`(
    name: String, look: Int
  ) throws {
    let view = try #require(ViewCatalog.all.first { $0.name == name })
    let render = try prepared(view, look)
    // The first of a turn, and the frames around the ends of readings that last 0.1 s.
    for frames in [0..<2, 1..<3, 6..<8, 359..<361, 400..<401, 500..<500] {
      let scenes = try frames.map { frame in
        var cursor = SceneSequence.Cursor(render.scenes, from: frame)
        return try cursor.scene(ofFrame: frame)
      }
      let bitmaps = try scenes.map { try bitmap($0) }
      for format in [.planar(.subsampled), .planar(.full), .rgb24, .rgba] as [RawFormat] {
        var written: [[UInt8]] = []
        try FrameStream(scenes: render.scenes, format: format).run(frames) { frame in
          let span = frame.bytes.span
          written.append(span.indices.map { span[$0] })
        } progress: {
          true
        }
        let expected = zip(bitmaps, scenes).map { bitmap, scene in
          switch format {
          case .planar(.subsampled): RawPixels.subsampled(bitmap, ground: scene.background)
          case .planar(.full): RawPixels.full(bitmap)
          case .rgb24: RawPixels.rgb24(bitmap)
          case .rgba: bitmap.pixels
          }
        }
        #expect(written == expected, "\(frames) as \(format)")
      }
    }
  }

  @Test(arguments: TestRun.some(choices))
  func `each square that differs from the last frame is marked`(name: String, look: Int) throws {
    let view = try #require(ViewCatalog.all.first { $0.name == name })
    let render = try prepared(view, look)
    var squares = [Bool](repeating: false, count: 6 * 3)
    var (last, isFirst) = ([UInt8](), true)
    try FrameStream(scenes: render.scenes, format: .planar(.subsampled)).run(355..<375) { frame in
      frame.markChanges(in: &squares)
      let bytes = frame.bytes
      if isFirst { #expect(!squares.contains(false)) }
      for place in bytes.indices where !isFirst && bytes[place] != last[place] {
        // 82 by 46 samples of luma, and half as many each way of U and of V.
        let chroma = (place - 82 * 46) % (41 * 23)
        let (x, y) = place < 82 * 46 ? (place % 82, place / 82) : (chroma % 41 * 2, chroma / 41 * 2)
        #expect(squares[y / 16 * 6 + x / 16], "\(x), \(y)")
      }
      (last, isFirst) = (bytes, false)
    } progress: {
      true
    }
  }

  private func prepared<SomeView: View>(
    _ view: SomeView.Type, _ look: Int
  ) throws -> ReadRun {
    var (picture, options) = (PictureSettings(), SomeView.Options())
    SomeView.looks[look].apply(&picture, &options)
    (picture.width, picture.height) = (81, 45)
    let fixture = SomeView.scoreKind.map { "Instruments/\($0).json" }
    let track = TrackRequest(input: Repository.fixture(fixture ?? "Audio/demo.flac"))
    return try ReadRun(RunRequest(options, of: track, picture: picture))
  }

  private func bitmap(_ scene: Scene) throws -> Bitmap {
    var (renderer, file) = (PNGFrameRenderer(), [UInt8]())
    renderer.render(scene, into: &file)
    return try PNGImage(bytes: file, path: "a frame").bitmap
  }

  @Test func `a stream ends at the frame at which it is told to, or that cannot be written`() throws
  {
    let stream = FrameStream(
      scenes: try RenderEstimateTests().scenes(ticks: 20), format: .rgb24)
    var count = 0
    let stopped = #expect(throws: PipelineError.self) {
      try stream.run(0..<20) { _ in
        count += 1
      } progress: {
        count < 7
      }
    }
    #expect(stopped == .interrupted && count == 7)
    let fault = PipelineError.output(path: "-", SystemError(code: 28))
    let failed = #expect(throws: PipelineError.self) {
      try stream.run(0..<20) { (_) throws(PipelineError) in
        count += 1
        throw fault
      } progress: {
        true
      }
    }
    #expect(failed == fault && count == 8)
  }
}
