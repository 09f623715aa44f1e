// SPDX-License-Identifier: MIT
// The C library's functions for paths in this program's form, where bytes that are not UTF-8 are
// private scalars. They have the names of the C functions, so that every call with a `String` in
// this module uses them.
internal import CLinux
internal import Glibc
internal import Text

@unsafe func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  unsafe Glibc.open(RawText.cString(path), flags, mode)
}

/// The `stat` of what a path leads to; `nil` if nothing is there.
func fileStatus(_ path: String) -> stat? {
  var status = stat()
  return unsafe stat(RawText.cString(path), &status) == 0 ? status : nil
}

/// The `lstat` of the entry itself; `nil` if there is none.
func entryStatus(_ path: String) -> stat? {
  var status = stat()
  return unsafe lstat(RawText.cString(path), &status) == 0 ? status : nil
}

/// The `realpath` of what a path leads to; `nil` if nothing is there.
func resolvedPath(_ path: String) -> String? {
  guard let resolved = unsafe realpath(RawText.cString(path), nil) else { return nil }
  defer { unsafe free(resolved) }
  let bytes = unsafe UnsafeBufferPointer(start: resolved, count: strlen(resolved))
  return unsafe RawText.text(bytes.map { UInt8(bitPattern: $0) })
}

@unsafe func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
  unsafe Glibc.mkdir(RawText.cString(path), mode)
}

@unsafe func opendir(_ path: String) -> OpaquePointer? {
  unsafe Glibc.opendir(RawText.cString(path))
}

@unsafe func rename(_ old: String, _ new: String) -> Int32 {
  unsafe Glibc.rename(RawText.cString(old), RawText.cString(new))
}

/// `renameat2` from the working folder, with `RENAME_NOREPLACE`.
@unsafe func renameWithoutReplacing(_ old: String, _ new: String) -> Int32 {
  unsafe renameat2(
    AT_FDCWD, RawText.cString(old), AT_FDCWD, RawText.cString(new),
    UInt32(linux_rename_without_replacing))
}

@unsafe func link(_ old: String, _ new: String) -> Int32 {
  unsafe Glibc.link(RawText.cString(old), RawText.cString(new))
}

@unsafe func unlink(_ path: String) -> Int32 { unsafe Glibc.unlink(RawText.cString(path)) }

@unsafe func access(_ path: String, _ mode: Int32) -> Int32 {
  unsafe Glibc.access(RawText.cString(path), mode)
}

@unsafe func strdup(_ text: String) -> UnsafeMutablePointer<CChar>? {
  unsafe Glibc.strdup(RawText.cString(text))
}

extension String {
  /// The text of a C string with any bytes.
  @unsafe init(rawCString text: UnsafePointer<CChar>) {
    let bytes = unsafe UnsafeBufferPointer(start: text, count: strlen(text))
    self = RawText.text(unsafe bytes.map { UInt8(bitPattern: $0) })
  }
}
