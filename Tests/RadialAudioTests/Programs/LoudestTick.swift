// SPDX-License-Identifier: MIT
// The programs of the article "A first program".
import RadialAudio

/// The tick with the highest peak of all channels, counted from 0.
func loudestTick(of input: String) throws -> Int {
  var track = try Track(TrackRequest(input: input))
  var loudest = (index: 0, peak: Decibels.silence)
  let analysis = Analysis<Tick>.levels(.tick, floor: .silence)
  _ = try track.read(analysis, progress: { _ in true }) { tick in
    for level in tick.levels where level.peak > loudest.peak {
      loudest = (tick.index, level.peak)
    }
  }
  return loudest.index
}

/// Draws a frame of a track.
func draw(frame: Int, of input: String, to output: String) throws {
  let request = RunRequest(RadialView.self, of: input, look: "sun") {
    picture, options in
    (picture.width, picture.height) = (1080, 1080)
    options.set("rim", to: "90")
  }
  let run = try ReadRun(request)
  try write(try run.picture(ofFrame: frame), to: output)
}

/// Writes a file, which appears completely or not at all.
func write(_ bytes: [UInt8], to path: String) throws {
  let file = try OutputFile(path, replacing: true)
  try file.write(bytes.span)
  try file.commit()
}

/// Draws every frame of a track, on two threads.
func drawFrames(of input: String, to folder: String) throws {
  let run = try ReadRun(RunRequest(RadialView.self, of: input))
  let pattern = FramePattern(folder: folder, fileExtension: "png")
  let writer = try FrameSequenceWriter(
    FrameFolder(pattern: pattern, existing: .keep),
    job: SequenceSettings(
      input: input, facts: run.facts, frameCount: run.schedule.frameCount),
    frames: run.frames)
  let pipeline = RenderPipeline(
    scenes: run.scenes, renderer: PNGFrameRenderer.self, writer: writer)
  try pipeline.run(run.frames, jobs: 2) { _ in true }
  try writer.finish()
}

/// Makes a film of a track with its sound.
func makeFilm(of input: String, to output: String) throws {
  let request = RunRequest(RadialView.self, of: input, look: "sun")
  let film = try Film(request, FilmRecipe(FilmRequest(.mp4)))
  try film.write(to: output)
}

/// Makes a page of a track, which plays in a browser.
func makePage(of input: String, to output: String) throws {
  let request = RunRequest(RadialView.self, of: input, look: "sun")
  let page = try Page(request)
  let scenes = try page.scenes(jobs: 2)
  let file = try OutputFile(output, replacing: true)
  try page.write(scenes, at: output) { bytes in try file.write(bytes.span) }
  try file.commit()
}

/// The lines of `main.swift` that draw.
func drawAsTold() throws {
  let input = CommandLine.arguments[1]
  let tick = try loudestTick(of: input)
  try draw(frame: tick, of: input, to: CommandLine.arguments[2])
  print("tick \(tick) is the loudest")
}

/// The lines of `main.swift` that make a film.
func makeFilmAsTold() throws {
  Interruption.listen()
  try makeFilm(of: CommandLine.arguments[1], to: CommandLine.arguments[2])
}
