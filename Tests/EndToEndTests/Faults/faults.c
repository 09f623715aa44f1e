/* SPDX-License-Identifier: MIT */
/* Makes calls of the C library fail as disks, networks and signals make them fail. Preloaded into
   the program by the tests:

     FAULTS=CALL:ERRNO:WHEN:PLACE[,...]

   Calls of that name whose path, or whose file, has PLACE in its path fail with ERRNO; with an
   ERRNO of 0 they read or write a part only. WHEN is N+ for all but the first N of them, or /N for
   each N-th one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct fault {
  char call[16], when[16], place[64];
  int error;
  atomic_int count;
} faults[8];
static int fault_count;

__attribute__((constructor)) static void read_faults(void) {
  const char *text = getenv("FAULTS");
  while (text && *text && fault_count < 8) {
    struct fault *fault = &faults[fault_count];
    if (sscanf(text, "%15[^:]:%d:%15[^:]:%63[^,]", fault->call, &fault->error, fault->when,
               fault->place) != 4) {
      fprintf(stderr, "FAULTS: cannot read '%s'\n", text);
      _exit(99);
    }
    fault_count++;
    text = strchr(text, ',');
    if (text) text++;
  }
}

/* The fault that meets this call; none if it is to be made as it is. */
static struct fault *met(const char *call, const char *path) {
  for (int i = 0; i < fault_count; i++) {
    struct fault *fault = &faults[i];
    if (strcmp(fault->call, call) != 0 || !strstr(path, fault->place)) continue;
    int number = 1 + atomic_fetch_add(&fault->count, 1);
    int is_met = fault->when[0] == '/' ? number % atoi(fault->when + 1) == 0
                                       : number > atoi(fault->when);
    if (is_met) return fault;
  }
  return NULL;
}

static struct fault *met_file(const char *call, int file) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  return met(call, path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define MOVES(name, offset_type, constant)                                                 \
  ssize_t p##name(int file, constant void *bytes, size_t count, offset_type offset) {      \
    struct fault *fault = met_file("p" #name, file);                                       \
    if (fault && fault->error) return errno = fault->error, -1;                            \
    return REAL(p##name)(file, bytes, fault ? (count + 1) / 2 : count, offset);            \
  }                                                                                        \
  ssize_t name(int file, constant void *bytes, size_t count) {                             \
    struct fault *fault = met_file(#name, file);                                           \
    if (fault && fault->error) return errno = fault->error, -1;                            \
    return REAL(name)(file, bytes, fault ? (count + 1) / 2 : count);                       \
  }
MOVES(read, off_t, )
MOVES(write, off_t, const)

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  struct fault *fault = met("open", path);
  return fault ? (errno = fault->error, -1) : REAL(open)(path, flags, mode);
}

int close(int file) {
  struct fault *fault = met_file("close", file);
  int result = REAL(close)(file);
  return fault ? (errno = fault->error, -1) : result;
}

int rename(const char *old, const char *path) {
  struct fault *fault = met("rename", path);
  return fault ? (errno = fault->error, -1) : REAL(rename)(old, path);
}

int renameat2(int from, const char *old, int to, const char *path, unsigned flags) {
  struct fault *fault = met("renameat2", path);
  return fault ? (errno = fault->error, -1) : REAL(renameat2)(from, old, to, path, flags);
}

int link(const char *old, const char *path) {
  struct fault *fault = met("link", path);
  return fault ? (errno = fault->error, -1) : REAL(link)(old, path);
}

int fcntl(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  struct fault *fault = command == F_OFD_SETLK ? met_file("lock", file) : NULL;
  return fault ? (errno = fault->error, -1) : REAL(fcntl)(file, command, argument);
}
