// SPDX-License-Identifier: MIT
internal import Drawing
internal import Signal

extension LookSettings {
  /// What is known of a run: the parameters that are set, and the names of the run.
  init(
    _ file: LookFile, _ layout: FigureLayout, _ set: [String: LookParameter.Value],
    _ view: ViewContext, loopCount: Int? = nil, turnCount: Int = 0
  ) {
    let palette = view.palette ?? file.palette
    let ground = view.picture.background
    let canvas = view.canvas(shortSideInPoints: 432)
    let (center, length) = (view.composition.center, view.composition.scale)
    let lengths = [
      LookName.sheet: canvas.reach(from: center), .across: canvas.widthInPoints / 2 - center.x,
      .below: canvas.heightInPoints / 2 - center.y,
    ].mapValues { $0 / length }
    func number(_ isSo: Bool) -> Double { isSo ? 1 : 0 }
    self.init(
      parameters: [:],
      run: lengths.merging([
        .mirror: number(layout == .mirror), .twin: number(layout == .twin),
        .chosen: number(view.palette != nil), .own: number(palette == file.palette),
        .dark: number(ground.isDark),
        .loop: loopCount.map { Double($0) / view.tickRate.perSecond } ?? 0,
        .overlay: number(ground.alpha < 255),
        .turns: Double(turnCount), .scene: Double(view.setting), .cover: 0,
        .logo: number(view.image != nil),
      ]) { $1 }, colors: LookColors(palette: palette, ground: ground))
    for parameter in file.parameters {
      switch set[parameter.name] ?? parameter.usual {
      case .number(let number): parameters[parameter.name] = [number]
      case .colors(let texts):
        parameters[parameter.name] = texts.map { text in
          if let color = Color(parsing: text) { return color.packed }
          let formula = try? LookParser.expression(text, .color, with: LookVocabulary())
          return formula.map { file.constant($0, self) } ?? 0
        }
      }
    }
    if view.cover != nil { run[.cover] = file.coverRadius(self) }
  }
}
