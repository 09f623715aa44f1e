// SPDX-License-Identifier: MIT
internal import Drawing
internal import Pipeline
internal import Signal
internal import Text
internal import Views
internal import Writing

/// The commands that make a film of the frames of a run, with the sound that belongs to them.
struct FilmCommands {
  /// What turns SVG into the PNG that ffmpeg reads; `nil` for PNG.
  let rasterize: String?
  /// What makes the film; `nil` where there are no frames.
  let film: String?
  /// What the film lacks; `nil` if nothing.
  let note: String?

  init<SomeView: View>(
    _ options: RenderOptions<SomeView>, _ work: RenderWork<SomeView>, _ pattern: FramePattern
  ) {
    let frames = work.frames
    guard !frames.isEmpty else {
      (rasterize, film, note) = (nil, nil, nil)
      return
    }
    let isSilent = options.input == "-"
    var pictures = ShellText.operand(pattern.printfPattern)
    if work.format == .svg {
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
    if !isSilent { words += FilmCommands.sound(options, work) }
    words += ["-map", "0:v", "-vf", FilmCommands.filter(options, frames.count)]
    words += isOpaque ? FilmCommands.opaque : FilmCommands.transparent
    if !isSilent { words += FilmCommands.soundCodec(work, isOpaque: isOpaque) }
    words.append(FilmCommands.filmName(options.input, isOpaque ? "mp4" : "mov"))
    film = ShellText.line(words)
    note =
      isSilent
      ? "the film is silent: standard input cannot be read twice; name the file to have its sound"
      : film == nil ? "the film's command cannot be typed: a name ends in a line break" : nil
  }

  /// The input of the sound, from where the first frame begins to where the last one ends.
  private static func sound<SomeView: View>(
    _ options: RenderOptions<SomeView>, _ work: RenderWork<SomeView>
  ) -> [String] {
    let (rate, frames) = (work.schedule.rate, work.frames)
    let begin = rate.nanoseconds(ofEvent: frames.lowerBound)
    var words: [String] = []
    let start = options.track.start.nanoseconds + begin
    if start > 0 { words += ["-ss", Quantity.seconds(nanoseconds: start)] }
    var end = options.track.duration?.nanoseconds
    if frames.upperBound < work.schedule.frameCount {
      end = min(end ?? .max, rate.nanoseconds(ofEvent: frames.upperBound))
    }
    // The last frame may begin when the sound has ended.
    if let end { words += ["-t", Quantity.seconds(nanoseconds: max(end - begin, 1000))] }
    return words + ["-i", ShellText.operand(options.input)]
  }

  /// Ends the pictures with the last frame of the run, since the folder may hold more, and gives
  /// them even sides where the codec needs them. (`-frames:v` would cut the sound as well.)
  private static func filter<SomeView: View>(
    _ options: RenderOptions<SomeView>, _ count: Int
  ) -> String {
    let trim = "trim=end_frame=\(count)"
    let (width, height) = (options.size.width, options.size.height)
    guard options.background.alpha == 255, width % 2 + height % 2 > 0 else { return trim }
    let color = "0x" + options.background.hexadecimal.dropFirst()
    return trim + ",pad=\(width + width % 2):\(height + height % 2):color=\(color)"
  }

  /// H.264 as every player takes it: without alpha.
  private static let opaque = ["-c:v", "libx264", "-pix_fmt", "yuv420p"]

  /// ProRes 4444, which editors take, and which keeps the alpha.
  private static let transparent = [
    "-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le",
  ]

  /// The track's channels; of more than AAC knows, those that the picture shows.
  private static func soundCodec<SomeView: View>(
    _ work: RenderWork<SomeView>, isOpaque: Bool
  ) -> [String] {
    let codec = ["-map", "1:a:0", "-c:a", isOpaque ? "aac" : "pcm_s24le"]
    guard work.summary.format.channelCount > 8 else { return codec }
    return codec + ["-af", "pan=stereo|c0=c\(work.channels.left)|c1=c\(work.channels.right)"]
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
