// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Drawing
import Testing
import Views

@Suite struct RadialOptionsTests {
  @Test func `the defaults are black curves, easy to see, between 100 and 200 points`() throws {
    let options = try Radial.words([]).view
    let usual = Dictionary(
      uniqueKeysWithValues: options.look.parameters.map { ($0.name, $0.usual) })
    #expect(usual["pen"] == .number(2.4))
    #expect(usual["inner"] == .number(100) && usual["outer"] == .number(200))
    #expect(usual["trail"] == .number(1) && usual["pulse"] == .number(1))
    #expect(options.turn == nil)
    #expect(options.imagePath == nil)
    #expect(usual["logo-x"] == .number(0.5) && usual["logo-y"] == .number(0.5))
    #expect(usual["logo-width"] == .number(100))
    #expect(options.shortSideInPoints == 432)
    #expect(options.holdsRadii)
    #expect(options.heldTicks == 0)
  }

  @Test func `every option is read`() throws {
    let options = try Radial.words([
      "--set", "stroke=red,#0f0,#0000ff80,none", "--set", "pen=1.25", "--turn", "90ticks", "--logo",
      "a b.png", "--set", "logo-x=-0.5", "--set", "logo-width=12",
    ]).view
    #expect(
      options.settings.map(\.argumentText) == [
        "stroke=red,#0f0,#0000ff80,none", "pen=1.25", "logo-x=-0.5", "logo-width=12",
      ])
    #expect(options.turn == .ticks(TickCount(90)))
    #expect(options.imagePath == "a b.png")
    try options.check()
  }

  @Test(arguments: [
    ("pen=3", nil), ("pen=2.25", nil), ("stroke=navy", nil), ("stroke=red,#00f,lime,none", nil),
    ("pulse=0", nil), ("pen=0", "out of range"), ("pen=nan", "not a number"),
    ("inner=217", "out of range"), ("trail=1.5", "between two steps"),
    ("stroke=red,blue", "not one colour or four"),
    ("stroke=redd", "not one colour or four"), ("pens=3", "the look line has no 'pens'"),
    ("rays=3", "the look line has no 'rays'"), ("logo-x=-100", nil),
    ("logo-y=101", "out of range"), ("logo-width=0", "out of range"),
    ("logo-width=100001", "out of range"),
  ])
  func `what is set is a parameter of the look, within its limits`(
    setting: String, fault: String?
  ) throws {
    let options = try Radial.words(["--set", setting]).view
    guard let fault else { return try options.check() }
    let error = #expect(throws: UsageError.self) { try options.check() }
    #expect(error?.description.contains(fault) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["pen", "=3", ""]) func `a setting has a name and a value`(text: String) {
    #expect(throws: ArgumentValueError.self) { try LookSetting(argument: text) }
  }

  @Test func `the tutorial's look is its app`() throws {
    let words = try Radial.tutorial()
    #expect((words.picture.width, words.picture.height) == (1334, 750))
    #expect(words.picture.ballistics == .avaudioplayer)
    #expect(words.view.scale.normalization == .max)
    #expect(!words.view.holdsRadii)
    #expect(words.view.heldTicks == 1)
    let usual = ["pen", "logo-x", "logo-y"].map { name in
      words.view.look.parameters.first { $0.name == name }?.usual
    }
    #expect(usual == [.number(0.5), .number(0.337), .number(0.468)])
    #expect(words.view.shortSideInPoints == 375)
    let canvas = Canvas(
      width: 1334, height: 750, shortSideInPoints: words.view.shortSideInPoints)
    #expect(canvas?.pixelsPerPoint == 2)
  }

  @Test func `what is written beside a look counts more`() throws {
    let words = try Radial.tutorial(["--normalization", "p50"])
    #expect(words.view.scale.normalization == .p50)
    #expect(words.view.heldTicks == 1)
  }

  @Test func `a mistyped colour brings up the nearest one`() {
    let error = #expect(throws: ArgumentValueError.self) { try Color(argument: "Blakc") }
    #expect(error?.hint == "did you mean 'black'?")
  }

  @Test(arguments: ["", "1", "1,2,3", "a,b", "0.5;0.5", "nan,0", "101,0", "0,-100.5", "inf,0"])
  func `an anchor is two fractions from -100 to 100`(text: String) {
    #expect(throws: ArgumentValueError.self) { try Anchor(argument: text) }
  }

  @Test(arguments: ["0", "-1", "36001", "1.5", "", "many"])
  func `a turn has 1 to 36000 points`(text: String) {
    #expect(throws: ArgumentValueError.self) { try TickCount(argument: text) }
  }

  @Test(arguments: [
    "", "sun", "sun,", "sun,tutorial", "sun,letters", "sun,ink,line,dots", "auto,none", "gauge,sun",
  ])
  func `scenes have two or three looks of the radial view`(text: String) throws {
    #expect(throws: ArgumentValueError.self) { try SceneChoice(argument: text) }
    let choice = try SceneChoice(argument: "orbit,Strata,well")
    #expect(choice == .looks(["orbit", "strata", "well"].compactMap { SceneLook(name: $0) }))
    #expect(try SceneChoice(argument: choice.argumentText) == choice)
  }

  @Test func `the looks of the radial view begin with the line`() {
    #expect(
      RadialView.looks.map(\.name) == [
        "line", "tutorial", "sun", "bloom", "ink", "corona", "strata", "halo", "orbit", "well",
        "horizon", "sunflower", "guilloche", "clave", "letters",
      ])
    var (picture, options) = (PictureSettings(), RadialOptions())
    RadialView.looks[0].apply(&picture, &options)
    #expect(picture.background == Color(red: 0xEE, green: 0xFF, blue: 0))
    #expect((picture.width, picture.height) == (1920, 1080))
  }
}
