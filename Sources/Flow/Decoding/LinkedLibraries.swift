// SPDX-License-Identifier: MIT
internal import CSndfile
internal import PNGShim

/// The libraries that read files within this program.
public enum LinkedLibraries {
  /// Their names with the versions that are loaded: `libsndfile 1.2.0`, `libpng 1.6.39`, `zlib
  /// 1.2.13`.
  ///
  /// zlib is left out if libpng was linked without a zlib that can be queried. Calls
  /// `sf_version_string`,
  /// `png_get_libpng_ver` and `zlibVersion`.
  public static var versions: [String] {
    let sndfile = unsafe text(sf_version_string()).map { $0.replacing("libsndfile-", with: "") }
    return unsafe [
      ("libsndfile", sndfile), ("libpng", text(png_shim_libpng_version())),
      ("zlib", text(png_shim_zlib_version())),
    ].compactMap { name, version in version.map { "\(name) \($0)" } }
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}
