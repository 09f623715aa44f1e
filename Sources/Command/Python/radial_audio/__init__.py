# SPDX-License-Identifier: MIT
"""Turn sound into films, pictures and numbers.

    import radial_audio

    levels = radial_audio.meter("song.flac", add=["bands"])
    levels.peak                      # dBFS, of the shape (ticks, channels)
    levels.bass_20_250_dbfs          # dBFS, of the shape (ticks,)
    radial_audio.film("song.flac", "song.mp4", palette="dusk", overwrite=True)

Each function runs the program ``radial-audio``, which is installed with this package. Keywords are
the options that ``radial-audio COMMAND --help`` lists: ``fps=30`` is ``--fps 30``,
``overwrite=True`` is ``--overwrite``, a list or an array becomes words with commas between, and
``False`` and ``None`` leave an option out. Names that Python has taken end in an underscore:
``for_="halo"``. Paths are text, bytes or objects such as :class:`pathlib.Path`.
"""
from __future__ import annotations

import csv
import importlib.metadata
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import warnings
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Union

__all__ = [
    "Levels", "RadialAudioError", "film", "loudness", "meter", "normalize", "page", "plan", "poster",
    "program", "render", "run",
]

PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

#: How many ticks are read at a time.
_BLOCK = 4096
#: The columns of words; all others are of numbers.
_WORDS = {"notes", "lyrics"}
#: The commands that only print: they report nothing, and read no defaults of the user.
_PRINTING = {"completions", "doctor", "manual", "palette"}
#: The commands whose standard output, where that is chosen, is a file: a picture, a film, sound.
_FILES = {"film", "looks", "page", "poster", "render", "synth", "watch"}


class RadialAudioError(Exception):
    """What the program says when it fails."""

    def __init__(self, message: str, hint: str | None, status: int) -> None:
        super().__init__(message + (f"\nhint: {hint}" if hint else ""))
        #: What is wrong, and where.
        self.message = message
        #: The way out, if one is known.
        self.hint = hint
        #: The exit status: 64 for wrong options, 65 for damaged sound, 66 for a missing input, 69 if
        #: ffmpeg is needed, 73 if the output exists; ``radial-audio --help`` lists all. The negative
        #: number of a signal that ended the program by force.
        self.status = status


class Levels(dict[str, Any]):
    """The columns that ``radial-audio meter`` writes, by their names, one value for each tick.

    Each has the shape ``(ticks,)`` and is an array of numpy, or a list where numpy is not installed.
    ``frame`` is the number of the tick from 0; ``time_s`` is when it begins, in seconds; the unit of
    every other column ends its name. ``notes`` and ``lyrics`` are lists of words. A column can be had
    as an attribute too: ``levels.time_s`` is ``levels["time_s"]``.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no column {name!r} in {', '.join(self)}") from None

    @property
    def peak(self) -> Any:
        """The peak level of each tick and channel in dBFS, of the shape ``(ticks, channels)``."""
        return self._of_channels("peak")

    @property
    def average(self) -> Any:
        """The average level of each tick and channel in dBFS, of the shape ``(ticks, channels)``."""
        return self._of_channels("average")

    def _of_channels(self, kind: str) -> Any:
        columns = [self[name] for name in self if name.startswith(f"{kind}_") and name.endswith("_dbfs")]
        numpy = _numpy()
        return numpy.stack(columns, axis=1) if numpy else [list(row) for row in zip(*columns)]


def meter(path: PathLike, *, add: str | Iterable[str] = (), **options: Any) -> Levels:
    """Measures the peak and average level of every tick, of which there are 60 in a second.

    ``add`` names more columns, such as ``["bands", "beats"]``; ``radial-audio meter --help`` lists
    them with their units. ``path`` is an audio file, an instrument, or ``"-"`` for the standard input.
    Raises :class:`RadialAudioError`.
    """
    if "output" in options:
        raise TypeError("meter() returns the levels; run('meter', ...) writes them to a file")
    added = add if isinstance(add, str) else ",".join(add)
    lines = _lines("meter", [path], {**options, "add": added or None, "format": "csv"})
    rows = csv.reader(line.decode("utf-8", "surrogateescape") for line in lines)
    columns: dict[str, Any] = {
        name: [] if name in _WORDS else array("q" if name == "frame" else "d")
        for name in next(rows, [])
    }
    while block := list(itertools.islice(rows, _BLOCK)):
        for (name, column), values in zip(columns.items(), zip(*block)):
            column.extend(values if name in _WORDS else map(int if name == "frame" else float, values))
    numpy = _numpy()
    return Levels({
        name: numpy.array(column) if numpy and name not in _WORDS else list(column)
        for name, column in columns.items()
    })


def loudness(*paths: PathLike, **options: Any) -> dict[str, Any]:
    """Measures whole tracks: integrated loudness, range and true peak, by ITU-R BS.1770 and EBU R 128.

    ``loudness("song.flac")["tracks"][0]["integrated"]`` is in LUFS; ``["together"]`` has several tracks
    as one. With ``skip_unreadable=True`` files that cannot be read are left out, with a warning.
    Raises :class:`RadialAudioError`.
    """
    if "output" in options:
        raise TypeError("loudness() returns the figures; run('loudness', ...) writes them to a file")
    found: dict[str, Any] = json.loads(run("loudness", *paths, **{**options, "format": "json"}))
    return found


def normalize(*paths: PathLike, **options: Any) -> dict[str, Any]:
    """Measures tracks to put them on one scale, and gives what the option ``constants`` takes as a file.

    With ``output="album.json"`` it also writes that file. Raises :class:`RadialAudioError`.
    """
    text = run("normalize", *paths, **options)
    output = options.get("output")
    named = output is not None and os.fsdecode(output) != "-"
    found: dict[str, Any] = json.loads(Path(os.fsdecode(output)).read_bytes() if named else text)
    return found


def film(path: PathLike, output: PathLike, **options: Any) -> Path:
    """Makes a film of a track with its sound, and gives the path of the film.

    The extension of ``output`` chooses the format: .mp4, .mov, .webm, .mkv, .gif, .apng or .webp.
    Needs ffmpeg. Raises :class:`RadialAudioError`.
    """
    return _made("film", path, output, options)


def page(path: PathLike, output: PathLike, **options: Any) -> Path:
    """Makes a web page that plays a track and its picture, and gives its path.

    Raises :class:`RadialAudioError`.
    """
    return _made("page", path, output, options)


def poster(path: PathLike, output: PathLike, **options: Any) -> Path:
    """Draws a whole track as one picture (.png, .svg; .jpg needs ffmpeg), and gives its path.

    Raises :class:`RadialAudioError`.
    """
    return _made("poster", path, output, options)


def render(path: PathLike, output: PathLike, **options: Any) -> Path:
    """Draws a track as pictures in the folder ``output``, 60 for each second, and gives its path.

    With ``at=83.2`` it draws one picture, that of this time in seconds, as the file ``output``.
    Raises :class:`RadialAudioError`.
    """
    return _made("render", path, output, options)


def plan(path: PathLike, output: PathLike | None = None, **options: Any) -> dict[str, Any]:
    """Tells what :func:`render` would make, or for a film, page or picture as ``output`` what would
    make that: its frames, sizes in bytes and seconds of work. Writes nothing.

    Raises :class:`RadialAudioError`.
    """
    found: dict[str, Any] = json.loads(run("plan", path, **{**options, "output": output, "json": True}))
    return found


def run(command: str, *operands: PathLike, **options: Any) -> Any:
    """Runs any command of the program, and gives what it writes to the standard output, a ``str``.

    ``run("normalize", "a.flac", "b.flac", output="both.json")``. Where ``output="-"`` sends a picture, a
    film or sound there, and for readings, it gives ``bytes``. Raises :class:`RadialAudioError`.
    """
    content = b"".join(_lines(command, operands, options))
    chosen = options.get("output")
    is_file = chosen is not None and os.fsdecode(chosen) == "-" and (
        command in _FILES or options.get("format") == "readings")
    return content if is_file else content.decode("utf-8", "surrogateescape")


def program() -> str:
    """The path of the program: that of this installation, or else the first on the ``PATH``."""
    try:
        files = importlib.metadata.files("radial-audio") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    installed = [file.locate() for file in files if file.parts[-2:] == ("bin", "radial-audio")]
    found = next((str(path) for path in installed if os.path.exists(path)), shutil.which("radial-audio"))
    if not found:
        raise FileNotFoundError(
            "the program radial-audio is not there: install the wheel that you have this package from")
    return found


def _made(command: str, path: PathLike, output: PathLike, options: dict[str, Any]) -> Path:
    run(command, path, **{**options, "output": output})
    return Path(os.fsdecode(output))


def _words(options: dict[str, Any]) -> Iterator[str]:
    """The words of the command line for some options."""
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if hasattr(value, "tolist"):  # numbers and arrays of numpy
            value = value.tolist()
        if value is True:
            yield option
        elif value is not None and value is not False:
            is_one = isinstance(value, (str, bytes, os.PathLike)) or not isinstance(value, Iterable)
            yield f"{option}={','.join(map(_word, [value] if is_one else value))}"


def _word(value: Any) -> str:
    """A value as a word; a path that is not UTF-8 as :func:`os.fsdecode` gives it."""
    return os.fsdecode(value) if isinstance(value, (bytes, os.PathLike)) else str(value)


def _lines(command: str, operands: Iterable[PathLike], options: dict[str, Any]) -> Iterator[bytes]:
    """Runs a command and hands out the lines that it writes, as they come."""
    paths = [os.fsdecode(operand) for operand in operands]
    prints = command in _PRINTING
    # The user's defaults are for what is typed: numbers are the same for everybody.
    own = [] if "options" in options or prints else ["--options=none"]
    quiet = [] if prints else ["--quiet"]
    words = [program(), command, *own, *_words(options), *quiet, "--", *paths]
    with tempfile.TemporaryFile() as messages, subprocess.Popen(
        words, stdin=None if "-" in paths else subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=messages,
    ) as process:
        assert process.stdout is not None
        try:
            yield from process.stdout
            process.wait()
        except BaseException:  # KeyboardInterrupt, or the reader has enough
            process.send_signal(signal.SIGINT)  # after which the program cleans up
            process.wait()
            raise
        messages.seek(0)
        _tell(process.returncode, messages.read().decode("utf-8", "surrogateescape"))


def _tell(status: int, text: str) -> None:
    """Hands on the warnings of the program, and raises its error."""
    remarks: list[list[str]] = []  # level, message, hint
    for line in text.splitlines():
        if line.startswith("radial-audio: "):
            remarks.append([*line.split(": ", 2)[1:], ""])
        elif remarks and line.startswith("hint: "):
            remarks[-1][2] = line[len("hint: "):]
        elif remarks:
            remarks[-1][1] += "\n" + line
    error = next((remark for remark in remarks if remark[0] == "error"), None)
    try:
        for level, message, hint in remarks:
            if level == "warning":
                warnings.warn(message + (f"\nhint: {hint}" if hint else ""), stacklevel=4)
    finally:  # Where warnings are errors, they do not hide it.
        if status:
            message = error[1] if error else text.strip()
            raise RadialAudioError(
                message or f"the program ended with status {status}",
                error[2] if error and error[2] else None, status)


def _numpy() -> Any:
    """numpy, or ``None`` where it is not installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy
