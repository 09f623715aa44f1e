// SPDX-License-Identifier: MIT
internal import Platform
internal import Rendering
internal import Text

/// A kind of file that another program makes of our images.
struct PictureConversion {
  /// The file extensions of the kind.
  let fileExtensions: [String]
  /// What the program reads.
  let source: OutputKind
  /// Its name on the `PATH`, and where it is from.
  let program: String, package: String
  /// Its arguments: it reads standard input and writes standard output.
  let arguments: [String]

  /// All kinds. Neither a date nor the version of the program is in the files; the square pixels
  /// give a JPEG its usual header.
  static let all = [
    PictureConversion(
      fileExtensions: ["jpg", "jpeg"], source: .png, program: "ffmpeg", package: "ffmpeg",
      arguments: [
        "-v", "error", "-nostdin", "-f", "png_pipe", "-i", "pipe:0", "-vf", "setsar=1", "-fflags",
        "+bitexact", "-flags:v", "+bitexact", "-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj444p",
        "-f", "image2pipe", "pipe:1",
      ]),
    PictureConversion(
      fileExtensions: ["pdf"], source: .svg, program: "rsvg-convert", package: "librsvg2-bin",
      arguments: ["--format=pdf"]),
  ]

  /// The path of the program.
  func found() throws(Diagnostic) -> String {
    guard let path = SearchPath.executable(named: program, in: SearchPath.fromEnvironment) else {
      throw Diagnostic(
        "\(program), which makes \(fileExtensions[0].uppercased()) files, was not found on the PATH",
        hint: "install it (apt-get install \(package)), or end the name in .\(source.name)",
        status: .helperAbsent)
    }
    return path
  }

  /// An image in memory for the program.
  private final class Source {
    let file: FileDescriptor

    init(_ file: consuming FileDescriptor) { self.file = file }
  }

  /// The file that the program at `path` makes of an image.
  func converted(_ image: [UInt8], by path: String) throws(Diagnostic) -> [UInt8] {
    try converted(pages: [image], by: path)
  }

  /// The file that the program at `path` makes of images, a page of each.
  func converted(pages: [[UInt8]], by path: String) throws(Diagnostic) -> [UInt8] {
    // One image comes on standard input, as for programs that know nothing else.
    let input = try file(pages[0])
    let sources = try (pages.count < 2 ? [] : pages).map { (page) throws(Diagnostic) in
      Source(try file(page))
    }
    let names = sources.indices.map { "/dev/fd/\($0 + 3)" }
    let output = try file()
    let errors = try file()
    // Otherwise the date is in a PDF.
    Environment.setDefault("SOURCE_DATE_EPOCH", "0")
    let ending: Subprocess.Ending
    do {
      var process = try Subprocess(
        path, arguments: arguments + names, input: input, output: output, errors: errors,
        further: sources.map { $0.file.rawValue })
      ending = try process.wait()
    } catch {
      throw Diagnostic(
        "\(path) cannot be started: \(error)",
        hint: error.readingHint ?? "put one that works first on the PATH",
        status: error.isShortage || error == .tooManyProcesses ? .ioError : .helperAbsent)
    }
    withExtendedLifetime(sources) {}
    guard Interruption.signal == nil else { throw Diagnostic.interruption() }
    let made: [UInt8], complaint: [UInt8]
    do throws(SystemError) {
      made = try output.bytes(at: 0, count: output.status().size)
      complaint = try errors.bytes(at: 0, count: 4096)
    } catch { throw unmade(error) }
    guard ending == .exited(0), !made.isEmpty else {
      let said = RawText.text(complaint)
        .split { $0 == "\n" || $0 == "\r" }.joined(separator: "; ")
      let isAbsent = ending == .exited(126) || ending == .exited(127)
      throw Diagnostic(
        "\(program) did not make the file" + (said.isEmpty ? "" : ": \(said)"),
        hint: "end the name in .\(source.name) to do without it",
        status: isAbsent ? .helperAbsent : .internalError)
    }
    return made
  }

  /// A file in memory, at its beginning.
  private func file(_ bytes: [UInt8] = []) throws(Diagnostic) -> FileDescriptor {
    do throws(SystemError) {
      let file = try TemporaryFile.inMemory()
      try file.write(bytes.span)
      try file.seek(to: 0)
      return file
    } catch { throw unmade(error) }
  }

  /// An error of the files that the program reads and writes.
  private func unmade(_ error: SystemError) -> Diagnostic {
    Diagnostic(
      "\(program) cannot make the file: \(error)", hint: error.hint(ofWriting: .file),
      status: .ioError)
  }
}
