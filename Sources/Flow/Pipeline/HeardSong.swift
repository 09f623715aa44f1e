// SPDX-License-Identifier: MIT
public import Analysis
internal import Decoding
public import Platform
public import Signal
internal import Views

extension TrackRequest {
  /// The input from its beginning to its end, whose samples are for nobody else.
  var whole: TrackRequest {
    var whole = self
    (whole.start, whole.duration) = (.zero, nil)
    (whole.samples, whole.hashesSamples, whole.readsTags) = (nil, false, false)
    return whole
  }

  /// The structure of the whole song, with its measures; `channels` are those on the left and on the right,
  /// the first two if `nil`.
  ///
  /// - Throws: ``PipelineError``; ``RequestError/songUnknown`` for a file of readings without measures, and
  ///   for sound that cannot be read before its pictures.
  public func song(
    channels wanted: ChannelPair? = nil,
    progress: (Int) -> Bool = { _ in Interruption.signal == nil }
  ) throws(PipelineError) -> SongStructure {
    guard !isReadOnce else { throw .request(.songUnknown, path: name) }
    var request = whole
    // Not a part that is kept in its place.
    request.kinds = InputKind.all
    var track = try Track(request)
    guard !track.isOpenEnded else { throw .request(.songUnknown, path: name) }
    let channels = try OpenRun.channels(wanted, of: track)
    guard let file = track.readingsFile else {
      var heard = StructureReadings()
      _ = try track.read(
        Analysis<[StructureReading]>.structure(channels: channels), progress: progress
      ) { heard.append($0) }
      guard let song = SongStructure(heard) else { throw .interrupted }
      return song
    }
    guard let song = try track.structure(of: file), song.measures != nil || song.sections.isEmpty
    else {
      throw .request(.songUnknown, path: track.name)
    }
    return song
  }
}

extension OpenRun {
  /// The colours of the song, if they are wanted. `found` is what has been found in all of it.
  func colorsOfSong(
    _ found: SongStructure?, progress: (Int) -> Bool
  ) throws(PipelineError) -> Palette? {
    guard request.view.appearance?.palette == .song else { return nil }
    let song: SongStructure
    if let found, found.measures != nil {
      song = found
    } else if let known = request.shared?.structure {
      song = known
    } else {
      song = try request.track.song(channels: request.channels, progress: progress)
      request.shared?.structure = song
    }
    return Palette(song: song)
  }
}
