// SPDX-License-Identifier: MIT
import Foundation
import MP4
import TestSupport
import Testing

/// What ffmpeg reads in files whose pictures are x264's.
@Suite struct MP4DecodingTests {
  /// Pictures as x264 has coded them, and their parts.
  private struct Stream {
    static let name = "pictures.h264"
    var sequence: [UInt8] = []
    var picture: [UInt8] = []
    /// The frames of each group, with the lengths of their NAL units.
    var groups: [[[UInt8]]] = []

    /// Codes a moving test picture. Without colours: those of the file count.
    init(size: String, frames: Int, group: Int, in folder: TemporaryFolder) throws {
      try InstalledTool.ffmpeg.run(
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size)", "-frames:v", "\(frames)",
        ]
          + ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-profile:v", "baseline", "-g", "\(group)"]
          + ["-bf", "0", "-f", "h264", Stream.name], in: folder)
      for unit in Stream.units(try folder.bytes(Stream.name)) {
        switch unit[0] & 0x1F {
        case 7: sequence = unit
        case 8: picture = unit
        case let kind:
          let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(unit.count >> $0 & 0xFF) }
          // A slice whose first macroblock is number 0 begins a picture, and 5 is an IDR.
          let isFirst = [1, 5].contains(kind) && unit[1] & 0x80 != 0
          if isFirst, kind == 5 { groups.append([]) }
          if isFirst { groups[groups.count - 1].append([]) }
          // What x264 tells of itself before the first frame is left out.
          guard let last = groups.last?.indices.last else { continue }
          groups[groups.count - 1][last] += bytes + unit
        }
      }
    }

    /// The NAL units of a stream of bytes with start codes.
    private static func units(_ bytes: [UInt8]) -> [[UInt8]] {
      var (units, start) = ([[UInt8]](), 0)
      var place = 0
      while place + 3 <= bytes.count {
        if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
          units.append(Array(bytes[start..<place]))
          (start, place) = (place + 3, place + 3)
        } else {
          place += 1
        }
      }
      units.append(Array(bytes[start...]))
      // No unit ends with a zero: those belong to the next start code.
      return units.dropFirst().map { Array($0.reversed().drop { $0 == 0 }.reversed()) }
    }
  }

  /// What ffprobe prints of a file, as lines `name=value` after the words for what it shall show.
  private func facts(_ words: [String], in folder: TemporaryFolder) throws -> [String] {
    try InstalledTool.ffprobe.run(
      ["-v", "error", "-of", "default=nw=1"] + words + ["film.mp4"], in: folder
    ).text.split(separator: "\n").map { String($0) }
  }

  /// The hash of each decoded picture; throws if ffmpeg has anything to say.
  private func hashes(_ input: [String], in folder: TemporaryFolder) throws -> [String] {
    let result = try InstalledTool.ffmpeg.run(
      ["-v", "error", "-xerror"] + input
        + ["-map", "0:v:0", "-fps_mode", "passthrough", "-f", "framemd5", "-"], in: folder)
    #expect(result.errors == "")
    return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last.map(String.init) }
  }

  @Test(
    arguments: [
      ("320x180", 60, 1, 45, 12, "15360", "0.750000"),
      ("96x64", 30_000, 1001, 31, 1, "30000", "1.034367"),
      ("64x96", 1, 1_000_000_000, 7, 7, "2", "7000000000.000000"),
      ("1920x1080", 24, 1, 3, 250, "12288", "0.125000"),
    ])
  func `ffmpeg reads what was written, and the same pictures as without the file`(
    size: String, numerator: Int, denominator: Int, count: Int, group: Int, scale: String,
    duration: String
  ) throws {
    try InstalledTool.ffmpeg.require()
    try InstalledTool.ffprobe.require()
    try TemporaryFolder.with { folder in
      let stream = try Stream(size: size, frames: count, group: group, in: folder)
      let sides = size.split(separator: "x").compactMap { Int($0) }
      let movie = try MP4Movie(
        width: sides[0], height: sides[1], rate: (numerator, denominator),
        sequenceParameters: stream.sequence, pictureParameters: stream.picture)
      let lengths = stream.groups.map { $0.map { UInt32($0.count) } }
      #expect(lengths.map(\.count).reduce(0, +) == count)
      #expect(lengths.count == (count + group - 1) / group)
      try folder.write(
        try movie.header(of: lengths) + stream.groups.flatMap { $0.flatMap(\.self) }, "film.mp4")

      let found = try facts(
        ["-count_frames", "-show_streams", "-select_streams", "v:0"], in: folder)
      for expected in [
        "codec_name=h264", "codec_tag_string=avc1", "width=\(sides[0])", "height=\(sides[1])",
        "is_avc=true", "nal_length_size=4", "has_b_frames=0", "pix_fmt=yuv420p",
        "sample_aspect_ratio=1:1", "color_range=tv", "color_space=bt709", "color_transfer=bt709",
        "color_primaries=bt709", "avg_frame_rate=\(numerator)/\(denominator)",
        "r_frame_rate=\(numerator)/\(denominator)", "time_base=1/\(scale)",
        "start_time=0.000000", "duration=\(duration)", "nb_frames=\(count)",
        "nb_read_frames=\(count)", "TAG:language=und", "TAG:handler_name=VideoHandler",
      ] { #expect(found.contains(expected), "no \(expected) in \(found)") }
      let keys = try facts(["-show_entries", "packet=flags"], in: folder)
      #expect(keys.map { $0.hasPrefix("flags=K") } == (0..<count).map { $0 % group == 0 })
      let pictures = try hashes(["-i", "film.mp4"], in: folder)
      #expect(pictures.count == count)
      #expect(pictures == (try hashes(["-f", "h264", "-i", Stream.name], in: folder)))
    }
  }

  @Test(arguments: ["mjpeg", "png"])
  func `ffmpeg reads tags and cover`(codec: String) throws {
    try InstalledTool.ffmpeg.require()
    try InstalledTool.ffprobe.require()
    try TemporaryFolder.with { folder in
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=48x48", "-frames:v", "1"]
          + ["-c:v", codec, "-f", "image2", "cover"], in: folder)
      let cover = try folder.bytes("cover")
      let stream = try Stream(size: "64x64", frames: 2, group: 2, in: folder)
      let tags: [MP4Tag: String] = [
        .title: "Straße; 'nacht' = 夜", .artist: "B\"", .albumArtist: "C", .composer: "D\nd",
        .album: "E", .genre: "F", .date: "2001-02-03", .track: "3/12", .encoder: "radial-audio",
      ]
      let movie = try MP4Movie(
        width: 64, height: 64, rate: (25, 1), sequenceParameters: stream.sequence,
        pictureParameters: stream.picture, tags: tags, cover: cover)
      let lengths = stream.groups.map { $0.map { UInt32($0.count) } }
      try folder.write(
        try movie.header(of: lengths) + stream.groups.flatMap { $0.flatMap(\.self) }, "film.mp4")

      let found = try facts(["-show_entries", "format_tags"], in: folder).joined(separator: "\n")
      for (tag, text) in tags { #expect(found.contains("TAG:\(tag.rawValue)=\(text)")) }
      let picture = try facts(["-show_streams", "-select_streams", "v:1"], in: folder)
      #expect(picture.contains("codec_name=\(codec)") && picture.contains("width=48"))
      #expect(picture.contains("DISPOSITION:attached_pic=1"))
      let copy = try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "film.mp4", "-map", "0:v:1", "-c", "copy", "-f", "image2pipe", "-"],
        in: folder)
      #expect(copy.bytes == cover)
      #expect(try hashes(["-i", "film.mp4"], in: folder).count == 2)
    }
  }
}
