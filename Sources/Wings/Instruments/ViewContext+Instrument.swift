// SPDX-License-Identifier: MIT
// The wing of instruments: the input that plays them, their views, and the column of their notes. It has
// rows in `Pipeline/Tables.swift`; nothing else but the command `synth` knows more of them than a `Score`.
internal import Signal
internal import Synthesis
internal import Views

extension ViewContext {
  /// The parts of the instrument.
  ///
  /// - Precondition: the input is one, as ``View/scoreKind`` says.
  var parts: Instrument.Parts {
    guard let instrument = score as? Instrument else { preconditionFailure("an instrument") }
    return instrument.parts
  }
}
