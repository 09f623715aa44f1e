// SPDX-License-Identifier: MIT
public import Signal

/// Why a request for a film contradicts itself, or does not fit the track.
public enum FilmRefusal: Hashable, Sendable {
  /// The encoder of the container has to go back in the file, and the film goes to a pipe.
  case notStreamed(FilmContainer)
  /// A part of a film cannot be in the container.
  case part(FilmContainer)
  /// The film in the container cannot be joined from parts.
  case joined(FilmContainer)
  /// The pictures are transparent, and what is named here, a container or a codec, is not.
  case notTransparent(String)
  /// The container cannot hold the codec.
  case codec(FilmCodec, in: FilmContainer)
  /// The codec does not have the quality.
  case quality(of: FilmCodec)
  /// The codec needs larger pictures.
  case tooSmall(FilmCodec)
  /// The program cannot code the pictures of the film itself.
  case notOwn
  /// H.264 has no level for pictures of this size at this rate.
  case noLevel
  /// The container cannot show frames at this rate at their times.
  case rate(Rate)
  /// The container has no sound.
  case silent(FilmContainer)
  /// The container cannot hold sound in the codec.
  case sound(SoundCodec, in: FilmContainer)
  /// The container cannot hold the packets of the track's sound; `codec` is ffmpeg's name for it.
  case copy(path: String, codec: String?, in: FilmContainer)
  /// The sound of the track cannot be copied.
  case uncopied(CopyObstacle)
  /// The input has its own sound, and a file of another was named.
  case ownSound(path: String)
  /// The file at `path` has not the sound of the readings.
  case otherSound(path: String, readings: String)
}

/// Why the packets of a track's sound cannot be copied into a film.
public enum CopyObstacle: Error, Hashable, Sendable {
  /// The film shows a part of the track.
  case part
  /// The input has a score, and no packets.
  case score
  /// The input can be read only once.
  case readOnce
  /// The user has chosen channels.
  case channels
  /// The track is damaged.
  case damage
  /// The header declares fewer samples than there are.
  case lengthConflict
  /// The samples have no header.
  case headerless
  /// The track is a chain of streams.
  case chain
  /// Players of the file would choose another of its sounds.
  case otherTrack
  /// The film takes fewer channels than the track has.
  case moreChannels
  /// ffmpeg may find other sound in the file than was drawn.
  case doubt
  /// The stream of Opus has a long start before its sound, which players of the film would play.
  case preSkip
  /// The codec, by ffmpeg's name, is not wanted; `nil` if there is none.
  case codec(String?)
}
