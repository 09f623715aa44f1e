// SPDX-License-Identifier: MIT
internal import Drawing
internal import Platform
internal import Rendering

/// Where and how a picture is drawn instead of into a file.
struct ShownPlace {
  let way: PictureProtocol
  let screen: TerminalScreen

  /// The largest size of this shape, but not larger than itself, whose picture has room; a picture may be
  /// `stretch` times as high as its size says.
  func fitted(_ size: PixelSize, stretch: Double = 1) -> PixelSize {
    let room = way.room(on: screen)
    let (width, height) = (Double(size.width), Double(size.height))
    let scale = min(1, Double(room.width) / width, Double(room.height) / (height * stretch))
    func side(_ length: Double) -> Int { max(Int((length * scale).rounded(.down)), 1) }
    return PixelSize(width: side(width), height: side(height))
  }

  /// Draws a scene.
  func show(_ scene: Scene) throws(Diagnostic) { try write(way.bytes(scene, screen)) }

  /// Writes to standard output. If the process is asked to end, the picture is broken off so that the
  /// terminal does not take what comes next for a part of it.
  func write(_ bytes: [UInt8]) throws(Diagnostic) {
    do throws(SystemError) {
      let output = try FileDescriptor.standardOutput()
      for start in stride(from: 0, to: bytes.count, by: 1 << 14) {
        guard Interruption.signal == nil else {
          try output.write(Array("\u{1B}\\\u{1B}[0m\n".utf8).span)
          throw .interrupted
        }
        try output.write(bytes.span.extracting(start..<min(start + (1 << 14), bytes.count)))
      }
    } catch {
      throw error == .interrupted ? Diagnostic.interruption() : Diagnostic(output: "-", error)
    }
  }
}
