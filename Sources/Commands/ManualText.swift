// SPDX-License-Identifier: MIT
internal import Arguments

/// The manual's text beside the options: rules for all commands.
enum ManualText {
  /// All sections in order.
  static let sections =
    [
      ManSection("FRAMES THAT EXIST", existingFrames), ManSection("ROOM ON THE DISK", room),
      ManSection("INPUT", input), ManSection("FILE NAMES", names),
    ] + ManualTables.sections

  private static let existingFrames = [
    "A frame appears under its name only when it is whole, whatever ends the run. Existing frames are "
      + "never overwritten unasked.",
    "Beside the frames lies their manifest, such as frame-%06d.png.json: the version of the program, a "
      + "checksum of the sound as it was decoded, every option that shapes the frames, the scale, and for "
      + "each frame its checksum (XXH64, as xxhsum -H64 shows it), or a sign that it is still to be "
      + "written. It is the same text however many runs, jobs and shards wrote the frames. It shows "
      + "damage and mix-ups, not tampering.",
    "--resume goes on with the same job only. It keeps the frames that are what was written there, and "
      + "renders those that are missing or damaged. A whole picture that is another one is left alone, "
      + "and ends the run. Frames that the manifest does not know, such as those of shards that were "
      + "copied together, are kept if they are the same.",
    "--overwrite starts afresh: it replaces frames of the same names, and removes the frames of the old "
      + "manifest beyond the new end, and nothing else. If it renders a part only, the other frames of "
      + "the old job stay, with a warning, until --resume replaces them.",
    "A second run that would write the same frames at the same time is refused. Other shards or ranges "
      + "of the same job may run at once, on other machines too where the file system has locks.",
    "An output is never written over what it is made from. A frame is not flushed to the disk before it "
      + "gets its name, so a power cut may cost the last frames; --resume finds and mends them.",
  ]

  private static let room = [
    "render refuses to start if the disk is too small for the frames, in bytes or in number of files. "
      + "plan says how much they take, estimated from 48 sample frames. --no-space-check starts all the "
      + "same.",
    "Readings of a long track that do not fit in 80 MB go to a nameless file in TMPDIR, and so does "
      + "standard input in a format that cannot be read in one go.",
  ]

  private static let input = [
    "The program reads WAV, RF64, W64, AIFF, AIFF-C, AU and CAF with plain samples by itself; FLAC, Ogg "
      + "Vorbis, Opus, MP3 and others with libsndfile; and what else there is with ffmpeg, where it is "
      + "installed.",
    "What is JSON is read as an instrument, whatever its name; in folders only audio files are looked for.",
    "Files are read to their end. Where the header declares fewer sample frames than there are, a "
      + "warning has both numbers. A file that ends early or is damaged is an error that says where; "
      + "--until-damage uses what comes before.",
    "Damage is noticed where the format shows it. MPEG-TS, ADTS AAC and AC-3 do not say how long they "
      + "are. WMA and AAC have no checksums. A last block of ADPCM, GSM and DWVW that was cut is filled "
      + "up, by up to three ticks. Only MP3 and MP2 may begin within a frame, as a station does that is "
      + "tuned in to.",
    "Lossy formats may be a few ticks longer than what was encoded: their encoders pad. Opus is decoded "
      + "at 48000 Hz, and all streams of a chained Ogg at the rate of the first. The most are 1024 "
      + "channels and 10 MHz. Formats that are known only by the end of the name, such as MAT4 and HTK, "
      + "need a file.",
  ]

  private static let names = [
    "Names may be any bytes. In messages, bytes that are not UTF-8 stand as \\xff, and what could break "
      + "a line as an escape. In JSON they are U+FFFD. Commands that are printed to be typed name the "
      + "files exactly, alike for sh, bash and zsh."
  ]
}
