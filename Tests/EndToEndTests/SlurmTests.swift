// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// The example for Slurm, on a stand-in for it that does each job when it is submitted.
@Suite(.enabled(if: InstalledTool.areInstalled(.sh, .ffmpeg), "ffmpeg adds the sound"))
struct SlurmTests {
  private static let sbatch = """
    #!/bin/sh
    tasks=none
    for word; do
      case $word in
        --array=1-*) tasks=$(seq "${word#--array=1-}") ;;
        --export=ALL,*) export "${word#--export=ALL,}" ;;
        --*) ;;
        *) break ;;
      esac
      shift
    done
    for SLURM_ARRAY_TASK_ID in $tasks; do
      export SLURM_ARRAY_TASK_ID
      sh "$@" >>jobs.log 2>&1 || echo "$STEP: $?" >>jobs.log
    done
    echo 1
    """

  @Test func `the tasks of an array make the parts of the film that is made at once`() throws {
    try TemporaryFolder.with { folder in
      let track = Repository.fixture("Audio/demo.flac")
      try folder.writeProgram(Self.sbatch, "sbatch")
      var command = CommandRun(
        try InstalledTool.sh.found,
        [Repository.fixture("Examples/slurm.sh"), track, "out", "halo", "3", "--size", "64x36"])
      command.folder = folder.path
      command.environment = [
        "PATH": "\(folder.path):/usr/bin:/bin", "RADIAL_AUDIO": Repository.product("radial-audio"),
        "HOME": folder.path,
      ]
      try Program.succeed(command)
      #expect(folder.names(in: "out/parts").count { $0.hasSuffix(".mp4") } == 3)
      let log = try String(decoding: folder.bytes("jobs.log"), as: UTF8.self)
      #expect(log.hasPrefix("radial-audio: 1440 frames at 60 a second in out/film.mp4, "), "\(log)")
      var whole = Program.command([
        "film", track, "--look", "halo", "--size", "64x36", "-q", "-o", "whole.mp4",
      ])
      whole.folder = folder.path
      try Program.succeed(whole)
      #expect(try folder.bytes("out/film.mp4") == folder.bytes("whole.mp4"))
    }
  }
}
