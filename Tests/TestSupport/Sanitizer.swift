// SPDX-License-Identifier: MIT
import Foundation

/// The checks at run time that the tests, and with them the program, are built with.
public enum Sanitizer: String, Sendable {
  /// Of addresses. It reserves terabytes, so no limit on memory can hold with it.
  case address
  /// Of data races. It keeps a file of its own, so no limit on the size of files can hold with it.
  case thread

  /// The one that this process has; `nil` for none.
  public static let active: Sanitizer? =
    has("__asan_init") ? .address : has("__tsan_init") ? .thread : nil

  private static func has(_ symbol: String) -> Bool { dlsym(dlopen(nil, RTLD_NOW), symbol) != nil }
}
