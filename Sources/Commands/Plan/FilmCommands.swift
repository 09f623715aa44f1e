// SPDX-License-Identifier: MIT
internal import Drawing
internal import Pipeline
internal import Rendering
internal import Signal
internal import Text
internal import Writing

/// The commands that make a film of the frames of a run, with the sound that belongs to them.
struct FilmCommands {
  /// What turns SVG into the PNG that ffmpeg reads; `nil` for PNG.
  let rasterize: String?
  /// What makes the film; `nil` where there are no frames.
  let film: String?
  /// What the film lacks; `nil` if nothing.
  let note: String?

  init(
    _ options: RenderOptions, _ work: RenderWork, _ pattern: FramePattern
  ) {
    let frames = work.frames
    guard !frames.isEmpty else {
      (rasterize, film, note) = (nil, nil, nil)
      return
    }
    let isSilent = options.input == "-"
    var pictures = ShellText.operand(pattern.printfPattern)
    if work.kind == .svg {
      let drawings = pictures
      pictures = drawings.dropLast(3) + "png"
      rasterize =
        "for i in $(seq \(frames.lowerBound) \(frames.upperBound - 1)); do rsvg-convert -o "
        + ShellText.output(ofFormat: pictures, variable: "i") + " "
        + ShellText.output(ofFormat: drawings, variable: "i") + "; done"
    } else {
      rasterize = nil
    }
    // A % that is doubled may look like a wildcard to ffmpeg, unless it is told.
    var words = ["ffmpeg"] + (pictures.contains("%%") ? ["-pattern_type", "sequence"] : [])
    words += ["-framerate", "\(work.schedule.rate)"]
    if frames.lowerBound > 0 { words += ["-start_number", "\(frames.lowerBound)"] }
    words += ["-i", pictures]
    let isOpaque = options.background.alpha == 255
    if !isSilent { words += ["-i", ShellText.operand(options.input)] }
    words += ["-map", "0:v", "-vf", FilmCommands.filter(options, frames.count)]
    words += isOpaque ? FilmCommands.opaque : FilmCommands.transparent
    words += FilmCommands.colors
    if !isSilent { words += FilmCommands.sound(options, work, isOpaque: isOpaque) }
    words.append(FilmCommands.filmName(options.input, isOpaque ? "mp4" : "mov"))
    film = ShellText.line(words)
    note =
      isSilent
      ? "the film is silent: standard input cannot be read twice; name the file to have its sound"
      : film == nil ? "the film's command cannot be typed: a name ends in a line break" : nil
  }

  /// Ends the pictures with the last frame of the run, since the folder may hold more, gives them
  /// even sides where the codec needs them, and converts their colours as the film says of itself.
  ///
  /// `-frames:v` would cut the sound as well. ffmpeg converts pictures that have a palette with the
  /// matrix of BT.601, whatever it is told, unless they are made into planes of colour before.
  private static func filter(
    _ options: RenderOptions, _ count: Int
  ) -> String {
    let (width, height) = (options.size.width, options.size.height)
    let isOpaque = options.background.alpha == 255
    var steps = ["trim=end_frame=\(count)", isOpaque ? "format=gbrp" : "format=gbrap"]
    if isOpaque, width % 2 + height % 2 > 0 {
      let color = "0x" + options.background.hexadecimal.dropFirst()
      steps.append("pad=\(width + width % 2):\(height + height % 2):color=\(color)")
    }
    steps.append("scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd")
    steps.append(isOpaque ? "format=yuv420p" : "format=yuva444p10le")
    // ProRes says itself what its colours are, and asks the pictures, not the options.
    if !isOpaque {
      steps.append("setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709")
    }
    return steps.joined(separator: ",")
  }

  /// H.264 as every player takes it, without alpha, to be played while it is loaded.
  private static let opaque = ["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"]

  /// ProRes 4444, which editors take, and which keeps the alpha.
  private static let transparent = ["-c:v", "prores_ks", "-profile:v", "4444"]

  /// What the film says of its colours; players guess otherwise, and differently.
  private static let colors = [
    "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range",
    "tv",
  ]

  /// The track's channels; of more than AAC knows, those that the picture shows.
  private static func sound(
    _ options: RenderOptions, _ work: RenderWork, isOpaque: Bool
  ) -> [String] {
    let count = work.prepared.summary.format.channelCount
    var words = ["-map", "1:a:0"]
    var steps = part(options, work)
    if count > 8 {
      steps.append(
        "pan=stereo|c0=c\(work.prepared.channels.left)|c1=c\(work.prepared.channels.right)")
    }
    if !steps.isEmpty { words += ["-af", steps.joined(separator: ",")] }
    guard isOpaque else { return words + ["-c:a", "pcm_s24le"] }
    return words + ["-c:a", "aac", "-b:a", "\(count > 8 ? 256 : max(256, 128 * count))k"]
  }

  /// Cuts the sound to where the first frame begins and the last one ends.
  ///
  /// After decoding: where `-ss` makes ffmpeg begin within MP3 or AAC, the first samples are wrong.
  private static func part(
    _ options: RenderOptions, _ work: RenderWork
  ) -> [String] {
    let (frames, summary) = (work.frames, work.prepared.summary)
    let isLast = frames.upperBound == work.schedule.frameCount
    let isWhole = options.track.start == .zero && options.track.duration == nil
    guard !isWhole || !isLast || frames.lowerBound > 0 || summary.damage != nil else { return [] }
    let clock = TickClock(sampleRate: summary.format.sampleRate, rate: work.schedule.rate)
    let start = options.track.start.sampleFrame(sampleRate: clock.sampleRate)
    let first = clock.firstSampleFrame(ofTick: frames.lowerBound)
    let end = isLast ? summary.sampleFrames : clock.firstSampleFrame(ofTick: frames.upperBound)
    // Frames may be shorter than a sample.
    let range = "start_sample=\(start + first):end_sample=\(start + max(end, first + 1))"
    return ["atrim=" + range, "asetpts=N/SR/TB"]
  }

  /// The film is called as the track is, and lies in the current folder.
  private static func filmName(_ input: String, _ fileExtension: String) -> String {
    let file = input.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    guard input != "-", !stem.isEmpty else { return "film.\(fileExtension)" }
    let name = "\(stem).\(fileExtension)"
    return ShellText.operand(name == file ? "\(stem)-film.\(fileExtension)" : name)
  }
}
