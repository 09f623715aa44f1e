// SPDX-License-Identifier: MIT
internal import Analysis
package import Arguments
internal import Decoding
internal import Drawing
internal import Filming
internal import Pipeline
internal import Rendering
internal import Signal
internal import Views

/// All types of values on the command line.
package enum ArgumentValues {
  /// The types, including those of the views' options.
  package static let types: [any ArgumentValue.Type] = [
    Int.self, Double.self, String.self,
    Rate.self, TimePosition.self, Ballistics.self, Normalization.self, FloorLevel.self,
    ColumnList.self, ChannelFactors.self, LevelTable.Format.self, HeaderlessSamples.self,
    NetworkAddress.self,
    ListeningAddress.self, PictureDelay.self,
    LevelPair.self, LevelRange.self, ChannelChoice.self, JobCount.self, ProgressStyle.self,
    FilmContainer.self, FilmCodec.self, FilmQuality.self, SoundChoice.self, EncoderWords.self,
    OutputFormat.self, SheetShape.self, PixelSize.self, FrameRange.self, Shard.self,
    ViewName.self,
    LookName<RadialView>.self, LookName<GaugeView>.self, LookName<PlotsView>.self, Shell.self,
    Color.self, LookSetting.self, Anchor.self, TickCount.self,
    TurnLength.self, WordPlace.self, FigureLayout.self,
    GaugeRange.self, GaugeOptions.Scale.self, WholeSeconds.self,
  ]
}
