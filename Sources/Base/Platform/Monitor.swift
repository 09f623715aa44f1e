// SPDX-License-Identifier: MIT
internal import Glibc

/// A value that threads change in turn, and whose changes they can wait for. Calls
/// `pthread_cond_wait`.
@safe public final class Monitor<Value: Sendable>: @unchecked Sendable {
  // Sendable: the value is used under the lock alone.
  private var value: Value
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// A value before its first change.
  public init(_ value: Value) {
    self.value = value
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Waits until the value `isReady`, changes it, and returns what `body` does.
  public func change<Result>(
    when isReady: (Value) -> Bool = { _ in true }, _ body: (inout Value) -> Result
  ) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(lock)
    }
    while !isReady(value) { unsafe pthread_cond_wait(changed, lock) }
    return body(&value)
  }
}
