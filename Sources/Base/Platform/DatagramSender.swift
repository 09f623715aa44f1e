// SPDX-License-Identifier: MIT
internal import Glibc
internal import Text

/// Sends datagrams to one address over UDP, without ever waiting.
public struct DatagramSender: ~Copyable, Sendable {
  private let socket: FileDescriptor

  /// Why no datagrams can be sent.
  public enum OpenError: Error, Hashable, Sendable {
    /// The host has no address; the text is the system's.
    case unknownHost(String)
    /// The host is unreachable, or there are no sockets.
    case system(SystemError)
  }

  /// A sender to a port of a host, given by name or by an IPv4 or IPv6 address. Asks the system's
  /// resolver, which may take a while.
  ///
  /// A host with both kinds of addresses is reached by IPv4, since most programs listen for
  /// datagrams there. Broadcast addresses are allowed. Calls `getaddrinfo`, `connect`.
  ///
  /// - Precondition: the port is in 1...65535.
  public init(host: String, port: Int) throws(OpenError) {
    socket = try unsafe DatagramSender.opened(host, port) { (address) throws(SystemError) in
      try unsafe DatagramSender.connected(to: address)
    }
  }

  /// What `open` makes of the first address of a host that it can use, those of IPv4 first.
  static func opened(
    _ host: String, _ port: Int,
    _ open: (addrinfo) throws(SystemError) -> FileDescriptor
  ) throws(OpenError) -> FileDescriptor {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(RawText.cString(host), "\(port)", &hints, &list)
    guard code == 0 else { throw .unknownHost(unsafe String(cString: gai_strerror(code))) }
    defer { unsafe freeaddrinfo(list) }
    var failure = SystemError.notFound
    for family in [AF_INET, AF_INET6] {
      var next = unsafe list
      while let address = unsafe next {
        defer { unsafe next = address.pointee.ai_next }
        guard unsafe address.pointee.ai_family == family else { continue }
        do throws(SystemError) { return try unsafe open(address.pointee) } catch { failure = error }
      }
    }
    throw .system(failure)
  }

  private static func connected(to address: addrinfo) throws(SystemError) -> FileDescriptor {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = try retrying { Glibc.socket(unsafe address.ai_family, kind, 0) }
    let socket = FileDescriptor(owning: number)
    var isAllowed: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe setsockopt(number, SOL_SOCKET, SO_BROADCAST, &isAllowed, size)
    _ = try retrying { unsafe connect(number, address.ai_addr, address.ai_addrlen) }
    return socket
  }

  /// Sends a datagram if the system takes it at once; delivery is not confirmed. Calls `send`.
  public borrowing func send(_ bytes: Span<UInt8>) {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    let number = socket.rawValue
    unsafe bytes.withUnsafeBytes { bytes in
      let count = unsafe Glibc.send(number, bytes.baseAddress, bytes.count, flags)
      // This reports that nobody received the previous datagram; this one was not sent: try again.
      if count < 0, errno == ECONNREFUSED {
        _ = unsafe Glibc.send(number, bytes.baseAddress, bytes.count, flags)
      }
    }
  }
}
