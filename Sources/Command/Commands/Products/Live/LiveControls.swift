// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Text

/// The keys of the terminal and messages of OSC, which change a show while it runs.
final class LiveControls: LiveControl {
  /// How many messages were left out.
  private(set) var refusedCount = 0
  private var keys: KeyReader?
  private var keyReader = LiveKey.Reader()
  private let receiver: DatagramReceiver?
  private let report: ReportOptions
  private var files: EditedFiles?
  private var hasBegun = false
  private var datagram: [UInt8] = []
  /// When the next message that is left out is reported.
  private var due = ContinuousClock.now

  /// The messages after which further ones wait in the system until the next frame.
  private static let mostMessages = 256
  /// The time between two remarks.
  private static let interval = Duration.seconds(10)

  /// Begins to listen; `nil` if nothing can come: no address is given, and there is neither a terminal nor a file that
  /// may be edited.
  init?(
    _ address: ListeningAddress?, _ files: EditedFiles?, _ report: ReportOptions
  ) throws(Diagnostic) {
    (self.report, self.files) = (report, files)
    keys = KeyReader()
    guard let address else {
      receiver = nil
      guard keys != nil || files != nil else { return nil }
      return
    }
    datagram = [UInt8](repeating: 0, count: DatagramReceiver.largest)
    do throws(DatagramSender.OpenError) {
      receiver = try DatagramReceiver(host: address.host, port: address.port)
    } catch {
      throw Diagnostic(
        "--osc-in \(address.argumentText): \(error.reason)",
        hint: error == .system(.addressInUse)
          ? "another program listens there, maybe another show: choose another port"
          : "name a port above 1023, or an address of this machine with one", status: .cannotCreate,
        for: ["osc-in"])
    }
  }

  var numbers: [Int32] {
    // Programs that make the sound may set up the terminal first.
    [hasBegun ? keys?.number : nil, receiver?.number].compactMap(\.self)
  }

  func steer(_ show: inout LiveShow) -> Bool {
    if !hasBegun {
      hasBegun = true
      if keys?.number != nil { report.note(LiveKey.summary) }
    }
    let before = (show.look, show.palette)
    readDatagrams(&show)
    readFiles(&show)
    let goesOn = readKeys(&show)
    if (show.look, show.palette) != before {
      report.note("look \(show.look), \(LiveControls.palette(show.palette))")
    }
    return goesOn
  }

  private static func palette(_ name: String?) -> String {
    name.map { "palette \($0)" } ?? "in its own colours"
  }

  /// Does what the keys say; `false` if one of them ends the show.
  private func readKeys(_ show: inout LiveShow) -> Bool {
    guard let bytes = keys?.typed() else {
      // The terminal is gone.
      keys = nil
      return true
    }
    for key in keyReader.keys(bytes) {
      switch key {
      case .change(let change):
        do throws(LiveChangeError) { try show.change(change) } catch { report.note(error.words) }
      case .help:
        report.note(LiveKey.summary)
        report.note("looks: \(show.looks.joined(separator: ", "))")
        let palettes = show.palettes.joined(separator: ", ")
        report.note(
          palettes.isEmpty
            ? LiveChangeError.noPalettes(look: show.look).words : "palettes: \(palettes)")
      case .quit: return false
      }
    }
    return true
  }

  private func readFiles(_ show: inout LiveShow) {
    guard let name = files?.changed(), let files else { return }
    do throws(Diagnostic) {
      let request = try files.request()
      do { try show.edit(request) } catch { throw Diagnostic(error) }
      show.note = nil
      report.note("read again: \(name)")
    } catch {
      show.note = error.message
      report.note("the picture goes on as it was: \(error.message)")
    }
  }

  private func readDatagrams(_ show: inout LiveShow) {
    var taken = 0
    while taken < LiveControls.mostMessages, let count = receiver?.receive(into: &datagram) {
      taken += 1
      let messages: [OSCMessage]
      do throws(OSCMessage.Fault) {
        messages = try OSCMessage.messages(in: datagram[..<count])
      } catch {
        refuse("\(count) bytes that are not OSC 1.0")
        continue
      }
      taken += messages.count
      for message in messages {
        do throws(LiveChangeError) {
          switch LiveChange.meant(by: message) {
          case .change(let change): try show.change(change)
          case .nothing: break
          case .unknown(let reason): refuse(reason)
          }
        } catch { refuse("\(message.address): \(error.words)") }
      }
    }
  }

  /// Counts a message that is left out, and tells of it, but not of each of many.
  private func refuse(_ reason: String) {
    refusedCount += 1
    guard ContinuousClock.now >= due else { return }
    due = .now + LiveControls.interval
    report.note("OSC was left out: \(reason)")
  }

  /// Says how many messages were left out.
  func reportRefused() {
    guard refusedCount > 0 else { return }
    report.note("\(counted(refusedCount, "message")) of OSC left out")
  }
}

extension LiveChange {
  /// What a message of OSC asks for.
  enum Meaning: Hashable {
    /// A change.
    case change(LiveChange)
    /// Nothing, such as a button that is let go.
    case nothing
    /// It is not a message for a show; why.
    case unknown(String)
  }

  /// `/radial-audio/look` and `/radial-audio/palette` with a name; with `/next` or `/previous` after that,
  /// and no argument, or the number of a button, which is 0 when it is let go.
  static func meant(by message: OSCMessage) -> Meaning {
    let address = message.address.prefix(80)
    let parts = address.split(separator: "/", omittingEmptySubsequences: false)
    let kinds: [String: (Step) -> LiveChange] = [
      "look": LiveChange.look, "palette": LiveChange.palette,
    ]
    guard (3...4).contains(parts.count), parts[0].isEmpty, parts[1] == "radial-audio",
      let kind = kinds[String(parts[2])]
    else { return .unknown("\(address) is not an address of a show") }
    switch (parts.dropFirst(3).first, message.arguments.first) {
    case (nil, .text(let name)?) where message.arguments.count == 1:
      return .change(kind(.named(name)))
    case (nil, _): return .unknown("\(address) takes one name")
    case ("next", let argument), ("previous", let argument):
      guard argument != .number(0) else { return .nothing }
      return .change(kind(parts[3] == "next" ? .next : .previous))
    default: return .unknown("\(address) is not an address of a show")
    }
  }
}

extension LiveChangeError {
  /// What is wrong.
  var words: String {
    switch self {
    case .noSuchLook(let name, let choices):
      "there is no look '\(name.prefix(40))'; choose from \(choices.joined(separator: ", "))"
    case .noSuchPalette(let name, let choices):
      "there is no palette '\(name.prefix(40))'; choose from \(choices.joined(separator: ", "))"
    case .noPalettes(let look): "the look \(look) has its own colours only"
    }
  }
}
