// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// What people type by habit, from other programs and from memory, and what they are told.
@Suite struct MistakeTests {
  /// A line without the program's name, and what it is answered with.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let line, message, hint: String
    let status: Int32

    init(_ line: String, _ message: String, _ hint: String, _ status: Int32 = 64) {
      (self.line, self.message, self.hint, self.status) = (line, message, hint, status)
    }

    var testDescription: String { line }
  }

  private static let sizes =
    "write WIDTHxHEIGHT, such as 1920x1080, a shape such as 9:16, paper such as 297mmx420mm, or "
    + "720p, 1080p, 1440p, 4k, 8k, square, portrait, vertical, story, canvas, cover, a4, a3, a2, a1, a0"
  private static let rates = "write 60, 29.97 or 30000/1001"

  static let commands: [Mistake] = [
    Mistake(
      "-i a.ogg out.mp4", "unrecognized option '-i'",
      "begin with a command: radial-audio film song.ogg"),
    Mistake(
      "a.ogg", "unrecognized command 'a.ogg'", "begin with a command: radial-audio film a.ogg"),
    Mistake(
      "video a.ogg", "unrecognized command 'video'",
      "radial-audio film song.ogg makes a film of a track"),
    Mistake(
      "mp4", "unrecognized command 'mp4'", "radial-audio film song.ogg makes a film of a track"),
    Mistake(
      "lufs a.ogg", "unrecognized command 'lufs'",
      "radial-audio loudness song.ogg measures loudness and true peak"),
    Mistake(
      "csv a.ogg", "unrecognized command 'csv'", "radial-audio meter song.ogg writes its levels"),
    Mistake(
      "levels a.ogg", "unrecognized command 'levels'",
      "radial-audio meter song.ogg writes its levels"),
    Mistake("man", "unrecognized command 'man'", "radial-audio manual | man -l -"),
    Mistake("help rendr", "unrecognized command 'rendr'", "did you mean 'render'?"),
    Mistake(
      "rendr --vesion", "unrecognized command 'rendr'", "did you mean 'render'?"),
  ]

  static let inputs: [Mistake] = [
    Mistake(
      "render", "missing operand 'INPUT'", "write radial-audio render INPUT... [OPTION]..."),
    Mistake(
      "render -i a.ogg", "unrecognized option '-i'", "name the audio file alone, without an option"),
    Mistake(
      "render a.ogg out", "2 inputs, but render takes one at a time without --output-dir",
      "did you mean -o out?"),
    Mistake(
      "meter a.ogg out.csv", "2 inputs, but meter takes one at a time without --output-dir",
      "did you mean -o out.csv?"),
    Mistake(
      "render a.ogg b.ogg -o out",
      "2 inputs, but render takes one at a time without --output-dir",
      "add --output-dir DIR for an output of each; quote names with spaces"),
    Mistake(
      "render my song.ogg", "2 inputs, but render takes one at a time without --output-dir",
      "quote a name with spaces: 'my song.ogg'"),
    Mistake(
      "render your song.ogg", "2 inputs, but render takes one at a time without --output-dir",
      "add --output-dir DIR for an output of each; quote names with spaces"),
    Mistake(
      "watch a.ogg out", "2 inputs, but watch takes one at a time",
      "give one of them; quote names with spaces"),
    Mistake(
      "plan your song", "2 inputs, but plan takes one at a time",
      "give one of them; quote names with spaces"),
    Mistake(
      "synth first.json", "first.json: is not JSON: line 1, column 1: unexpected 'x'",
      "radial-audio synth --example tones (or wheels) prints a correct one", 65),
    Mistake(
      "render album", "album: is a folder",
      "name one audio file in it, or add --output-dir DIR for an output of each", 66),
    Mistake(
      "meter album -o all.csv --recursive", "album: has no audio files",
      "name the files; in a folder, audio files are recognized by extensions such as .flac", 66),
    Mistake(
      "meter https://a.org/b.ogg -d 5",
      "https://a.org/b.ogg: is an address, but only files can be read",
      "fetch it first: curl -L https://a.org/b.ogg | radial-audio meter - -d 5", 66),
    Mistake(
      "render file:///a/b.ogg", "file:///a/b.ogg: is an address, but only files can be read",
      "write the path alone: /a/b.ogg", 66),
    Mistake(
      "film list.m3u", "list.m3u: is not an audio file (Format not recognised.)",
      "it is a playlist; for its files: tr -d '\\r' < list.m3u | grep '^[^#]' | tr '\\n' '\\0' "
        + "| xargs -0 radial-audio film --output-dir films --", 65),
    Mistake(
      "film album/*.ogg", "album/*.ogg: No such file or directory",
      "quotes stop the shell from putting names in place of *: write the star outside of them, "
        + "as in 'my music'/*.ogg", 66),
    Mistake(
      "render a.ogg --logo x.JPG", "x.JPG: is not a PNG",
      "convert it: ffmpeg -i x.JPG x.png", 65),
    Mistake(
      "render a.ogg --logo x.svg", "x.svg: is not a PNG",
      "convert it: rsvg-convert -o x.png x.svg", 65),
    Mistake(
      "render a.ogg --logo a.ogg", "a.ogg: is not a PNG",
      "name a PNG file; ffmpeg -i IMAGE logo.png converts other pictures", 65),
  ]

  static let options: [Mistake] =
    ["--width", "--height", "--resolution"].map {
      Mistake(
        "render a.ogg \($0) 1080", "unrecognized option '\($0)'",
        "write --size WIDTHxHEIGHT, such as --size 1920x1080, or --size vertical")
    }
    + ["--color", "--colour", "--fg", "--fill"].map {
      Mistake(
        "render a.ogg \($0) red", "unrecognized option '\($0)'",
        "write --palette BACKGROUND,INK, such as --palette '#0b3d2e,#f4d35e'; or --stroke COLOR with "
          + "--look line")
    }
    + guesses.map { word, hint in
      Mistake("film a.ogg \(word) 10", "unrecognized option '\(word)'", hint)
    }
    + ["--no-title", "--no-text"].map {
      Mistake(
        "film a.ogg \($0)", "unrecognized option '\($0)'", "write --title none --subtitle none")
    }
    + ["--image", "--backdrop"].map {
      Mistake(
        "film a.ogg \($0) x.jpg", "unrecognized option '\($0)'",
        "write --cover FILE for a picture in the figure, or --logo FILE.png for a mark on it")
    }
    + ["--preset", "--style"].map {
      Mistake("render a.ogg \($0) x", "unrecognized option '\($0)'", "write --look NAME")
    }
    + ["-y", "--force"].flatMap { form in
      ["render", "meter"].map {
        Mistake(
          "\($0) a.ogg \(form)", "unrecognized option '\(form)'",
          "write --overwrite to replace what is there")
      }
    }
    + ["--end", "-to"].map {
      Mistake(
        "render a.ogg \($0) 10", "unrecognized option '\($0)'",
        "write --duration TIME (-d): how long the part is, not where it ends")
    }
    + [
      Mistake(
        "film a.ogg --theme dusk", "unrecognized option '--theme'",
        "write --palette NAME for its colours, or --look NAME for its figure"),
      Mistake(
        "film a.ogg --vertical", "unrecognized option '--vertical'",
        "write --size vertical, or another name such as square"),
      Mistake(
        "film a.ogg --typeface x.ttf", "unrecognized option '--typeface'",
        "write --font FILE or FAMILY"),
      Mistake(
        "film a.ogg --parts 8", "unrecognized option '--parts'",
        "write --shard 1/8 to --shard 8/8, each with -o part-%03d.mp4, and then --join 'part-*.mp4'"
      ),
      Mistake(
        "film a.ogg --gpu", "unrecognized option '--gpu'",
        "leave it out: pictures are drawn by the processors"),
      Mistake(
        "film a.ogg --fade 1", "unrecognized option '--fade'",
        "leave it out; a film can be faded afterwards: ffmpeg -i song.mp4 -vf fade=d=1 faded.mp4"),
      Mistake(
        "film a.ogg --subtitles x.srt", "unrecognized option '--subtitles'",
        "write --lyrics FILE: LRC, SRT or WebVTT; --subtitle TEXT is a line under the title"),
      Mistake("render a.ogg --bg red", "unrecognized option '--bg'", "write --background COLOR"),
      Mistake(
        "render a.ogg -ss 5 -t 10", "unrecognized option '-ss'", "write --start TIME (-s)"),
      Mistake("render a.ogg -t 10", "unrecognized option '-t'", "write --duration TIME (-d)"),
      Mistake(
        "render a.ogg --caption Song", "unrecognized option '--caption'", "write --title TEXT"),
      Mistake(
        "watch a.ogg --show kitty", "unrecognized option '--show'",
        "leave it out; looks, poster and render --at have it: radial-audio render song.ogg --at 1:00 "
          + "--show auto"),
      Mistake(
        "render a.ogg --tick-rate 30", "unrecognized option '--tick-rate'",
        "write meter --fps N -o song.readings; other commands take its ticks from the readings"),
      Mistake(
        "poster a.ogg --max-peak 30", "unrecognized option '--max-peak'",
        "write --range LOW,HIGH in dBFS, such as --range -48,-3, or --range measured; --max-peak and "
          + "--normalization are for --look tutorial"),
      Mistake("film a --one-scale", "unrecognized option '--one-scale'", "write --scale-of all"),
      Mistake(
        "render a.ogg --view gauge --scale vu", "unrecognized option '--scale'",
        "write --face NAME"),
      Mistake(
        "render a.ogg --view gauge --range -9:-3:red", "unrecognized option '--range'",
        "write --mark FROM:TO:COLOR"),
      Mistake(
        "render a.ogg --ticks-per-turn 360", "unrecognized option '--ticks-per-turn'",
        "write --turn Nticks, such as --turn 360ticks"),
      Mistake(
        "plan a.ogg --look tutorial --max-peak 20 --range measured",
        "'--range' and '--max-peak' cannot be used together", "leave one of them out"),
      Mistake("render a.ogg --resume", "unrecognized option '--resume'", "write --existing keep"),
      Mistake(
        "meter a --skip-existing", "unrecognized option '--skip-existing'", "write --existing keep"),
      Mistake(
        "film a.ogg --encoder x264",
        "invalid argument 'x264' for '--encoder-args': does not begin with an option",
        "write --codec own or --codec x264"),
      Mistake(
        "film a.ogg --chroma 444", "unrecognized option '--chroma'",
        "write --codec x264-444, h265-444 or vp9-444"),
      Mistake(
        "render a.ogg --chroma 444", "unrecognized option '--chroma'",
        "write --format y4m-444"),
      Mistake(
        "loudness a.ogg --lufs -14", "unrecognized option '--lufs'", "write --target LUFS"),
      Mistake(
        "meter a.ogg --ballistics VU",
        "invalid argument 'VU' for '--ballistics': no such choice",
        "did you mean 'vu'? Otherwise choose from tick, avaudioplayer, petal, vu, ppm-din, "
          + "ppm-nordic, ppm-bbc, ppm-ebu, k-20, k-14, k-12, r128"),
      Mistake(
        "meter a.ogg --keep-going", "unrecognized option '--keep-going'",
        "write --until-damage to keep the sound before the damage"),
      Mistake(
        "render a.ogg --stork red", "unrecognized option '--stork'", "did you mean '--stroke'?"),
      Mistake("render a.ogg -size 9x9", "unrecognized option '-size'", "did you mean '--size'?"),
      Mistake(
        "render a.ogg -overwrite", "unrecognized option '-overwrite'",
        "did you mean '--overwrite'?"),
      Mistake(
        "plan a.ogg --overwrite --existing keep",
        "'--overwrite' and '--existing' cannot be used together",
        "leave one of them out"),
      Mistake(
        "render a.ogg --view gauge --no-spokes",
        "option '--no-spokes' belongs to the view 'radial', and this is 'gauge'",
        "add --view radial, or see radial-audio render --view gauge --help"),
      Mistake(
        "render a.ogg --view gauge --turn 2",
        "option '--turn' belongs to the view 'radial', and this is 'gauge'",
        "add --view radial (or track), or see radial-audio render --view gauge --help"),
    ]

  /// What people try who want to change the figure, or know other programs.
  private static let guesses: [(word: String, hint: String)] = [
    ("--lenght", "write --duration TIME (-d)"), ("--durration", "did you mean '--duration'?"),
    (
      "--thickness",
      "write --line-width POINTS with --look line; other looks have lines as thick as they need"
    ),
    ("--center", place), ("--position", place),
    (
      "--offset", "write --start TIME (-s) to begin later; the place of the figure cannot be chosen"
    ),
    (
      "--radius",
      "write --outer-radius POINTS with --look line; other looks fill the picture, as --frame says"
    ),
    ("--rays", "choose a look: sun has rays, halo petals, strata layers, orbit dots"),
    ("--glow", "write --look letters for neon, or --look corona for embers"),
    ("--opacity", "write the opacity into a colour: --background '#10182080'; none is transparent"),
    ("--bitrate", numbers), ("--crf", numbers),
    (
      "--max-size",
      "for a smaller film write --quality draft, --fps 30 or --size 720p; radial-audio plan song.ogg -o "
        + "song.mp4 tells its size"
    ),
    ("--lufs", measured), ("--loudness", measured),
    ("--add", "radial-audio meter song.ogg --add LIST writes more columns"),
  ]
  private static let place =
    "the figure is in the middle, or with --words side beside its title; to place it yourself, lay a "
    + "transparent film over another: --background none"
  private static let numbers =
    "write --quality high or draft; or, in the words of ffmpeg, --codec x264 --encoder-args '-crf 20'"
  private static let measured =
    "radial-audio loudness song.ogg measures it; film and poster draw it with --view loudness"

  /// Values that look right elsewhere: the option, the value, and what is said of it.
  private static let guessedValues: [(option: String, value: String, what: String, hint: String)] =
    [
      (
        "--size", "instagram", "not a size",
        "write --size square, or portrait; and --size story for stories and reels"
      ),
      ("--size", "reel", "not a size", "write --size story, which is 1080x1920"),
      ("--size", "TikTok", "not a size", "write --size story, which is 1080x1920"),
      ("--size", "1080", "not a size", "write --size 1080p, which is 1920x1080, or --size square"),
      ("--size", "480p", "not a size", "write --size 854x480"),
      (
        "--codec", "h264", "no such choice",
        "write --codec own, the default, or --codec x264 for smaller films"
      ), ("--codec", "h264-rgb", "no such choice", "write --codec x264-rgb"),
      ("-s", "2,5", "not a time", "write -s 2.5, with a point"),
      ("--pulse", "0,5", "not a number", "write --pulse 0.5, with a point"),
      ("--show", "Sixel", "no such choice", show), ("--show", "iterm2", "no such choice", show),
      (
        "--look", "circle", "no such choice",
        "write --look sun, bloom or halo for figures round a heart"
      ),
      (
        "--look", "bars", "no such choice",
        "write --look strata or halo for the spectrum round a heart, or --view plots for a diagram"
      ),
      (
        "--look", "wave", "no such choice",
        "write --look line for the level of each turn; or, of the whole track, ridges or one-line"
      ),
      (
        "--look", "spectrum", "no such choice",
        "write --look strata or halo for the spectrum round a heart, or --view plots for a diagram"
      ),
      ("--look", "particles", "no such choice", "write --look orbit, whose dots turn"),
      ("--look", "vinyl", "no such choice", "write --look spiral, a record"),
    ]

  private static let show =
    "write --show auto, for kitty's protocol or half blocks; -o makes a file"

  @Test func `a colour for a palette is answered with a palette of that colour`() throws {
    let result = try run("film a.ogg --palette blue")
    #expect(result.status == 64 || result.status == 66)
    #expect(
      result.errors.contains(
        "write --palette lagoon, or a background and an ink: --palette navy,cyan"),
      "\(result.errors)")
    // What is offered is taken.
    for palette in [
      "lagoon", "navy,cyan", "black,red", "black,violet", "black,gold", "white,black",
    ] {
      #expect(try run("plan a.ogg --palette \(palette)").status == 0)
    }
  }

  @Test(arguments: ["–size", "—size", "−size", "\u{2010}size"])
  func `a dash from a web page is answered with hyphens`(option: String) throws {
    for command in ["film", "meter", "looks", "plan"] {
      let result = try run("\(command) a.ogg \(option) square")
      #expect(
        result.errors
          == "radial-audio: error: unrecognized option '\(option)'\nhint: this dash is not a hyphen: write "
          + "--size\n")
    }
    #expect(
      try run("film a.ogg –d 5").errors.hasSuffix("hint: this dash is not a hyphen: write -d\n"))
  }

  @Test(arguments: [
    ("-d 10 s", "write -d 10s, without a space"),
    ("--start 2 minutes", "write --start 2m, without a space"),
    ("--fps 30 fps", "write --fps 30"),
  ])
  func `a unit behind a space is no input`(words: String, hint: String) throws {
    let result = try run("film a.ogg \(words)")
    #expect(result.status == 64 && result.errors.hasSuffix("hint: \(hint)\n"), "\(result.errors)")
  }

  @Test func `a name that is right but for accents, case or quotes is found`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("My Música")
      for name in ["canción.m4a", "My Música/Élan vital.ogg"] { try folder.write("", name) }
      for (typed, meant) in [
        ("cancion.m4a", "'canción.m4a'"), ("Canci\u{F3}n.M4A", "'canción.m4a'"),
        ("cancio\u{301}n.m4A", "'canción.m4a'"), ("'canción.m4a'", "'canción.m4a'"),
        ("my musica/elan vital.ogg", "'My Música/Élan vital.ogg'"),
        ("My\\ Música/Élan\\ vital.ogg", "'My Música/Élan vital.ogg'"),
        ("“canción.m4a”", "'canción.m4a'"), ("./cancion.m4a", "'./canción.m4a'"),
        ("\(folder.path)/cancion.m4a", "'\(folder.path)/canción.m4a'"),
      ] {
        for command in ["film", "meter", "loudness"] {
          var run = Inside.command([command, typed])
          run.folder = folder.path
          let result = try run.run()
          #expect(result.status == 66)
          #expect(result.errors.hasSuffix("hint: did you mean \(meant)?\n"), "\(result.errors)")
        }
      }
      var run = Inside.command(["film", "cancione.m4a"])
      run.folder = folder.path
      #expect(try !run.run().errors.contains("hint: did you mean"))
    }
  }

  static let values: [Mistake] =
    [
      Mistake(
        "render a.ogg --size 100%", "invalid argument '100%' for '--size': not a size", sizes)
    ]
    + guessedValues.map { option, value, what, hint in
      Mistake(
        "\(option == "--show" ? "poster" : "film") a.ogg \(option) \(value)",
        "invalid argument '\(option == "--look" ? value.lowercased() : value)' for '\(option)': \(what)",
        hint)
    }
    + [
      Mistake(
        "film a.ogg --scale 0.8", "invalid argument '0.8' for '--scale-of': no such choice",
        "the figure fills the picture; --frame says how far, and --size how large that is")
    ]
    + ["25p", "29.97/1", "ntsc", "1e3"].map {
      Mistake("render a.ogg --fps \($0)", "invalid argument '\($0)' for '--fps': not a rate", rates)
    }
    + ["100..102", "1-100x5", "-100"].map {
      Mistake(
        "render a.ogg --frames \($0)",
        "invalid argument '\($0)' for '--frames': not a range of frames",
        "write 7, 0-99, or 100- for 100 and all after it")
    }
    + [
      // The shell takes the rest, `#101820 --stroke red`, for a comment.
      Mistake(
        "render a.ogg --background", "option '--background' requires an argument",
        "quote a colour that begins with #, which a shell takes for a comment: "
          + "--background '#101820'"),
      Mistake(
        "render a.ogg --fps 0", "invalid argument '0' for '--fps': out of range",
        "write a rate above 0, such as 60 or 1/2, with numbers up to 1000000000"),
      Mistake(
        "render a.ogg --start 50%", "invalid argument '50%' for '--start': not a time",
        "write seconds, 1m30s or hh:mm:ss.mmm"),
      Mistake(
        "render a.ogg --start 00:00:05:12",
        "invalid argument '00:00:05:12' for '--start': not a time",
        "the frames of a timecode are not supported: write hh:mm:ss.mmm"),
      Mistake(
        "render a.ogg --channels left,right",
        "invalid argument 'left,right' for '--channels': not a whole number",
        "write the numbers of the channels, from 0, or their speakers: 0,1 or FL,FR are left and "
          + "right; or mix for all"),
      Mistake(
        "render a.ogg --jobs all", "invalid argument 'all' for '--jobs': not a whole number",
        "leave out --jobs: all processors are used then"),
      Mistake(
        "render a.ogg --look tutorial --max-peak -30",
        "invalid argument '-30' for '--max-peak': out of range",
        "give positive dB, up to 1000, or none"),
    ]

  private func run(_ line: String) throws -> CommandResult {
    try TemporaryFolder.with { folder in
      let sound = Tone(noise: 1, sampleFrames: 1470).wave
      for name in ["a.ogg", "b.ogg", "my song.ogg"] { try folder.write(sound, name) }
      try folder.write(Array("x{}".utf8), "first.json")
      try folder.write(Array("#EXTM3U\na.ogg\n".utf8), "list.m3u")
      for name in ["x.JPG", "x.svg"] { try folder.write(Array("<svg>".utf8), name) }
      try folder.makeFolder("album")
      var command = Inside.command(line.split(separator: " ").map(String.init))
      command.folder = folder.path
      let before = folder.names()
      let result = try command.run()
      #expect(result.status == 0 || folder.names() == before)
      return result
    }
  }

  @Test(arguments: commands + inputs + options + values)
  func `a mistake is answered with what to type`(mistake: Mistake) throws {
    let result = try run(mistake.line)
    #expect(result.status == mistake.status)
    #expect(result.bytes.isEmpty)
    #expect(
      result.errors == "radial-audio: error: \(mistake.message)\nhint: \(mistake.hint)\n")
  }

  @Test(arguments: [
    ("meter a.ogg --fps 29.97", "30000/1001"), ("plan a.ogg -r 23.976", "24000/1001"),
    ("plan a.ogg --fps=59.94", "60000/1001"),
  ])
  func `a rounded rate is taken for its fraction, and a line says so`(
    line: String, rate: String
  ) throws {
    let result = try run(line)
    #expect(result.status == 0)
    let notes = result.errors.split(separator: "\n")
    #expect(notes.count == 1 && notes[0].hasSuffix(" is taken as \(rate), which it is short for"))
    for quiet in [" -q", " --progress json", " --progress=none"] {
      #expect(try !run(line + quiet).errors.contains("taken"))
    }
    if line.hasPrefix("plan") { #expect(result.text.contains(" at \(rate) a second")) }
  }

  @Test(arguments: [
    ("--fps 24.5", "49/2 a second"), ("--fps 30.00", "at 30 a second"),
    ("--size square", "size    1080x1080"), ("--size vertical", "1080x1920"),
    ("--size cover", "3000x3000"), ("--size a4", "210mmx297mm"), ("--size 4k", "3840x2160"),
    ("--size 1440p", "2560x1440"),
    ("--size 720p", "1280x720"), ("--size HD1080", "1920x1080"), ("--size 64:48", "64x48"),
    ("--size 64×48", "64x48"), ("--start 0s", "a.ogg"), ("--out=out", "out/frame-000000.png"),
    ("", "frames/frame-000000.png"), ("--background 101820", "a.ogg"),
    ("--background 0xff0000", "a.ogg"), ("--stroke rgb(1,2,3)", "a.ogg"),
    ("--background transparent", "prores"),
  ])
  func `what other programs take is taken`(options: String, fact: String) throws {
    let result = try run("plan a.ogg " + options)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.text.contains(fact), "\(result.text)")
  }

  @Test func `colours without a number sign, and lists with spaces, mean the same`() throws {
    let input = Repository.fixture("Audio/one-tick.wav")
    let frames = try Inside.frames(
      of: input, "--background", "#ff8800", "--stroke", "#00f,red,lime,#fff")
    let plain = try Inside.frames(
      of: input, "--background", "ff8800", "--stroke", "00f, rgb(255, 0, 0), 0x00ff00, white")
    #expect(plain == frames)
  }

  @Test func `render has the folder that plan speaks of, and refuses frames that are there`() throws
  {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 1, sampleFrames: 1470).wave, "a.ogg")
      var command = Inside.command(["render", "a.ogg", "--size", "16x9"])
      command.folder = folder.path
      try Inside.succeed(command)
      #expect(folder.frameNames(in: "frames") == ["frame-000000.png", "frame-000001.png"])
      let again = try command.run()
      #expect(again.status == 73)
      #expect(again.errors.contains("this and 1 other frame exist already"))
    }
  }

  @Test func `a run with JSON messages leaves those of the next as they are`() throws {
    let first = try Inside.run("meter", "/no/such.wav", "--progress", "json")
    #expect(first.errors.hasPrefix("{\"level\":\"error\""))
    #expect(try Inside.run("rendr").errors.hasPrefix("radial-audio: error: "))
  }

  @Test func `the program's name alone is answered with its examples`() throws {
    let result = try Inside.run()
    let lines = result.errors.split(separator: "\n")
    #expect(result.status == 64 && lines.count == 7, "\(result.errors)")
    #expect(lines[2].hasPrefix("  radial-audio film song.ogg  "))
  }

  @Test(arguments: [
    ("list.m3u", "#EXTM3U\r\n#EXTINF:1,A\r\nmy song.ogg\r\n\r\n-b.ogg\r\n"),
    ("list.m3u8", "my song.ogg\n-b.ogg\n"),
    ("list.pls", "[playlist]\r\nFile1=my song.ogg\r\nTitle1=A\r\nFile2=-b.ogg\r\n"),
    ("list.cue", "FILE \"my song.ogg\" WAVE\n  TRACK 01 AUDIO\nFILE \"-b.ogg\" WAVE\n"),
  ])
  func `the shell line for a playlist finds its files`(name: String, list: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array(list.utf8), name)
      var command = Inside.command(["film", name])
      command.folder = folder.path
      let hint = try command.run().errors.split(separator: "\n").last ?? ""
      let line = try #require(hint.firstRange(of: " file: ") ?? hint.firstRange(of: " files: "))
      let typed = hint[line.upperBound...].replacing("radial-audio", with: "printf '<%s>'")
      let files = try InstalledTool.sh.run(["-c", String(typed)], in: folder).text
      #expect(files == "<film><--output-dir><films><--><my song.ogg><-b.ogg>", "\(hint)")
    }
  }

  @Test func `an archive is unpacked, with the folders in it`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("PK", "a.zip")
      var command = Inside.command(["film", "a.zip"])
      command.folder = folder.path
      #expect(
        try command.run().errors.hasSuffix(
          "hint: it is an archive; unpack it first: unzip a.zip -d album && radial-audio film "
            + "--output-dir films --recursive album\n"))
    }
  }

  @Test(arguments: commands + inputs + options + values)
  func `a hint that is a shell line can be typed`(mistake: Mistake) throws {
    let programs = ["ffmpeg ", "curl ", "grep ", "sed ", "tr ", "unzip ", "radial-audio film "]
    for part in mistake.hint.split(separator: ": ").dropFirst()
    where programs.contains(where: part.hasPrefix) {
      #expect(try InstalledTool.sh.run(["-nc", String(part)]).text.isEmpty)
    }
  }

  @Test func `help and version are there as people type them`() throws {
    #expect(try Inside.run("help").bytes == Inside.run("-h").bytes)
    let render = try Inside.run("render", "--help")
    #expect(try Inside.run("help", "render").bytes == render.bytes)
    #expect(
      try Inside.run("help", "render", "--view", "gauge").bytes
        == Inside.run("render", "--view", "gauge", "--help").bytes)
    let version = try Inside.run("--version")
    for word in ["-V", "version"] { #expect(try Inside.run(word).bytes == version.bytes) }
    for command in ["render", "plan", "meter", "normalize", "verify", "completions", "manual"] {
      let line = try Inside.run(command, "--help").text.split(separator: "\n\n").last
      #expect(line?.hasPrefix("Exit status: 0 success, 64 ") == true, "\(command)")
    }
  }
}
