// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Views

/// All that the pictures of a track are made from, opened and looked at, but not read yet: what is
/// wrong with it is found here, before the long work.
struct RenderInput<SomeView: View>: ~Copyable {
  private let options: RenderOptions<SomeView>
  private let names: OutputNames
  private var render: OpenedRender

  /// Opens everything.
  init(_ options: RenderOptions<SomeView>, _ names: OutputNames) throws(Diagnostic) {
    self.options = options
    self.names = names
    render = try opened { () throws(PipelineError) in
      try OpenedRender(SomeView.self, options.view, options.request)
    }
  }

  /// Reads the track to its end, and settles what is to be drawn.
  consuming func read() throws(Diagnostic) -> RenderWork<SomeView> {
    let reading = Reading(render.format, render.expectedSampleFrames, options.report)
    let prepared = try opened { () throws(PipelineError) in
      try reading.reporting { (progress) throws(PipelineError) in
        try render.read(progress: progress)
      }
    }
    prepared.summary.warnIfOdd(options.input, options.track)
    if let remark = prepared.remark { warn("\(inputName(options.input)): \(remark)") }
    return try RenderWork(options, names, prepared)
  }
}

extension RenderOptions {
  /// What is asked of the library.
  fileprivate var request: RenderRequest {
    var track = track.request(for: input)
    track.hashesSamples = true
    var request = RenderRequest(track, picture: picture)
    request.floor = self.track.floor.level
    request.channels = channels == RenderOptions().channels ? nil : (channels.left, channels.right)
    request.rate = rate
    if let shard {
      request.selection = .shard(index: shard.index, count: shard.count)
    } else if let frames {
      request.selection = .range(first: frames.first, last: frames.last)
    }
    return request
  }
}
