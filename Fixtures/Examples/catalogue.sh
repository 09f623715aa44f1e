#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws all tracks of a list in one look and on one scale, with GNU parallel.
#
#   catalogue.sh LIST OUT LOOK [OPTION...]
#
# LIST has a path on each line, from a text editor of any system; no two files may have the same name.
# The options are those of render.
# After an interruption type the same line again: it continues. Tracks that cannot be drawn are listed
# at the end, with exit status 1.
#
# More machines: PARALLEL='--sshlogin 8/one,8/other', with OUT and the tracks on a disk of all of them.
set -u
[ $# -ge 3 ] || { echo "usage: $0 LIST OUT LOOK [OPTION...]" >&2; exit 64; }
list=$1 out=$2 look=$3
shift 3
program=${RADIAL_AUDIO:-radial-audio}
mkdir -p "$out/readings" "$out/pictures" || exit 73

# Without the line ends of Windows and empty lines; and a name such as -a.wav would be an option.
tracks=$out/tracks.txt
tr -d '\r' <"$list" | sed -e '/^$/d' -e 's|^-|./-|' >"$tracks" || exit 66

# Whether jobs of a log ended by a signal or for lack of disk: these may succeed when repeated.
may_repeat() {
  awk -F '\t' 'NR > 1 { fate[$1] = $8 > 0 || $7 == 74 || $7 > 128 }
    END { for (job in fate) if (fate[job]) exit 0; exit 1 }' "$1"
}

# 1. Measure each track once. The log of the jobs says which are done.
round=0
while
  parallel -q -a "$tracks" --resume-failed --joblog "$out/measured.log" \
    "$program" meter {} --for "$look" -q --progress none --overwrite -o "$out/readings/{/.}.readings"
  round=$((round + 1))
  may_repeat "$out/measured.log" && [ $round -lt 20 ]
do :; done

# 2. One scale for all that could be measured. Pictures that were drawn on another one stay.
"$program" normalize "$out"/readings/*.readings -q --overwrite -o "$out/new.json" || exit
if [ -e "$out/constants.json" ] && ! cmp -s "$out/constants.json" "$out/new.json"; then
  echo "$0: the tracks have changed, and so has their scale: choose another folder than $out" >&2
  exit 73
fi
mv "$out/new.json" "$out/constants.json" || exit

# 3. Draw. --resume keeps the frames that are whole, so a job that is killed loses one frame. The slash
# at the end says that it is a folder, whatever the name looks like.
parallel -q --retries 3 "$program" render {} --look "$look" --constants "$out/constants.json" \
  --resume -j 1 -q --progress none -o "$out/pictures/{/.}/" "$@" ::: "$out"/readings/*.readings

# 4. Check what is there.
left=0
while IFS= read -r track; do
  name=$(basename "$track")
  name=${name%.*}
  "$program" verify "$out/pictures/$name/" -q >/dev/null 2>&1 && continue
  echo "not complete: $track" >&2
  left=1
done <"$tracks"
exit $left
