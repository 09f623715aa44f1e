// SPDX-License-Identifier: MIT

/// Every file of the folder `Fixtures`, made anew.
package enum FixtureCatalog {
  /// A file: its path inside the folder, and its bytes.
  package typealias File = (path: String, bytes: [UInt8])

  /// The demo track, that of the tests, the demo logo, the test signals, the broken files and the page that explains
  /// them.
  package static func files() -> [File] {
    [
      (path: "demo.flac", bytes: Performance.demo().bytes),
      (path: "Audio/demo.flac", bytes: Performance.short().bytes),
      (path: "demo-logo.png", bytes: Logo.image().bytes),
    ] + smallFiles()
  }

  /// The files that take no time to make: the test signals, the broken files and the page.
  package static func smallFiles() -> [File] {
    TestSignal.all.map { (path: "Audio/\($0.name)", bytes: $0.file.bytes) }
      + CorruptFile.all.map { (path: "Corrupt/\($0.name)", bytes: $0.bytes) } + [
        (path: "Fonts/blocks.ttf", bytes: BlockFont.bytes),
        (path: "README.md", bytes: Array(page.utf8)),
      ]
  }

  private static var page: String {
    """
    # Fixtures

    [Images](Images/README.md) has the gallery of looks, which `radial-audio` has drawn, and
    [Examples](Examples/README.md) has recipes and scripts.

    Everything here is made by our own program from formulas, but for these two, the scripts in
    `Structure`, the text in `Lyrics`, the looks in `Looks`, and `Goldens`, which `radial-audio` has written: `make fixtures`, or
    `swift run -c release FixtureMaker Fixtures`. It is under the MIT licence of this repository; no
    recording, sample or picture of others is part of it. This page is written by the same program.

    The program uses additions, products and square roots only, no `sin` or `exp` of a C library, and
    writes WAV, FLAC and PNG by itself. So a file is the same to the last byte wherever it is made.

    ## For the eye and the ear

    | file | what it is |
    |---|---|
    | `demo.flac` | sixteen rounds of four chords at 160 beats a minute, each 6 s or one turn of the figure, \
    and an end, 99 s in all: intro, verse from 12 s, refrain from 36 s, break from 54 s, refrain from 66 s; \
    22 050 Hz, stereo, 16 bits of which the lower three to six are zero (both keep the file small); \
    loudest sample −1 dBFS |
    | `Audio/demo.flac` | the same for the tests, but short: twelve bars at 120 beats a minute, 24 s or four \
    turns; 44 100 Hz, stereo, the lower three bits zero; digital silence from 15 to 16 s, a fade at the end |
    | `demo-logo.png` | a dot and four level arcs, 512 × 512 pixels, black with straight alpha |
    | `Fonts/blocks.ttf` | a font for the tests: capitals are blocks, small letters lower blocks, ideographs \
    circles, Hebrew letters triangles; 1000 units an em, capitals 700 high |

    ## For the tests

    n counts sample frames from 0, k ticks of 1/60 s; full scale is 1. The last column is what
    `meter --ballistics tick` reads in every tick, in dBFS, known on paper: 20·log₁₀ of the largest
    sample, and of the root of the mean square.

    | file | rate | channels | stored as | samples | reads |
    |---|---|---|---|---|---|
    \(TestSignal.all.map(row).joined(separator: "\n"))

    ## Broken and odd on purpose

    In `Corrupt`: each is a good file and what was done to it. What the program makes of each is in
    `Tests/EndToEndTests/Corpus`. The sounds are 400 sample frames of 16 bits in two channels, ½ and −¼,
    at 8000 Hz, unless something else is said. The logos are 5 × 4 pixels; their colours are red 50·x,
    green 60·y, blue max(0, 200 − 12·(x + 5·y)) and alpha 255 − 30·x, their greys c = 12·(x + 5·y).

    | file | made of | by this change |
    |---|---|---|
    \(CorruptFile.all.map(row).joined(separator: "\n"))

    """
  }

  private static func row(_ file: CorruptFile) -> String {
    "| `\(file.name)` | \(file.base) | \(file.change) |"
  }

  private static func row(_ signal: TestSignal) -> String {
    let file = signal.file
    let encoding =
      switch file.encoding {
      case .unsigned8: "8-bit"
      case .signed(let bits): "\(bits)-bit"
      case .float32: "32-bit float"
      case .float64: "64-bit float"
      }
    return "| `\(signal.name)` | \(file.sampleRate) | \(file.channelCount) | \(encoding) "
      + "| \(signal.formula) | \(signal.expected) |"
  }
}
