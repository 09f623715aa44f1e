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
