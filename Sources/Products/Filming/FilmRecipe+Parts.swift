// SPDX-License-Identifier: MIT
public import Writing

/// Films in parts.
extension FilmRecipe {
  /// The recipe of a film that is joined from parts: the request says its container and its sound.
  ///
  /// - Throws: ``FilmError/refused(_:)``, ``FilmError/part(path:_:)`` if their codec is unknown.
  public init(_ request: FilmRequest, joining parts: FilmParts) throws(FilmError) {
    guard !request.container.sounds.isEmpty else {
      throw .refused(.joined(request.container))
    }
    var joined = request
    (joined.encoderWords, joined.isTransparent) = ([], false)
    joined.codec = FilmCodec.all.first { $0.name == parts.fact("codec") }
    guard joined.codec != nil else { throw .part(path: parts.parts[0].path, .damaged) }
    joined.quality = parts.fact("quality").flatMap(FilmQuality.init)
    try self.init(joined)
  }

  /// What determines the pictures of a part beside its frames.
  public var facts: [SequenceSettings.Fact] {
    let words = request.encoderWords
    return [
      .init("format", container.name), .init("codec", codec.name),
      .init("quality", quality.rawValue),
      .init("encoder-args", words.isEmpty ? nil : words.joined(separator: " ")),
    ]
  }
}
