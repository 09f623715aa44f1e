// SPDX-License-Identifier: MIT
// H264 knows nothing of audio: pictures in 4:2:0 and what changed in them become a stream of constrained
// baseline profile, as ITU-T H.264 (08/2021) defines it. Only macroblocks that changed cost time.

/// How well pictures are kept.
public struct PictureQuality: Sendable, Hashable {
  /// The greatest QP. At greater ones the sums of a decoder could leave the 16 bits that 8.5.12 of
  /// ITU-T H.264 allows them: to the 16 320 of a difference come 44 000 · 2^((QP − 51) / 6) of errors.
  public static let worst = 42

  /// QP of macroblocks that do not change, 0 to ``worst``.
  public let parameter: Int
  /// By how much QP may be greater where a macroblock changes, until it changes no more.
  public let slack: Int
  /// The mean squared error of the luma of a picture up to which QP is greater.
  public let error: Double

  /// A quality; lower numbers are better.
  public init(parameter: Int, slack: Int, error: Double = .infinity) {
    self.parameter = min(max(parameter, 0), PictureQuality.worst)
    self.slack = min(max(slack, 0), PictureQuality.worst - self.parameter)
    self.error = error
  }
}

/// Encodes a group of pictures that can be decoded by itself: the first one is an IDR picture, and each
/// later one refers to the one before.
///
/// The bytes depend on the pictures and the changes only, so groups can be encoded in parallel.
public struct GroupEncoder: ~Copyable, Sendable {
  private let format: VideoFormat
  private let quality: PictureQuality
  /// Whether the group has an odd number: IDR pictures one after another differ in that.
  private let isOdd: Bool

  private let quantizers: [Quantizer]
  /// What a decoder has of the picture before, and of this one.
  private var reference: Planes
  private var planes: Planes
  private var contexts: ContextGrid
  /// The vectors of the last picture.
  private var lastVectors: [Vector]
  /// The macroblocks whose contexts, samples or vectors are not those of the picture before.
  private var touched: [Int] = []
  /// Whether each macroblock was coded more coarsely in the last picture, since it changed.
  private var isCoarse: [Bool]
  /// The sum of squared errors of the luma of each macroblock.
  private var errors: [Int]
  /// That of the macroblocks that changed last, their number, and by how much their QP was greater.
  private var last = (error: 0, count: 0, slack: 0)
  private var slice = SliceWriter()
  /// The way in which a macroblock is coded, another one that is tried, and its chroma.
  private var best = Candidate()
  private var other = Candidate()
  private var color = CodedBlocks()
  /// No motion and no levels.
  private let still = Candidate()
  private var search = MotionSearch()
  private var pictureCount = 0

  /// An encoder before the first picture of the group with a number.
  public init(_ format: VideoFormat, _ quality: PictureQuality, group: Int) {
    (self.format, self.quality, isOdd) = (format, quality, group & 1 == 1)
    quantizers = (0...PictureQuality.worst).map { Quantizer($0) }
    planes = Planes(columns: format.columns, rows: format.rows)
    reference = planes
    contexts = ContextGrid(columns: format.columns, rows: format.rows)
    let count = format.columns * format.rows
    lastVectors = [Vector](repeating: Vector(), count: count)
    isCoarse = [Bool](repeating: false, count: count)
    errors = [Int](repeating: 0, count: count)
  }

  /// Encodes the next picture, and gives its slice, a NAL unit.
  ///
  /// `bytes` are the planes Y, U and V of the whole picture. `changed` says of each macroblock, row by
  /// row, whether any of its samples differs from the picture before; the first picture is encoded
  /// whole.
  ///
  /// - Precondition: both have the sizes of the format.
  public mutating func encode(_ bytes: Span<UInt8>, changed: Span<Bool>) -> [UInt8] {
    let count = format.columns * format.rows
    precondition(bytes.count == format.width * format.height / 2 * 3 && changed.count == count)
    forgetTouched(changed)
    let isFirst = pictureCount == 0
    writeHead(isFirst)
    if isFirst {
      for place in 0..<count { encode(bytes, place, quality.parameter) }
      // Where nothing is, there is no error.
      last = (errors.reduce(0, +), errors.count { $0 > 0 }, 0)
    } else {
      let slack = slack(changed)
      var coded = (error: 0, count: 0, slack: slack)
      for place in 0..<count {
        if changed[place] {
          encode(bytes, place, quality.parameter + slack)
          isCoarse[place] = slack > 0
          (coded.error, coded.count) = (coded.error + errors[place], coded.count + 1)
        } else if isCoarse[place] {
          encode(bytes, place, quality.parameter)
          isCoarse[place] = false
        } else {
          skip(place)
        }
      }
      if slice.skipped > 0 { slice.writeSkipped() }
      if coded.count > 0 { last = coded }
    }
    slice.bits.finish()
    pictureCount += 1
    return (isFirst ? NALUnit.idrSlice : .slice).bytes(slice.bits.bytes)
  }

  /// By how much QP is greater where macroblocks change: by as much as keeps the error of the picture
  /// within the quality's, if they are like those that changed last. One more makes it 1.26 times as great.
  ///
  /// The eye does not see the errors of a moving edge, and over the picture they are as great as those of a
  /// tenth as many macroblocks at a QP that is ten lower. In large flat areas it sees them, however small the
  /// error of the picture is: there QP is at most two greater.
  private func slack(_ changed: Span<Bool>) -> Int {
    var (still, count) = (0.0, 0)
    for place in changed.indices {
      if changed[place] { count += 1 } else { still += Double(errors[place]) }
    }
    // 10 · log10(changed.count / count), in 1/1024 of the picture.
    let shares = [813, 646, 513, 407, 323, 257, 204, 162, 128, 102]
    let greatest = min(
      quality.slack, 2 + shares.prefix { count * 1024 <= $0 * changed.count }.count)
    let most = quality.error * 256 * Double(changed.count) - still
    var (slack, error) = (last.slack, Double(last.error * count) / Double(max(last.count, 1)))
    while slack < greatest, error * 1.26 <= most { (slack, error) = (slack + 1, error * 1.26) }
    while slack > 0, slack > greatest || error > most { (slack, error) = (slack - 1, error / 1.26) }
    return slack
  }

  /// Makes the last picture the reference, and takes what it changed over, if that is not encoded again.
  private mutating func forgetTouched(_ changed: Span<Bool>) {
    swap(&planes, &reference)
    for place in touched {
      let (row, column) = place.quotientAndRemainder(dividingBy: format.columns)
      lastVectors[place] = contexts[column, row].vector
      contexts[column, row] = MacroblockContext()
      if !changed[place], !isCoarse[place] {
        planes.set(
          reference.luma.block(16 * column, 16 * row).span, reference.chroma(column, row).span,
          column, row)
      }
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Writes slice_header().
  ///
  /// - Source: ITU-T H.264, 7.3.3.
  private mutating func writeHead(_ isFirst: Bool) {
    slice.bits.removeAll()
    (slice.isPredicted, slice.skipped, slice.parameter) = (!isFirst, 0, quality.parameter)
    slice.bits.putUnsigned(0)
    slice.bits.putUnsigned(isFirst ? 7 : 5)
    slice.bits.putUnsigned(0)
    slice.bits.put(
      pictureCount & (1 << VideoFormat.frameNumberBits - 1), VideoFormat.frameNumberBits)
    if isFirst {
      slice.bits.putUnsigned(isOdd ? 1 : 0)
      slice.bits.put(0, 2)
    } else {
      slice.bits.put(0, 3)
    }
    slice.bits.putSigned(quality.parameter - 26)
    // No deblocking.
    slice.bits.putUnsigned(1)
  }

  /// Skips a macroblock that has not changed; beside one that moves, it must say that it does not.
  private mutating func skip(_ place: Int) {
    slice.skipped &+= 1
    // A vector is predicted only where the macroblocks at the left and above have one.
    guard touched.last == place - 1 else { return }
    let (row, column) = place.quotientAndRemainder(dividingBy: format.columns)
    guard contexts.skippedVector(column, row) != Vector() else { return }
    slice.skipped -= 1
    _ = slice.write(still, slice.parameter, at: column, row, contexts)
  }

  /// Encodes a macroblock at a QP.
  private mutating func encode(_ bytes: Span<UInt8>, _ place: Int, _ parameter: Int) {
    let (row, column) = place.quotientAndRemainder(dividingBy: format.columns)
    let (lumaBlock, chromaBlocks) = (
      format.luma(bytes, column, row), format.chroma(bytes, column, row)
    )
    let (luma, chroma) = (lumaBlock.span, chromaBlocks.span)
    if slice.isPredicted {
      choose(luma, chroma, column, row, quantizers[parameter])
    } else {
      _ = chooseIntra(luma, chroma, column, row, quantizers[parameter], farthest: .max)
    }
    touched.append(place)
    if best.kind == .inter, best.pattern == 0, best.vector == contexts.skippedVector(column, row) {
      slice.skipped += 1
      contexts[column, row].vector = best.vector
    } else if let context = slice.write(best, parameter, at: column, row, contexts) {
      contexts[column, row] = context
    } else {
      contexts[column, row] = slice.write(luma, chroma)
      errors[place] = 0
      return planes.set(luma, chroma, column, row)
    }
    errors[place] = best.luma.distortion(from: luma)
    let (samples, chromaSamples) = (best.luma.samples, best.chroma.samples)
    planes.set(samples.span, chromaSamples.span, column, row)
  }

  /// The bits below which a macroblock is not predicted from the samples around it.
  private static let moreBits = 100

  /// Makes the best way found to code a macroblock the ``best`` candidate.
  private mutating func choose(
    _ luma: Rows, _ chroma: Rows, _ column: Int, _ row: Int, _ quantizer: Quantizer
  ) {
    let predicted = contexts.predictedVector(column, row)
    let still = reference.luma.block(16 * column, 16 * row)
    let distance = luma.distance(to: still.span)
    var near = distance
    let starts: InlineArray = [
      predicted, contexts[column - 1, row].vector, contexts[column, row - 1].vector,
      lastVectors[row * format.columns + column],
    ]
    // What leaves no levels needs no search; a colour is continued from the samples around it.
    let enough = quantizer.smallestDistance
    if distance > enough {
      search.begin(
        luma, in: reference.luma, column: column, row: row, from: starts, predicted: predicted,
        worth: quantizer.bitDistance, still: distance, enough: enough)
      let isContinued =
        !search.isNear && luma.isFlat
        && chooseIntra(luma, chroma, column, row, quantizer, farthest: enough, isFlat: true)
      if isContinued { return }
    }
    if distance > enough, search.finish(luma, in: reference.luma) {
      near = search.cost / 4
      best.setInter(
        luma, search.block(in: reference.luma).span, chroma,
        reference.movedChroma(column, row, by: search.vector).span, search.vector, quantizer)
    } else {
      best.setInter(
        luma, still.span, chroma, reference.chroma(column, row).span, Vector(), quantizer)
    }
    best.addInterHead(predicted, skipped: contexts.skippedVector(column, row))
    if best.bits >= GroupEncoder.moreBits {
      // What is farther is hardly ever better.
      _ = chooseIntra(luma, chroma, column, row, quantizer, farthest: 3 * near)
    }
  }

  /// Makes the best way found to code a macroblock by the samples around it the ``best`` candidate, if
  /// its cost is less, or as the first one if it `isFlat` and leaves no levels; nothing is tried, and
  /// `false` returned, if its distance is more than `farthest`.
  private mutating func chooseIntra(
    _ luma: Rows, _ chroma: Rows, _ column: Int, _ row: Int, _ quantizer: Quantizer,
    farthest: Int, isFlat: Bool = false
  ) -> Bool {
    let nearest = Edges(luma: planes, column, row).nearest(to: luma)
    guard nearest.distance <= farthest else { return false }
    let nearestChroma = Edges(chroma: planes, column, row).nearest(to: chroma)
    if isFlat, nearestChroma.distance > quantizer.chroma.smallestDistance { return false }
    color.code(
      chroma, minus: nearestChroma.block.span, quantizer.chroma, isIntra: true, isDirect: true)
    let lambda = quantizer.lambda
    let head = BitWriter.unsignedLength(nearestChroma.mode) + (slice.isPredicted ? 5 : 0)
    let shared = (
      bits: color.bits + head, distortion: color.distortion(from: chroma)
    )
    var limit = Int.max
    if slice.isPredicted, !isFlat {
      best.distortion = best.luma.distortion(from: luma) + best.chroma.distortion(from: chroma)
      limit = best.cost(lambda)
    }
    other.setIntra16(luma, nearest.block.span, mode: nearest.mode, quantizer)
    other.distortion += shared.distortion
    other.bits += shared.bits + 8
    let (cost, isFine) = (other.cost(lambda), nearest.distance == 0 || other.bits <= 30)
    var isBest = cost < limit
    if isBest {
      limit = cost
      swap(&best, &other)
    }
    if !isFine, isBest || cost < limit * 3 / 2,
      other.setIntra4(
        luma, in: &planes.luma, column, row, quantizer,
        limit: limit - 16 * shared.distortion - lambda * (shared.bits + 4) - 1,
        left: contexts[column - 1, row], above: contexts[column, row - 1])
    {
      isBest = true
      swap(&best, &other)
    }
    guard isBest else { return false }
    best.chromaMode = nearestChroma.mode
    swap(&best.chroma, &color)
    return true
  }

  /// What a decoder makes of the last picture: the planes Y, U and V.
  package var decoded: [UInt8] {
    var bytes: [UInt8] = []
    for (plane, shift) in [(planes.luma, 0), (planes.blue, 1), (planes.red, 1)] {
      for row in 0..<format.height >> shift {
        let start = row * plane.width
        bytes += plane.samples[start..<start + format.width >> shift]
      }
    }
    return bytes
  }
}

extension Candidate {
  /// Adds about how many bits the vector and the pattern of a moved macroblock take.
  fileprivate mutating func addInterHead(_ predicted: Vector, skipped: Vector) {
    guard pattern != 0 || vector != skipped else { return bits = 0 }
    bits +=
      1 + vector.bits(from: predicted) + (pattern == 0 ? 0 : 1)
      + BitWriter.unsignedLength(CodeTables.interPatterns[pattern])
  }
}

extension VideoFormat {
  /// Sixteen samples of a row that begins at a place; the last one is repeated.
  @inline(__always)
  private func row(
    _ bytes: Span<UInt8>, _ start: Int, _ left: Int, _ width: Int
  ) -> SIMD16<UInt8> {
    if left + 16 <= width { return bytes.vector(at: start + left) }
    var samples = SIMD16<UInt8>.zero
    for index in 0..<16 { samples[index] = bytes[start + min(left + index, width - 1)] }
    return samples
  }

  /// The luma of a macroblock in the planes of a picture; the last macroblocks repeat its edge.
  fileprivate func luma(_ bytes: Span<UInt8>, _ column: Int, _ row: Int) -> LumaBlock {
    LumaBlock { self.row(bytes, min(16 * row + $0, height - 1) * width, 16 * column, width) }
  }

  /// The chroma of a macroblock.
  fileprivate func chroma(_ bytes: Span<UInt8>, _ column: Int, _ row: Int) -> ChromaBlocks {
    let (half, lines) = (width / 2, height / 2)
    return ChromaBlocks {
      let start = width * height + min(8 * row + $0, lines - 1) * half
      return SIMD16(
        lowHalf: self.row(bytes, start, 8 * column, half).lowHalf,
        highHalf: self.row(bytes, start + half * lines, 8 * column, half).lowHalf)
    }
  }
}
