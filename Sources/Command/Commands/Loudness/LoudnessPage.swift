// SPDX-License-Identifier: MIT
internal import Drawing
internal import Fonts
internal import LoudnessReports
internal import Pages
internal import Pipeline
internal import Platform
internal import Rendering
internal import Text
internal import Views

/// A report of loudness as a file.
struct LoudnessPage {
  private let format: LoudnessFormat
  /// What another program makes of the sheets, and where that is.
  private let conversion: (kind: PictureConversion, program: String)?

  /// `nil` for a table.
  ///
  /// - Throws: if the program that it needs is not installed, and for more inputs than it has room for.
  init?(_ format: LoudnessFormat, inputCount: Int) throws(Diagnostic) {
    guard [.html, .svg, .pdf].contains(format) else { return nil }
    self.format = format
    guard format == .html || inputCount <= LoudnessReport.mostLines else {
      throw Diagnostic(
        "\(format.rawValue.uppercased()) has room for \(LoudnessReport.mostLines) tracks, not for "
          + "\(inputCount)",
        hint: "end the name in .html", status: .usage)
    }
    guard let kind = PictureConversion.all.first(where: { $0.fileExtensions == [format.rawValue] })
    else {
      conversion = nil
      return
    }
    conversion = (kind, try kind.found())
  }

  /// Writes it, and says so.
  func write(
    _ page: LoudnessReport, _ report: ReportOptions, to output: consuming DataOutput
  ) throws(Diagnostic) {
    if format == .html {
      do throws(PipelineError) {
        try page.write { (bytes) throws(PipelineError) in try output.write(bytes) }
      } catch { throw Diagnostic(error) }
      return try output.commit()
    }
    let sheets = page.sheets(in: try typeface(for: page.words, report), paged: conversion != nil)
    let images = sheets.map { sheet in
      var (renderer, bytes) = (SVGFrameRenderer(), [UInt8]())
      renderer.render(sheet, into: &bytes)
      return bytes
    }
    try output.commit(
      try conversion.map { (conversion) throws(Diagnostic) in
        try conversion.kind.converted(pages: images, by: conversion.program)
      } ?? images[0])
  }

  /// The letters of some words: those of fonts where the program's own are not enough.
  private func typeface(
    for words: [String], _ report: ReportOptions
  ) throws(Diagnostic) -> Typeface {
    guard words.contains(where: { !$0.allSatisfy(StrokeFont.has) }) else { return .strokes }
    var chain = FontChain(beginsWithStrokes: true)
    chain.complete(for: words)
    let missing = chain.missing(in: words)
    if !missing.isEmpty {
      report.warn("no font has \(missing.prefix(8).map { "'\($0)'" }.joined(separator: " "))")
    }
    guard !chain.entries.isEmpty else { return .strokes }
    do { return .outlines(try chain.words(of: words, hasCapitals: false)) } catch {
      throw Diagnostic("the letters of fonts do not fit in the memory", status: .ioError)
    }
  }
}
