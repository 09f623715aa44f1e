// SPDX-License-Identifier: MIT
public import Analysis
internal import Platform
public import Signal
internal import Text
internal import Views

/// What a page says of the loudness of one track, or of several and of all of them together.
public struct LoudnessReport: Sendable {
  /// A track that was measured.
  public struct Track: Sendable {
    /// The name of the input.
    public let name: String
    /// How long it plays, in seconds.
    public let seconds: Double
    /// The shape of its sound.
    public let format: StreamFormat
    /// Its figures, of readings in tenths of a second.
    public let summary: ProgrammeSummary
    /// Its curves, of the same readings.
    public let course: LoudnessCourse
    /// Its title, and its artist and album as its tags say them.
    public let title: String, artist: String?, album: String?

    /// A track.
    public init(
      name: String, seconds: Double, format: StreamFormat, summary: ProgrammeSummary,
      course: LoudnessCourse,
      title: String?, artist: String?, album: String?
    ) {
      func line(_ text: String?) -> String? { Captions(title: text).title }
      (self.name, self.seconds, self.format) = (name, seconds, format)
      (self.summary, self.course) = (summary, course)
      (self.title, self.artist) = (line(title) ?? LineText.escaped(name), line(artist))
      self.album = line(album)
    }
  }

  /// The tracks; at least one.
  public let tracks: [Track]
  /// The figures of all together.
  public let all: ProgrammeSummary
  /// The loudness that they should have.
  public let target: ProgrammeTarget
  /// What was not measured, and why, a line each.
  public let faults: [String]
  /// The program that measured, and its version.
  public let generator: String
  /// The name of the whole, and its artist.
  package let title: String, artist: String?

  /// The report of some tracks.
  ///
  /// - Precondition: there is a track.
  public init(
    _ tracks: [Track], all: ProgrammeSummary, target: ProgrammeTarget, faults: [String],
    generator: String
  ) {
    precondition(!tracks.isEmpty)
    (self.tracks, self.all, self.target) = (tracks, all, target)
    (self.faults, self.generator) = (faults.map(LineText.escaped), generator)
    title =
      tracks.count == 1
      ? tracks[0].title
      : LoudnessReport.common(\.album, of: tracks) ?? LoudnessReport.folder(of: tracks) ?? "Tracks"
    artist = LoudnessReport.common(\.artist, of: tracks)
  }
}

extension LoudnessReport {
  /// The track, if it is one.
  package var onlyTrack: Track? { tracks.count == 1 ? tracks[0] : nil }

  /// What all tracks have; `nil` if they differ.
  private static func common(
    _ field: (Track) -> String?, of tracks: [Track]
  ) -> String? {
    let first = field(tracks[0])
    return tracks.allSatisfy { field($0) == first } ? first : nil
  }

  /// The name of the folder with all tracks.
  private static func folder(of tracks: [Track]) -> String? {
    guard let path = common({ Folder.parent(of: $0.name) }, of: tracks), path != "." else {
      return nil
    }
    return Captions(title: path.split(separator: "/").last.map { String($0) }).title
  }

  /// What the whole is: its length, and the sound of a track.
  package var facts: String {
    let time = LoudnessReport.time(tracks.reduce(0) { $0 + $1.seconds })
    guard let track = onlyTrack else { return "\(tracks.count) tracks, \(time)" }
    let channels =
      switch (track.format.channelCount, track.format.speakers) {
      case (1, _): "mono"
      case (2, .usual(2)): "stereo"
      case (let count, .none): "\(count) channels"
      case (let count, let speakers): "\(count) channels: \(speakers.described)"
      }
    return "\(time), \(track.format.sampleRate) Hz, \(channels)"
  }

  /// What stands below the title of one of several tracks.
  package func detail(of track: Track) -> String {
    let time = LoudnessReport.time(track.seconds)
    return artist == nil ? (track.artist.map { $0 + ", " } ?? "") + time : time
  }

  /// How it was measured.
  package var method: String {
    "Measured by \(generator) as ITU-R BS.1770-5, EBU R 128, Tech 3341 and Tech 3342 define."
  }

  /// A time in minutes and whole seconds.
  package static func time(_ seconds: Double) -> String {
    LoudnessLayout.clock(Int(min(seconds, 1e9).rounded()))
  }

  /// The numbers of a track or of all, which stand at the head.
  package func numbers(of summary: ProgrammeSummary) -> [LoudnessNumber] {
    func level(_ level: Decibels) -> Double? { level > .silence ? level.value : nil }
    var numbers = LoudnessNumber.all(
      integrated: level(summary.integrated), range: summary.range,
      momentary: level(summary.momentary.level), shortTerm: level(summary.shortTerm.level),
      truePeak: level(summary.truePeak), target: target)
    if onlyTrack != nil {
      for (index, greatest) in [(2, summary.momentary), (3, summary.shortTerm)]
      where greatest.level > .silence {
        numbers[index].note = "at \(LoudnessLayout.clock(greatest.tick / 10)).\(greatest.tick % 10)"
      }
    }
    return numbers
  }

  /// What was measured, if it is one track.
  package var file: Remark? {
    onlyTrack.map { Remark(name: "File", text: LineText.escaped($0.name)) }
  }

  /// Something that is said of a track or of all; whether it is as it should be.
  package struct Remark: Sendable {
    package let name, text: String
    package var isGood: Bool?
  }

  /// What stands below the numbers.
  package func remarks(on summary: ProgrammeSummary) -> [Remark] {
    func peaks(_ levels: [Decibels]) -> String {
      let speakers = onlyTrack?.format.speakers.list ?? []
      let names =
        levels.count == 2
        ? ["left ", "right "]
        : levels.indices.map {
          speakers.count == levels.count ? "\(speakers[$0].rawValue): " : "\($0 + 1): "
        }
      let values = levels.map {
        $0 > .silence ? LoudnessNumber.signed($0.value, plus: true) : "silent"
      }
      return levels.count == 1 ? values[0] : zip(names, values).map(+).joined(separator: ", ")
    }
    var remarks = [r128(summary), gain(summary)]
    guard let ratio = summary.peakToLoudness else { return remarks }
    remarks.append(Remark(name: "Peak to loudness", text: "\(LoudnessNumber.signed(ratio)) LU"))
    if onlyTrack != nil {
      remarks.append(Remark(name: "True peak", text: peaks(summary.truePeaks) + " dBTP"))
      remarks.append(Remark(name: "Sample peak", text: peaks(summary.samplePeaks) + " dBFS"))
    }
    return remarks
  }

  private static let nothing = "It has no loudness: it is silent, or shorter than 0.4 s."

  /// Whether a programme may be handed in to a broadcaster.
  package func r128(_ summary: ProgrammeSummary) -> Remark {
    let name = "EBU R 128", wanted = ProgrammeTarget.r128
    guard let need = wanted.need(of: summary) else {
      return Remark(name: name, text: LoudnessReport.nothing, isGood: false)
    }
    let (off, over) = (
      (-need.gain).inTenths, (summary.truePeak.value - wanted.peak).inTenths
    )
    var wrong: [String] = []
    if abs(off) > wanted.tolerance {
      let live = abs(off) <= ProgrammeTarget.toleranceOfLive ? ", which is allowed live" : ""
      wrong.append("\(LoudnessNumber.signed(abs(off))) LU too \(off > 0 ? "loud" : "quiet")\(live)")
    }
    if over > 0 { wrong.append("true peak \(LoudnessNumber.signed(over)) dB too high") }
    guard !wrong.isEmpty else {
      return Remark(name: name, text: "Met: −23 LUFS ±0.2, at most −1 dBTP.", isGood: true)
    }
    return Remark(
      name: name,
      text: "Not met: \(wrong.joined(separator: "; ")) (−23 LUFS ±0.2, at most −1 dBTP).",
      isGood: false)
  }

  /// What the target needs.
  private func gain(_ summary: ProgrammeSummary) -> Remark {
    let name = "For \(Dial.number(target.level)) LUFS"
    guard let need = target.need(of: summary) else {
      return Remark(name: name, text: LoudnessReport.nothing, isGood: false)
    }
    let isGood = need.peak.inTenths <= target.peak
    return Remark(
      name: name,
      text: "\(LoudnessNumber.signed(need.gain, plus: true)) dB of gain, and the true peak is "
        + "\(LoudnessNumber.signed(need.peak, plus: true)) dBTP"
        + (isGood ? "." : ", above \(Dial.number(target.peak)): it needs a limiter."),
      isGood: isGood)
  }
}

extension ProgrammeTarget {
  /// The greatest true peak as pictures write it: `−1 dBTP`.
  package var peakInWords: String { "\(Dial.number(peak)) dBTP" }
}
