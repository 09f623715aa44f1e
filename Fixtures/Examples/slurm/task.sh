#!/bin/sh
# SPDX-License-Identifier: MIT
#SBATCH --requeue
#SBATCH --open-mode=append
# Runs a command as a task of Slurm, and queues the task again where that can help: after a signal, and
# where reading or writing has failed. Slurm waits two minutes before it starts the task again.
#
#   sbatch [OPTION...] task.sh COMMAND [WORD...]
#
# Slurm itself repeats the task where a machine dies. sbatch --no-requeue turns both off.
set -u
# Slurm sends SIGTERM to the shell as well when it stops a task. What happens next is its business.
stopped=no
trap 'stopped=yes' TERM
"$@"
status=$?
case $status in
  0) ;;
  # Reading, writing, frames that are not there yet, signals.
  74 | 75 | 129 | 13[0-9] | 14[0-3])
    if [ $stopped = no ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
      echo "task.sh: status $status: to be repeated" >&2
      scontrol requeue "$SLURM_JOB_ID" || echo "task.sh: it is not repeated" >&2
    fi
    ;;
  *) echo "task.sh: status $status: not repeated" >&2 ;;
esac
exit $status
