// SPDX-License-Identifier: MIT
internal import Arguments
internal import JSON
internal import Pipeline
internal import Platform
internal import Rendering
internal import Text
internal import Writing

extension FrameSequence {
  /// Examines the folder, or its future place, and renders a few frames in memory.
  func plan() throws(Diagnostic) -> [Fact] {
    let sequence = try SequenceRun(drawing, kind, open())
    let (options, run, frames) = (drawing.options, sequence.run, sequence.frames)
    let disk: FileSystem
    do { disk = try FileSystem(ofFolder: pattern.folder) } catch {
      throw Diagnostic(WritingError.cannotUseFolder(path: pattern.folder, error))
    }
    let presentCount: Int
    do { presentCount = try pattern.presentFrames().count(in: frames) } catch {
      throw Diagnostic(error)
    }
    let obstacle = pattern.obstacle(to: sequence.job, frames, options.existing)
    let estimate = frames.isEmpty ? nil : try sequence.estimate(on: disk)
    let space = SpaceCheck(sequence, pattern, presentFrames: presentCount, on: disk, estimate)
    let film = try FilmCommands(drawing, sequence, pattern)
    let drawnCount = frames.count - (options.existing == .keep ? presentCount : 0)
    let obstacleText = obstacle.map { "\($0)" }
    var isKnown = false
    if case .framesExist? = obstacle { isKnown = true }
    var facts =
      run.soundFacts(drawing) + [
        Fact("size", "\(options.size.argumentText) pixels"),
        Fact([
          (.presentFrames, .whole(presentCount)), (.obstacle, .text(obstacleText)),
          (.drawnFrames, .whole(drawnCount)),
        ]),
        Fact("first", .firstPath, frames.first.map(pattern.path(ofFrame:))),
        Fact("last", .lastPath, frames.last.map(pattern.path(ofFrame:))),
      ]
    if presentCount > 0, !frames.isEmpty {
      facts.append(Fact("existing", "\(presentCount) of them, \(presentFate)"))
    }
    if !isKnown, !frames.isEmpty { facts.append(Fact("obstacle", obstacleText)) }
    facts.append(
      Fact([
        (.format, .text(kind.name)), (.width, .whole(options.size.width)),
        (.height, .whole(options.size.height)),
      ]))
    return facts + run.measuredFacts + costs(frames.count, drawnCount, estimate, sequence.job)
      + [room(space, isShown: !frames.isEmpty)] + film.facts
  }

  /// The bytes of `count` frames, and the time for those to be drawn.
  private func costs(
    _ count: Int, _ drawnCount: Int, _ estimate: RenderEstimate?, _ job: SequenceSettings
  ) -> [Fact] {
    func total(_ perFrame: Double?) -> Int {
      Int(min((perFrame ?? 0) * Double(count), 1e18).rounded())
    }
    let jobs = drawing.options.jobCount
    let (bytes, stored) = (total(estimate?.bytesPerFrame), total(estimate?.storedBytesPerFrame))
    let manifest = pattern.manifestSize(of: job)
    let seconds = estimate?.seconds(ofFrames: drawnCount, jobs: jobs) ?? 0
    let about = estimate?.isExact == false ? "about " : ""
    return [
      Fact(
        "bytes",
        estimate == nil
          ? nil
          : "\(about)\(Quantity.bytes(bytes)), \(Quantity.bytes(stored)) on the disk; "
            + "their manifest \(Quantity.bytes(manifest))",
        [
          (.bytes, .whole(bytes)), (.storedBytes, .whole(stored)),
          (.manifestBytes, .whole(manifest)), (.bytesAreExact, .bool(estimate?.isExact ?? true)),
        ]),
      Fact(
        "time",
        estimate == nil
          ? nil
          : "about \(Quantity.time(seconds)) to draw them with \(counted(jobs, "job")), plus the "
            + "time to write them",
        [(.seconds, .decimal((seconds * 1000).rounded() / 1000)), (.jobs, .whole(jobs))]),
    ]
  }

  private func room(_ space: SpaceCheck, isShown: Bool) -> Fact {
    let disk = space.disk
    let bytes = disk.availableBytes.map { "\(Quantity.bytes($0)) free" } ?? "unknown"
    let files = disk.availableFiles.map { ", for \(counted($0, "file"))" } ?? ""
    let verdict =
      space.lack != nil ? "not enough" : space.isEnough ? "enough" : "barely enough"
    return Fact(
      "disk", isShown ? "\(bytes)\(files): \(verdict)" : nil,
      [
        (.availableBytes, .whole(disk.availableBytes)),
        (.availableFiles, .whole(disk.availableFiles)), (.isEnough, .bool(space.isEnough)),
      ])
  }

  private var presentFate: String {
    switch drawing.options.existing {
    case .replace: "which are replaced"
    case .keep: "which are kept if they are intact"
    case .fail: "which render refuses without --existing keep or replace"
    }
  }
}
