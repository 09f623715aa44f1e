// SPDX-License-Identifier: MIT
internal import JSON
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Text
internal import Views
internal import Writing

extension RenderPlan {
  /// The facts as one JSON object, in bytes, seconds and pixels.
  var json: JSONValue {
    let sound = RenderPlan.soundMembers(work.prepared, options)
    return .object(
      [JSONMember("schema", "radial-audio/plan/1")] + sound + pictures + costs + commands)
  }

  /// The members about the track.
  static func soundMembers(_ prepared: PreparedRender, _ options: RenderOptions) -> [JSONMember] {
    let summary = prepared.summary
    return [
      JSONMember("input", .text(options.input)),
      JSONMember("sampleRate", .whole(summary.format.sampleRate)),
      JSONMember("channels", .whole(summary.format.channelCount)),
      JSONMember("sampleFrames", .whole(summary.sampleFrames)),
      JSONMember("tickRate", .string("\(options.track.tickRate)")),
      JSONMember("ticks", .whole(prepared.schedule.tickCount)),
    ]
  }

  /// The members about the frames.
  static func frameMembers(_ prepared: PreparedRender) -> [JSONMember] {
    let frames = prepared.frames
    return [
      JSONMember("rate", .string("\(prepared.schedule.rate)")),
      JSONMember("sequenceFrames", .whole(prepared.schedule.frameCount)),
      JSONMember("frames", .whole(frames.count)),
      JSONMember("firstFrame", .whole(frames.first)),
      JSONMember("lastFrame", .whole(frames.last)),
    ]
  }

  /// The values that the view measured.
  static func measureMembers(_ prepared: PreparedRender) -> [JSONMember] {
    prepared.measures.map { JSONMember($0.key, .array($0.values.map(JSONValue.decimal))) }
      + [
        JSONMember("scaleOf", .text(prepared.scaleScope?.rawValue)),
        JSONMember(
          "turn", .decimal(prepared.lockedTurn.flatMap { $0.hasBars ? $0.seconds : nil })),
      ]
  }

  private var pictures: [JSONMember] {
    let frames = work.frames
    let numbers =
      RenderPlan.frameMembers(work.prepared) + [
        JSONMember("presentFrames", .whole(presentCount)),
        JSONMember("obstacle", .text(obstacle.map { "\($0)" })),
        JSONMember("drawnFrames", .whole(drawnCount)),
        JSONMember("firstPath", .text(frames.first.map(pattern.path(ofFrame:)))),
        JSONMember("lastPath", .text(frames.last.map(pattern.path(ofFrame:)))),
        JSONMember("format", .string(work.kind.name)),
        JSONMember("width", .whole(options.size.width)),
        JSONMember("height", .whole(options.size.height)),
      ]
    return numbers + RenderPlan.measureMembers(work.prepared)
  }

  private var costs: [JSONMember] {
    [
      JSONMember("bytes", .whole(fileBytes)),
      JSONMember("storedBytes", .whole(storedBytes)),
      JSONMember("manifestBytes", .whole(manifestBytes)),
      JSONMember("bytesAreExact", .bool(estimate?.isExact ?? true)),
      JSONMember("seconds", .decimal((seconds * 1000).rounded() / 1000)),
      JSONMember("jobs", .whole(options.jobCount)),
      JSONMember("availableBytes", .whole(space.disk.availableBytes)),
      JSONMember("availableFiles", .whole(space.disk.availableFiles)),
      JSONMember("isEnough", .bool(space.isEnough)),
    ]
  }

  private var commands: [JSONMember] {
    [
      JSONMember("direct", .text(film.direct)),
      JSONMember("rasterize", .text(film.rasterize)), JSONMember("synth", .text(film.sound)),
      JSONMember("film", .text(film.film)),
      JSONMember("note", .text(film.note)),
    ]
  }
}

extension Measure {
  /// The name in JSON: `maxPeak` for `max-peak`.
  fileprivate var key: String {
    let words = name.split(separator: "-")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension JSONValue {
  static func whole(_ number: Int?) -> JSONValue {
    number.map { .number(JSONNumber($0)) } ?? .null
  }

  static func decimal(_ number: Double?) -> JSONValue {
    number.map { .number(JSONNumber($0)) } ?? .null
  }

  /// A text as valid Unicode for JSON: bytes that are not UTF-8 become U+FFFD.
  static func text(_ text: String?) -> JSONValue {
    text.map { .string(String(decoding: RawText.bytes($0), as: UTF8.self)) } ?? .null
  }
}
