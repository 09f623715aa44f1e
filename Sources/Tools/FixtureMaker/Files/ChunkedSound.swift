// SPDX-License-Identifier: MIT

/// Sound of 16 bits in the containers that are a header and plain samples, WAV aside.
struct ChunkedSound {
  /// Sample frames a second.
  var sampleRate: Int

  /// Samples in a sample frame.
  var channelCount: Int

  /// The samples, channels alternating.
  var samples: [Int16]

  private var frameCount: Int { samples.count / channelCount }

  private func stored(bigEndian: Bool) -> [UInt8] {
    var data = ByteBuffer()
    for sample in samples {
      if bigEndian { data.append(bigEndian: sample) } else { data.append(littleEndian: sample) }
    }
    return data.bytes
  }

  /// AIFF: `COMM` at byte 12, `SSND` at 38, samples at 54.
  ///
  /// - Source: Apple, *Audio Interchange File Format* 1.3, 1989.
  var aiff: [UInt8] {
    let data = stored(bigEndian: true)
    var file = ByteBuffer()
    file.append(tag: "FORM")
    file.append(bigEndian: UInt32(46 + data.count))
    file.append(tag: "AIFFCOMM")
    file.append(bigEndian: UInt32(18))
    file.append(bigEndian: UInt16(channelCount))
    file.append(bigEndian: UInt32(frameCount))
    file.append(bigEndian: UInt16(16))
    // The 80-bit number of SANE: an exponent, and a mantissa whose highest bit is the whole part.
    let place = sampleRate.bitWidth - 1 - sampleRate.leadingZeroBitCount
    file.append(bigEndian: UInt16(16_383 + place))
    file.append(bigEndian: UInt64(sampleRate) << UInt64(63 - place))
    file.append(tag: "SSND")
    file.append(bigEndian: UInt32(8 + data.count))
    file.append(bigEndian: UInt64(0))
    file.append(data)
    return file.bytes
  }

  /// AU: six numbers, samples at byte 24.
  ///
  /// - Source: `audio.h` of NeXT, *sndstruct*.
  var au: [UInt8] {
    let data = stored(bigEndian: true)
    var file = ByteBuffer()
    file.append(tag: ".snd")
    for number in [24, data.count, 3, sampleRate, channelCount] {
      file.append(bigEndian: UInt32(number))
    }
    file.append(data)
    return file.bytes
  }

  /// Sony Wave64: `fmt ` at byte 40, `data` at 80, samples at 104.
  ///
  /// - Source: Sonic Foundry, *Wave64*.
  var wave64: [UInt8] {
    let data = stored(bigEndian: false)
    let family: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    var file = ByteBuffer()
    file.append(tag: "riff")
    file.append([0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0])
    file.append(littleEndian: UInt64(104 + data.count))
    file.append(tag: "wave")
    file.append(family)
    file.append(tag: "fmt ")
    file.append(family)
    file.append(littleEndian: UInt64(40))
    file.append(formatFields)
    file.append(tag: "data")
    file.append(family)
    file.append(littleEndian: UInt64(24 + data.count))
    file.append(data)
    return file.bytes
  }

  /// RF64: `ds64` at byte 12, `fmt ` at 48, `data` at 72, samples at 80.
  ///
  /// - Source: EBU Tech 3306.
  var rf64: [UInt8] {
    let data = stored(bigEndian: false)
    var file = ByteBuffer()
    file.append(tag: "RF64")
    file.append(littleEndian: UInt32.max)
    file.append(tag: "WAVEds64")
    file.append(littleEndian: UInt32(28))
    file.append(littleEndian: UInt64(72 + data.count))
    file.append(littleEndian: UInt64(data.count))
    file.append(littleEndian: UInt64(frameCount))
    file.append(littleEndian: UInt32(0))
    file.append(tag: "fmt ")
    file.append(littleEndian: UInt32(16))
    file.append(formatFields)
    file.append(tag: "data")
    file.append(littleEndian: UInt32.max)
    file.append(data)
    return file.bytes
  }

  /// CAF: `desc` at byte 8, `data` at 52, samples at 68.
  ///
  /// - Source: Apple, *Core Audio Format Specification* 1.0.
  var caf: [UInt8] {
    let data = stored(bigEndian: true)
    var file = ByteBuffer()
    file.append(tag: "caff")
    file.append(bigEndian: UInt32(0x0001_0000))
    file.append(tag: "desc")
    file.append(bigEndian: UInt64(32))
    file.append(bigEndian: Double(sampleRate).bitPattern)
    file.append(tag: "lpcm")
    for number in [0, 2 * channelCount, 1, channelCount, 16] {
      file.append(bigEndian: UInt32(number))
    }
    file.append(tag: "data")
    file.append(bigEndian: UInt64(4 + data.count))
    file.append(bigEndian: UInt32(0))
    file.append(data)
    return file.bytes
  }

  /// The sixteen bytes of a `fmt ` chunk of 16-bit samples.
  private var formatFields: [UInt8] {
    var fields = ByteBuffer()
    fields.append(littleEndian: UInt16(1))
    fields.append(littleEndian: UInt16(channelCount))
    fields.append(littleEndian: UInt32(sampleRate))
    fields.append(littleEndian: UInt32(sampleRate * channelCount * 2))
    fields.append(littleEndian: UInt16(channelCount * 2))
    fields.append(littleEndian: UInt16(16))
    return fields.bytes
  }
}
