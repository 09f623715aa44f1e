// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// A browser without a window.
struct Browser: ~Copyable {
  private let folder: String
  private let window: String

  init(_ folder: borrowing TemporaryFolder, window: String = "800,700") {
    (self.folder, self.window) = (folder.path, window)
  }

  /// A page as it is after half a minute, as HTML.
  func text(of page: String) throws -> String {
    let path = "\(folder)/browsed.html"
    try page.write(toFile: path, atomically: false, encoding: .utf8)
    var browser = CommandRun(
      try InstalledTool.chromium.found,
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1",
        "--window-size=\(window)", "--user-data-dir=profile", "--virtual-time-budget=30000",
        "--dump-dom", "file://\(path)",
      ])
    browser.folder = folder
    browser.environment["HOME"] = folder
    return try Program.succeed(browser).text
  }

  /// What a script returns, a list without spaces, that runs in a page whose policy is taken out.
  func results(of page: String, _ script: String) throws -> [String] {
    let policy = try #require(page.range(of: "<meta http-equiv"))
    let end = try #require(page[policy.lowerBound...].range(of: ">")).upperBound
    let driver = """
      <script>(async () => {
        // Without a screen, frames do not keep up with the clock of the browser.
        window.requestAnimationFrame = action => setTimeout(action, 16);
        window.cancelAnimationFrame = clearTimeout;
        await new Promise(done => addEventListener('DOMContentLoaded', done));
        const element = name => document.getElementById(name);
        const wait = seconds => new Promise(done => setTimeout(done, 1000 * seconds));
        const results = await (async () => { \(script) })();
        document.body.textContent = 'RESULTS ' + results.join(' ') + ' END';
      })();</script>
      """
    let text = try text(
      of: page.replacingCharacters(in: policy.lowerBound..<end, with: "")
        .replacing("</body>", with: driver + "</body>"))
    let results = text.split(separator: "RESULTS ").last?.split(separator: " END").first
    return try #require(results).split(separator: " ").map { String($0) }
  }
}
