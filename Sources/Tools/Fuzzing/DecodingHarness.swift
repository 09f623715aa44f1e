// SPDX-License-Identifier: MIT
internal import Decoding
internal import Pipeline
internal import Platform
internal import Signal

/// Audio files: by name and through a pipe, whole and in part, what the meters make of them, and the
/// pictures in their tags.
///
/// No helper program is ever started. libsndfile and the libraries behind it are those of the
/// system, without instrumentation: what goes wrong in them shows only where it ends the process
/// or does harm that the address sanitizer sees from outside.
enum DecodingHarness {
  static let harness = Harness(
    name: "decoding", longestInput: longestInput, words: words, repair: OggPages.repair,
    check: check)

  /// More than the headers of any format; a pipe holds four times as many without a reader.
  private static let longestInput = 16_384

  private static let words = [
    "RIFF", "RIFX", "RF64", "WAVE", "fmt ", "data", "fact", "ds64", "PEAK", "LIST", "cue ", "smpl",
    "bext", "cart", "FORM", "AIFF", "AIFC", "COMM", "SSND", "FVER", "NONE", "sowt", "fl32", "fl64",
    "in24", "ima4", "MARK", "INST", ".snd", "dns.", "caff", "desc", "lpcm", "alac", "kuki", "pakt",
    "fLaC", "OggS", "vorbis", "OpusHead", "OpusTags", "Speex   ", "ID3", "Xing", "Info", "VBRI",
    "LAME", "NIST_1A", "Creative Voice File", "PVF1", "MATLAB", "2BIT", "Extended Instrument: ",
    "ALawSoundFile**", "8SVX", "16SV", "VHDR", "BODY", " paf", "fap ", "riff", "wave",
    "ftypM4A ", "wvpk", "\u{FF}\u{FB}", "APIC", "PIC", "METADATA_BLOCK_PICTURE=", "moov", "udta",
    "meta", "ilst", "covr",
  ]

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    guard !bytes.isEmpty, bytes.count <= longestInput else { return }
    let file = try Spool(bytes)
    if let cover = try? PictureFile.cover(in: file.name) {
      try law(cover.bytes.count <= bytes.count, "a picture is a part of its file")
    }
    var numbers = InputNumbers(bytes)
    // The place of damage in compressed audio is found to the block, so both get the same ones.
    let capacity = numbers.pick([1000, 7, 1024, 16_384])
    let whole = try Decoding.read(capacity: capacity) { () throws(DecodingError) in
      try AudioInput.open(file.name, kinds: InputKind.all, environment: Spool.environment)
    }
    let piped = try Decoding.read(capacity: capacity, isPiped: true) { () throws(DecodingError) in
      try Spool.pipe(bytes)
    }
    try compare(whole, piped)
    guard let format = whole.format, !whole.samples.isEmpty else { return }
    try MeteringLaws.check(whole.samples, format, &numbers)

    // A part of it is the same part of the whole.
    let start = numbers.pick([1, 1023, 4096, whole.frameCount - 1])
    let count = numbers.pick([1, 100, 5000])
    let part = try Decoding.read(capacity: 300) { () throws(DecodingError) in
      TrimmedSource(
        try AudioInput.open(file.name, kinds: InputKind.all, environment: Spool.environment),
        start: start, count: count)
    }
    guard whole.isWhole, whole.error == nil else { return }
    let first = min(start * format.channelCount, whole.samples.count)
    let last = min((start + count) * format.channelCount, whole.samples.count)
    try law(part.error == nil, "a part of a sound file is sound: \(String(describing: part.error))")
    // How many zeros libsndfile adds to the end of DWVW depends on the blocks that are read.
    let isPadded = bytes.contains("DWVW")
    let common = isPadded ? min(part.samples.count, last - first) : last - first
    try law(
      Decoding.isSame(part.samples.prefix(common), whole.samples[first..<first + common])
        && (isPadded || part.samples.count == common),
      "sample frames \(start)..<\(start + count) are not those of the whole file")
  }

  /// Equal bytes give equal samples and errors, by name or through a pipe.
  private static func compare(_ file: Decoding, _ pipe: Decoding) throws(BrokenLaw) {
    // What has no mark of its own at its beginning is known by name or by trying only.
    if case .unrecognized = pipe.error { return }
    // What to type instead names the file.
    if case .helperMissing = file.error, case .helperMissing = pipe.error { return }
    try law(file.format == pipe.format, "file: \(file), pipe: \(pipe)")
    try law(file.errorText == pipe.errorText, "file: \(file), pipe: \(pipe)")
    try law(
      Decoding.isSame(file.samples[...], pipe.samples[...]), "file: \(file), pipe: \(pipe)")
  }
}

/// An input as a nameless file.
struct Spool: ~Copyable {
  private let file: FileDescriptor

  /// No program is found there, and temporary files are made in memory, if that is what `TMPDIR`
  /// says.
  static let environment = HelperEnvironment(
    searchPath: "", temporaryFolder: TemporaryFile.defaultFolder)

  init(_ bytes: [UInt8]) throws(BrokenLaw) {
    do { file = try Spool.file(bytes) } catch {
      throw BrokenLaw("there is room for a temporary file: \(error)")
    }
  }

  private static func file(_ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
    let file = try TemporaryFile.make(in: TemporaryFile.defaultFolder)
    try file.write(bytes.span)
    return file
  }

  /// Where the file can be opened anew.
  var name: String { "/proc/self/fd/\(file.rawValue)" }

  /// The bytes through a pipe, which holds all of them.
  static func pipe(_ bytes: [UInt8]) throws(DecodingError) -> AudioInput {
    let reader: FileDescriptor
    do {
      let pipe = try Pipe()
      try pipe.writer.write(bytes.span)
      reader = pipe.intoReader()
    } catch { throw .readFailed(path: "pipe", error) }
    return try AudioInput.open(
      descriptor: reader.rawValue, path: "pipe", kinds: InputKind.all, environment: environment)
  }
}

extension [UInt8] {
  /// Whether some letters stand somewhere.
  fileprivate func contains(_ text: String) -> Bool {
    indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
