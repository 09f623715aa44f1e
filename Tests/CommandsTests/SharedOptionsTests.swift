// SPDX-License-Identifier: MIT
import CommandSupport
import Commands
import Foundation
import TestSupport
import Testing

/// What a file of options that comes from others may ask for.
@Suite struct SharedOptionsTests {
  /// They name outputs, networks or words for other programs, or take a guard away.
  private static let typed: Set = [
    "existing", "output", "output-dir", "summary", "overwrite", "no-space-check", "encoder-args",
    "keep-sound",
    "osc",
    "osc-in", "join", "check", "help", "version", "options",
  ]
  /// They may name a file in the folder of the file of options.
  private static let inputs: Set = [
    "cover", "logo", "lyrics", "font", "structure", "palette", "range", "scenes", "sound", "look",
  ]
  /// They only change what is drawn, measured or said.
  private static let free: Set<String> = [
    "accent", "add", "layout", "at", "background", "ballistics", "bits",
    "center",
    "channels", "codec", "contact-sheet", "delay", "dual-mono", "duration", "every-frame",
    "example", "face", "fit", "floor", "for", "format", "fps", "frame", "frames",
    "fullscreen", "history", "idle", "jobs", "json",
    "loop", "mark", "max-average", "max-peak", "mirror", "no-header",
    "no-ranges",
    "normalization",
    "print", "print-command",
    "progress", "quality", "quiet", "raw", "recursive", "reference",
    "rotate",
    "sample-rate", "schema", "set", "shard", "shots", "show", "size",
    "skip-unreadable", "start", "subtitle", "sweep", "target", "title",
    "tolerance", "track", "true-peak", "turn", "until-damage",
    "view", "weights",
    "words",
    "zoom",
  ]

  /// What a run with this line in a file of options is told; empty if it may run.
  private func fault(_ line: String, in folder: TemporaryFolder) throws -> String {
    try folder.write("\(line)\n", "shared.txt")
    let run = CommandLineReading(
      ["film", "song.wav", "--options", folder.path("shared.txt")])
    guard case .refused(let text) = run else { return "" }
    return text
  }

  @Test func `each option says whether a shared file may name it`() throws {
    let names = CommandLineReading.vocabulary.filter { $0.hasPrefix("\n--") }.map {
      $0.dropFirst(3)
    }
    // A new option has a place in one of the lists, after some thought.
    #expect(Set(names.map(String.init)) == Self.typed.union(Self.inputs).union(Self.free))
    try TemporaryFolder.with { folder in
      for name in names.map(String.init) {
        let fault = try fault("\(name) /etc/hostname", in: folder)
        let isTyped =
          fault.contains("shared.txt:1: --\(name) cannot stand in a shared file of options")
          || fault.contains("shared.txt:1: --\(name) can only be typed")
        #expect(isTyped == Self.typed.contains(name), "\(name): \(fault)")
        let isOutside = fault.contains("shared.txt:1: --\(name) names a file outside the folder")
        #expect(isOutside == Self.inputs.contains(name), "\(name): \(fault)")
      }
    }
  }

  @Test func `a shared file names inputs in its own folder and below`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("band")
      try folder.makeFolder("band/in")
      try folder.write("", "secret.png")
      try folder.write("", "band/in/cover.png")
      let files = FileManager.default
      try files.createSymbolicLink(
        atPath: folder.path("band/link.png"), withDestinationPath: folder.path("secret.png"))
      try files.createSymbolicLink(
        atPath: folder.path("band/out"), withDestinationPath: folder.path)
      for (value, isInside) in [
        ("./in/cover.png", true), ("./in/../in/cover.png", true), ("tags", true), ("none", true),
        ("./missing.png", true), ("../secret.png", false), ("./../secret.png", false),
        ("./link.png", false), ("./out/secret.png", false), ("./out/missing.png", false),
        ("~/secret.png", false), ("/etc/hostname", false), ("/dev/stdin", false),
        ("'../secret.png'", false),
      ] {
        try folder.write("cover \(value)\n", "band/shared.txt")
        let reading = CommandLineReading(
          ["film", "song.wav", "--options", folder.path("band/shared.txt")])
        var text = ""
        if case .refused(let refusal) = reading { text = refusal }
        #expect(text.contains("outside the folder of this one") != isInside, "\(value): \(text)")
      }
    }
  }

  @Test(arguments: [
    ("sun,./look.json", true), ("./in/look.json,./look.json", true), ("auto", true),
    ("orbit,strata,well", true), ("sun,../look.json", false), ("./look.json,/etc/hostname", false),
    ("sun,./../../look.json,well", false),
  ])
  func `each look of scenes in a shared file is in its own folder or below`(
    scenes: String, isInside: Bool
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("band")
      try folder.makeFolder("band/in")
      let sun = Repository.path("Sources/Flow/Views/Looks/BuiltIn/sun.json")
      for name in ["look.json", "band/look.json", "band/in/look.json"] {
        try FileManager.default.copyItem(atPath: sun, toPath: folder.path(name))
      }
      try folder.write("scenes \(scenes)\n", "band/shared.txt")
      let reading = CommandLineReading(
        ["film", "song.wav", "--options", folder.path("band/shared.txt")])
      let text = if case .refused(let refusal) = reading { refusal } else { "" }
      #expect(isInside ? text.isEmpty : text.contains("outside the folder of this one"), "\(text)")
    }
  }

  @Test(arguments: [
    ("set trail=3", "render a.wav --look line --set trail=2", ""),
    ("set rim=40\nset seeds=3", "render a.wav --look line", ""),
    ("set trail=9", "render a.wav --look line", "trail is from 0 to 3"),
    ("jobs 2\njobs 3", "poster a.wav", ""),
    ("contact-sheet 4x3", "render a.wav --frames 0", ""),
    ("ballistics vu", "film a.wav --view gauge --face lu", ""),
    ("view gauge\nlook tutorial", "film a.wav --face vu", ""),
    ("sound aac", "film a.wav -o a.gif", ""), ("quality lossless", "film a.wav -o a.mp4", ""),
    ("existing keep", "plan a.wav -o a.mp4", "shared file"),
    ("look sunn", "film a.wav", "--look stands in"),
    ("view gauge", "plan a.wav --palette nope", "invalid argument 'nope'"),
    ("look sun", "film a.wav --view gauge", ""), ("format y4m", "render a.wav -o frames", ""),
    ("format png", "watch a.wav", ""), ("format mp4", "watch -", ""),
    ("format mp5", "watch -", "invalid argument 'mp5'"),
    ("keep-sound a.mp3", "watch a.wav", "shared file"), ("fall 12", "film a.wav", "petal:12"),
    ("live", "film a.wav", "watch - -o -"), ("ballistics petal:12", "film a.wav", ""),
    ("view gauge", "film a.wav --look sun", ""), ("view gauge", "poster a.wav --loo sun", ""),
  ])
  func `a line of a file that does not suit the run is left out, and a wrong one is named`(
    lines: String, words: String, told: String
  ) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write("\(lines)\n", "band.txt")
      let reading = CommandLineReading(
        words.split(separator: " ").map(String.init) + ["--options", file])
      let text = if case .refused(let text) = reading { text } else { "" }
      #expect(told.isEmpty ? text.isEmpty : text.contains(told), "\(text)")
    }
  }
}
