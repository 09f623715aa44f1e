// SPDX-License-Identifier: MIT
internal import Arguments
internal import Platform

/// Words from other programs, and what to type for them here.
enum Synonyms {
  /// Some words with one meaning.
  private struct Row {
    let words: [Substring]
    /// For options: the one in the hint; the row is for commands with this option, or for all commands
    /// if `nil`. For values: the option that they are given to.
    let option: String?
    let hint: String

    init(_ words: String, _ option: String?, _ hint: String) {
      self.words = words.split(separator: " ")
      self.option = option
      self.hint = hint
    }
  }

  /// The hint for an option, with its hyphens, that the command does not have; `slips` finds words with
  /// a wrong letter too.
  static func hint(
    forOption form: String, of command: CommandDescription?, slips: Bool = true
  ) -> String? {
    guard let command else {
      return "begin with a command: \(ProgramText.name) film song.ogg"
    }
    let word = form.drop { $0 == "-" }
    let rows = options.filter { row in
      row.option.map { name in command.options.contains { $0.name == name } } ?? true
    }
    if let row = rows.first(where: { $0.words.contains(word) }) { return row.hint }
    // A slip of the pen in one of the words, unless it is one in the name of an option.
    guard slips, word.utf8.count > 3,
      Suggestion.nearest(to: String(word), in: command.options.map(\.name)) == nil,
      let meant = Suggestion.nearest(
        to: String(word), in: rows.flatMap(\.words).filter { $0.utf8.count > 3 }.map { String($0) })
    else { return nil }
    return rows.first { $0.words.contains(Substring(meant)) }?.hint
  }

  /// The hint for an unknown command.
  static func hint(forCommand word: String) -> String? {
    if let row = commands.first(where: { $0.words.contains(Substring(word)) }) { return row.hint }
    let isFile = word.utf8.contains(UInt8(ascii: ".")) || Folder.kind(of: word) != nil
    guard isFile, let line = ProgramText.line(["film", word]) else { return nil }
    return "begin with a command: \(line)"
  }

  /// The hint for a value that an option, written in this form, does not have.
  static func hint(
    forValue value: String, of form: String, in command: CommandDescription?
  ) -> String? {
    let option = command?.options.first { $0.forms.contains(form) }
    let word = Substring(value.lowercased())
    if let row = values.first(where: { $0.option == option?.name && $0.words.contains(word) }) {
      return row.hint
    }
    // A comma in a number, unless the option has a list.
    let number = value.replacing(",", with: ".")
    guard let takes = option?.value?.metavariable, !takes.contains(","), number != value,
      Double(number) != nil
    else { return nil }
    return "write \(form) \(number), with a point"
  }

  private static let options = [
    Row("i in input file", nil, "name the audio file alone, without an option"),
    Row("y f force yes replace", "overwrite", "write --overwrite to replace what is there"),
    Row(
      "width height w resolution res dimensions geometry", "size",
      "write --size WIDTHxHEIGHT, such as --size 1920x1080, or --size vertical"),
    Row(
      "color colour colors colours fg foreground fill line-color line-colour pen", "palette",
      "write --palette BACKGROUND,INK, such as --palette '#0b3d2e,#f4d35e'; or --set stroke=COLOR "
        + "with --look line"),
    Row(
      "bg bgcolor background-color background-colour", "background",
      "write --background COLOR"),
    Row(
      "theme scheme color-scheme colour-scheme", "palette",
      "write --palette NAME for its colours, or --look NAME for its figure"),
    Row("preset style skin", "look", "write --look NAME"),
    Row("symmetric symmetry reflect flip hflip", "mirror", "write --mirror"),
    Row(
      "vertical portrait square story", "size",
      "write --size vertical, or another name such as square"),
    Row("typeface font-file fontfile font-family letters", "font", "write --font FILE or FAMILY"),
    Row(
      "parts", "join",
      "write --shard 1/8 to --shard 8/8, each with -o part-%03d.mp4, and then --join 'part-*.mp4'"),
    Row("gpu hwaccel hardware cuda", nil, "leave it out: pictures are drawn by the processors"),
    Row(
      "fade fade-in fade-out fadein fadeout", "duration",
      "leave it out; a film can be faded afterwards: ffmpeg -i song.mp4 -vf fade=d=1 faded.mp4"),
    Row(
      "subtitles subs srt lrc vtt captions karaoke", "lyrics",
      "write --lyrics FILE: LRC, SRT or WebVTT; --subtitle TEXT is a line under the title"),
    Row(
      "line-width thickness stroke-width line-weight linewidth pen-width", "set",
      "write --set pen=POINTS with --look line, or --set width=DEGREES for the rays of --look sun"),
    Row(
      "centre position pos move translate place anchor", "center",
      "write --center X,Y: 0.3,0.5 is left of the middle; --zoom 0.7 makes the figure smaller"),
    Row(
      "outer-radius radius diameter", "set",
      "write --set outer=POINTS with --look line, ink or tutorial, or --set reach=POINTS with sun"),
    Row(
      "inner-radius", "set",
      "write --set inner=POINTS with --look line or tutorial, or --set rim=POINTS with sun, bloom or corona"
    ),
    Row("arrangement", "layout", "write --layout pair, mirror or twin"),
    Row("stroke", "set", "write --set stroke=COLOR, with --look line or tutorial"),
    Row("no-spokes", "set", "write --set spokes=0, with --look tutorial"),
    Row("trail", "set", "write --set trail=N, with --look line, ink or corona"),
    Row("pulse", "set", "write --set pulse=SHARE"),
    Row(
      "loud", "set",
      "write --look NAME:inside, with line, sun, bloom or corona; loud is outside without it"),
    Row(
      "rays spikes petals bars points", "look",
      "choose a look: sun has rays, halo petals, strata layers, orbit dots"),
    Row(
      "glow neon blur shadow", "look", "write --look letters for neon, or --look corona for embers"),
    Row(
      "opacity", "background",
      "write the opacity into a colour: --background '#10182080'; none is transparent"),
    Row(
      "bitrate crf qp vbr cbr", "quality",
      "write --quality high or draft; or, in the words of ffmpeg, --codec x264 --encoder-args '-crf 20'"
    ),
    Row("chroma", "codec", "write --codec x264-444, h265-444 or vp9-444"),
    Row("chroma", "no-header", "write --format y4m-444"),
    Row(
      "max-size maxsize filesize file-size size-limit", "quality",
      "for a smaller film write --quality draft, --fps 30 or --size 720p; \(ProgramText.name) plan "
        + "song.ogg -o song.mp4 tells its size"),
    Row(
      "no-title notitle no-text notext no-words no-subtitle", "title",
      "write --title none --subtitle none"),
    Row(
      "repeat", "loop",
      "write --loop to let the last frame lead into the first"),
    Row("no-sound nosound no-audio noaudio no-music mute an", "sound", "write --sound none"),
    Row(
      "image picture backdrop artwork art", "cover",
      "write --cover FILE for a picture in the figure, or --logo FILE.png for a mark on it"),
    Row("text caption label name", "title", "write --title TEXT"),
    Row("artist author", "subtitle", "write --subtitle TEXT"),
    Row(
      "end to stop until", "duration",
      "write --duration TIME (-d): how long the part is, not where it ends"),
    Row("ss begin from seek", "start", "write --start TIME (-s)"),
    Row(
      "offset", "start",
      "write --start TIME (-s) to begin later; the place of the figure cannot be chosen"),
    Row("t length len time", "duration", "write --duration TIME (-d)"),
    Row("rate framerate frame-rate", "fps", "write --fps N"),
    Row(
      "tick-rate", "fps",
      "write meter --fps N -o song.readings; other commands take its ticks from the readings"),
    Row("ticks-per-turn", "turn", "write --turn Nticks, such as --turn 360ticks"),
    Row(
      "max-peak max-average peak-range average-range normalization", "range",
      "write --range LOW,HIGH in dBFS, such as --range -48,-3, or --range measured; --max-peak and "
        + "--normalization are for --look tutorial"),
    Row("scale-of one-scale", "range", "write --range all, or --range track or part"),
    Row("constants", "range", "write --range FILE"),
    Row("range", "mark", "write --mark FROM:TO:COLOR"), Row("scale", "face", "write --face NAME"),
    Row("scale", "zoom", "write --zoom FACTOR; --range is for the scale of the levels"),
    Row("sound-from", "sound", "write --sound FILE"),
    Row("logo-width", "logo", "write --set logo-width=POINTS"),
    Row("logo-anchor", "logo", "write --set logo-x=X --set logo-y=Y"),
    Row("no-options", "options", "write --options none"),
    Row("print-command", nil, "write plan song.ogg -o song.mp4 --print-command"),
    Row("resume skip-existing", "existing", "write --existing keep"),
    Row("live", "fullscreen", "leave it out: what arrives on standard input is live"),
    Row(
      "live every-frame keep-sound idle osc osc-in delay", "look",
      "write \(ProgramText.name) watch - -o - for raw frames of sound that is still arriving"),
    Row("frames", "duration", "write --start and --duration"),
    Row("fresh", "start", "leave it out; for a figure that begins empty, cut the sound itself"),
    Row("lufs lkfs level reference loudness", "target", "write --target LUFS"),
    Row(
      "lufs lkfs loudness r128 ebur128 loudnorm true-peak", nil,
      "\(ProgramText.name) loudness song.ogg measures it; film and poster draw it with --view loudness"
    ),
    Row("fall", "ballistics", "write --ballistics petal:DB, such as petal:12"),
    Row(
      "sample-rate", "raw",
      "write \"sampleRate\": 48000 into the file of the instrument; a sound has its own"),
    Row("add columns", nil, "\(ProgramText.name) meter song.ogg --add LIST writes more columns"),
    Row(
      "vu vu-meter meter needle ppm", "ballistics",
      "write --view gauge --ballistics vu, or ppm-ebu, k-20 or r128"),
    Row(
      "channel left right", "channels", "write --channels 0,1 or FL,FR: numbers from 0, or speakers"
    ),
    Row(
      "keep-going ignore-errors", "until-damage",
      "write --until-damage to keep the sound before the damage"),
    Row("out outfile output-file dest destination", "output", "write -o NAME"),
    Row(
      "show", nil,
      "leave it out; looks, poster and render --at have it: \(ProgramText.name) render song.ogg --at 1:00 "
        + "--show auto"),
  ]

  private static let commands = [
    Row(
      "film video movie mp4 mov animate export encode convert make create", nil,
      "\(ProgramText.name) film song.ogg makes a film of a track"),
    Row(
      "play show view preview", nil, "\(ProgramText.name) watch song.ogg shows and plays a track"),
    Row(
      "csv json levels level measure analyze analyse stats", nil,
      "\(ProgramText.name) meter song.ogg writes its levels"),
    Row(
      "lufs lkfs r128 ebur128 loudnorm replaygain lra true-peak truepeak dbtp", nil,
      "\(ProgramText.name) loudness song.ogg measures loudness and true peak"),
    Row("man", nil, "\(ProgramText.name) manual | man -l -"),
  ]

  private static let values =
    [
      Row("all auto max", "jobs", "leave out --jobs: all processors are used then"),
      Row(
        "sixel iterm iterm2", "show",
        "write --show auto, for kitty's protocol or half blocks; -o makes a file"),
      Row("default", "look", "leave out --look; the default look of the view radial is line"),
      Row("h264", "codec", "write --codec own, the default, or --codec x264 for smaller films"),
      Row("h264-rgb", "codec", "write --codec x264-rgb"),
      Row("own x264", "encoder-args", "write --codec own or --codec x264"),
      Row("off no false mute", "sound", "write --sound none for a silent film"),
      Row(
        "instagram insta ig facebook feed", "size",
        "write --size square, or portrait; and --size story for stories and reels"),
      Row(
        "reel reels tiktok shorts short stories snapchat whatsapp", "size",
        "write --size story, which is 1080x1920"),
      Row("1080", "size", "write --size 1080p, which is 1920x1080, or --size square"),
      Row("480p 480 sd", "size", "write --size 854x480"),
    ] + looks + palettes

  private static let looks = [
    Row(
      "circle circular round disc ring radial", "look",
      "write --look sun, bloom or halo for figures round a heart"),
    Row(
      "bar bars equalizer equaliser eq spectrum bands frequency", "look",
      "write --look strata or halo for the spectrum round a heart, or --view plots for a diagram"),
    Row(
      "wave waves waveform oscilloscope", "look",
      "write --look line for the level of each turn; or, of the whole track, rings or one-line"),
    Row("particle particles stars sparks", "look", "write --look orbit, whose dots turn"),
    Row("vinyl record lp turntable disk", "look", "write --look spiral, a record"),
    Row("dark", "look", "write --view loudness --background black"),
    Row("dots lamps", "look", "write --look FOLDER/dots.json: the file is in Fixtures/Looks"),
    Row("wood trunk", "look", "write --look FOLDER/wood.json: the file is in Fixtures/Looks"),
    Row(
      "ridges ridge mountains", "look", "write --look horizon, or --look rings for a whole track"),
    Row("iris eye", "look", "write --look FOLDER/iris.json: the file is in Fixtures/Looks"),
  ]

  private static let palettes =
    [
      ("blue cyan teal turquoise navy", "lagoon", "navy,cyan"),
      ("red orange", "ember", "black,red"),
      ("pink purple violet magenta", "berry", "black,violet"),
      ("black dark night", "dusk", "black,white"), ("white light", "paper", "white,black"),
      ("gold", "yellow", "black,gold"), ("green", "lagoon", "black,green"),
    ].map { words, name, colors in
      Row(
        words, "palette", "write --palette \(name), or a background and an ink: --palette \(colors)"
      )
    } + [
      Row(
        "hazel ice amber", "palette",
        "write --look FOLDER/iris.json:hazel, or :ice, :amber, :violet; the file is in Fixtures/Looks"
      )
    ]
}
