/* SPDX-License-Identifier: MIT */
/* Calls of the Linux C library that its headers show to _GNU_SOURCE only, so that Swift's Glibc
   module leaves them out. Declared as in pipe2(2), memfd_create(2), getdents64(2), open(2)
   and rename(2). */
#ifndef RADIAL_AUDIO_LINUX_H
#define RADIAL_AUDIO_LINUX_H
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/types.h>

extern int pipe2(int ends[2], int flags);
enum { linux_set_pipe_size = 1031 };             /* F_SETPIPE_SZ */

extern ssize_t getdents64(int folder, void *entries, size_t size);

extern int memfd_create(const char *name, unsigned int flags);
enum { linux_close_on_exec = 1 };                /* MFD_CLOEXEC */

extern int renameat2(int from, const char *old, int to, const char *path, unsigned int flags);

enum { linux_rename_without_replacing = 1 };     /* RENAME_NOREPLACE */

enum { linux_lock_open_file = 37 };              /* F_OFD_SETLK */

/* Argument `index` of the process, its own name being 0; null behind the last. Swift's CommandLine
   reads them in /proc, which need not be there. */
extern const char *linux_argument(int index);

/* The path by which the system has found the program; null if it does not say. */
static inline const char *linux_program(void) { return (const char *)getauxval(AT_EXECFN); }

/* What this thread takes for standard input, output and error: 0, 1 and 2 unless it was told others;
   and a number of its own, 0 at first. */
enum { linux_number = 3 };
extern int linux_stream(int number);
extern void linux_set_stream(int number, int value);

extern int sched_getaffinity(pid_t process, size_t size, void *set);

/* The processors that this process may use; 0 if the system does not say. */
static inline int linux_processor_count(void) {
  unsigned long set[16];
  int count = 0;
  if (sched_getaffinity(0, sizeof set, set) < 0) return 0;
  for (unsigned i = 0; i < sizeof set / sizeof *set; i++) {
    count += __builtin_popcountl(set[i]);
  }
  return count;
}
#ifdef __O_PATH
enum { linux_open_path = __O_PATH };             /* O_PATH */
#else
enum { linux_open_path = 010000000 };
#endif
#ifdef __O_TMPFILE
enum { linux_open_unnamed = __O_TMPFILE };       /* O_TMPFILE */
#else
enum { linux_open_unnamed = 020000000 | O_DIRECTORY };
#endif
#endif
