// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// The settings of every Swift target: nothing doubtful passes unseen.
let careful: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// What ships is checked for memory safety as well: `unsafe` is a word that can be searched for.
let strict = careful + [.strictMemorySafety()]

/// What the tests of this package test is optimized, with what makes their sounds and pictures, so that they take
/// minutes; the tests themselves are not, since compiling them would take longer than running them. Modules are
/// compiled as a whole, as those that ship are: file by file the program takes 2.3 times as long, and each change of a
/// file compiles all modules above it anew. One thread would name too few files for the index that finds the tests.
/// Only `make` asks for it: a package with unsafe flags cannot be a dependency.
let optimized: [SwiftSetting] =
  Context.environment["RADIAL_AUDIO_OPTIMIZED"] == "1"
  ? [.unsafeFlags(["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode"])] : []

/// The floors of `Sources`, each with a README, and the targets that stand there. `.ci/lint` keeps what a
/// floor may import.
let floors = [
  "Base": "Arguments CLinux CPNG CSndfile FontShim Hashing JSON PNGShim Platform Text",
  "Flow": "Signal Decoding Analysis Drawing Fonts Views Rendering Writing Pipeline",
  "Wings": "Synthesis Instruments LoudnessReports",
  "Products": "H264 MP4 Filming Pages",
  "Command": "Commands RadialAudio radial-audio",
  "Tools": "Benchmarks FixtureMaker FuzzDriver Fuzzing",
]

/// The folder of a target.
func place(_ name: String) -> String {
  let floor = floors.first { $0.value.split(separator: " ").contains { $0 == name } }
  return "Sources/\(floor?.key ?? "")/\(name)"
}

/// A stage of the pipeline, or one of the libraries beside it.
func stage(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: place(name), resources: resources,
    swiftSettings: strict + optimized)
}

/// A target in C.
func shim(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: place(name),
    cSettings: [.treatAllWarnings(as: .error)])
}

/// A program.
func program(
  _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: place(name), swiftSettings: strict + settings)
}

/// The tests of the stage of the same name, and all else that they import: what is not named here is not
/// built again when that changes.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], tables: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies,
    exclude: tables, swiftSettings: careful)
}

let package = Package(
  name: "RadialAudio",
  products: [
    .library(name: "RadialAudio", targets: ["RadialAudio"]),
    .executable(name: "radial-audio", targets: ["radial-audio"]),
  ],
  targets: [
    // C libraries
    .systemLibrary(
      name: "CSndfile", path: place("CSndfile"), pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CPNG", path: place("CPNG"), pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    shim("PNGShim", ["CPNG"]),
    // HarfBuzz, loaded when a font is opened
    shim("FontShim"),
    // pipe2(2) and others, and the arguments of the process
    shim("CLinux"),

    // Libraries that know nothing of audio
    stage("Platform", ["CLinux", "Text"]),
    stage("Text", resources: [.embedInCode("References")]),
    stage("JSON", ["Text"]),
    stage("Hashing"),
    stage("H264"),
    stage("MP4"),
    stage("Arguments", ["Text"]),
    stage("Fonts", ["Drawing", "Platform", "Hashing", "Text", "FontShim"]),

    // The pipeline, in the order in which data flows through it:
    // 0 the nouns that every stage shares
    stage("Signal", ["Text"]),
    // 1 files to blocks
    stage(
      "Decoding",
      [
        "Signal", "Drawing", "Platform", "JSON", "Hashing", "Text", "CSndfile", "CPNG", "PNGShim",
      ]),
    // 2 blocks to ticks
    stage("Analysis", ["Signal", "Platform", "JSON", "Text"]),
    // 3 ticks to scenes, in the words of Drawing
    stage("Drawing"),
    stage(
      "Views", ["Signal", "Analysis", "Drawing", "Arguments", "Platform", "JSON", "Text"],
      resources: [.embedInCode("Looks/BuiltIn")]),
    // 4 scenes to frames
    stage("Rendering", ["Drawing", "Platform", "Text", "CPNG"]),
    // 5 frames to disk
    stage("Writing", ["Rendering", "Platform", "JSON", "Hashing", "Text", "CSndfile"]),
    // a wing: instruments to blocks and scenes
    stage("Synthesis", ["Signal", "JSON"]),
    stage(
      "Instruments",
      ["Synthesis", "Signal", "Decoding", "Analysis", "Drawing", "Views", "Arguments", "Text"]),
    // a wing: loudness to sheets
    stage(
      "LoudnessReports",
      ["Signal", "Analysis", "Drawing", "Views", "Arguments", "Platform", "Text"]),
    // all of them
    stage(
      "Pipeline",
      [
        "Signal", "Decoding", "Analysis", "Drawing", "Fonts", "Views", "Instruments",
        "LoudnessReports", "Rendering",
        "Writing", "Arguments", "Platform", "JSON", "Hashing", "Text",
      ]),
    // and to films
    stage(
      "Filming",
      [
        "Pipeline", "Signal", "Decoding", "Drawing", "Rendering", "Writing", "Platform", "JSON",
        "H264", "Hashing", "MP4", "Text",
      ]),
    // and to pages
    stage(
      "Pages",
      [
        "Filming", "Pipeline", "Analysis", "Signal", "Decoding", "Drawing", "Rendering", "Platform",
        "JSON", "Text", "Views", "LoudnessReports",
      ], resources: [.embedInCode("Player")]),
    stage(
      "Commands",
      [
        "Pipeline", "Filming", "Pages", "Arguments", "Signal", "Synthesis", "Decoding", "Analysis",
        "Drawing", "Fonts", "Views", "LoudnessReports", "Rendering", "Writing", "Platform", "JSON",
        "Hashing", "Text",
      ]),

    // Products and developer programs
    stage(
      "RadialAudio",
      [
        "Signal", "Decoding", "Analysis", "Drawing", "Views", "Synthesis", "Instruments",
        "LoudnessReports", "Rendering", "Fonts", "Writing", "Pipeline", "Filming", "Pages",
        "Arguments", "Platform",
        "H264", "Hashing", "MP4",
      ]),
    program("radial-audio", ["Commands", "Platform"]),
    program("FixtureMaker", ["Synthesis"], optimized),
    program(
      "Benchmarks",
      [
        "CPNG", "CSndfile", "Decoding", "Drawing", "Analysis", "Instruments", "Pipeline",
        "Platform", "Rendering", "Signal", "Views", "Writing",
      ]),

    // Random bytes for what reads files and words of others; `make fuzz` builds the driver with
    // libFuzzer, any other build as a program that tries the files it is given
    stage(
      "Fuzzing",
      [
        "Commands", "Arguments", "Signal", "Synthesis", "Decoding", "Analysis", "Drawing", "Fonts",
        "Views", "Rendering", "Writing", "Pipeline", "Filming", "Platform", "JSON", "Hashing",
        "H264", "MP4", "Text",
      ]),
    program("FuzzDriver", ["Fuzzing", "Platform"]),

    // Tests
    .target(
      name: "TestSupport", dependencies: ["Signal", "Analysis", "Drawing", "Views", "Rendering"],
      path: "Tests/TestSupport", swiftSettings: careful + optimized),
    .target(
      name: "CommandSupport", dependencies: ["TestSupport", "Commands", "JSON", "Platform"],
      path: "Tests/CommandSupport", swiftSettings: careful + optimized),
    tests("Platform", ["Text"]),
    tests("Text"),
    tests("JSON"),
    tests("Hashing"),
    tests("H264"),
    tests("MP4"),
    tests("Arguments"),
    tests("Fonts", ["Drawing"]),
    tests("Signal"),
    tests("Decoding", ["Signal", "Drawing", "Platform"]),
    tests("Analysis", ["Signal", "JSON"]),
    tests("Drawing"),
    tests("Views", ["Signal", "Analysis", "Drawing", "Arguments", "JSON", "Rendering"]),
    tests("Synthesis", ["Signal", "JSON"]),
    tests(
      "Instruments", ["Synthesis", "Signal", "Analysis", "Drawing", "Views", "Arguments"]),
    tests(
      "Rendering",
      [
        "Analysis", "Signal", "Decoding", "Drawing", "Fuzzing", "Synthesis", "Instruments", "Views",
      ]),
    tests("Writing", ["Platform", "Rendering", "Hashing", "Text"]),
    tests(
      "Pipeline",
      [
        "Signal", "Analysis", "Arguments", "Decoding", "Drawing", "Hashing", "Views", "Rendering",
        "Writing", "Platform",
      ]),
    tests(
      "Filming",
      [
        "Decoding", "Drawing", "Hashing", "LoudnessReports", "Pipeline", "Platform", "Rendering",
        "Signal", "Views", "Writing",
      ]),
    tests(
      "Pages",
      [
        "Analysis", "CPNG", "Drawing", "Fuzzing", "LoudnessReports", "Pipeline", "Rendering",
        "Signal", "Views",
      ]),
    tests(
      "Commands",
      [
        "CommandSupport", "Analysis", "Arguments", "Decoding", "Filming", "JSON", "Pipeline",
        "Platform", "Rendering", "Signal", "Views", "Writing",
      ], tables: ["mistakes.txt"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "radial-audio", "CommandSupport", "Drawing", "Filming", "Instruments", "JSON",
        "LoudnessReports", "Pipeline", "Rendering", "Signal", "TestSupport", "Views",
      ],
      exclude: ["Corpus/verdicts.txt", "Faults/faults.c"], swiftSettings: careful),
    tests("RadialAudio"),
    tests("FixtureMaker"),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "Fuzzing", "TestSupport", "Analysis", "Arguments", "Commands", "Decoding", "Drawing",
        "JSON", "Signal", "Writing",
      ], exclude: ["Inputs"],
      swiftSettings: careful),
  ]
)
