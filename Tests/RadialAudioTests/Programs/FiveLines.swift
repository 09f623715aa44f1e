// SPDX-License-Identifier: MIT
// The program of the front page of the documentation and of the README.
import RadialAudio

/// The lines of `main.swift`.
func makeFilmOfSong() throws {
  let request = RunRequest(RadialView.self, of: "song.flac", look: "sun")
  let film = try Film(request, FilmRecipe(FilmRequest(.mp4)))
  try film.write(to: "song.mp4")
}
