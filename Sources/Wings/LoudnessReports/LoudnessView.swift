// SPDX-License-Identifier: MIT
internal import Drawing
public import Views

/// The loudness of a programme over its time, with the figures that are handed in with it.
public enum LoudnessView: View {
  /// The options of the view.
  public typealias Options = LoudnessOptions
  /// The name of the view on the command line.
  public static let name = "loudness"
  /// A summary for the help.
  public static let summary = "loudness by EBU R 128 over the track's time, and its figures"

  /// A sheet of paper; on a dark background it has the colours of a screen.
  public static let looks: [Look<LoudnessOptions>] = [
    Look(
      "report", "a sheet of paper to hand in", LoudnessFigure.self, unused: unused
    ) { settings, _ in settings.background = LoudnessColors.paper.ground }
  ]

  // The loudness is that of all channels.
  private static let unused = ["cover", "channels", "ballistics"]
}
