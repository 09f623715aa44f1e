// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// A port of this machine at which datagrams arrive.
final class OSCReceiver {
  let port: Int
  private let number: Int32
  private var isOpen = true

  init() throws {
    let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(bigEndian: 0x7F00_0001)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, size) + getsockname(number, $0, &size)
      }
    }
    guard number >= 0, code == 0 else { throw CommandError(description: "no socket: \(errno)") }
    self.number = number
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close() }

  func close() {
    if isOpen { Glibc.close(number) }
    isOpen = false
  }

  /// The next datagram, if it has arrived.
  func datagram() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
