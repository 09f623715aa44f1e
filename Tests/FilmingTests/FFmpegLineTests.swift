// SPDX-License-Identifier: MIT
import Decoding
import Filming
import Pipeline
import Platform
import Rendering
import Signal
import TestSupport
import Testing
import Writing

/// What ffmpeg is told, without being run.
@Suite struct FFmpegLineTests {
  private static let yuv =
    "-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv"
  private static let rgb =
    "-color_primaries bt709 -color_trc bt709 -colorspace rgb -color_range pc"
  private static let sound = "-f f32le -ar 44100 -ac 2 -i pipe:4"
  private static let matrix =
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd"
  private static let tags =
    "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709"
  private static let use = "paletteuse=dither=none:diff_mode=rectangle"

  @Test(arguments: [
    (
      FilmRequest("mp4"),
      "-f yuv4mpegpipe -r 60 -i pipe:3 \(sound) -map 0:v -c:v libx264 -preset veryfast -crf 12 "
        + "\(yuv) -map 1:a -c:a aac -b:a 256k -map_metadata -1 -f mp4 -movflags +faststart"
    ),
    (
      FilmRequest("mp4", "h265", .lossless, sound: "none"),
      "-f rawvideo -pix_fmt rgb24 -s 65x47 -r 60 -i pipe:3 -map 0:v -c:v libx265 "
        + "-preset veryfast -x265-params lossless=1 -pix_fmt gbrp -tag:v:0 hvc1 \(rgb) "
        + "-map_metadata -1 -f mp4 -movflags +faststart"
    ),
    (
      FilmRequest("mov", "h265-444", sound: "none"),
      "-f yuv4mpegpipe -r 60 -i pipe:3 -map 0:v -c:v libx265 -preset veryfast -crf 14 "
        + "-tag:v:0 hvc1 \(yuv) -map_metadata -1 -f mov -movflags +faststart"
    ),
    (
      FilmRequest("mov", isTransparent: true),
      "-f rawvideo -pix_fmt rgba -s 65x47 -r 60 -i pipe:3 \(sound) -map 0:v -filter:v:0 "
        + "format=gbrap,\(matrix),format=yuva444p10le,\(tags) -c:v prores_ks -profile:v 4444 "
        + "-alpha_bits 16 -vendor apl0 -pix_fmt yuva444p10le \(yuv) -map 1:a -c:a pcm_s24le "
        + "-map_metadata -1 -f mov -movflags +faststart"
    ),
    (
      FilmRequest("webm", "av1", sound: "vorbis"),
      "-f yuv4mpegpipe -r 60 -i pipe:3 \(sound) -map 0:v -c:v libsvtav1 -preset 10 -crf 30 \(yuv) "
        + "-map 1:a -c:a libvorbis -q:a 6 -map_metadata -1 -f webm"
    ),
    (
      FilmRequest("matroska", sound: "opus"),
      "-f rawvideo -pix_fmt rgb24 -s 65x47 -r 60 -i pipe:3 \(sound) -map 0:v -c:v libx264rgb "
        + "-preset veryfast -qp 0 -pix_fmt rgb24 \(rgb) -map 1:a -c:a libopus -b:a 160k -ar 48000 "
        + "-map_metadata -1 -f matroska"
    ),
    (
      FilmRequest("mpegts"),
      "-f yuv4mpegpipe -r 60 -i pipe:3 \(sound) -map 0:v -c:v libx264 -preset veryfast -crf 12 "
        + "\(yuv) -map 1:a -c:a aac -b:a 256k -f mpegts"
    ),
    (
      FilmRequest("gif"),
      "-f rawvideo -pix_fmt rgb24 -s 65x47 -r 60 -i pipe:3 -f rawvideo -pix_fmt rgba -s 16x16 "
        + "-i pipe:4 -filter_complex [0:v][1:v]\(use) -c:v gif -f gif"
    ),
    (
      FilmRequest("webp", isTransparent: true),
      "-f rawvideo -pix_fmt rgba -s 65x47 -r 60 -i pipe:3 -map 0:v -c:v libwebp_anim -lossless 1 "
        + "-pix_fmt bgra \(rgb) -f webp -loop 0"
    ),
  ])
  func `a process has all of its inputs in pipes`(request: FilmRequest, words: String) throws {
    let film = try ShortTrack.usual.get().film(try FilmRecipe(request.throughFFmpeg))
    let start = ["-v", "level+error", "-nostdin", "-xerror"]
    let middle = words.split(separator: " ").map(String.init)
    #expect(FFmpegLine.run(film, "/a b") == start + middle + ["-y", "file:/a b"])
    let piped = FFmpegLine(film, to: .stream(number: 9)).words
    #expect(piped == start + middle + ["pipe:1"])
  }

  @Test(
    arguments: [
      (
        FilmRequest("mp4"), nil,
        "-f yuv4mpegpipe -r 60 -i - -i noise.wav -map 0:v -c:v libx264 -preset veryfast -crf 12 "
          + "\(yuv) -map 1:a:0 -c:a aac -b:a 256k -map_metadata -1 -movflags +faststart a"
      ),
      (
        FilmRequest("mp4"), "f/%06d.png",
        "-framerate 60 -i f/%06d.png -i noise.wav -map 0:v -vf trim=end_frame=6,format=gbrp,"
          + "pad=66:48:color=0x102030,\(matrix),format=yuv420p,\(tags) -c:v libx264 "
          + "-preset veryfast -crf 12 \(yuv) -map 1:a:0 -c:a aac -b:a 256k -map_metadata -1 "
          + "-movflags +faststart a"
      ),
      (
        FilmRequest("mp4", "x264-444", sound: "none"), "5%%/%06d.png",
        "-pattern_type sequence -framerate 60 -i 5%%/%06d.png -map 0:v -vf trim=end_frame=6,"
          + "format=gbrp,\(matrix),format=yuv444p,\(tags) -c:v libx264 -preset veryfast -crf 12 "
          + "\(yuv) -map_metadata -1 -movflags +faststart a"
      ),
      (
        FilmRequest("matroska", "ffv1", sound: "pcm", isTransparent: true), "%d.png",
        "-framerate 60 -i %d.png -i noise.wav -map 0:v -vf trim=end_frame=6 -c:v ffv1 -level 3 "
          + "-slices 4 -slicecrc 1 -pix_fmt bgra \(rgb) -map 1:a:0 -c:a pcm_s24le -map_metadata -1 a"
      ),
      (
        FilmRequest("gif"), nil,
        "-f rawvideo -pix_fmt rgb24 -s 65x47 -r 60 -i - -filter_complex "
          + "split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]\(use) -c:v gif a"
      ),
    ] as [(FilmRequest, String?, String)])
  func `a typed line has its frames from render, or from files`(
    request: FilmRequest, files: String?, words: String
  ) throws {
    let film = try ShortTrack.usual.get().film(try FilmRecipe(request.throughFFmpeg))
    #expect(FFmpegLine.typed(film, files: files).joined(separator: " ") == words)
  }

  @Test func `pictures that the program codes are copied, with the sound beside them`() throws {
    let film = try ShortTrack.usual.get().film(try FilmRecipe(FilmRequest("mp4")))
    #expect(
      FFmpegLine.run(film).joined(separator: " ").hasSuffix(
        "-f mov -i pipe:3 \(Self.sound) -map 0:v:0 -c:v copy \(Self.yuv) -map 1:a -c:a aac -b:a 256k "
          + "-map_metadata -1 -f mp4 -movflags +faststart -y file:/a"))
    let typed = FFmpegLine(
      typed: film, pictures: "b.mp4", sound: (["-i", "noise.wav"], nil), output: "a.mp4")
    #expect(
      typed.words.joined(separator: " ")
        == "-f mov -i b.mp4 -i noise.wav -map 0:v:0 -c:v copy \(Self.yuv) -map 1:a:0 -c:a aac "
        + "-b:a 256k -map_metadata -1 -movflags +faststart a.mp4")
  }

  @Test(arguments: FilmContainer.all)
  func `an encoder has the same options wherever its pictures come from`(
    container: FilmContainer
  ) throws {
    let track = try ShortTrack.usual.get()
    var count = 0
    for request in FilmRequest.all(of: container) {
      guard let recipe = try? FilmRecipe(request.throughFFmpeg) else { continue }
      count += 1
      let film = track.film(recipe)
      let lines = [
        FFmpegLine.run(film), FFmpegLine.typed(film), FFmpegLine.typed(film, files: "%d.png"),
      ]
      // From the encoder of the pictures to the sound, the tags or the file.
      let next = ["-map", "-map_metadata", "-f", "-movflags", "-plays", "-loop", "a"]
      let encoders = lines.map { words in
        Array(words.drop { $0 != "-c:v" }.prefix { !next.contains($0) })
      }
      #expect(encoders[1] == encoders[0] && encoders[2] == encoders[0], "\(encoders)")
      for words in lines {
        #expect(words.values(of: "-c:v") == [recipe.encoder])
        #expect(words.values(of: "-c:a").count == (recipe.hasSound ? 1 : 0))
        let inputs = words.values(of: "-i").count
        #expect(inputs == (recipe.hasSound || words == lines[0] && container == .gif ? 2 : 1))
        for map in words.values(of: "-map") {
          #expect(map.prefix(1).allSatisfy { "0"..<"\(inputs)" ~= "\($0)" }, "\(words)")
        }
      }
      #expect(lines[0].values(of: "-c:a") == lines[1].values(of: "-c:a"))
      #expect(lines[0].values(of: "-f").last?.isEmpty == false)
      #expect(!lines[1...].joined().contains { $0.contains("pipe:") || $0.contains("/dev/fd") })
    }
    #expect(count >= container.codecs.count)
  }

  @Test(
    arguments: [
      (nil, "a", false, "a"), (nil, "-", true, "-"), (nil, "-a", false, "./-a"),
      (nil, "b:a", false, "./b:a"), (nil, "/b:a", false, "/b:a"),
    ] as [(String?, String, Bool, String)])
  func `a typed name says the container, and is never taken for something else`(
    files: String?, output: String, isTold: Bool, word: String
  ) throws {
    let film = try ShortTrack.usual.get().film(try FilmRecipe(FilmRequest("nut")))
    let words = FFmpegLine.typed(film, files: files, output: output)
    #expect(words.last == word)
    #expect(words.dropLast().suffix(2).elementsEqual(["-f", "nut"]) == isTold)
  }

  @Test(
    arguments: [
      (nil, nil, nil), (0, nil, "atrim=start_sample=735:end_sample=2205,asetpts=N/SR/TB"),
      (1000, nil, "atrim=start_sample=1735:end_sample=3205,asetpts=N/SR/TB"),
      (nil, (1, 0), "pan=stereo|c0=c1|c1=c0"), (nil, (1, 1), "pan=mono|c0=c1"),
      (0, (0, 0), "atrim=start_sample=735:end_sample=2205,asetpts=N/SR/TB,pan=mono|c0=c0"),
    ] as [(Int?, (Int, Int)?, String?)])
  func `typed sound is cut to its frames after it is decoded`(
    start: Int?, channels: (Int, Int)?, filter: String?
  ) throws {
    let track = try ShortTrack { $0.selection = .range(first: 1, last: 2) }
    let pair = channels.map { (left: $0.0, right: $0.1) }
    let film = track.film(try FilmRecipe(FilmRequest("mp4").throughFFmpeg), channels: pair)
    let typed = FFmpegLine.typed(film, files: "%d.png", start: start)
    #expect(typed.values(of: "-af") == (filter.map { [$0] } ?? []))
    #expect(typed.values(of: "-start_number") == ["1"])
    #expect(typed.values(of: "-vf").first?.hasPrefix("trim=end_frame=2,") == true)
    // The pipe has the cut samples of the chosen channels.
    let words = FFmpegLine.run(film)
    #expect(words.values(of: "-af").isEmpty)
    #expect(words.values(of: "-ac") == [channels.map { $0.0 == $0.1 } == true ? "1" : "2"])
  }

  @Test(
    arguments: [
      ("mp4", "aac", 3, "3.0", "384k", []), ("mp4", "aac", 4, "quad", "512k", []),
      ("mp4", "aac", 5, "5.0", "640k", []), ("mp4", "aac", 1, nil, "256k", []),
      ("mp4", "alac", 3, "3.0", nil, []), ("mp4", "mp3", 2, nil, "256k", []),
      ("webm", "opus", 1, nil, "160k", []), ("webm", "opus", 3, "3.0", "240k", []),
      ("webm", "opus", 5, "5.0", "400k", ["1"]), ("webm", "opus", 6, "5.1", "480k", []),
      ("webm", "opus", 7, "6.1", "560k", ["1"]), ("nut", "pcm", 3, "3.0", nil, []),
    ] as [(String, String, Int, String?, String?, [String])])
  func `the speakers of more than two channels are named`(
    container: String, codec: String, channels: Int, layout: String?, rate: String?,
    family: [String]
  ) throws {
    let recipe = try FilmRecipe(FilmRequest(container, sound: codec))
    let film = try ShortTrack(channels: channels).film(recipe)
    let (words, typed) = (FFmpegLine.run(film), FFmpegLine.typed(film))
    #expect(words.values(of: "-ac") == ["\(channels)"])
    #expect(words.values(of: "-channel_layout") == (layout.map { [$0] } ?? []))
    let pan = (0..<channels).map { "|c\($0)=c\($0)" }.joined()
    #expect(typed.values(of: "-af") == (layout.map { ["pan=\($0)\(pan)"] } ?? []))
    for words in [words, typed] {
      #expect(words.values(of: "-b:a") == (rate.map { [$0] } ?? []))
      #expect(words.values(of: "-mapping_family") == family)
    }
  }

  @Test(arguments: [
    ("mp4", "aac", 7350, true), ("mp4", "aac", 7351, false), ("mp4", "aac", 96_000, true),
    ("mp4", "aac", 192_000, false), ("mp4", "mp3", 12_000, false), ("mp4", "mp3", 16_000, true),
    ("mp4", "mp3", 48_000, true), ("mp4", "mp3", 96_000, false), ("mp4", "alac", 384_000, true),
    ("mp4", "alac", 384_001, false), ("mp4", "flac", 65_535, true),
    ("mp4", "flac", 65_536, false), ("mp4", "flac", 65_540, true),
    ("mp4", "opus", 44_100, false), ("mp4", "opus", 24_000, true),
    ("webm", "vorbis", 7999, false), ("webm", "vorbis", 8000, true),
    ("webm", "vorbis", 192_000, true), ("webm", "vorbis", 192_001, false),
    ("mov", "pcm", 7351, true),
  ])
  func `sound at a rate that its codec lacks is converted`(
    container: String, codec: String, rate: Int, isTaken: Bool
  ) throws {
    let recipe = try FilmRecipe(FilmRequest(container, sound: codec))
    let track = try ShortTrack(sampleRate: rate, sampleFrames: 5000)
    let film = track.film(recipe)
    #expect(FFmpegLine.run(film).values(of: "-ar") == ["\(rate)"] + (isTaken ? [] : ["48000"]))
    #expect(FFmpegLine.typed(film).values(of: "-ar") == (isTaken ? [] : ["48000"]))
    let isTrial = codec == "flac"
    #expect(FFmpegLine.run(film).values(of: "-strict") == (isTrial ? ["-2"] : []))
  }

  @Test(arguments: [
    ("aac", 2, 96_000, "256k"), ("aac", 2, 44_100, "256k"), ("aac", 2, 22_050, "128k"),
    ("aac", 6, 22_050, "384k"), ("aac", 1, 8000, "48k"), ("mp3", 2, 24_000, "136k"),
    // Converted to 48 kHz.
    ("mp3", 2, 11_025, "256k"), ("opus", 2, 44_100, "160k"), ("opus", 2, 24_000, "88k"),
  ])
  func `sound of fewer samples takes fewer bits`(
    codec: String, channels: Int, rate: Int, bits: String
  ) throws {
    let track = try ShortTrack(sampleRate: rate, channels: channels, sampleFrames: 5000)
    let film = track.film(try FilmRecipe(FilmRequest("mp4", sound: codec)))
    #expect(FFmpegLine.run(film).values(of: "-b:a") == [bits])
  }

  @Test(arguments: [
    (4, 4097, true), (4, 1, true), (4, 4096, false), (4, 4098, false), (3, 4097, false),
  ])
  func `a last packet of ALAC with one sample frame is filled up`(
    channels: Int, count: Int, isFilled: Bool
  ) throws {
    let track = try ShortTrack(channels: channels, sampleFrames: count)
    for (codec, isFilled) in [("alac", isFilled), ("aac", false)] {
      let film = track.film(try FilmRecipe(FilmRequest("mp4", sound: codec)))
      let filter = FFmpegLine.run(film).values(of: "-af")
      #expect(filter == (isFilled ? ["apad=pad_len=1"] : []))
    }
  }

  @Test func `a film has the channels that its sound can have`() throws {
    let track = try ShortTrack(channels: 10)
    for (sound, count) in [("mp3", 2), ("aac", 2), ("flac", 2)] {
      let film = track.film(try FilmRecipe(FilmRequest("mp4", sound: sound)))
      #expect(FFmpegLine.run(film).values(of: "-ac") == ["\(count)"])
      #expect(FFmpegLine.typed(film).values(of: "-af") == ["pan=stereo|c0=c0|c1=c1"])
    }
    let film = track.film(try FilmRecipe(FilmRequest("nut", sound: "pcm")))
    #expect(FFmpegLine.run(film).values(of: "-ac") == ["10"])
  }

  @Test func `the user's own words come after ours, and the frames are counted`() throws {
    var request = FilmRequest("mp4")
    request.encoderWords = ["-crf", "3"]
    let film = try ShortTrack.usual.get().film(try FilmRecipe(request.throughFFmpeg))
    let words = FFmpegLine.run(film)
    let end = ["-crf", "3", "-f", "mp4", "-movflags", "+faststart", "-y", "file:/a"]
    #expect(words.suffix(end.count).elementsEqual(end))
    #expect(words.values(of: "-crf") == ["12", "3"])
    #expect(words.contains("-stats"))
    #expect(FFmpegLine.typed(film).suffix(5) == ["-crf", "3", "-movflags", "+faststart", "a"])
  }

  @Test(
    arguments: [
      ("mp4", nil, "-i file:/dev/fd/5", "-map 2:v -c:v:1 copy -disposition:v:1 attached_pic"),
      ("mp4", "none", "-i file:/dev/fd/4", "-map 1:v -c:v:1 copy -disposition:v:1 attached_pic"),
      (
        "matroska", nil, "",
        "-attach file:/dev/fd/5 -metadata:s:t mimetype=image/png -metadata:s:t filename=cover.png"
      ),
      (
        "matroska", "none", "",
        "-attach file:/dev/fd/4 -metadata:s:t mimetype=image/png -metadata:s:t filename=cover.png"
      ),
    ] as [(String, String?, String, String)])
  func `a cover follows the pictures and the sound`(
    container: String, sound: String?, input: String, words: String
  ) throws {
    let recipe = try FilmRecipe(FilmRequest(container, sound: sound).throughFFmpeg)
    let path = Repository.fixture("demo-logo.png")
    let cover = try PictureFile(path: path)
    let film = try ShortTrack.usual.get().film(recipe, cover: cover)
    let line = FFmpegLine.run(film).joined(separator: " ")
    #expect(line.contains(" -map_metadata -1 \(words) -f \(container)"), "\(line)")
    #expect(line.contains("\(input) -map 0:v"), "\(line)")
    // Typed, it is the file itself, which nothing has to be done for.
    let typed = FFmpegLine.typed(film, files: "%d.png").joined(separator: " ")
    let file = "file:/dev/fd/\(sound == nil ? 5 : 4)"
    #expect(typed.contains(words.replacing(file, with: path)), "\(typed)")
    #expect(typed.contains(input.replacing(file, with: path) + " -map 0:v"), "\(typed)")
    #expect(!typed.contains(" -vf ") && typed.contains(" -filter:v:0 "), "\(typed)")
    #expect(FFmpegLine(typedForCoverOf: film, output: "a") == nil)
  }

  @Test func `a canvas has no tags, and a part has none either`() throws {
    let track = try ShortTrack.usual.get()
    var request = FilmRequest("mp4")
    request.isBare = true
    let bare = track.film(try FilmRecipe(request.throughFFmpeg))
    #expect(FFmpegLine.run(bare).values(of: "-map_metadata") == ["-1"])
    let part = track.film(try FilmRecipe(FilmRequest("mp4").throughFFmpeg.ofPart))
    let words = FFmpegLine.run(part)
    #expect(!words.contains("-map_metadata") && !words.contains("-c:a"), "\(words)")
  }
}
