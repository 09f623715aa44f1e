// SPDX-License-Identifier: MIT
internal import Drawing
public import Pipeline
internal import Rendering
internal import Signal
internal import Text

/// What ffmpeg is told where a person types it: the pictures come from `render`, and the sound from
/// the file of the track, of which ffmpeg finds the part by itself.
public struct TypedFilm: Sendable {
  private let recipe: FilmRecipe
  private let sound: FilmSound
  private let output: String

  /// A film with a sound and a name.
  public init(_ recipe: FilmRecipe, _ sound: FilmSound, output: String) {
    (self.recipe, self.sound, self.output) = (recipe, sound, output)
  }

  /// The words for frames that come from `render -o -` through standard input.
  public func words(fromStreamOf prepared: PreparedRender, _ input: SoundFile) -> [String] {
    let canvas = prepared.scenes.blank.canvas
    let pictures = recipe.pictureInput("-", canvas, prepared.schedule.rate)
    return words(pictures, recipe.filter(isRaw: true), input)
  }

  /// The words for frames in files, of which the first `count` belong to the film; `options` name
  /// them. Odd sides are padded in the colour `ground`, `#rrggbb`, where the codec needs that.
  public func words(
    fromFiles options: [String], count: Int, _ input: SoundFile, of prepared: PreparedRender,
    ground: String
  ) -> [String] {
    let canvas = prepared.scenes.blank.canvas
    let size = recipe.feed.size(of: canvas)
    let pad =
      size == (canvas.width, canvas.height)
      ? nil : "pad=\(size.width):\(size.height):color=0x\(ground.dropFirst())"
    // `-frames:v` would cut the sound as well.
    let filter = recipe.filter(from: ["trim=end_frame=\(count)"], pad: pad, isRaw: false)
    return words(options, filter, input)
  }

  private func words(_ pictures: [String], _ filter: [String], _ input: SoundFile) -> [String] {
    let source = ShellText.operand(input.path)
    var words = pictures
    var coding: [String] = []
    switch sound {
    case .none: break
    case .copied:
      words += ["-i", source]
      coding = ["-map", "1:a:0", "-c:a", "copy"]
    case .samples(let samples):
      words += input.format + ["-i", source]
      let steps = samples.filter(start: input.start, isWhole: input.isWhole)
      coding = ["-map", "1:a:0"] + (steps.isEmpty ? [] : ["-af", steps.joined(separator: ",")])
      coding += recipe.soundWords(
        channels: samples.channelCount, sampleRate: samples.format.sampleRate)
    }
    if recipe.codec == .gif {
      words += ["-filter_complex", GIFPalette.typedFilter]
    } else {
      words += ["-map", "0:v"] + (filter.isEmpty ? [] : ["-vf", filter.joined(separator: ",")])
    }
    words += recipe.codecWords() + coding + recipe.fileWords(isNamed: output != "-")
    return words + [output == "-" ? "-" : ShellText.operand(output)]
  }

  /// The file that the sound is taken from.
  public struct SoundFile: Sendable {
    let path: String
    let format: [String]
    let start: Int
    let isWhole: Bool

    /// The file at `path`, of which the part that is drawn begins with sample frame `start`; `isWhole`
    /// if the film has all of it. `format` are ffmpeg's options where the file does not say what it
    /// is.
    public init(path: String, format: [String] = [], start: Int, isWhole: Bool) {
      (self.path, self.format, self.start, self.isWhole) = (path, format, start, isWhole)
    }
  }
}

extension SampleSource {
  /// What ffmpeg does with the decoded track: it cuts to where the first frame begins and the last one
  /// ends, and takes the channels.
  ///
  /// After decoding: where `-ss` makes ffmpeg begin within MP3 or AAC, the first samples are wrong.
  fileprivate func filter(start: Int, isWhole: Bool) -> [String] {
    var steps: [String] = []
    if !isWhole {
      let cut = "start_sample=\(start + range.lowerBound):end_sample=\(start + range.upperBound)"
      steps += ["atrim=" + cut, "asetpts=N/SR/TB"]
    }
    if let channels = encoding.channels {
      let layout = channels.count == 1 ? "mono" : "stereo"
      let parts = channels.enumerated().map { "|c\($0.offset)=c\($0.element)" }.joined()
      steps.append("pan=\(layout)\(parts)")
    }
    return steps
  }
}
