// SPDX-License-Identifier: MIT
internal import Arguments

/// A port of a host: `localhost:9000`, `192.168.1.20:9000`, `[::1]:9000`.
struct NetworkAddress: ArgumentValue, Hashable {
  /// A name, or an address without brackets.
  let host: String
  /// 1 to 65535.
  let port: Int

  init(argument: String) throws(ArgumentValueError) {
    guard let colon = argument.unicodeScalars.lastIndex(of: ":") else {
      throw ArgumentValueError("not a host and a port", hint: "write localhost:9000")
    }
    let digits = String(argument[colon...].dropFirst())
    var host = String(argument[..<colon])
    guard let port = Int(digits), (1...65_535).contains(port), !digits.hasPrefix("+") else {
      throw ArgumentValueError("not a port", hint: "ports are 1 to 65535")
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      throw ArgumentValueError(
        "an address of IPv6 without brackets", hint: "write it in brackets: [::1]:9000")
    }
    guard !host.isEmpty, !host.contains(where: { "[]/ ".contains($0) }) else {
      throw ArgumentValueError("not a host and a port", hint: "write localhost:9000")
    }
    self.host = host
    self.port = port
  }

  var argumentText: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// Where datagrams are received: a port of this machine, or an address of it with a port.
struct ListeningAddress: ArgumentValue, Hashable {
  private let address: NetworkAddress

  /// An address of this machine.
  var host: String { address.host }
  /// 1 to 65535.
  var port: Int { address.port }

  /// Reads `9000`, which only programs of this machine can reach, or an address with a port, such as
  /// `0.0.0.0:9000` for all addresses of IPv4.
  init(argument: String) throws(ArgumentValueError) {
    let isPort = !argument.isEmpty && argument.utf8.allSatisfy { (0x30...0x39).contains($0) }
    do {
      address = try NetworkAddress(argument: isPort ? "127.0.0.1:\(argument)" : argument)
    } catch {
      throw ArgumentValueError(
        isPort ? "not a port" : "not a port, nor an address with one",
        hint:
          "write a port, 1 to 65535, such as 9000; 0.0.0.0:9000 takes messages from other machines")
    }
  }

  var argumentText: String { address.argumentText }
}
