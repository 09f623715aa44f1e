// SPDX-License-Identifier: MIT
public import Analysis
internal import Arguments

/// A look of a view: a figure, and a preset of settings and options, which the user's own options
/// override.
///
/// A new look is a file with its ``Figure``, and a row in the table of its view, such as
/// `RadialView.looks`. Parser, help, completions and man page follow.
public struct Look<Options: ViewOptions>: Sendable {
  /// The name of the look, as `--look` takes it.
  public let name: String
  /// A few words for help.
  public let summary: String
  /// The type of figure that draws it.
  public let figure: any Figure<Options>.Type
  /// The long names of options that have no effect in the look, the view's or those of all views.
  /// Help leaves them out; to use one is a warning, and its value is ignored.
  public let unusedOptions: [String]
  /// What can be set of it.
  public let parameters: [LookParameter]
  /// The file that it is; `nil` for a look in Swift.
  public let file: LookFile?
  /// The values of its variant.
  public internal(set) var variant: [LookSetting] = []
  /// The length of the canvas's shorter side in points, the unit of all lengths.
  public let shortSideInPoints: Double
  /// Whether it takes several times as long to draw as others.
  let isSlow: Bool
  private let preset: @Sendable (inout PictureSettings, inout Options) -> Void

  /// A look of a figure.
  ///
  /// `preset` changes the settings and options that the look needs; the user's own override it.
  public init(
    _ name: String, _ summary: String, _ figure: any Figure<Options>.Type,
    unused: [String] = [], parameters: [LookParameter] = [], file: LookFile? = nil,
    shortSideInPoints: Double = 432, isSlow: Bool = false,
    preset: @escaping @Sendable (inout PictureSettings, inout Options) -> Void = { _, _ in }
  ) {
    self.name = name
    self.summary = summary
    self.figure = figure
    self.unusedOptions = unused
    (self.parameters, self.file) = (parameters, file)
    self.shortSideInPoints = shortSideInPoints
    self.isSlow = isSlow
    self.preset = preset
  }

  /// A look of a file: its figure, the options without an effect, and what else it sets.
  init(
    _ file: LookFile, _ figure: any Figure<Options>.Type, unused: [String],
    preset: @escaping @Sendable (inout Options) -> Void
  ) {
    self.init(
      file.name, file.summary, figure, unused: unused,
      parameters: file.parameters + [.pulse]
        + (unused.contains("logo")
          ? [] : LookParameter.logo(width: file.track == nil ? file.logo : 0)),
      file: file
    ) { settings, options in
      settings.background = file.palette.background
      settings.ballistics = file.meters
      preset(&options)
    }
  }

  /// A look of a file that is embedded in the program.
  static func builtIn(_ text: [UInt8]) -> Look {
    do {
      let file = try LookFile(json: text, isOfProgram: true)
      guard let look = Options.Drawn.look(of: file) else {
        preconditionFailure("\(file.name) is a look of the view \(file.viewName)")
      }
      return look
    } catch { preconditionFailure("a look of the program: \(error)") }
  }

  /// The number of a parameter with some settings; 0 if it has none of this name.
  func number(_ name: String, _ settings: [LookSetting]) -> Double {
    let value = values(of: settings)[name] ?? parameters.first { $0.name == name }?.usual
    return if case .number(let number)? = value { number } else { 0 }
  }

  /// Refuses settings with which the look would be too large to draw, or a number of it out of its range.
  func checkSize(_ settings: [LookSetting]) throws(UsageError) {
    guard let excess = file?.excess(values(of: settings)) else { return }
    throw .contradiction(
      "--look \(name) with what is set: \(excess)", hint: "set other numbers", of: ["set"])
  }

  /// The meters of a request, if they are not those of the look.
  public func otherMeters(_ request: AnalysisRequest) -> Ballistics? {
    usual.picture.ballistics == request.ballistics ? nil : request.ballistics
  }

  /// The settings and options with its preset alone.
  private var usual: (picture: PictureSettings, options: Options) {
    var (picture, options) = (PictureSettings(), Options())
    apply(&picture, &options)
    return (picture, options)
  }

  /// Whether it can show sound that is still arriving.
  public var isLive: Bool { usual.options.isLive }

  /// The names of its variants.
  public var variants: [String] { file?.variants.map(\.name) ?? [] }

  /// The look with the values of a variant; `nil` if it has none of this name.
  public func with(variant name: String) -> Look? {
    guard let values = file?.variants.first(where: { $0.name == name })?.values else { return nil }
    var look = self
    look.variant = values
    return look
  }

  /// Chooses the look, and applies its preset.
  public func apply(_ picture: inout PictureSettings, _ options: inout Options) {
    options.look = self
    preset(&picture, &options)
  }
}
