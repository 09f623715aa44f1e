/* SPDX-License-Identifier: MIT */
#include "shim.h"

static int count;
static char *const *arguments;

/* The C library hands a constructor what main gets. */
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

const char *linux_argument(int index) { return index < count ? arguments[index] : 0; }

static _Thread_local int streams[4] = {0, 1, 2};

int linux_stream(int number) { return streams[number]; }

void linux_set_stream(int number, int value) { streams[number] = value; }
