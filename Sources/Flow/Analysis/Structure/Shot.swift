// SPDX-License-Identifier: MIT

/// How a film shows its figure for some bars, like the shot of a camera.
public enum Shot: String, CaseIterable, Sendable, Hashable {
  /// The whole figure, as large as the scene has it.
  case wide
  /// From the lower edge of the sheet, or from the upper one, like a sun.
  case rise, fall
  /// From a corner, so that what is new crosses the whole sheet.
  case corner
  /// The heart and what is round it, very large.
  case macro
  /// Half of the sheet in the colours of another scene.
  case split
  /// Two figures side by side, each of one channel.
  case twins
  /// Two figures at opposite edges, each in the colours of its own scene.
  case duel
  /// A small figure in the colours of another scene on a large one: once in a film.
  case nested
  /// The turns of the song so far, small and side by side, the last of which goes on: once in a film.
  case crowd
}
