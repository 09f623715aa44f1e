// SPDX-License-Identifier: MIT
internal import Glibc

/// Receives datagrams at a port of this machine over UDP, without ever waiting.
public final class DatagramReceiver: Sendable {
  private let socket: FileDescriptor

  /// The most bytes of a datagram.
  public static let largest = 65_536

  /// A receiver at an address of this machine, given by name or as an IPv4 or IPv6 address; `0.0.0.0` is all
  /// of IPv4. Calls `getaddrinfo`, `bind`.
  ///
  /// - Precondition: the port is in 1...65535.
  /// - Throws: ``DatagramSender/OpenError``, such as ``SystemError/addressInUse``.
  public init(host: String, port: Int) throws(DatagramSender.OpenError) {
    socket = try unsafe DatagramSender.opened(host, port) { (address) throws(SystemError) in
      let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
      let number = try retrying { Glibc.socket(unsafe address.ai_family, kind, 0) }
      let socket = FileDescriptor(owning: number)
      _ = try retrying { unsafe bind(number, address.ai_addr, address.ai_addrlen) }
      return socket
    }
  }

  /// The number of a descriptor that can be read when a datagram has come.
  public var number: Int32 { socket.rawValue }

  /// Puts the bytes of the next datagram into the buffer, and returns their number; `nil` if none has come.
  /// What does not fit is lost. Calls `recv`.
  public func receive(into buffer: inout [UInt8]) -> Int? {
    let count = unsafe recv(socket.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : count
  }
}
