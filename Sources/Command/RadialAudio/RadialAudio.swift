// SPDX-License-Identifier: MIT
// The library: every stage of the pipeline under one name, for other programs.
@_exported public import Analysis
@_exported public import Arguments
@_exported public import Decoding
@_exported public import Drawing
@_exported public import Filming
@_exported public import Fonts
@_exported public import H264
@_exported public import Hashing
@_exported public import Instruments
@_exported public import LoudnessReports
@_exported public import MP4
@_exported public import Pages
@_exported public import Pipeline
@_exported public import Platform
@_exported public import Rendering
@_exported public import Signal
@_exported public import Synthesis
@_exported public import Views
@_exported public import Writing
