// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
internal import Pipeline
package import Platform
internal import Rendering
internal import Signal
internal import Text

/// ffmpeg's arguments for a film: inputs, filters, encoders, tags and the file, in this order.
public struct FFmpegLine: Sendable {
  /// The arguments.
  public let words: [String]

  /// The arguments of a child process: its descriptor 3 has the frames, or the list of the parts, 4
  /// the samples or the palette, and the next ones the cover and the chapters.
  package init(_ film: Film, to target: OutputFile.Place) {
    var inputs = ["-v", "level+error", "-nostdin", "-xerror"]
    if film.countsFrames { inputs.append("-stats") }
    let joins = film.parts != nil && !film.recipe.isOwn
    inputs +=
      joins
      ? ["-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe", "-i", "pipe:3"]
      : film.frameInput("pipe:3")
    switch film.sound {
    case .none: inputs += film.recipe.hasPalette ? GIFPalette.input("pipe:4") : []
    case .copied(let file): inputs += file.words
    case .samples(let source): inputs += source.input("pipe:4")
    }
    let output =
      switch target {
      case .file(let path): ["-y", "file:\(path)"]
      case .stream: ["pipe:1"]
      }
    let next = film.takesSecondPipe ? 5 : 4
    self.init(
      film, inputs, joins || film.recipe.isOwn ? [] : film.recipe.filter(),
      cover: ([], "file:/dev/fd/\(next)", nil),
      chapters: "file:/dev/fd/\(film.cover == nil ? next : next + 1)", output)
  }

  /// The arguments for the user to type. The pictures are frames from `render` on standard input, or
  /// in numbered `files` with a pattern for their names, or, coded by the program itself, in a silent
  /// film with the name `pictures`. The file of the sound has its own arguments as
  /// an input; the part that is drawn begins there with the sample frame `start`, or is all of it
  /// if that is `nil`.
  public init(
    typed film: Film, files: String? = nil, pictures: String = "-",
    sound: (input: [String], start: Int?), output: String
  ) {
    let recipe = film.recipe
    var inputs =
      files.map(film.fileInput)
      ?? film.frameInput(pictures == "-" ? "-" : ShellText.operand(pictures))
    if !film.sound.isNone { inputs += sound.input }
    var cover: Cover = ([], "", nil)
    switch film.cover?.place {
    case nil: break
    case .file(let path): cover.name = ShellText.operand(path)
    case .tags(let path, let index):
      let name = FFmpegLine.coverFile(of: film, for: output) ?? path
      cover = (Demuxing.typedWords(film.demuxing), ShellText.operand(name), index)
    }
    self.init(
      film, inputs, recipe.isOwn ? [] : files == nil ? recipe.filter() : film.fileFilter,
      film.sound.samples?.filter(from: sound.start) ?? [], cover: cover,
      chapters: ShellText.operand(FFmpegLine.chapterFile(for: output)),
      [output == "-" ? output : ShellText.operand(output)], isTyped: true)
  }

  /// The arguments for the user to type first where the film takes its cover from a file alone: they
  /// write it there from the tags of the song.
  public init?(typedForCoverOf film: Film, output: String) {
    guard case .tags(let path, let index)? = film.cover?.place,
      let name = FFmpegLine.coverFile(of: film, for: output)
    else { return nil }
    words =
      ["-v", "error"] + Demuxing.typedWords(film.demuxing) + ["-i", ShellText.operand(path)]
      + ["-map", "0:v:\(index)", "-c", "copy", "-f", "image2", "-update", "1"]
      + [ShellText.operand(name)]
  }

  /// The command for the user to type first where the film has chapters: it writes them to a file.
  public static func chapterWords(typedFor film: Film, output: String) -> (
    words: [String], file: String
  )? {
    guard let chapters = film.chapters, !chapters.isEmpty else { return nil }
    return (
      ["printf", "%s\\n"] + Chapter.metadata(chapters), ShellText.operand(chapterFile(for: output))
    )
  }

  private static func chapterFile(for output: String) -> String { "\(output)-chapters.txt" }

  /// The file for a cover that is attached.
  private static func coverFile(of film: Film, for output: String) -> String? {
    guard let cover = film.cover, film.recipe.container.cover == .attachment else { return nil }
    return "\(output)-cover." + (cover.mediaType == "image/png" ? "png" : "jpg")
  }

  /// The file of the cover, with ffmpeg's options for it as an input, and its number there if it
  /// has other pictures.
  private typealias Cover = (options: [String], name: String, index: Int?)

  private init(
    _ film: Film, _ inputs: [String], _ filters: [String], _ soundFilters: [String] = [],
    cover: Cover, chapters: String, _ output: [String], isTyped: Bool = false
  ) {
    let recipe = film.recipe
    var words = inputs
    var coverWords: [String] = []
    if let file = film.cover, let kind = recipe.container.cover {
      if kind == .stream { words += cover.options + ["-i", cover.name] }
      coverWords = kind.words(
        cover.name, file, input: film.sound.isNone ? 1 : 2, index: cover.index)
    }
    var chapterWords = film.chapters == nil ? [] : ["-map_chapters", "-1"]
    if film.chapters?.isEmpty == false {
      words += ["-f", "ffmetadata", "-i", chapters]
      let isCoverInput = film.cover != nil && recipe.container.cover == .stream
      chapterWords[1] = "\((film.sound.isNone ? 1 : 2) + (isCoverInput ? 1 : 0))"
    }
    if recipe.hasPalette {
      words += ["-filter_complex", isTyped ? GIFPalette.typedFilter : GIFPalette.filter]
    } else {
      let option = isTyped && coverWords.isEmpty ? "-vf" : "-filter:v:0"
      // A silent film has its cover as well.
      words += ["-map", recipe.isOwn ? "0:v:0" : "0:v"] + FFmpegLine.option(option, filters)
    }
    let track = film.demuxing?.track ?? 0
    words += recipe.codecWords(copies: film.parts != nil || recipe.isOwn)
    switch film.sound {
    case .none: break
    case .copied: words += ["-map", "1:a:\(track)", "-c:a", "copy"]
    case .samples(let source):
      let channels = source.channelCount
      let last = recipe.soundFilter(channels: channels, count: source.range.count)
      words +=
        ["-map", isTyped ? "1:a:\(track)" : "1:a"] + FFmpegLine.option("-af", soundFilters + last)
      words += recipe.soundWords(channels: channels, sampleRate: source.format.sampleRate)
    }
    words +=
      recipe.tagWords(film.run.tags, hasChapters: film.chapters?.isEmpty == false) + chapterWords
      + coverWords
    self.words = words + recipe.fileWords(isNamed: isTyped && output != ["-"]) + output
  }

  private static func option(_ name: String, _ filters: [String]) -> [String] {
    filters.isEmpty ? [] : [name, filters.joined(separator: ",")]
  }
}

extension Film {
  /// Whether ffmpeg tells how many frames it has.
  var countsFrames: Bool { recipe.hasWordsOfTheUser || parts != nil }

  /// Whether ffmpeg takes samples or a palette beside the pictures.
  var takesSecondPipe: Bool { sound.samples != nil || recipe.hasPalette }

  /// The raw frames in the file with a name as an input. `-r` sets the rate, since ffmpeg takes what
  /// it reads in the stream, or by `-framerate`, for the nearest usual rate: 120000/1001 for 120.
  fileprivate func frameInput(_ name: String) -> [String] {
    if recipe.isOwn { return ["-f", "mov", "-i", name] }
    let form =
      switch recipe.feed {
      case .planar: ["-f", "yuv4mpegpipe"]
      case .rgb24: ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(size.width)x\(size.height)"]
      case .rgba: ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(size.width)x\(size.height)"]
      }
    return form + ["-r", "\(run.schedule.rate)", "-i", name]
  }

  /// The numbered files with a pattern for their names as an input.
  fileprivate func fileInput(_ pattern: String) -> [String] {
    // ffmpeg may take a doubled % for a wildcard, unless an option forbids it.
    let type = pattern.contains("%%") ? ["-pattern_type", "sequence"] : []
    let first = run.frames.lowerBound
    return type + ["-framerate", "\(run.schedule.rate)"]
      + (first > 0 ? ["-start_number", "\(first)"] : []) + ["-i", pattern]
  }

  /// The filters of frames from files, where others may follow. Odd sizes are padded if the codec
  /// requires it.
  fileprivate var fileFilter: [String] {
    let (canvas, size) = (run.scenes.blank.canvas, size)
    let ground = run.scenes.background.hexadecimal.dropFirst()
    let pad =
      size == (canvas.width, canvas.height)
      ? nil : "pad=\(size.width):\(size.height):color=0x\(ground)"
    // `-frames:v` would cut the sound as well.
    return recipe.filter(from: ["trim=end_frame=\(run.frames.count)"], pad: pad, isRaw: false)
  }
}

extension FilmSound {
  /// The samples to be encoded.
  fileprivate var samples: SampleSource? {
    if case .samples(let source) = self { source } else { nil }
  }
}

extension SampleSource {
  private var speakers: Speakers { encoding.layout.speakers }

  /// ffmpeg's arguments for them as an input with a name.
  func input(_ name: String) -> [String] {
    let layout =
      channelCount > 2 && speakers != .none ? ["-channel_layout", speakers.ffmpegLayout] : []
    return ["-f", "f32le", "-ar", "\(format.sampleRate)", "-ac", "\(channelCount)"] + layout
      + ["-i", name]
  }

  /// ffmpeg's filters for the decoded track: cut to the start of the first frame and the end of the
  /// last one, unless all of it is drawn, and select the channels or name the speakers.
  ///
  /// The cut is made after decoding: with `-ss` in MP3 or AAC, the first samples would be wrong.
  fileprivate func filter(from start: Int?) -> [String] {
    var steps: [String] = []
    if let start {
      let cut = "start_sample=\(start + range.lowerBound):end_sample=\(start + range.upperBound)"
      steps += ["atrim=" + cut, "asetpts=N/SR/TB"]
    }
    // ffmpeg has other names for some numbers of channels.
    let isNamed = encoding.isChoice || speakers.isGuess || speakers != format.speakers
    if isNamed, speakers != .none {
      let parts = encoding.layout.sources.enumerated().compactMap { place, source in
        source.map { "|c\(place)=c\($0)" }
      }
      steps.append("pan=\(speakers.ffmpegLayout)\(parts.joined())")
    }
    return steps
  }
}
