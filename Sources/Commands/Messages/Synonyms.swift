// SPDX-License-Identifier: MIT
internal import Arguments
internal import Platform

/// Words from other programs, and what to type for them here.
enum Synonyms {
  /// Some words with one meaning.
  private struct Row {
    let words: [Substring]
    /// The option in the hint; the row is for commands with this option, or for all commands if
    /// `nil`.
    let option: String?
    let hint: String

    init(_ words: String, _ option: String?, _ hint: String) {
      self.words = words.split(separator: " ")
      self.option = option
      self.hint = hint
    }
  }

  /// The hint for an option, with its hyphens, that the command does not have.
  static func hint(forOption form: String, of command: CommandDescription?) -> String? {
    guard let command else {
      return "begin with a command: \(ProgramText.name) film song.ogg"
    }
    let word = form.drop { $0 == "-" }
    return options.first { row in
      row.words.contains(word)
        && (row.option.map { name in command.options.contains { $0.name == name } } ?? true)
    }?.hint
  }

  /// The hint for an unknown command.
  static func hint(forCommand word: String) -> String? {
    if let row = commands.first(where: { $0.words.contains(Substring(word)) }) { return row.hint }
    let isFile = word.utf8.contains(UInt8(ascii: ".")) || Folder.kind(of: word) != nil
    guard isFile, let line = ProgramText.line(["film", word]) else { return nil }
    return "begin with a command: \(line)"
  }

  /// The hint for a value that an option does not have.
  static func hint(forValue value: String, of form: String) -> String? {
    switch (form, value.lowercased()) {
    case ("-j", "all"), ("-j", "auto"), ("-j", "max"), ("--jobs", "all"), ("--jobs", "auto"),
      ("--jobs", "max"):
      "leave out \(form): all processors are used then"
    case ("--look", "default"): "leave out --look; the default look of the view radial is line"
    case ("--sound", "off"), ("--sound", "no"), ("--sound", "false"), ("--sound", "mute"):
      "write --sound none for a silent film"
    default: nil
    }
  }

  private static let options = [
    Row("i in input file", nil, "name the audio file alone, without an option"),
    Row("y f force yes replace", "overwrite", "write --overwrite to replace what is there"),
    Row(
      "width height w resolution res dimensions geometry", "size",
      "write --size WIDTHxHEIGHT, such as --size 1920x1080, or --size vertical"),
    Row("aspect aspect-ratio ratio shape format-ratio", "size", "write --size 9:16"),
    Row(
      "color colour colors colours fg foreground line-color line-colour pen", "stroke",
      "write --stroke COLOR"),
    Row(
      "bg bgcolor background-color background-colour", "background",
      "write --background COLOR"),
    Row("alpha transparent transparency", "background", "write --background none"),
    Row(
      "theme scheme color-scheme colour-scheme", "palette",
      "write --palette NAME for its colours, or --look NAME for its figure"),
    Row("preset style skin", "look", "write --look NAME"),
    Row(
      "config config-file configuration defaults profile", "options",
      "write --options FILE, with an option on each line: palette dusk"),
    Row("rotation angle", "rotate", "write --rotate DEGREES"),
    Row("arc half-circle semicircle fan", "sweep", "write --sweep DEGREES"),
    Row("symmetric symmetry reflect flip hflip", "mirror", "write --mirror"),
    Row(
      "vertical portrait square story", "size",
      "write --size vertical, or another name such as square"),
    Row("typeface font-file fontfile font-family letters", "font", "write --font FILE or FAMILY"),
    Row("gpu hwaccel hardware cuda", nil, "leave it out: pictures are drawn by the processors"),
    Row(
      "fade fade-in fade-out fadein fadeout", "duration",
      "leave it out; a film can be faded afterwards: ffmpeg -i song.mp4 -vf fade=d=1 faded.mp4"),
    Row(
      "subtitles subs srt lrc vtt captions karaoke", "lyrics",
      "write --lyrics FILE: LRC, SRT or WebVTT; --subtitle TEXT is a line under the title"),
    Row(
      "thickness stroke-width line-weight linewidth pen-width", "line-width",
      "write --line-width POINTS"),
    Row(
      "repeat", "loop",
      "write --loop to let the last frame lead into the first"),
    Row("no-sound nosound no-audio noaudio no-music mute an", "sound", "write --sound none"),
    Row(
      "image picture backdrop artwork art", "cover",
      "write --cover FILE for a picture in the figure, or --logo FILE.png for a mark on it"),
    Row("overlay icon", "logo", "write --logo FILE.png"),
    Row("text caption label name", "title", "write --title TEXT"),
    Row("artist author", "subtitle", "write --subtitle TEXT"),
    Row(
      "end to stop until", "duration",
      "write --duration TIME (-d): how long the part is, not where it ends"),
    Row("ss begin from offset seek", "start", "write --start TIME (-s)"),
    Row("t length len time", "duration", "write --duration TIME (-d)"),
    Row("rate framerate frame-rate", "fps", "write --fps N"),
    Row("fps r rate framerate frame-rate", "tick-rate", "write --tick-rate N, for N rows a second"),
    Row("threads workers cores parallel", "jobs", "write --jobs N"),
    Row("lufs lkfs level reference loudness", "target", "write --target LUFS"),
    Row("lufs lkfs loudness r128 ebur128", "add", "write --add loudness, or use --summary -"),
    Row(
      "vu vu-meter meter needle ppm", "ballistics",
      "write --view gauge --ballistics vu, or ppm-ebu, k-20 or r128"),
    Row(
      "json ndjson", "frames",
      "\(ProgramText.name) plan INPUT --json describes the frames as JSON"),
    Row("json ndjson jsonl", "format", "write --format json or --format jsonl"),
    Row("csv", "add", "the output is CSV already; leave it out"),
    Row(
      "channel left right", "channels", "write --channels 0,1 or FL,FR: numbers from 0, or speakers"
    ),
    Row("mono mix downmix", "channels", "write --channels mix, for the mean of all channels"),
    Row(
      "keep-going ignore-errors", "until-damage",
      "write --until-damage to keep the sound before the damage"),
    Row("out outfile output-file dest destination", "output", "write -o NAME"),
    Row("silent", "quiet", "write --quiet (-q)"),
    Row(
      "v verbose debug", nil, "messages are shown unless -q is given; --version shows the version"),
  ]

  private static let commands = [
    Row(
      "film video movie mp4 mov animate export encode convert make create", nil,
      "\(ProgramText.name) film song.ogg makes a film of a track"),
    Row(
      "image images png svg draw frames picture pictures", nil,
      "\(ProgramText.name) render song.ogg makes images"),
    Row(
      "play show view preview", nil, "\(ProgramText.name) watch song.ogg shows and plays a track"),
    Row(
      "csv json levels level measure analyze analyse stats", nil,
      "\(ProgramText.name) meter song.ogg writes its levels"),
    Row(
      "lufs lkfs r128 ebur128 loudnorm replaygain lra true-peak truepeak dbtp", nil,
      "\(ProgramText.name) loudness song.ogg measures loudness and true peak"),
    Row(
      "info probe estimate dry-run", nil,
      "\(ProgramText.name) plan song.ogg previews the frames"),
    Row(
      "constants normalise scale album", nil,
      "\(ProgramText.name) normalize *.ogg puts tracks on one scale"),
    Row(
      "sound audio wav synthesize synthesise generate instrument tones wheels", nil,
      "\(ProgramText.name) synth --example wheels prints an instrument, and synth writes its sound"),
    Row("check test", nil, "\(ProgramText.name) verify frames checks a folder of frames"),
    Row("man", nil, "\(ProgramText.name) manual | man -l -"),
    Row("completion autocomplete", nil, "source <(\(ProgramText.name) completions bash)"),
  ]
}
