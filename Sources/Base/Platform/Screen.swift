// SPDX-License-Identifier: MIT

/// The screen of this machine, as the kernel knows it.
public enum Screen {
  /// The preferred size of the screen in pixels; `nil` if there is none, or if there are several of
  /// different sizes.
  ///
  /// - Source: Linux, *Documentation/gpu/drm-uapi*: a connector is a folder with `status` and
  ///   `modes`, the preferred mode first.
  public static func size(in folder: String = "/sys/class/drm") -> (width: Int, height: Int)? {
    func text(_ path: String) -> String {
      let bytes = try? FileDescriptor.reading("\(folder)/\(path)").readAll(limit: 4096)
      return String(decoding: bytes ?? [], as: UTF8.self)
    }
    let modes = ((try? Folder.names(in: folder)) ?? [])
      .filter { text("\($0)/status") == "connected\n" }
      .compactMap { text("\($0)/modes").split(separator: "\n").first }
    guard let mode = modes.first, modes.allSatisfy({ $0 == mode }) else { return nil }
    // An interlaced one ends in i.
    let sides = mode.split(separator: "x").compactMap { Int($0.prefix { $0.isNumber }) }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
    return (sides[0], sides[1])
  }
}
