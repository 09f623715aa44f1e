#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws one long track on Slurm, in parts: as pictures, or as a film with its sound.
#
#   track.sh pictures|film TRACK OUT LOOK PARTS [OPTION...]
#
# TRACK and OUT are on a disk of all machines. The options are those of the picture, as render and film
# have them. The pictures are in OUT/pictures, the film is OUT/film.mp4. The last job writes the result
# to OUT/log/result.txt. After an interruption type the same line again: it continues.
#
# sbatch reads what the cluster wants from variables: SBATCH_PARTITION, SBATCH_TIMELIMIT, SBATCH_ACCOUNT.
set -u
kind=${1-}
if [ $# -lt 5 ] || { [ "$kind" != pictures ] && [ "$kind" != film ]; }; then
  echo "usage: $0 pictures|film TRACK OUT LOOK PARTS [OPTION...]" >&2
  exit 64
fi
track=$2 out=$3 look=$4 parts=$5
program=${RADIAL_AUDIO:-radial-audio}
part=${SLURM_ARRAY_TASK_ID-}

# Submits a step of the work: this script with the same words. Prints the number of the job.
submit() { # step, options of sbatch
  step=$1
  shift
  sbatch --parsable --job-name="$step" --export="ALL,STEP=$step" "$@"
}

if [ -z "${STEP-}" ]; then
  mkdir -p "$out/log" || exit 73
  here=$(cd "$(dirname "$0")" && pwd) || exit
  set -- "$here/task.sh" sh "$here/track.sh" "$@"
  measure=$(submit measure --output="$out/log/measure.txt" "$@") &&
    draw=$(submit part --output="$out/log/part-%a.txt" --array="1-$parts" \
      --dependency="afterok:$measure" --kill-on-invalid-dep=yes "$@") &&
    submit result --output="$out/log/result.txt" --open-mode=truncate --no-requeue \
      --dependency="afterany:$draw" "$@"
  exit
fi
shift 5

case $STEP/$kind in
  # Measure once, so that no part has to read the whole track.
  measure/*) exec "$program" meter "$track" --for "$look" -q --overwrite -o "$out/track.readings" ;;
  # --resume keeps the frames that are whole, so that a part that is killed loses one.
  part/pictures)
    exec "$program" render "$out/track.readings" --look "$look" --shard "$part/$parts" --resume -j 1 \
      -q --progress none -o "$out/pictures" "$@"
    ;;
  part/film)
    mkdir -p "$out/parts" || exit 73
    exec "$program" film "$out/track.readings" --look "$look" --shard "$part/$parts" --resume \
      -q --progress none -o "$out/parts/part-%03d.mp4" "$@"
    ;;
  # These name what is missing or damaged.
  result/pictures) exec "$program" verify "$out/pictures" ;;
  result/film)
    exec "$program" film --join "$out/parts/part-%03d.mp4" "$track" --overwrite -o "$out/film.mp4"
    ;;
esac
