// SPDX-License-Identifier: MIT

extension Verdict {
  /// On every file in `Corrupt/Audio`.
  static let sounds = waves + chunked + compressed

  /// WAV.
  private static let waves: [Verdict] = [
    .refused("cut-in-riff.wav", "is not an audio file", hint: headerless),
    .refused("cut-in-header.wav", "is not an audio file", hint: headerless),
    .refused("cut-in-fmt.wav", "stream is damaged at sample frame 0"),
    .refused("cut-before-data.wav", "stream is damaged at sample frame 0"),
    .refused("cut-in-data-header.wav", "stream ends at sample frame 0, before its end mark"),
    .refused("cut-after-header.wav", "stream ends at sample frame 0 of 400"),
    .refused(
      "cut-in-data.wav", "stream ends at sample frame 200 of 400", hint: Verdict.untilDamage),
    .refused(
      "cut-in-sample-frame.wav", "stream ends at sample frame 200 of 400", hint: Verdict.untilDamage
    ),
    .refused("empty.wav", "is empty"),
    .refused("text.wav", "is not an audio file", hint: headerless),
    .used("data-0.wav", rows: 3),
    .used("data-ffffffff.wav", rows: 3),
    .refused(
      "data-huge.wav", "stream ends at sample frame 400 of 1000000000", hint: Verdict.untilDamage),
    .used("chunk-0.wav", rows: 3),
    .refused("chunk-ffffffff.wav", "stream is damaged at sample frame 0"),
    .refused("chunk-loop.wav", "stream is damaged at sample frame 0"),
    .used("many-chunks.wav", rows: 3),
    .refused("fmt-0.wav", "stream is damaged at sample frame 0"),
    .refused("fmt-ffffffff.wav", "stream is damaged at sample frame 0"),
    .refused("data-before-fmt.wav", "stream is damaged at sample frame 0"),
    .refused("channels-0.wav", "its header says 8000 Hz and 0 channels", hint: Verdict.limits),
    .refused(
      "channels-65535.wav", "its header says 8000 Hz and 65535 channels", hint: Verdict.limits),
    .used("channels-1024.wav", rows: 0, warning: "has no samples"),
    .refused("rate-0.wav", "its header says 0 Hz and 2 channels", hint: Verdict.limits),
    .refused("rate-4g.wav", "its header says 4294967295 Hz and 2 channels", hint: Verdict.limits),
    .used("align-0.wav", rows: 3),
    .used("align-65535.wav", rows: 3),
    .refused("bits-0.wav", "stream is damaged at sample frame 0"),
    .refused("bits-255.wav", "stream is damaged at sample frame 0"),
    .refused("format-ffff.wav", "cannot be decoded", needsFFmpeg: true),
    .refused("adpcm-0.wav", "cannot be decoded", needsFFmpeg: true),
    .refused(
      "nan.wav", "the sample at sample frame 300, channel 1 is not a finite number",
      hint: Verdict.asPCM),
    .refused(
      "plus-infinity.wav", "the sample at sample frame 250, channel 0 is not a finite number",
      hint: Verdict.asPCM),
    .refused(
      "minus-infinity.wav", "the sample at sample frame 399, channel 1 is not a finite number",
      hint: Verdict.asPCM),
    .used("loud.wav", rows: 3),
    .used("loudest.wav", rows: 3),
    .used("smallest.wav", rows: 3),
  ]

  /// AIFF, AU, Wave64, RF64 and CAF.
  private static let chunked: [Verdict] = [
    .refused("cut-in-form.aiff", "is not an audio file", hint: headerless),
    .refused("cut-in-comm.aiff", "stream is damaged at sample frame 0"),
    .refused("cut-in-ssnd.aiff", "stream ends at sample frame 0 of 400"),
    .refused(
      "cut-in-data.aiff", "stream ends at sample frame 200 of 400", hint: Verdict.untilDamage),
    .refused("channels-0.aiff", "its header says 8000 Hz and 0 channels", hint: Verdict.limits),
    .refused(
      "channels-65535.aiff", "its header says 8000 Hz and 65535 channels", hint: Verdict.limits),
    .used("frames-4g.aiff", rows: 3),
    .refused("bits-0.aiff", "stream is damaged at sample frame 0"),
    .refused("bits-255.aiff", "stream is damaged at sample frame 0"),
    .refused("rate-0.aiff", "its header says 0 Hz and 2 channels", hint: Verdict.limits),
    .refused(
      "rate-huge.aiff", "its header says 9223372036854775807 Hz and 2 channels",
      hint: Verdict.limits),
    .refused("offset-4g.aiff", "stream ends at sample frame 0 of 400"),
    .refused("cut-in-header.au", "stream is damaged at sample frame 0"),
    .refused("cut-in-data.au", "stream ends at sample frame 200 of 400", hint: Verdict.untilDamage),
    .refused("channels-0.au", "its header says 8000 Hz and 0 channels", hint: Verdict.limits),
    .refused(
      "channels-2g.au", "its header says 8000 Hz and 2147483648 channels", hint: Verdict.limits),
    .refused("rate-0.au", "its header says 0 Hz and 2 channels", hint: Verdict.limits),
    .refused("rate-4g.au", "its header says 4294967295 Hz and 2 channels", hint: Verdict.limits),
    .refused("encoding-99.au", "is not an audio file", hint: headerless),
    .refused("offset-4g.au", "stream ends at sample frame 0 of 400"),
    .refused(
      "data-huge.au", "stream ends at sample frame 400 of 500000000", hint: Verdict.untilDamage),
    .refused("cut-in-riff.w64", "is not an audio file", hint: headerless),
    .refused("cut-in-fmt.w64", "stream is damaged at sample frame 0"),
    .refused(
      "cut-in-data.w64", "stream ends at sample frame 200 of 400", hint: Verdict.untilDamage),
    .used("data-8e.w64", rows: 3),
    .refused(
      "data-512p.w64", "stream ends at sample frame 400 of 144115188075855866",
      hint: Verdict.untilDamage),
    .used("data-0.w64", rows: 3),
    .refused("fmt-0.w64", "stream is damaged at sample frame 0"),
    .refused("fmt-16e.w64", "stream is damaged at sample frame 0"),
    .refused("channels-0.w64", "its header says 8000 Hz and 0 channels", hint: Verdict.limits),
    .refused("cut-in-ds64.rf64", "stream is damaged at sample frame 0"),
    .refused(
      "cut-in-data.rf64", "stream ends at sample frame 200 of 400", hint: Verdict.untilDamage),
    .used("data-8e.rf64", rows: 3),
    .refused(
      "data-512p.rf64", "stream ends at sample frame 400 of 144115188075855872",
      hint: Verdict.untilDamage),
    .refused("cut-in-desc.caf", "stream is damaged at sample frame 0"),
    .refused(
      "cut-in-data.caf", "stream ends at sample frame 200 of 400", hint: Verdict.untilDamage),
    .used("data-8e.caf", rows: 3),
    .refused(
      "data-512p.caf", "stream ends at sample frame 400 of 144115188075855871",
      hint: Verdict.untilDamage),
    .refused(
      "channels-2g.caf", "its header says 8000 Hz and 2147483648 channels", hint: Verdict.limits),
    .refused("rate-nan.caf", "its header says 0 Hz and 2 channels", hint: Verdict.limits),
    .refused("rate-infinite.caf", "its header says 0 Hz and 2 channels", hint: Verdict.limits),
    .refused("rate-0.caf", "its header says 0 Hz and 2 channels", hint: Verdict.limits),
    .refused("bits-255.caf", "cannot be decoded"),
  ]

  /// FLAC, MP3 and Ogg.
  private static let compressed: [Verdict] = [
    .refused("cut-in-magic.flac", "is not an audio file", hint: headerless),
    .refused("cut-in-streaminfo.flac", "stream is damaged at sample frame 0"),
    .refused("cut-before-frames.flac", "stream ends at sample frame 0 of 5000"),
    .refused("cut-in-first-frame.flac", "stream ends at sample frame 0 of 5000"),
    .refused(
      "cut-after-first-frame.flac", "stream ends at sample frame 4096 of 5000",
      hint: Verdict.untilDamage),
    .refused(
      "cut-in-last-frame.flac", "stream ends at sample frame 4096 of 5000",
      hint: Verdict.untilDamage),
    .refused(
      "frames-64g.flac", "stream ends at sample frame 5000 of 68719476735",
      hint: Verdict.untilDamage),
    .used("frames-0.flac", rows: 7),
    .refused("rate-0.flac", "stream is damaged at sample frame 0"),
    .used("block-0.flac", rows: 7),
    .refused("checksum.flac", "stream is damaged at sample frame 0"),
    .refused("metadata-16m.flac", "stream is damaged at sample frame 0"),
    .used("no-tag.mp3", rows: 63, needsFFmpeg: true),
    .used("tag.mp3", rows: 62),
    .used("tag-too-long.mp3", rows: 63, needsFFmpeg: true),
    .used(
      "tag-too-short.mp3", rows: 63,
      warning: "its header declares 11520 sample frames, but 46080 were found; all are used",
      needsFFmpeg: true),
    .refused(
      "tag-cut.mp3", "stream ends at sample frame 22511 of 45551", hint: Verdict.untilDamage),
    .used(
      "cut-in-frame.mp3", rows: 32,
      warning:
        "stream ends at sample frame 23040, before its end mark; the sound before it is used",
      needsFFmpeg: true),
    .refused("cut-in-first-frame.mp3", "stream ends at sample frame 0, before its end mark"),
    .refused(
      "hole.mp3", "stream is damaged at sample frame 11520", hint: Verdict.untilDamage,
      needsFFmpeg: true),
    .used("other-rate.mp3", rows: 62, needsFFmpeg: true),
    .used("stray-header.mp3", rows: 64, needsFFmpeg: true),
    .used(
      "tag-stray-header.mp3", rows: 64,
      warning: "its header declares 45480 sample frames, but 46624 were found; all are used",
      needsFFmpeg: true),
    .refused("tag-id3-256m.mp3", "is not an audio file", hint: headerless),
    .used("flac.ogg", rows: 7, needsFFmpeg: true),
    .refused("cut-in-first-page.ogg", "stream ends at sample frame 0, before its end mark"),
    .refused("cut-in-page-header.ogg", "stream ends at sample frame 0, before its end mark"),
    .used(
      "cut-before-last-page.ogg", rows: 6,
      warning: "stream ends at sample frame 4096, before its end mark; the sound before it is used",
      needsFFmpeg: true),
    .refused("checksum.ogg", "stream is damaged after sample frame 0", needsFFmpeg: true),
    .refused("page-missing.ogg", "stream is damaged after sample frame 0", needsFFmpeg: true),
    .used("chained.ogg", rows: 45, needsFFmpeg: true),
    .used(
      "chained-cut.ogg", rows: 38,
      warning:
        "stream ends at sample frame 27580, before its end mark; the sound before it is used",
      needsFFmpeg: true),
    .used(
      "chained-cut-in-page.ogg", rows: 38,
      warning:
        "stream ends at sample frame 27580, before its end mark; the sound before it is used",
      needsFFmpeg: true),
    .refused(
      "chained-checksum.ogg", "stream is damaged after sample frame 5000",
      hint: Verdict.untilDamage,
      needsFFmpeg: true),
    .used(
      "chained-cut-in-opening.ogg", rows: 7,
      warning: "stream ends at sample frame 5000, before its end mark; the sound before it is used",
      needsFFmpeg: true),
  ]

  /// On every file in `Corrupt/Logos`.
  static let logos: [Verdict] = [
    .used("rgba.png"),
    .used("rgba-16.png"),
    .used("rgba-interlaced.png"),
    .used("rgb.png"),
    .used("grey.png"),
    .used("grey-16.png"),
    .used("grey-alpha.png"),
    .used("grey-1.png"),
    .used("palette.png"),
    .refused("empty.png", "is not a PNG", hint: "convert it: ffmpeg -i IMAGE logo.png"),
    .refused("text.png", "is not a PNG", hint: "convert it: ffmpeg -i IMAGE logo.png"),
    .refused("jpeg.png", "is not a PNG", hint: "convert it: ffmpeg -i IMAGE logo.png"),
    .refused("cut-in-ihdr.png", "is damaged", hint: Verdict.otherPicture),
    .refused("cut-in-idat.png", "is damaged", hint: Verdict.otherPicture),
    .refused("cut-before-iend.png", "is damaged", hint: Verdict.otherPicture),
    .refused("checksum-ihdr.png", "is damaged", hint: Verdict.otherPicture),
    .refused("checksum-idat.png", "is damaged", hint: Verdict.otherPicture),
    .refused("adler.png", "is damaged", hint: Verdict.otherPicture),
    .refused("too-few-rows.png", "is damaged", hint: Verdict.otherPicture),
    .refused("width-0.png", "is damaged", hint: Verdict.otherPicture),
    .refused("height-0.png", "is damaged", hint: Verdict.otherPicture),
    .refused(
      "size-60000.png", "has 60000x60000 pixels", hint: "16384 a side and 64 Mi in all are the most"
    ),
    .refused(
      "size-2g.png", "has 2147483647x2147483647 pixels",
      hint: "16384 a side and 64 Mi in all are the most"),
    .refused("size-4g.png", "is damaged", hint: Verdict.otherPicture),
    .refused("depth-3.png", "is damaged", hint: Verdict.otherPicture),
    .refused("color-5.png", "is damaged", hint: Verdict.otherPicture),
    .refused("interlace-2.png", "is damaged", hint: Verdict.otherPicture),
    .refused("no-palette.png", "is damaged", hint: Verdict.otherPicture),
    .refused("chunk-2g.png", "is damaged", hint: Verdict.otherPicture),
    .refused("chunk-4g.png", "is damaged", hint: Verdict.otherPicture),
    .refused("filter-9.png", "is damaged", hint: Verdict.otherPicture),
    .refused("no-idat.png", "is damaged", hint: Verdict.otherPicture),
    .used("bomb-iccp.png"),
    .used("bomb-ztxt.png"),
    .used("bomb-idat.png"),
  ]

  /// On every file in `Corrupt/Constants`.
  static let constants: [Verdict] = [
    .used("good.json"),
    .refused(
      "schema.json", "has the schema 'radial-audio/constants/1', not 'radial-audio/constants/3'",
      hint: Verdict.anew),
    .refused(
      "no-schema.json",
      "line 1, column 1: there is no 'schema'",
      hint: Verdict.anew),
    .refused(
      "no-floor.json",
      "line 2, column 1: 'constants[0]' has no 'floor'",
      hint: Verdict.anew),
    .refused(
      "no-channels.json",
      "line 5, column 3: 'constants[0].tracks' is not a known key; the keys are "
        + "ballistics, tickRate, floor, ticks, silentTicks, range, channels",
      hint: Verdict.anew),
    .refused(
      "no-p95.json",
      "line 6, column 7: 'constants[0].channels[0].peak' has no 'p95'",
      hint: Verdict.anew),
    .refused(
      "more.json",
      "line 3, column 3: 'constants[0].gain' is not a known key; the keys are "
        + "ballistics, tickRate, floor, ticks, silentTicks, range, channels",
      hint: Verdict.anew),
    .refused(
      "string.json",
      "line 6, column 50: 'constants[0].channels[0].peak.p95' is '20.00000', not a number from 0 to 30",
      hint: Verdict.anew),
    .refused(
      "tick-rate.json",
      "line 2, column 34: 'constants[0].tickRate' is 60, not a rate such as '60' or '30000/1001'",
      hint: Verdict.anew),
    .refused(
      "tick-rate-50.json", "has constants of 50 ticks a second, but this run has 60",
      hint:
        "use constants of the same tick rate, or readings of theirs: radial-audio meter SOUND --fps "
        + "50 -o song.readings"),
    .refused(
      "tick-rate-0.json",
      "line 2, column 34: 'constants[0].tickRate' is '0', not a rate such as '60' or '30000/1001'",
      hint: Verdict.anew),
    .refused(
      "tick-rate-word.json",
      "line 2, column 34: 'constants[0].tickRate' is 'fast', not a rate such as '60' or '30000/1001'",
      hint: Verdict.anew),
    .refused(
      "ballistics-tick.json",
      "has constants of the ballistics 'tick', but this run has 'avaudioplayer'",
      hint: Verdict.anew),
    .refused(
      "petal.json",
      "line 2, column 1: 'constants[0]' has no 'fall'",
      hint: Verdict.anew),
    .refused(
      "fall.json",
      "line 2, column 34: 'constants[0].fall' is not a known key; the keys are "
        + "ballistics, tickRate, floor, ticks, silentTicks, range, channels",
      hint: Verdict.anew),
    .refused(
      "fall-0.json",
      "line 2, column 26: 'constants[0].fall' is 0, not a number from 0.001 to 1000",
      hint: Verdict.anew),
    .refused(
      "ballistics-unknown.json",
      "line 2, column 3: 'constants[0].ballistics' is 'lamp', not one of 'tick', 'avaudioplayer', "
        + "'petal', 'vu', 'ppm-din', 'ppm-nordic', 'ppm-bbc', 'ppm-ebu', 'k-20', 'k-14', 'k-12', 'r128'",
      hint: Verdict.anew),
    .refused("nan.json", "is not JSON: line 6, column 57: unexpected 'N'", hint: Verdict.anew),
    .refused("infinity.json", "is not JSON: line 6, column 57: unexpected 'I'", hint: Verdict.anew),
    .refused(
      "huge.json", "is not JSON: line 6, column 57: a number that is too large", hint: Verdict.anew),
    .refused(
      "negative.json",
      "line 6, column 16: 'constants[0].channels[0].peak.max' is -40, not a number from 0 to 999999999.99999",
      hint: Verdict.anew),
    .refused(
      "not-ordered.json",
      "line 6, column 50: 'constants[0].channels[0].peak.p95' is 35, not a number from 0 to 30",
      hint: Verdict.anew),
    .refused(
      "ticks-negative.json",
      "line 3, column 3: 'constants[0].ticks' is -1, not a whole number from 0 on",
      hint: Verdict.anew),
    .refused(
      "ticks-half.json",
      "line 3, column 3: 'constants[0].ticks' is 1440.5, not a whole number from 0 on",
      hint: Verdict.anew),
    .refused(
      "silence.json",
      "line 3, column 18: 'constants[0].silentTicks' is 1441, not what 'ticks' and the channels' figures allow",
      hint: Verdict.anew),
    .refused(
      "null.json",
      "line 6, column 7: 'constants[0].channels[0].peak' is null, not figures like those of the average",
      hint: Verdict.anew),
    .refused(
      "no-range.json",
      "line 4, column 3: 'constants[0].ranges' is not a known key; the keys are "
        + "ballistics, tickRate, floor, ticks, silentTicks, range, channels",
      hint: Verdict.anew),
    .refused(
      "range-backward.json",
      "line 4, column 37: 'constants[0].range.peak' is an array, not two levels, the lower one first",
      hint: Verdict.anew),
    .refused(
      "range-channel-2.json",
      "line 4, column 25: 'constants[0].range.right' is 2, not a whole number from 0 to 1",
      hint: Verdict.anew),
    .refused(
      "floor-huge.json",
      "line 2, column 52: 'constants[0].floor' is -1e+300, not a number from -999999999.99999 to 999999999.99999",
      hint: Verdict.anew),
    .refused("mono.json", "has constants of 1 channel, but this run needs 2"),
    .refused(
      "channels-empty.json",
      "line 5, column 3: 'constants[0].channels' is an array of 0 elements, not of 1 or more",
      hint: Verdict.anew),
    .refused(
      "empty.json", "is not JSON: line 1, column 1: the text ends too early", hint: Verdict.anew),
    .refused(
      "array.json",
      "line 1, column 1: the text is an array, not an object",
      hint: Verdict.anew),
    .refused(
      "truncated.json", "is not JSON: line 6, column 24: the text ends too early",
      hint: Verdict.anew),
    .refused(
      "twice.json", "is not JSON: line 8, column 1: more text after the value", hint: Verdict.anew),
    .refused(
      "duplicate.json", "is not JSON: line 3, column 3: the key 'floor' for the second time",
      hint: Verdict.anew),
    .refused("comment.json", "is not JSON: line 3, column 3: unexpected '/'", hint: Verdict.anew),
    .refused("comma.json", "is not JSON: line 7, column 202: unexpected ']'", hint: Verdict.anew),
    .refused(
      "not-utf8.json",
      "is not JSON: line 1, column 15: bytes that are not UTF-8", hint: Verdict.anew
    ),
    .refused("nul.json", "is not JSON: line 1, column 2: unexpected byte 0", hint: Verdict.anew),
    .refused(
      "utf16.json", "is not JSON: line 1, column 1: unexpected byte 255", hint: Verdict.anew),
    .refused(
      "byte-order-mark.json", "is not JSON: line 1, column 1: a byte order mark", hint: Verdict.anew
    ),
    .refused(
      "deep.json", "is not JSON: line 1, column 65: brackets nested more than 64 deep",
      hint: Verdict.anew),
  ]
}
