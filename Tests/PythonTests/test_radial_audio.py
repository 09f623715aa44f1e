# SPDX-License-Identifier: MIT
"""The Python package, as it is installed; FIXTURES in the environment names the folder of them."""
import csv
import io
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import radial_audio

DEMO = pathlib.Path(os.environ["FIXTURES"], "demo.flac")
try:
    import imageio_ffmpeg
    import numpy
except ImportError:
    imageio_ffmpeg = numpy = None
HAS_FFMPEG = imageio_ffmpeg or shutil.which("ffmpeg")
WITHOUT_NUMPY = {"numpy": None}
# A shell lets what it starts in the background ignore Ctrl-C, and children would do so too.
signal.signal(signal.SIGINT, signal.default_int_handler)


def processes(session):
    """The names of the processes of a session, which includes what a child of its leader starts."""
    names = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, fields = status.read_text().rpartition(") ")
        except OSError:  # It has ended.
            continue
        if fields.split()[3] == str(session):
            names.append(name)
    return names


class PackageTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def fails(self, status, function, *arguments, **options):
        """The error of a call that must fail with this status."""
        with self.assertRaises(radial_audio.RadialAudioError) as caught:
            function(*arguments, **options)
        self.assertEqual(caught.exception.status, status)
        return caught.exception


class MeterTests(PackageTests):
    def test_defaults_of_the_user_change_no_numbers(self):
        (self.folder / "radial-audio").mkdir()
        (self.folder / "radial-audio" / "options").write_text("fps 30\noutput levels.csv\n")
        with mock.patch.dict(os.environ, XDG_CONFIG_HOME=str(self.folder)):
            self.assertEqual(len(radial_audio.meter(DEMO, duration=1).frame), 60)
        with self.assertRaises(TypeError):
            radial_audio.meter(DEMO, output="levels.csv")

    def test_columns_are_those_of_the_program(self):
        text = subprocess.run([radial_audio.program(), "meter", DEMO, "--add", "bands,beats"],
                              check=True, capture_output=True, encoding="utf-8").stdout
        head, *rows = csv.reader(io.StringIO(text))
        levels = radial_audio.meter(DEMO, add=["bands", "beats"])
        self.assertEqual(list(levels), head)
        for name, values in zip(head, zip(*rows)):
            self.assertEqual(list(levels[name]), list(map(float, values)), name)
        self.assertEqual(len(levels.frame), 5940)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_columns_are_arrays_with_one_value_for_each_tick(self):
        levels = radial_audio.meter(DEMO, duration=2)
        self.assertEqual(levels.peak.shape, (120, 2))
        self.assertEqual(levels.average.shape, (120, 2))
        self.assertEqual(levels.time_s.shape, (120,))
        self.assertEqual((levels.frame.dtype, levels.time_s.dtype), (numpy.int64, numpy.float64))
        self.assertTrue((levels.peak[:, 1] == levels.peak_1_dbfs).all())

    def test_columns_are_lists_without_numpy(self):
        with mock.patch.dict(sys.modules, WITHOUT_NUMPY):
            levels = radial_audio.meter(DEMO, duration=2)
        self.assertIsInstance(levels.time_s, list)
        self.assertEqual((len(levels.peak), len(levels.peak[0])), (120, 2))
        self.assertEqual([row[1] for row in levels.peak], levels.peak_1_dbfs)

    def test_words_stay_words(self):
        lyrics = self.folder / "words.lrc"
        lyrics.write_text('[00:00.50]12\n[00:01.00]one, "two"\n', encoding="utf-8")
        levels = radial_audio.meter(DEMO, add=["lyrics"], lyrics=lyrics, duration=2)
        self.assertEqual(sorted(set(levels.lyrics)), ["", "12", 'one, "two"'])

    def test_a_missing_column_is_named(self):
        levels = radial_audio.meter(DEMO, duration=1)
        with self.assertRaisesRegex(AttributeError, "pitch_hz.*peak_0_dbfs"):
            print(levels.pitch_hz)

    def test_a_warning_of_the_program_is_one_of_python(self):
        with self.assertWarnsRegex(UserWarning, "has no lyrics(.|\n)*hint: "):
            radial_audio.meter(DEMO, add=["lyrics"], duration=1)


class ErrorTests(PackageTests):
    def test_a_missing_file(self):
        error = self.fails(66, radial_audio.meter, "missing.flac")
        self.assertIn("missing.flac", error.message)

    def test_an_unknown_option_and_a_wrong_value(self):
        self.assertIn("--colour", self.fails(64, radial_audio.poster, DEMO, "x.png", colour="red").message)
        error = self.fails(64, radial_audio.poster, DEMO, "x.png", palette="dsk")
        self.assertIn("'dsk'", error.message)
        self.assertIn("'dusk'", error.hint)
        self.assertIn("hint: ", str(error))

    def test_an_output_that_exists(self):
        output = self.folder / "poster.png"
        self.assertEqual(radial_audio.poster(DEMO, output, size="64x64"), output)
        self.assertIn("--overwrite", self.fails(73, radial_audio.poster, DEMO, output, size="64x64").hint)
        radial_audio.poster(DEMO, output, size="64x64", overwrite=True)

    def test_no_ffmpeg(self):
        # The program where nothing of Python is beside it; its libraries are found all the same.
        place = self.folder / "place"
        for folder in ["bin", "lib"]:
            (place / folder).mkdir(parents=True)
        program = pathlib.Path(radial_audio.program()).resolve()
        shutil.copy(program, place / "bin")
        (place / "lib/radial-audio").symlink_to(program.parents[1] / "lib/radial-audio")
        with mock.patch.object(radial_audio, "program", lambda: place / "bin/radial-audio"), \
                mock.patch.dict(os.environ, {"PATH": str(self.folder)}):
            error = self.fails(69, radial_audio.film, DEMO, self.folder / "film.mp4")
        self.assertIn("ffmpeg", error.message)
        self.assertIn("pip install imageio-ffmpeg", error.hint)


class CommandTests(PackageTests):
    def test_commands_get_only_options_that_they_have(self):
        self.assertIn("ffmpeg", radial_audio.run("doctor"))
        self.assertIn('"checks"', radial_audio.run("doctor", json=True))
        self.assertTrue(radial_audio.run("manual").startswith(".TH"))
        self.assertIn("complete", radial_audio.run("completions", "bash"))
        self.assertIn("scenes", radial_audio.run("palette", "dusk"))
        self.assertIn("halo", radial_audio.run("looks"))

    def test_what_is_no_text_is_not_damaged(self):
        picture = radial_audio.run("poster", DEMO, output="-", format="png", size="64x64")
        self.assertTrue(picture.startswith(b"\x89PNG\r\n\x1a\n"))
        named = radial_audio.poster(DEMO, self.folder / "a.png", size="64x64")
        self.assertEqual(picture, named.read_bytes())
        frames = radial_audio.run("render", DEMO, output="-", format="rgba", size="8x8", duration=0.1)
        self.assertEqual(len(frames), 6 * 8 * 8 * 4)

    def test_loudness_and_constants_are_dictionaries(self):
        found = radial_audio.loudness(DEMO)
        self.assertLess(found["tracks"][0]["integrated"], 0)
        both = radial_audio.loudness(DEMO, str(DEMO))
        self.assertEqual(len(both["tracks"]), 2)
        self.assertAlmostEqual(both["together"]["integrated"], found["tracks"][0]["integrated"], 3)
        constants = radial_audio.normalize(DEMO, ballistics="tick")
        path = self.folder / "c.json"
        self.assertEqual(radial_audio.normalize(DEMO, ballistics="tick", output=path), constants)
        self.assertIsInstance(constants, dict)
        self.assertTrue(path.exists())
        with self.assertRaises(TypeError):
            radial_audio.loudness(DEMO, output="x.csv")

    def test_an_unreadable_track_is_an_error_or_left_out(self):
        bad = self.folder / "bad.wav"
        bad.write_text("no sound")
        self.fails(65, radial_audio.loudness, DEMO, bad)
        with self.assertWarnsRegex(UserWarning, "left out"):
            found = radial_audio.loudness(DEMO, bad, skip_unreadable=True)
        self.assertEqual(len(found["tracks"]), 1)

    def test_the_error_for_no_program_names_no_package(self):
        with mock.patch.object(radial_audio.importlib.metadata, "files", lambda name: []), \
                mock.patch.dict(os.environ, {"PATH": str(self.folder)}), \
                self.assertRaises(FileNotFoundError) as caught:
            radial_audio.program()
        self.assertIn("install the wheel", str(caught.exception))
        self.assertNotIn("pip install radial", str(caught.exception))

    def test_paths_may_be_bytes_that_are_not_utf8(self):
        path = os.fsencode(self.folder) + b"/\xff\n.flac"
        shutil.copy(DEMO, path)
        self.assertEqual(len(radial_audio.meter(path, duration=1).frame), 60)
        output = radial_audio.poster(path, os.fsencode(self.folder) + b"/\xfe.png", size="64x64")
        self.assertTrue(output.exists())


class OptionTests(PackageTests):
    def test_names_and_values_become_words(self):
        words = list(radial_audio._words({
            "fps": 30, "for_": "halo", "overwrite": True, "quiet": False, "sound": None,
            "add": ["bands", "beats"], "floor": -60, "cover": pathlib.Path("a b.png"), "title": "-x, y"}))
        self.assertEqual(words, [
            "--fps=30", "--for=halo", "--overwrite", "--add=bands,beats", "--floor=-60",
            "--cover=a b.png", "--title=-x, y"])

    def test_values_may_be_bytes_ranges_and_sets(self):
        words = list(radial_audio._words({"cover": b"a\xff.png", "channels": range(2), "add": {"bands"}}))
        self.assertEqual(words, ["--cover=a\udcff.png", "--channels=0,1", "--add=bands"])

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_values_may_be_of_numpy(self):
        words = list(radial_audio._words({
            "start": numpy.float64(1.5), "fps": numpy.int32(30), "overwrite": numpy.bool_(True),
            "quiet": numpy.bool_(False), "weights": numpy.array([1.0, 0.5]), "title": numpy.str_("a")}))
        self.assertEqual(words, [
            "--start=1.5", "--fps=30", "--overwrite", "--weights=1.0,0.5", "--title=a"])

    def test_a_name_that_begins_with_a_minus_is_a_file(self):
        shutil.copy(DEMO, self.folder / "-demo.flac")
        script = "import radial_audio; print(len(radial_audio.meter('-demo.flac', duration=1).frame))"
        self.assertEqual(subprocess.check_output([sys.executable, "-c", script], cwd=self.folder), b"60\n")

    def test_sound_can_come_from_the_standard_input(self):
        script = "import radial_audio; print(len(radial_audio.meter('-', duration=1).frame))"
        with open(DEMO, "rb") as sound:
            self.assertEqual(subprocess.check_output([sys.executable, "-c", script], stdin=sound), b"60\n")


class MakingTests(PackageTests):
    def test_a_plan(self):
        plan = radial_audio.plan(DEMO, shard="2/4", duration=2)
        self.assertEqual((plan["frames"], plan["sequenceFrames"]), (30, 120))

    def test_pictures(self):
        frames = radial_audio.render(DEMO, self.folder / "frames", duration=0.5, size="64x36")
        self.assertEqual(len(list(frames.glob("*.png"))), 30)
        picture = radial_audio.render(DEMO, self.folder / "one.svg", at=83.2)
        self.assertTrue(picture.read_text(encoding="utf-8").startswith("<svg"))

    def test_a_page(self):
        page = radial_audio.page(DEMO, self.folder / "a.html", duration=1)
        self.assertIn("<html", page.read_text(encoding="utf-8"))

    def test_any_other_command(self):
        self.assertIn("radial-audio/constants", radial_audio.run("normalize", DEMO, duration=1))

    @unittest.skipUnless(HAS_FFMPEG, "ffmpeg is not installed")
    def test_a_film(self):
        film = radial_audio.film(DEMO, self.folder / "film.mp4", duration=1, size="320x180", palette="dusk")
        self.assertIn(b"ftyp", film.read_bytes()[:12])
        self.assertEqual(radial_audio.meter(film).peak_0_dbfs[10] < 0, True)

    @unittest.skipUnless(HAS_FFMPEG, "ffmpeg is not installed")
    def test_ctrl_c_ends_the_program_and_leaves_nothing(self):
        for to_all in [False, True]:  # as a notebook and as a terminal send it
            script = f"import radial_audio; radial_audio.film({str(DEMO)!r}, 'film.mp4')"
            python = subprocess.Popen([sys.executable, "-c", script], cwd=self.folder,
                                      start_new_session=True, stderr=subprocess.PIPE, text=True)
            deadline = time.monotonic() + 30
            while not os.listdir(self.folder) and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertNotEqual(os.listdir(self.folder), [], "the film was not begun")
            (os.killpg if to_all else os.kill)(python.pid, signal.SIGINT)
            self.assertIn("KeyboardInterrupt", python.communicate(timeout=20)[1])
            self.assertEqual(os.listdir(self.folder), [])
            self.assertEqual(processes(python.pid), [])


if __name__ == "__main__":
    unittest.main()
