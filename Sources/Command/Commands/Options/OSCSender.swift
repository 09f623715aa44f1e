// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform
internal import Signal

/// The destination of OSC messages, if any.
struct OSCSender: ~Copyable {
  private let sender: DatagramSender?
  private let bundle: LevelBundle

  init(_ address: NetworkAddress?, _ bundle: LevelBundle) throws(Diagnostic) {
    self.bundle = bundle
    guard let address else {
      sender = nil
      return
    }
    do throws(DatagramSender.OpenError) {
      sender = try DatagramSender(host: address.host, port: address.port)
    } catch {
      throw Diagnostic(
        "--osc \(address.argumentText): \(error.reason)",
        hint: "name a host that this machine can reach, such as localhost:\(address.port)",
        status: .cannotCreate, for: ["osc"])
    }
  }

  borrowing func send(ofTick index: Int, _ levels: [Decibels], _ added: [ColumnValue]) {
    guard sender != nil else { return }
    let now = Machine.now
    let bytes = bundle.bytes(
      ofTick: index, levels, added, seconds: now.seconds, nanoseconds: now.nanoseconds)
    sender?.send(bytes.span)
  }
}

extension DatagramSender.OpenError {
  /// What is wrong.
  var reason: String {
    switch self {
    case .unknownHost(let reason): reason
    case .system(let error): "\(error)"
    }
  }
}
