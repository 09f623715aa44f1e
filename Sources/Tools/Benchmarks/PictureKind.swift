// SPDX-License-Identifier: MIT
internal import Drawing
internal import Instruments
internal import Pipeline
internal import Rendering
internal import Views
internal import Writing

/// A picture to be measured: a view in one of its looks.
struct PictureKind {
  let name: String
  /// What libpng has to write of it.
  let baseline: PNGBaseline.Pixels
  /// How many times the size of libpng's files ours may have; `nil` for any.
  var maxSize: Double? = 1.3
  /// All that rendering it needs, read from a file.
  let prepared: (_ input: String) throws -> ReadRun

  /// The first look of a view, or the one of this name.
  init<SomeView: View>(
    _ name: String, _ view: SomeView.Type, look: String? = nil,
    baseline: PNGBaseline.Pixels = .rgb,
    adjust: (inout PictureSettings, inout SomeView.Options) throws -> Void = { _, _ in }
  ) rethrows {
    self.name = name
    self.baseline = baseline
    var (picture, options) = (PictureSettings(), SomeView.Options())
    let look = SomeView.looks.first { $0.name == look } ?? SomeView.looks[0]
    look.apply(&picture, &options)
    try adjust(&picture, &options)
    prepared = { [picture, options] input in
      try ReadRun(RunRequest(options, of: TrackRequest(input: input), picture: picture))
    }
  }

  /// The default look in some size.
  static func plain(_ width: Int, _ height: Int) -> PictureKind {
    PictureKind("default look, \(width)x\(height)", RadialView.self) { picture, _ in
      (picture.width, picture.height) = (width, height)
    }
  }

  /// The other views, and the seconds that a frame may take.
  static var otherViews: [(kind: PictureKind, seconds: Double)] {
    var gauge = PictureKind("gauge, studio look, 1920x1080", GaugeView.self) { _, _ in }
    var plots = PictureKind("plots, analyzer look, 1920x1080", PlotsView.self) { _, _ in }
    (gauge.maxSize, plots.maxSize) = (nil, nil)
    return [(gauge, 1.0 / 250), (plots, 1.0 / 120)]
  }

  /// The views of instruments, of which nearly all moves, with the fixture that each shows.
  static var instruments: [(kind: PictureKind, fixture: String)] {
    func kind<SomeView: View>(
      _ view: SomeView.Type, _ look: String
    ) -> (kind: PictureKind, fixture: String) {
      var kind = PictureKind("\(SomeView.name), look \(look), 1920x1080", view, look: look) {
        picture, _ in (picture.width, picture.height) = (1920, 1080)
      }
      kind.maxSize = nil
      return (kind, "Instruments/\(SomeView.name).json")
    }
    return [
      kind(TonesView.self, "scope"), kind(TonesView.self, "tutorial"),
      kind(WheelsView.self, "brass"), kind(WheelsView.self, "tutorial"),
    ]
  }

  /// The looks whose figures never begin anew, and the seconds that a frame may take.
  static var runningLooks: [(kind: PictureKind, seconds: Double)] {
    [
      ("sun", 1000.0), ("bloom", 2000), ("ink", 2000), ("corona", 2000), ("line", 2000),
      ("strata", 2000), ("halo", 250), ("letters", 250),
    ]
    .map { (look, rate) in
      var kind = PictureKind("look \(look), 1920x1080", RadialView.self, look: look) { _, _ in }
      kind.maxSize = nil
      return (kind, 1 / rate)
    }
      + ["rings", "spiral"].map { look in
        var kind = PictureKind("track, look \(look), 1920x1080", TrackView.self, look: look) {
          _, _ in
        }
        kind.maxSize = nil
        return (kind, 1.0 / 2000)
      }
  }

  /// Each look, and the same with what may be added to it.
  static func adorned(_ workspace: Workspace) -> [(plain: PictureKind, adorned: PictureKind)] {
    let logo = "\(workspace.fixtures)/demo-logo.png"
    return adorned(RadialView.self, \.colors) { $0.logo = logo }
      + adorned(TrackView.self, \.colors) { $0.logo = logo }
  }

  private static func adorned<SomeView: View>(
    _ view: SomeView.Type, _ style: WritableKeyPath<SomeView.Options, AppearanceOptions>,
    addLogo: (inout SomeView.Options) -> Void
  ) -> [(plain: PictureKind, adorned: PictureKind)] {
    view.looks.flatMap { look in
      var (picture, options) = (PictureSettings(), SomeView.Options())
      look.apply(&picture, &options)
      let name = "\(view.name), look \(look.name)"
      let plain = PictureKind(name, view, look: look.name) { _, _ in }
      var kinds: [PictureKind] = []
      if !options.unusedOptions.contains("title") {
        kinds.append(
          PictureKind("\(name), with a title and a subtitle", view, look: look.name) {
            $1[keyPath: style].title = .text("A title of a few words")
            $1[keyPath: style].subtitle = .text("and a line below it")
          })
      }
      if !options.unusedOptions.contains("logo") {
        kinds.append(
          PictureKind("\(name), with a logo", view, look: look.name) { addLogo(&$1) })
      }
      return kinds.map { (plain, $0) }
    }
  }

  /// The radial view's pictures that the table begins with.
  static func common(_ workspace: Workspace) throws -> [PictureKind] {
    [
      plain(1920, 1080),
      PictureKind("tutorial look with a logo, 1334x750", RadialView.self, look: "tutorial") {
        $1.logo = "\(workspace.fixtures)/demo-logo.png"
      },
      PictureKind("four different stroke colours, 1920x1080", RadialView.self) {
        $1.set("stroke", to: "crimson,navy,black,seagreen")
      },
      PictureKind("transparent background, 1920x1080", RadialView.self, baseline: .rgba) {
        picture, _ in picture.background = .none
      },
    ]
  }
}

extension ReadRun {
  /// What renders the pictures into a new folder, as `render` does.
  func pipeline(folder: String) throws -> RenderPipeline {
    let writer = try FrameSequenceWriter(
      FrameFolder(
        pattern: FramePattern(folder: folder, fileExtension: "png"), existing: .replace),
      job: SequenceSettings(input: folder, facts: [], frameCount: schedule.frameCount),
      frames: 0..<schedule.frameCount)
    return RenderPipeline(scenes: scenes, renderer: PNGFrameRenderer.self, writer: writer)
  }
}
