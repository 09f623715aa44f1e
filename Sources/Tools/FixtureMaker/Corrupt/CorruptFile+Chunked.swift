// SPDX-License-Identifier: MIT

extension CorruptFile {
  /// AIFF, AU, Wave64, RF64 and CAF: cut, and with headers that say what cannot be.
  static var chunked: [CorruptFile] { aiff + au + wave64 + rf64 + caf }

  private static var aiff: [CorruptFile] {
    let good = Base(description: "AIFF", bytes: sound.aiff)
    func file(_ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]) -> CorruptFile {
      CorruptFile("Audio/\(name).aiff", of: good, change, edit)
    }
    return [
      file("cut-in-form", "the first 3 bytes, in the middle of `FORM`") { Array($0.prefix(3)) },
      file("cut-in-comm", "the first 26 bytes, in the middle of `COMM`") { Array($0.prefix(26)) },
      file("cut-in-ssnd", "the first 50 bytes, in the middle of the header of `SSND`") {
        Array($0.prefix(50))
      },
      file("cut-in-data", "the header, 200 sample frames and 1 byte") {
        Array($0.prefix(54 + 801))
      },
      file("channels-0", "0 channels") { $0.replacing(20, with: .big(UInt16(0))) },
      file("channels-65535", "65 535 channels") { $0.replacing(20, with: .big(UInt16.max)) },
      file("frames-4g", "2³²−1 sample frames") { $0.replacing(22, with: .big(UInt32.max)) },
      file("bits-0", "0 bits a sample") { $0.replacing(26, with: .big(UInt16(0))) },
      file("bits-255", "255 bits a sample") { $0.replacing(26, with: .big(UInt16(255))) },
      file("rate-0", "0 Hz") { $0.replacing(28, with: [UInt8](repeating: 0, count: 10)) },
      file("rate-huge", "a rate of 2¹⁶³⁸⁴ Hz, which is infinite") {
        $0.replacing(28, with: [0x7F, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0])
      },
      file("offset-4g", "samples that begin 2³²−1 bytes behind the header of `SSND`") {
        $0.replacing(46, with: .big(UInt32.max))
      },
    ]
  }

  private static var au: [CorruptFile] {
    let good = Base(description: "AU", bytes: sound.au)
    func file(_ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]) -> CorruptFile {
      CorruptFile("Audio/\(name).au", of: good, change, edit)
    }
    return [
      file("cut-in-header", "the first 14 bytes, in the middle of the header") {
        Array($0.prefix(14))
      },
      file("cut-in-data", "the header, 200 sample frames and 1 byte") {
        Array($0.prefix(24 + 801))
      },
      file("channels-0", "0 channels") { $0.replacing(20, with: .big(UInt32(0))) },
      file("channels-2g", "2³¹ channels") { $0.replacing(20, with: .big(UInt32(1) << 31)) },
      file("rate-0", "0 Hz") { $0.replacing(16, with: .big(UInt32(0))) },
      file("rate-4g", "4 294 967 295 Hz") { $0.replacing(16, with: .big(UInt32.max)) },
      file("encoding-99", "the unknown encoding 99") { $0.replacing(12, with: .big(UInt32(99))) },
      file("offset-4g", "samples that begin at byte 2³²−1") {
        $0.replacing(4, with: .big(UInt32.max))
      },
      file("data-huge", "2 000 000 000 bytes of samples") {
        $0.replacing(8, with: .big(UInt32(2_000_000_000)))
      },
    ]
  }

  private static var wave64: [CorruptFile] {
    let good = Base(description: "Wave64", bytes: sound.wave64)
    func file(_ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]) -> CorruptFile {
      CorruptFile("Audio/\(name).w64", of: good, change, edit)
    }
    return [
      file("cut-in-riff", "the first 20 bytes, in the middle of the header") {
        Array($0.prefix(20))
      },
      file("cut-in-fmt", "the first 70 bytes, in the middle of `fmt `") { Array($0.prefix(70)) },
      file("cut-in-data", "the header, 200 sample frames and 1 byte") {
        Array($0.prefix(104 + 801))
      },
      file("data-8e", "`data` says 2⁶³−1 bytes") { $0.replacing(96, with: .little(Int64.max)) },
      file("data-512p", "`data` says 2⁵⁹ bytes, 2⁵⁷ sample frames") {
        $0.replacing(96, with: .little(UInt64(1) << 59))
      },
      file("data-0", "`data` says 0 bytes, less than its own header") {
        $0.replacing(96, with: .little(UInt64(0)))
      },
      file("fmt-0", "`fmt ` says 0 bytes, which leads back to itself") {
        $0.replacing(56, with: .little(UInt64(0)))
      },
      file("fmt-16e", "`fmt ` says 2⁶⁴−1 bytes") { $0.replacing(56, with: .little(UInt64.max)) },
      file("channels-0", "0 channels") { $0.replacing(66, with: .little(UInt16(0))) },
    ]
  }

  private static var rf64: [CorruptFile] {
    let good = Base(description: "RF64", bytes: sound.rf64)
    func file(_ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]) -> CorruptFile {
      CorruptFile("Audio/\(name).rf64", of: good, change, edit)
    }
    return [
      file("cut-in-ds64", "the first 30 bytes, in the middle of `ds64`") { Array($0.prefix(30)) },
      file("cut-in-data", "the header, 200 sample frames and 1 byte") {
        Array($0.prefix(80 + 801))
      },
      file("data-8e", "`ds64` says 2⁶³ bytes of samples and 2⁶³ sample frames") {
        $0.replacing(28, with: .little(UInt64(1) << 63)).replacing(
          36, with: .little(UInt64(1) << 63))
      },
      file("data-512p", "`ds64` says 2⁵⁹ bytes of samples") {
        $0.replacing(28, with: .little(UInt64(1) << 59))
      },
    ]
  }

  private static var caf: [CorruptFile] {
    let good = Base(description: "CAF", bytes: sound.caf)
    func file(_ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]) -> CorruptFile {
      CorruptFile("Audio/\(name).caf", of: good, change, edit)
    }
    return [
      file("cut-in-desc", "the first 40 bytes, in the middle of `desc`") { Array($0.prefix(40)) },
      file("cut-in-data", "the header, 200 sample frames and 1 byte") {
        Array($0.prefix(68 + 801))
      },
      file("data-8e", "`data` says 2⁶³−1 bytes") { $0.replacing(56, with: .big(Int64.max)) },
      file("data-512p", "`data` says 2⁵⁹ bytes") { $0.replacing(56, with: .big(Int64(1) << 59)) },
      file("channels-2g", "2³¹ channels") { $0.replacing(44, with: .big(UInt32(1) << 31)) },
      file("rate-nan", "a rate that is not a number") {
        $0.replacing(20, with: .big(Double.nan.bitPattern))
      },
      file("rate-infinite", "an infinite rate") {
        $0.replacing(20, with: .big(Double.infinity.bitPattern))
      },
      file("rate-0", "0 Hz") { $0.replacing(20, with: .big(UInt64(0))) },
      file("bits-255", "255 bits a sample") { $0.replacing(48, with: .big(UInt32(255))) },
    ]
  }
}
