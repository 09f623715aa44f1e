#!/bin/sh
# SPDX-License-Identifier: MIT
#SBATCH --requeue
#SBATCH --open-mode=append
# Makes a film of one long track on Slurm: its parts are the tasks of an array, and the last job joins them
# with the sound.
#
#   slurm.sh TRACK OUT LOOK PARTS [OPTION...]
#
# TRACK and OUT are on a disk of all machines. The options are those of film. The film is OUT/film.mp4, and
# OUT/log says what has failed. After an interruption type the same line again: it continues.
#
# sbatch reads what the cluster wants from variables: SBATCH_PARTITION, SBATCH_TIMELIMIT, SBATCH_ACCOUNT.
set -u
[ $# -ge 4 ] || { echo "usage: $0 TRACK OUT LOOK PARTS [OPTION...]" >&2; exit 64; }
track=$1 out=$2 look=$3 parts=$4
program=${RADIAL_AUDIO:-radial-audio}

# Submits a step of the work: this script with the same words. Prints the number of the job.
submit() { # step, options of sbatch
  step=$1
  shift
  sbatch --parsable --job-name="$step" --export="ALL,STEP=$step" "$@"
}

case ${STEP-} in
  '')
    mkdir -p "$out/log" "$out/parts" || exit 73
    set -- "$0" "$@"
    measure=$(submit measure --output="$out/log/measure.txt" "$@") &&
      draw=$(submit part --output="$out/log/part-%a.txt" --array="1-$parts" \
        --dependency="afterok:$measure" --kill-on-invalid-dep=yes "$@") &&
      submit join --output="$out/log/join.txt" --dependency="afterany:$draw" "$@"
    ;;
  # Measure once, so that no part has to read the whole track.
  measure) exec "$program" meter "$track" --for "$look" -q --overwrite -o "$out/track.readings" ;;
  # A part that is there is not made again.
  part)
    shift 4
    exec "$program" film "$out/track.readings" --look "$look" --shard "$SLURM_ARRAY_TASK_ID/$parts" --existing keep \
      -q --progress none -o "$out/parts/part-%03d.mp4" "$@"
    ;;
  # This names what is missing or damaged.
  join) exec "$program" film --join "$out/parts/part-%03d.mp4" "$track" --overwrite -o "$out/film.mp4" ;;
esac
