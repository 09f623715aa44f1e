// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
public import Pipeline
internal import Rendering
internal import Signal
internal import Text

/// ffmpeg command lines for the user to type: the pictures come from `render`, and the sound from
/// the track's file, from which ffmpeg cuts the part.
public struct TypedFilm: Sendable {
  private let recipe: FilmRecipe
  private let sound: FilmSound
  private let cover: PictureFile?
  /// How ffmpeg reads the file of its sound, and of a cover in its tags.
  private let demuxing: Demuxing?
  private let output: String

  /// A film with its sound and its name.
  public init(_ recipe: FilmRecipe, _ sound: FilmSound, output: String) {
    (self.recipe, self.sound, self.output) = (recipe, sound, output)
    (cover, demuxing) = (nil, nil)
  }

  /// The same film as that one, with its name.
  public init(_ film: Film, output: String) {
    (recipe, sound, self.output) = (film.recipe, film.sound, output)
    cover = recipe.hasWordsOfTheUser ? nil : film.cover
    demuxing = film.demuxing
  }

  /// The arguments that come first, which write the cover to a file, where the film takes it from
  /// there alone: an attachment from the tags of a song.
  public var wordsOfCover: [String]? {
    guard case .tags(let path, let index)? = cover?.place, let name = attachment else { return nil }
    let words = ["-v", "error"] + Demuxing.typedWords(demuxing) + ["-i", ShellText.operand(path)]
    return words + [
      "-map", "0:v:\(index)", "-c", "copy", "-f", "image2", "-update", "1", ShellText.operand(name),
    ]
  }

  /// The name of the file that is attached to the film, if there is one.
  private var attachment: String? {
    guard recipe.container.cover == .attachment, let cover else { return nil }
    switch cover.place {
    case .file(let path): return path
    case .tags:
      return "\(output)-cover." + (cover.mediaType == "image/png" ? "png" : "jpg")
    }
  }

  /// The arguments for frames from `render -o -` on standard input.
  public func words(fromStreamOf prepared: ReadRun, _ input: SoundFile) -> [String] {
    let canvas = prepared.scenes.blank.canvas
    let pictures = recipe.pictureInput("-", canvas, prepared.schedule.rate)
    return words(pictures, recipe.filter(isRaw: true), input, prepared.tags)
  }

  /// The arguments for frames in files, the first `count` of which belong to the film; `options`
  /// select them. Odd sizes are padded with the colour `ground`, `#rrggbb`, if the codec requires
  /// it.
  public func words(
    fromFiles options: [String], count: Int, _ input: SoundFile, of prepared: ReadRun,
    ground: String
  ) -> [String] {
    let canvas = prepared.scenes.blank.canvas
    let size = recipe.feed.size(of: canvas)
    let pad =
      size == (canvas.width, canvas.height)
      ? nil : "pad=\(size.width):\(size.height):color=0x\(ground.dropFirst())"
    // `-frames:v` would cut the sound as well.
    let filter = recipe.filter(from: ["trim=end_frame=\(count)"], pad: pad, isRaw: false)
    return words(options, filter, input, prepared.tags)
  }

  private func words(
    _ pictures: [String], _ filter: [String], _ input: SoundFile, _ tags: AudioTags
  ) -> [String] {
    let source = ShellText.operand(input.path)
    var words = pictures
    var coding: [String] = []
    switch sound {
    case .none: break
    case .copied(let file):
      words += Demuxing.typedWords(file.demuxing) + ["-i", source]
      coding = ["-map", "1:a:0", "-c:a", "copy"]
    case .samples(let samples):
      words += input.format + ["-i", source]
      let channels = samples.channelCount
      let steps =
        samples.filter(
          start: input.start, isWhole: input.isWhole, layout: recipe.soundCodec.layouts[channels])
        + recipe.soundFilter(channels: channels, count: samples.range.count)
      coding = ["-map", "1:a:0"] + (steps.isEmpty ? [] : ["-af", steps.joined(separator: ",")])
      coding += recipe.soundWords(
        channels: channels, sampleRate: samples.format.sampleRate)
    }
    var coverWords: [String] = []
    if let cover, let kind = recipe.container.cover {
      let (path, index): (String, Int?) =
        switch cover.place {
        case .file(let path): (path, nil)
        case .tags(let path, let index): (path, index)
        }
      if kind == .stream {
        words += index == nil ? [] : Demuxing.typedWords(demuxing)
        words += ["-i", ShellText.operand(path)]
      }
      coverWords = kind.words(
        ShellText.operand(attachment ?? path), cover, input: sound.isNone ? 1 : 2, index: index)
    }
    if recipe.codec == .gif {
      words += ["-filter_complex", GIFPalette.typedFilter]
    } else {
      let option = coverWords.isEmpty ? "-vf" : "-filter:v:0"
      words += ["-map", "0:v"] + (filter.isEmpty ? [] : [option, filter.joined(separator: ",")])
    }
    words += recipe.codecWords() + coding + recipe.tagWords(tags) + coverWords
    words += recipe.fileWords(isNamed: output != "-")
    return words + [output == "-" ? "-" : ShellText.operand(output)]
  }

  /// The file of the sound.
  public struct SoundFile: Sendable {
    let path: String
    let format: [String]
    let start: Int
    let isWhole: Bool

    /// The file at `path`; the part that is drawn begins with sample frame `start`, or is all of it
    /// if `isWhole`. `format` has ffmpeg's options for a headerless file.
    public init(path: String, format: [String] = [], start: Int, isWhole: Bool) {
      (self.path, self.format, self.start, self.isWhole) = (path, format, start, isWhole)
    }
  }
}

extension SampleSource {
  /// ffmpeg's filters for the decoded track: cut to the start of the first frame and the end of the
  /// last one, and select the channels or name the speakers of `layout`.
  ///
  /// The cut is made after decoding: with `-ss` in MP3 or AAC, the first samples would be wrong.
  fileprivate func filter(start: Int, isWhole: Bool, layout: String?) -> [String] {
    var steps: [String] = []
    if !isWhole {
      let cut = "start_sample=\(start + range.lowerBound):end_sample=\(start + range.upperBound)"
      steps += ["atrim=" + cut, "asetpts=N/SR/TB"]
    }
    let chosen = encoding.channels.map { $0.count == 1 ? "mono" : "stereo" }
    if let layout = chosen ?? layout {
      let channels = encoding.channels ?? Array(0..<channelCount)
      let parts = channels.enumerated().map { "|c\($0.offset)=c\($0.element)" }.joined()
      steps.append("pan=\(layout)\(parts)")
    }
    return steps
  }
}
