// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Pipeline
import Rendering
import Signal
import Synchronization
import TestSupport
import Testing
import Views

/// Shows that change while they run. Sound in a file stands in for sound that arrives.
@Suite struct LiveShowTests {
  private static let size = (width: 96, height: 54)
  /// The ticks in which both pictures are seen.
  private static let opening = 45

  private static func request<SomeView: View>(
    _ view: SomeView.Type, _ look: String, _ path: String, palette: String? = nil,
    title: CaptionChoice = .text("SHOW")
  ) throws -> RunRequest {
    var request = RunRequest(view, of: path, look: look) { picture, options in
      (picture.width, picture.height) = size
      options.appearance?.title = title
      if let palette = Palette.named.first(where: { $0.name == palette }) {
        options.appearance?.palette = .named(palette.name, palette.colors)
      }
    }
    request.isLive = true
    return request
  }

  /// All looks that can be live.
  private static func all(_ path: String) throws -> [RunRequest] {
    func requests<SomeView: View>(_ view: SomeView.Type) throws -> [RunRequest] {
      try view.looks.filter { $0.isLive }.map { try request(view, $0.name, path) }
    }
    return try ViewCatalog.all.flatMap { try requests($0) }
  }

  /// Changes before frames.
  private struct Plan: LiveControl {
    var changes: [Int: [LiveChange]] = [:]
    var end = Int.max
    private var frame = 0
    let seen = Seen()

    /// What was there to see.
    final class Seen: Sendable {
      let looks = Mutex<[String]>([])
      let refused = Mutex<[LiveChangeError]>([])
    }

    init(_ changes: [Int: [LiveChange]] = [:], end: Int = .max) {
      (self.changes, self.end) = (changes, end)
    }

    var numbers: [Int32] { [] }

    mutating func steer(_ show: inout LiveShow) -> Bool {
      defer { frame += 1 }
      for change in changes[frame] ?? [] {
        do throws(LiveChangeError) { try show.change(change) } catch {
          seen.refused.withLock { [error] in $0.append(error) }
        }
      }
      let name = "\(show.look), \(show.palette ?? "own")"
      seen.looks.withLock { $0.append(name) }
      return frame < end
    }
  }

  /// The frames of a show.
  private static func frames(
    _ request: RunRequest, others: [RunRequest] = [], delay: Int = 0, _ plan: Plan = Plan()
  ) throws -> [[UInt8]] {
    let run = try LiveRun(try OpenRun(request), others: others)
    var frames: [[UInt8]] = []
    let summary = try run.run(
      as: .rgb24, drawsEveryFrame: true, delay: delay, control: plan,
      write: { (frame) throws(PipelineError) in frames.append(frame.bytes) },
      progress: { _ in true })
    #expect(summary.failure == nil && summary.dropped == 0)
    return frames
  }

  /// Three seconds of stereo noise in an envelope.
  private static let wave = Tone(noise: 41, sampleRate: 44_100, sampleFrames: 132_300).wave

  private static func withSound<Result>(_ body: (String) throws -> Result) throws -> Result {
    try TemporaryFolder.with { try body($0.write(wave, "show.wav")) }
  }

  @Test func `looks that could come change nothing`() throws {
    try Self.withSound { path in
      let request = try Self.request(RadialView.self, "halo", path)
      let alone = try Self.frames(request)
      #expect(alone.count == 180)
      #expect(try Self.frames(request, others: Self.all(path)) == alone)
    }
  }

  @Test(arguments: [("strata", "dusk"), ("letters", nil)])
  func `any look opens into the picture of a show that began with it, and back`(
    start: (look: String, palette: String?)
  ) throws {
    try Self.withSound { path in
      let first = try Self.request(
        RadialView.self, start.look, path, palette: start.palette)
      let before = try Self.frames(first)
      for other in try Self.all(path) {
        let name = "\(type(of: other.view)) \(other.view.unusedOptions.count)"
        let alone = try Self.frames(other)
        let plan = Plan([40: [.look(.next)], 110: [.look(.previous)]])
        let show = try Self.frames(first, others: [other], plan)
        try #require(show.count == before.count)
        #expect(Array(show[..<40]) == Array(before[..<40]), "\(name)")
        // A letter in the middle hides the first frames of the opening.
        let shown = start.look == "letters" ? 40..<60 : 40..<41
        #expect(
          Array(show[shown]) != Array(before[shown]) || Array(before[shown]) == Array(alone[shown]),
          "\(name)")
        #expect(
          Array(show[(40 + Self.opening)..<110]) == Array(alone[(40 + Self.opening)..<110]),
          "\(name)")
        #expect(
          Array(show[(110 + Self.opening)...]) == Array(before[(110 + Self.opening)...]), "\(name)")
      }
    }
  }

  @Test(arguments: ["strata", "sun", "corona"], ["berry", "paper"])
  func `any palette opens into the picture of a show that began with it`(
    look: String, palette: String
  ) throws {
    try Self.withSound { path in
      let plan = Plan([40: [.palette(.named(palette.uppercased()))]])
      let show = try Self.frames(try Self.request(RadialView.self, look, path), plan)
      let alone = try Self.frames(
        try Self.request(RadialView.self, look, path, palette: palette))
      #expect(Array(show[(40 + Self.opening)...]) == Array(alone[(40 + Self.opening)...]))
      #expect(plan.seen.looks.withLock { $0.last } == "\(look), \(palette)")
    }
  }

  @Test func `the new ground opens as a disc from the centre, which only grows`() throws {
    try Self.withSound { path in
      let (width, height) = Self.size
      let plan = Plan([60: [.palette(.named("berry"))]])
      let show = try Self.frames(
        try Self.request(RadialView.self, "sun", path, title: .none), plan)
      let ground = show[170].prefix(3)
      #expect(ground != show[20].prefix(3))
      // How much of the left edge, where no figure is, has the new ground.
      let shares = show[60..<(60 + Self.opening)].map { frame in
        let pixels = (0..<height).map { row in
          frame[(3 * width * row)...].prefix(3).elementsEqual(ground)
        }
        // A disc: what is new is in one piece, about the middle.
        if let first = pixels.firstIndex(of: true), let last = pixels.lastIndex(of: true) {
          #expect(pixels[first...last].allSatisfy(\.self) && abs(first + last + 1 - height) <= 1)
        }
        return pixels.count { $0 }
      }
      #expect(shares.first == 0 && shares == shares.sorted())
      #expect(shares.contains { (1..<height).contains($0) })
    }
  }

  @Test func `through a ground that is transparent nothing opens, and the picture changes at once`()
    throws
  {
    try Self.withSound { path in
      let requests = try ["sun", "corona"].map { name in
        var request = try Self.request(RadialView.self, name, path)
        request.picture.givenBackground = Color.none
        return request
      }
      let show = try Self.frames(requests[0], others: [requests[1]], Plan([40: [.look(.next)]]))
      #expect(try Array(show[..<40]) == Array(Self.frames(requests[0])[..<40]))
      #expect(try Array(show[40...]) == Array(Self.frames(requests[1])[40...]))
    }
  }

  @Test func `what is wished during a change comes after it, and only the last of it`() throws {
    try Self.withSound { path in
      let looks = try ["sun", "corona", "ink"].map { try Self.request(RadialView.self, $0, path) }
      let plan = Plan([
        30: [.look(.next)], 40: [.look(.next), .look(.next)], 41: [.look(.previous)],
      ])
      let show = try Self.frames(looks[0], others: Array(looks[1...]), plan)
      let (second, third) = (30 + Self.opening, 31 + 2 * Self.opening)
      let alone = try looks.map { try Self.frames($0) }
      #expect(show[second - 1] != alone[1][second - 1])
      // The second change begins with the frame after the one in which the first one has ended.
      #expect(Array(show[third...]) == Array(alone[2][third...]))
      #expect(try Self.frames(looks[0], others: Array(looks[1...]), plan) == show)
    }
  }

  @Test func `names are taken with their views, and a palette stays with the looks that have it`()
    throws
  {
    try Self.withSound { path in
      let plan = Plan([
        5: [.look(.named("Sun"))], 6: [.palette(.named("dusk"))], 7: [.look(.named("halo"))],
        8: [.palette(.named("berry"))], 9: [.look(.named("corona"))],
        10: [.look(.named("tutorial"))],
        11: [.look(.named("gauge"))], 12: [.look(.named("tutorial"))], 13: [.palette(.next)],
        14: [.look(.named("plots analyzer"))], 15: [.look(.named("moth")), .look(.named(""))],
        16: [.palette(.named("ice"))], 17: [.look(.next)], 18: [.look(.next)],
        19: [.look(.previous)],
      ])
      let all = try Self.all(path)
      let first = try Self.request(RadialView.self, "strata", path, palette: "yellow")
      _ = try Self.frames(first, others: all.filter { !($0.view.isSame(as: first.view)) }, plan)
      let looks = plan.seen.looks.withLock { $0 }
      #expect(
        Array(looks[4..<20]) == [
          "strata, yellow", "sun, own", "sun, dusk", "halo, dusk", "halo, berry",
          "corona, berry", "radial tutorial, own", "studio, berry", "gauge tutorial, own",
          "gauge tutorial, own", "analyzer, berry", "analyzer, berry", "analyzer, berry",
          "plots tutorial, own", "strata, berry", "plots tutorial, own",
        ])
      let refused = plan.seen.refused.withLock { $0 }
      #expect(refused.first == .noPalettes(look: "gauge tutorial"))
      #expect(refused.count == 4)
      guard case .noSuchLook("moth", let choices)? = refused.dropFirst().first else {
        Issue.record("\(refused)")
        return
      }
      #expect(choices.count == all.count && choices.contains("gauge tutorial"))
    }
  }

  @Test(arguments: ["tutorial", "ink"])
  func `on a scale that is given, a late change opens into the same picture too`(look: String)
    throws
  {
    let wave = Tone(noise: 42, sampleRate: 8000, sampleFrames: 8000 * 42).wave
    try TemporaryFolder.with { folder in
      let path = try folder.write(wave, "show.wav")
      let requests = try ["sun", look].map { name in
        var request = try Self.request(RadialView.self, name, path)
        var options = try #require(request.view as? RadialOptions)
        options.scale.range = try ScaleRange(argument: "-20,0,-30,-5")
        if options.canSet("pulse") { options.set("pulse", to: "0") }
        request.view = options
        return request
      }
      let plan = Plan([2400: [.look(.next)]])
      let show = try Self.frames(requests[0], others: [requests[1]], plan)
      let alone = try Self.frames(requests[1])
      try #require(show.count == 2520 && alone.count == 2520)
      // It has seen half a minute by then, some ticks a frame.
      #expect(Array(show[2480...]) == Array(alone[2480...]))
      #expect(show[2400] != alone[2400])
    }
  }

  @Test func `a show can be ended before its sound, and no frame comes after`() throws {
    try Self.withSound { path in
      let request = try Self.request(RadialView.self, "sun", path)
      let whole = try Self.frames(request)
      #expect(try Self.frames(request, Plan(end: 50)) == Array(whole[..<50]))
    }
  }

  @Test func `a delay changes no frame`() throws {
    try Self.withSound { path in
      let request = try Self.request(RadialView.self, "sun", path)
      #expect(try Self.frames(request, delay: 9) == Self.frames(request))
    }
  }
}

extension ViewOptions {
  /// Whether other options are of the same look.
  fileprivate func isSame(as other: any ViewOptions) -> Bool {
    func name<Options: ViewOptions>(_ options: Options) -> String {
      "\(Options.Drawn.name) \(options.look.name)"
    }
    return name(self) == name(other)
  }
}
