// SPDX-License-Identifier: MIT
import Platform
import TestSupport
import Testing

@Suite struct ScreenTests {
  @Test(arguments: [
    (["HDMI-A-1": ("connected", "1366x768\n1024x768\n")], "1366x768"),
    (["HDMI-A-1": ("disconnected", ""), "eDP-1": ("connected", "2880x1800\n")], "2880x1800"),
    (["DP-1": ("connected", "1920x1080i\n"), "DP-2": ("connected", "1920x1080i\n")], "1920x1080"),
    (["DP-1": ("connected", "1920x1080\n"), "DP-2": ("connected", "2560x1440\n")], nil),
    (["DP-1": ("connected", "")], nil), (["DP-1": ("connected", "0x0\n")], nil),
    (["DP-1": ("unknown", "1920x1080\n")], nil), (["DP-1": ("connected", "wide\n")], nil),
    ([:], nil),
  ])
  func `the screen has the first mode of what is connected`(
    connectors: [String: (status: String, modes: String)], size: String?
  ) throws {
    try TemporaryFolder.with { folder in
      for (name, connector) in connectors {
        try folder.makeFolder("card0-\(name)")
        try folder.write("\(connector.status)\n", "card0-\(name)/status")
        try folder.write(connector.modes, "card0-\(name)/modes")
      }
      #expect(Screen.size(in: folder.path(".")).map { "\($0.width)x\($0.height)" } == size)
    }
  }

  @Test func `a machine without screens has none`() {
    #expect(Screen.size(in: "/nonexistent") == nil)
  }
}
