// SPDX-License-Identifier: MIT
import Filming
import Foundation
import Pipeline
import Platform
import Rendering
import Signal
import Synchronization
import TestSupport
import Testing

/// Counts calls from several threads.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func advance() -> Bool {
    count.wrappingAdd(1, ordering: .relaxed)
    return true
  }
}

/// Films whose pictures the program codes itself.
@Suite struct CodedPicturesTests {
  /// Ten seconds, 600 frames: two groups and a half.
  private static let track = Result { try ShortTrack(sampleFrames: 441_000) }

  private static let silent: FilmRequest = {
    var request = FilmRequest("mp4")
    request.sound = .none
    return request
  }()

  /// The bytes of a film, and how often it told its progress.
  private func bytes(_ film: Film, jobs: Int) throws -> (file: [UInt8], frames: Int) {
    try TemporaryFolder.with { folder in
      let path = try folder.write([], "a.mp4")
      let count = Counter()
      let writer = FilmWriter(film, nil, jobs: jobs)
      _ = try writer.write(to: .file(path: path)) { count.advance() }
      return ([UInt8](try Data(contentsOf: URL(filePath: path))), count.value)
    }
  }

  @Test func `any number of threads makes the same film, without ffmpeg`() throws {
    let film = try Self.track.get().film(try FilmRecipe(Self.silent))
    #expect(!film.isMuxed && !film.recipe.needsEncoder)
    let one = try bytes(film, jobs: 1)
    #expect(one.frames == 600 && one.file.count > 10_000)
    for jobs in [2, 3, 7] { #expect(try bytes(film, jobs: jobs) == one) }
  }

  @Test func `the parts of a film have its groups, each once`() throws {
    let recipe = try FilmRecipe(Self.silent.ofPart)
    let length = CodedPictures.groupLength(at: .sixty)
    #expect(length == 240 && recipe.minFrames(at: .sixty) == 240)
    for count in 1...2 {
      let parts = try (1...count).map { index in
        try ShortTrack(sampleFrames: 441_000) { $0.selection = .shard(index: index, count: count) }
          .film(recipe).frames
      }
      #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == 600)
      for (part, next) in zip(parts, parts.dropFirst()) {
        #expect(part.upperBound == next.lowerBound && next.lowerBound % length == 0)
      }
    }
  }

  @Test func `a group is four seconds long, and one picture at least`() {
    let rates = [(60, 1, 240), (30_000, 1001, 120), (24, 1, 96), (1, 10, 1), (7, 3, 9)]
    for (numerator, denominator, length) in rates {
      #expect(Rate(numerator, over: denominator).map(CodedPictures.groupLength) == length)
    }
  }

  @Test func `a film that is stopped leaves nothing behind`() throws {
    let film = try Self.track.get().film(try FilmRecipe(Self.silent))
    try TemporaryFolder.with { folder in
      let path = try folder.write([], "a.mp4")
      let count = Counter()
      #expect(throws: FilmError.pipeline(.interrupted)) {
        try FilmWriter(film, nil, jobs: 2).write(to: .file(path: path)) {
          count.advance() && count.value < 50
        }
      }
      #expect(try Folder.names(in: folder.path) == ["a.mp4"])
      #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
    }
  }
}
