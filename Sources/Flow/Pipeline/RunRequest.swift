// SPDX-License-Identifier: MIT
// Pipeline: puts the stages together. A `RunRequest` is opened (`OpenRun`), and read (`ReadRun`): then its
// scenes are drawn into files (`RenderPipeline`), into a stream (`FrameStream`) or into memory.
public import Signal
public import Views

/// Which pictures of which sound to make.
public struct RunRequest: Sendable {
  /// What is drawn: the options of a view, which name it.
  public var view: any ViewOptions
  /// The sound: an input, or a part of it.
  public var track: TrackRequest
  /// The size and the background of the pictures, and the ballistics of the meters.
  public var picture: PictureSettings
  /// What the meters read for digital silence.
  public var floor = Decibels.silence
  /// The indices of the file's channels on the left and on the right, from 0; if `nil` the first
  /// two, or the only one twice.
  public var channels: ChannelPair?
  /// Frames a second; the tick rate if `nil`.
  public var rate: Rate?
  /// Whether a part begins with an empty figure, instead of what the whole track shows there.
  public var isFresh = false
  /// Whether the last frame leads into the first one.
  public var loops = false
  /// Whether the pictures are drawn while the sound arrives, by a ``LiveRun``.
  public var isLive = false
  /// The frames to render.
  public var selection = FrameSelection.all
  /// What other runs of the same sound have read, so that each analysis is made once; `nil` if there are no
  /// others.
  public var shared: SharedReadings?

  /// Pictures of a whole input, a frame for each tick.
  public init(
    _ view: any ViewOptions, of track: TrackRequest, picture: PictureSettings = PictureSettings()
  ) {
    self.view = view
    self.track = track
    self.picture = picture
  }

  /// Pictures of a whole input, a path or `-` for standard input, by a view in a look, with a frame
  /// for each of 60 ticks a second.
  ///
  /// The look is the view's first if `nil`. `adjust` changes its options, such as the size.
  ///
  /// - Precondition: the view has a look of this name.
  public init<SomeView: View>(
    _ view: SomeView.Type, of input: String, look: String? = nil,
    adjust: (inout PictureSettings, inout SomeView.Options) -> Void = { _, _ in }
  ) {
    guard let look = view.looks.first(where: { look == nil || $0.name == look }) else {
      preconditionFailure("the view \(view.name) has no look \(look ?? "")")
    }
    var (picture, options) = (PictureSettings(), SomeView.Options())
    look.apply(&picture, &options)
    adjust(&picture, &options)
    self.init(options, of: TrackRequest(input: input), picture: picture)
  }
}
