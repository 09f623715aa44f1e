// SPDX-License-Identifier: MIT
internal import Rendering
public import Writing

/// Films in parts.
extension FilmRecipe {
  /// The recipe of a film that is joined from parts: the request says its container and its sound.
  ///
  /// - Throws: ``FilmError/refused(_:)``.
  public init(_ request: FilmRequest, joining parts: FilmParts) throws(FilmError) {
    guard !request.container.sounds.isEmpty else {
      throw .refused(.joined(request.container))
    }
    var joined = request
    (joined.encoderWords, joined.isTransparent) = ([], false)
    joined.codec = parts.fact("codec").flatMap { name in FilmCodec.all.first { $0.name == name } }
    joined.quality = parts.fact("quality").flatMap(FilmQuality.init)
    joined.chroma = parts.fact("chroma").flatMap(Chroma.init)
    joined.encoder = parts.fact("encoder").flatMap(FilmEncoder.init)
    try self.init(joined)
  }

  /// What determines the pictures of a part beside its frames.
  public var facts: [SequenceSettings.Fact] {
    var chroma: Chroma?
    if case .planar(let sampling) = feed { chroma = sampling }
    let words = request.encoderWords
    return [
      .init("format", container.name), .init("codec", codec.name),
      .init("quality", quality.rawValue), .init("chroma", chroma?.rawValue),
      .init("encoder", filmEncoder?.rawValue),
      .init("encoder-args", words.isEmpty ? nil : words.joined(separator: " ")),
    ]
  }
}
