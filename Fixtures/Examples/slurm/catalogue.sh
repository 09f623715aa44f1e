#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws all tracks of a list in one look and on one scale, on Slurm.
#
#   catalogue.sh LIST OUT LOOK [OPTION...]
#
# LIST has a path on each line, from a text editor of any system; no two files may have the same name.
# LIST, OUT and the tracks are on a disk of all machines. The options are those of render. A task takes
# 50 tracks, or TRACKS=100. The last job writes the result to OUT/log/result.txt: what is not complete,
# and why. After an interruption type the same line again: it continues.
#
# sbatch reads what the cluster wants from variables: SBATCH_PARTITION, SBATCH_TIMELIMIT, SBATCH_ACCOUNT.
set -u
[ $# -ge 3 ] || { echo "usage: $0 LIST OUT LOOK [OPTION...]" >&2; exit 64; }
list=$1 out=$2 look=$3
program=${RADIAL_AUDIO:-radial-audio}
tracks=$out/tracks.txt
tasks=${TASKS:-$(($(wc -l <"$list") / ${TRACKS:-50} + 1))}

# Submits a step of the work: this script with the same words. Prints the number of the job.
submit() { # step, options of sbatch
  step=$1
  shift
  sbatch --parsable --job-name="$step" --export="ALL,STEP=$step,TASKS=$tasks" \
    --output="$out/log/$step-%a.txt" "$@"
}

if [ -z "${STEP-}" ]; then
  # What has failed is tried again, and what is done is looked at again.
  rm -rf "$out/log" "$out/done" "$out/failed"
  mkdir -p "$out/log" "$out/done" "$out/failed" "$out/readings" "$out/pictures" || exit 73
  # Without the line ends of Windows and empty lines; and a name such as -a.wav would be an option.
  tr -d '\r' <"$list" | sed -e '/^$/d' -e 's|^-|./-|' >"$tracks" || exit 66
  here=$(cd "$(dirname "$0")" && pwd) || exit
  set -- "$here/task.sh" sh "$here/catalogue.sh" "$@"
  measure=$(submit measure --array="1-$tasks" "$@") &&
    scale=$(submit scale --dependency="afterok:$measure" --kill-on-invalid-dep=yes \
      --output="$out/log/scale.txt" "$@") &&
    draw=$(submit draw --array="1-$tasks" --dependency="afterok:$scale" --kill-on-invalid-dep=yes "$@") &&
    submit result --dependency="afterany:$draw" --no-requeue --output="$out/log/result.txt" "$@"
  exit
fi
shift 3

# Does the step for one track.
work() {
  if [ "$STEP" = measure ]; then
    [ -e "$out/readings/$name.readings" ] ||
      "$program" meter "$track" --for "$look" -q --progress none -o "$out/readings/$name.readings"
  else
    "$program" render "$out/readings/$name.readings" --look "$look" --constants "$out/constants.json" \
      --resume -j 1 -q --progress none -o "$out/pictures/$name/" "$@" &&
      "$program" verify "$out/pictures/$name/" -q --progress none && : >"$out/done/$name"
  fi
}

case $STEP in
  # Each task takes some of the tracks, one after the other.
  measure | draw)
    trap 'exit 143' TERM
    number=0 again=0
    while IFS= read -r track; do
      number=$((number + 1))
      [ $((number % tasks + 1)) = "$SLURM_ARRAY_TASK_ID" ] || continue
      name=$(basename "$track")
      name=${name%.*}
      if [ -e "$out/done/$name" ] || [ -e "$out/failed/$name" ]; then continue; fi
      work "$@" >"$out/log/$name.txt" 2>&1 </dev/null
      status=$?
      cat "$out/log/$name.txt"
      case $status in
        0) rm "$out/log/$name.txt" ;;
        # The task is repeated for these.
        74 | 75 | 129 | 13[0-9] | 14[0-3]) again=75 ;;
        # These would fail again, and are left out from here on.
        *) mv "$out/log/$name.txt" "$out/failed/$name" ;;
      esac
    done <"$tracks"
    exit $again
    ;;
  # One scale for all that could be measured. Pictures that were drawn on another one stay.
  scale)
    "$program" normalize "$out"/readings/*.readings -q --overwrite -o "$out/new.json" || exit
    if [ -e "$out/constants.json" ] && ! cmp -s "$out/constants.json" "$out/new.json"; then
      echo "the tracks have changed, and so has their scale: choose another folder than $out" >&2
      exit 73
    fi
    mv "$out/new.json" "$out/constants.json" || exit 74
    ;;
  result)
    left=0
    while IFS= read -r track; do
      name=$(basename "$track")
      name=${name%.*}
      [ -e "$out/done/$name" ] && continue
      echo "not complete: $track"
      if [ -e "$out/failed/$name" ]; then cat "$out/failed/$name"; fi
      left=1
    done <"$tracks"
    [ $left = 1 ] || echo 'all is complete'
    exit $left
    ;;
esac
