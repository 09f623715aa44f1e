// SPDX-License-Identifier: MIT
public import Rendering
public import Views

extension PreparedRender {
  /// Reads a whole input, a path or `-` for standard input, for the pictures of a view in a look,
  /// with a frame for each of 60 ticks a second.
  ///
  /// The look is the view's first if `nil`. `adjust` changes its options, such as the size.
  ///
  /// - Precondition: the view has a look of this name.
  /// - Throws: ``PipelineError``.
  public init<SomeView: View>(
    _ view: SomeView.Type, of input: String, look: String? = nil,
    adjust: (inout PictureSettings, inout SomeView.Options) -> Void = { _, _ in }
  ) throws(PipelineError) {
    guard let look = view.looks.first(where: { look == nil || $0.name == look }) else {
      preconditionFailure("the view \(view.name) has no look \(look ?? "")")
    }
    var (picture, options) = (PictureSettings(), SomeView.Options())
    look.apply(&picture, &options)
    adjust(&picture, &options)
    try self.init(view, options, RenderRequest(TrackRequest(input: input), picture: picture))
  }

  /// The bytes of the image file of a frame, counted from 0; the same as in a rendered sequence.
  ///
  /// This is for one picture, or a few that are far apart; ``RenderPipeline`` draws many pictures
  /// in a fraction of the time.
  ///
  /// - Precondition: the frame is in the ``schedule``.
  /// - Throws: ``PipelineError/readings(folder:_:)``.
  public func picture(
    ofFrame frame: Int, as kind: OutputKind = .png
  ) throws(PipelineError) -> [UInt8] {
    precondition((0..<schedule.frameCount).contains(frame), "there is no frame \(frame)")
    var cursor = SceneSequence.Cursor(scenes, from: frame)
    var renderer = kind.renderer.init()
    var bytes: [UInt8] = []
    renderer.render(try cursor.scene(ofFrame: frame), into: &bytes)
    return bytes
  }
}
