// SPDX-License-Identifier: MIT
internal import Arguments

/// The manual's text beside the options: rules for all commands.
enum ManualText {
  /// All sections in order.
  static let sections =
    [
      ManSection("FRAMES THAT EXIST", existingFrames), ManSection("ROOM ON THE DISK", room),
      ManSection("INPUT", input), ManSection("LYRICS", lyrics),
      ManSection("FILES OF OPTIONS", options), ManSection("FILE NAMES", names),
    ] + ManualTables.sections

  private static let existingFrames = [
    "A frame gets its name only when it is complete, whatever ends the run. Existing frames are "
      + "overwritten only if you ask for it.",
    "Next to the frames is their manifest, such as frame-%06d.png.json: the version of the "
      + "program, a checksum of the sound as it was decoded, every option that changes the frames, "
      + "the scale, and for each frame its checksum (XXH64, as xxhsum -H64 shows it), or a mark "
      + "that it is not written yet. It does not depend on how many runs, jobs and shards wrote "
      + "the frames. It reveals damage and mix-ups, but not tampering.",
    "--existing keep continues the same job only. It keeps the frames that are unchanged, and renders "
      + "those that are missing or damaged. An intact picture that is not a frame of the job is "
      + "left alone, and ends the run. Frames without a checksum in the manifest, such as those of "
      + "shards that were copied together, are kept if they are the same.",
    "--overwrite starts over: it replaces frames of the same names, and removes the frames of the "
      + "old manifest beyond the new end, and nothing else. If it renders a part only, the other "
      + "frames of the old job stay, with a warning, until --existing keep replaces them.",
    "Beside a part of a film, film --shard, is its note, such as part-001.mp4.json: which part it is, "
      + "every option that changes its pictures, and a checksum of its file. --join refuses what does "
      + "not belong together, and --existing keep keeps the parts that are unchanged.",
    "A second run that would write the same frames at the same time is refused. Other shards or "
      + "ranges of the same job may run at once, on other machines too if the file system supports "
      + "locks.",
    "An output never replaces its own input. A frame is not flushed to the disk before it gets its "
      + "name, so a power cut may cost the last frames; --existing keep finds them and renders them "
      + "again.",
  ]

  private static let room = [
    "render refuses to start if the disk is too small for the frames, in bytes or in number of files. "
      + "plan says how much they take, estimated from 48 sample frames. --no-space-check starts all the "
      + "same.",
    "Readings of a long track that do not fit in 80 MB go to a temporary file in TMPDIR, and so "
      + "does standard input in a format that cannot be read from start to end.",
  ]

  private static let input = [
    "The program reads WAV, RF64, W64, AIFF, AIFF-C, AU and CAF with plain samples by itself; "
      + "FLAC, Ogg Vorbis, Opus, MP3 and others with libsndfile; and other formats with ffmpeg, if "
      + "it is installed.",
    "A JSON file is read as an instrument, whatever its name. In folders only audio files are "
      + "used.",
    "Files are read to their end. If the header declares fewer sample frames than there are, a "
      + "warning has both numbers. A file that ends early or is damaged is an error, which says "
      + "where; --until-damage uses the sound before it. Of an Ogg without an end mark, or an MP3 whose last "
      + "frame is incomplete, the whole part is used, with a warning: nothing tells how much is missing.",
    "Tags of ID3, APE and Lyrics3 before and behind the sound of a file are not part of it. Of several tags "
      + "those of the file's own format count first, then the first ID3v2; APE and ID3v1 count where there "
      + "is no ID3v2. Several artists, composers and genres are joined by commas. The cover is the front "
      + "cover, or else the first picture that is not an icon; pictures that a camera has turned are shown "
      + "upright.",
    "Of several audio tracks in a file the default one is read; --track takes another, counted from 1. An "
      + "edit list ends the sound of an MP4, as in players. A sample rate that is not a whole number is read as "
      + "the one below it, with a warning of how late the times are.",
    "The speakers of the channels are those that the file names: WAV and FLAC by a mask, CAF and AIFF "
      + "by a layout, Vorbis, Opus and ALAC by the order of their codec, all others as ffmpeg reads "
      + "them. From there on the channels are in the order of WAV (FL FR FC LFE BL BR FLC FRC BC SL "
      + "SR), and columns and --channels count them in this order. --channels also takes these names, "
      + "and L, R and C. Where nothing names them, the channels have the usual speakers of their "
      + "number, and plan says that this is a guess. They decide how much a channel counts for "
      + "loudness, and what the film's sound says. A film whose sound codec lacks a layout has the "
      + "same one with the sides at the back, or the next larger one with silent channels; in the "
      + "last resort, speakers get free places in order, and a note says so.",
    "--channels mix makes one channel of all: their mean, each with the same weight, so that it "
      + "cannot clip; in 5.1, sound in the centre alone counts a sixth. Readings, constants and "
      + "frames of the mix are not those of the channels, and are not taken for them. The film or "
      + "page of a mix has all channels of its sound.",
    "Damage is found if the format shows it. MPEG-TS, ADTS AAC and AC-3 do not declare their "
      + "length. WMA and AAC have no checksums. A last block of ADPCM, GSM and DWVW that is "
      + "incomplete is filled up, by up to three ticks. Only MP3 and MP2 may begin in the middle "
      + "of a frame, as the stream of a radio station does.",
    "Lossy formats may be a few ticks longer than the original: encoders add padding. Opus is "
      + "decoded at 48000 Hz, and all streams of a chained Ogg at the rate of the first. The most "
      + "are 1024 channels and 10 MHz. Formats that are recognized only by the end of the name, "
      + "such as MAT4 and HTK, cannot be piped.",
  ]

  private static let lyrics = [
    "--lyrics FILE reads LRC, SubRip (SRT) or WebVTT in UTF-8 or UTF-16. The "
      + "format is recognized by the content, not by the name. Times count from the start of the track, so "
      + "a part shows the lines of its time. A line appears in the frame that begins nearest to its time.",
    "Files are read as players read them: what can be used is used, and one warning names the first "
      + "line that is not, and how many there are. These are lines of LRC without a time, such as [Verse 1] "
      + "and credits, and times that cannot be read. More than 2000 characters of a line, more than 20000 lines and more than "
      + "200000 words are left out.",
    "LRC has lines such as [01:23.45] words; a line may have several times, and lasts until the next one. A "
      + "time without words is a pause. Times before words, such as <01:24.10>, tell when these are sung: "
      + "each then stands on a bar of ink, and those to come are paler. [offset:500] shows all lines half a "
      + "second earlier. Two lines at one time are shown together, such as a translation.",
    "In SRT and WebVTT each line has a begin and an end; WebVTT may have times of words. A cue of SRT goes on until "
      + "the next line with times, one of WebVTT until an empty line. Styles, names of speakers and "
      + "positions are left out; references such as &eacute; are characters. Cues that overlap are shown together, "
      + "with / between them.",
    "All lyrics of a song have one size, and up to four lines. A longer text is parted in pages: when the first word of a page "
      + "is sung, or in proportion to its letters. With --title TEXT the title stays above the lyrics; the "
      + "title of the tags is shown in pauses only.",
    "auto looks for a file with the name of the sound file that ends in .lrc, .srt or .vtt. Without one it "
      + "takes the lyrics in the tags: SYNCEDLYRICS or LYRICS of FLAC and Ogg, SYLT or USLT of ID3, and those "
      + "of M4A. They need times as LRC has them.",
    "A line with an end, as SRT has it, that is sung near the end of a film puts off the sleeve that ends it.",
  ]

  private static let options = [
    "--options FILE reads options from a file, one on each line: the long name, a space or =, and the "
      + "value, which is the rest of the line, with or without quotes around it. A line that begins with "
      + "# is a comment. For a band, such a file may be: palette dusk, then cover ./cover.jpg, then "
      + "quality high.",
    "Your own defaults are options in radial-audio/options in $XDG_CONFIG_HOME, or else in ~/.config. "
      + "Every command reads that file first, if it is there; --options none leaves it out. --options may "
      + "be given several times. A later file counts more than an earlier one, and what is typed counts "
      + "more than any file.",
    "One file can be for all commands and looks: options that a command, a view or a look does not have, "
      + "or that are not for what is made, are passed over. Names that no command has are errors.",
    "A value that begins with ./ or ../ is a name in the folder of the file of options, one with ~/ a "
      + "name in your home. Nothing else in a value is replaced, as a shell would.",
    "A file that --options names may come from others. So it may not name outputs, networks or words for "
      + "other programs (--output, --output-dir, --summary, --overwrite, --no-space-check, --keep-sound, "
      + "--osc, --osc-in, --encoder-args, --join), and inputs only in its own folder and below; links are "
      + "followed. Your own defaults may name all of them.",
    "plan lists the options that came from files, with the file and the line. So does the manifest of a "
      + "sequence, and so do errors that have to do with them.",
  ]

  private static let names = [
    "Names, tags, lyrics and labels may be any bytes. In messages and in CSV, bytes that are not UTF-8 "
      + "are shown as \\xff, and control characters, marks that reorder text and invisible ones as "
      + "escapes such as \\u{1b}; so each stays on its line, and a terminal does nothing it says. In JSON "
      + "the same characters are escaped as JSON has it, and bytes that are not UTF-8 are U+FFFD. In pages "
      + "and SVG control characters are spaces, and marks that reorder are left out. Printed commands "
      + "name files exactly, for sh, bash and zsh alike."
  ]
}
