// SPDX-License-Identifier: MIT
internal import Decoding
internal import Filming
internal import Fonts
internal import Platform
internal import Rendering
internal import Text

/// What `doctor` finds out about one thing.
struct Checkup {
  enum State: String {
    /// It is there.
    case ok
    /// Something works less well without it.
    case missing
    /// No command works with it.
    case fault

    var sign: String {
      switch self {
      case .ok: "✓"
      case .missing: "!"
      case .fault: "✗"
      }
    }
  }

  /// What it is about, in one word.
  let name: String
  var state = State.ok
  let text: String
  /// The command that repairs it, or another way out.
  var repair: String?

  /// All of them, in the order in which they are printed.
  static let all: [@Sendable () -> Checkup] = [
    program, films, codecs, player, fonts, conversion, screen, terminal, disk, machine, options,
  ]

  private static func program() -> Checkup {
    let libraries = LinkedLibraries.versions.joined(separator: ", ")
    return Checkup(name: "program", text: "\(ProgramText.versionLine) with \(libraries)")
  }

  private static func films() -> Checkup {
    guard let ffmpeg = try? FFmpeg.find() else {
      return Checkup(
        name: "films", state: .missing,
        text: "ffmpeg was not found on the PATH: all films need it but those in mp4 without sound",
        repair: installing("ffmpeg"))
    }
    let name = "ffmpeg \(ffmpeg.version ?? "of an unknown version"), \(ffmpeg.path)"
    let container = FilmContainer.default
    guard let sound = container.sounds.first?.encoder, !ffmpeg.encoders.contains(sound) else {
      return Checkup(name: "films", text: name)
    }
    return Checkup(
      name: "films", state: .missing,
      text: "\(name), lacks \(sound): the sound of films in \(container.name) needs it",
      repair: "install an ffmpeg that has it")
  }

  private static func codecs() -> Checkup {
    guard let encoders = (try? FFmpeg.find())?.encoders else {
      return Checkup(name: "codecs", state: .missing, text: "none, without ffmpeg")
    }
    let others = FilmCodec.all.filter { $0 != .own }
    let there = others.filter { encoders.contains($0.encoder) }.map(\.name)
    let lacking = others.map(\.name).filter { !there.contains($0) }
    let text = there.isEmpty ? "none" : there.joined(separator: ", ")
    return Checkup(
      name: "codecs", state: lacking.isEmpty ? .ok : .missing,
      text: text + (lacking.isEmpty ? "" : "; not: \(lacking.joined(separator: ", "))"),
      repair: lacking.isEmpty ? nil : "for the others, install an ffmpeg that has their encoders")
  }

  private static func player() -> Checkup {
    guard let player = Player.find(), let path = player.path else {
      return Checkup(
        name: "player", state: .missing, text: "neither mpv nor ffplay, which watch needs",
        repair: installing("mpv"))
    }
    return Checkup(name: "player", text: "\(player.name), \(path)")
  }

  private static func fonts() -> Checkup {
    guard let library = FontChain.library else {
      return Checkup(
        name: "fonts", state: .missing,
        text:
          "HarfBuzz 4 or later was not found: only Latin, Greek and Cyrillic letters, in strokes",
        repair: installing("libharfbuzz0b"))
    }
    guard let name = FontFile.fallback?.name else {
      return Checkup(
        name: "fonts", state: .missing, text: "\(library), but fontconfig finds no font",
        repair: installing("fontconfig fonts-dejavu-core"))
    }
    return Checkup(name: "fonts", text: "\(library), fontconfig: \(name)")
  }

  private static func conversion() -> Checkup {
    guard
      let path = SearchPath.executable(named: "rsvg-convert", in: SearchPath.fromEnvironment)
    else {
      return Checkup(
        name: "PDF", state: .missing, text: "rsvg-convert, which posters in PDF need",
        repair: installing("librsvg2-bin"))
    }
    return Checkup(name: "PDF", text: "rsvg-convert, \(path)")
  }

  private static func screen() -> Checkup {
    let names = ["WAYLAND_DISPLAY", "DISPLAY"].filter { Environment.value($0) != nil }
    guard let name = names.first else {
      return Checkup(
        name: "screen", state: .missing, text: "none: neither DISPLAY nor WAYLAND_DISPLAY is set",
        repair: "run watch in a desktop session")
    }
    return Checkup(name: "screen", text: "\(name) is set")
  }

  private static func terminal() -> Checkup {
    guard StandardStreams.outputIsTerminal else {
      return Checkup(name: "terminal", text: "standard output is none, so pictures go to files")
    }
    let asked = AskedTerminal.known
    let name = asked.answers.name.isEmpty ? "" : "\(asked.answers.name): "
    guard let way = asked.ways.first else {
      return Checkup(
        name: "terminal", state: .missing, text: "\(name)shows no pictures",
        repair: "use one that shows kitty's pictures or UTF-8")
    }
    return Checkup(name: "terminal", text: "\(name)pictures by \(way.rawValue)")
  }

  private static func disk() -> Checkup {
    let free = (try? FileSystem(ofFolder: "."))?.availableBytes
    let temporary = Environment.value("TMPDIR") ?? "/tmp"
    guard Folder.kind(of: temporary) == .directory else {
      return Checkup(
        name: "disk", state: .missing, text: "\(temporary), the folder for readings, is not there",
        repair: "set TMPDIR to a folder with free space")
    }
    guard let free else { return Checkup(name: "disk", text: "the free space is unknown") }
    let text = "\(Quantity.bytes(free)) free in the current folder"
    guard free < minDisk else { return Checkup(name: "disk", text: text) }
    return Checkup(
      name: "disk", state: .missing, text: text, repair: "make room: a song takes some 100 MB")
  }

  private static let minDisk = 500_000_000

  private static func machine() -> Checkup {
    Checkup(name: "machine", text: counted(Machine.processorCount, "processor"))
  }

  private static func options() -> Checkup {
    guard let path = OptionsFile.defaults else {
      return Checkup(name: "defaults", text: "no folder: neither HOME nor XDG_CONFIG_HOME is set")
    }
    guard OptionsFile.defaultsExist else {
      return Checkup(name: "defaults", text: "none; \(path) may have some, such as 'palette dusk'")
    }
    do {
      let presets = try OptionsFile.read(path)
      try OptionsFile.check(presets)
      return Checkup(name: "defaults", text: "\(counted(presets.count, "option")) in \(path)")
    } catch {
      return Checkup(name: "defaults", state: .fault, text: error.message, repair: error.hint)
    }
  }
}

/// The line to type that installs packages of Debian; elsewhere it names them.
private func installing(_ packages: String) -> String {
  let hasApt = SearchPath.executable(named: "apt-get", in: SearchPath.fromEnvironment) != nil
  return "\(hasApt ? "sudo apt-get install" : "install") \(packages)"
}
