/* SPDX-License-Identifier: MIT */
/* libpng reports errors by longjmp, which must not cross Swift. These functions keep it inside C,
   give a status, and copy libpng's message out. */
#ifndef PNG_SHIM_H
#define PNG_SHIM_H
#include <stddef.h>
#include <stdint.h>

enum {
  png_shim_ok = 0,
  png_shim_not_png = 1,      /* the eight bytes of the signature are missing */
  png_shim_malformed = 2,    /* the message says why */
  png_shim_no_memory = 3
};

enum { png_shim_message_size = 256 };

/* The size in pixels of the picture in `count` bytes; nothing is decoded. Widths and heights
   above `largest_side` are malformed. `message` has room for png_shim_message_size bytes. */
int png_shim_read_size(const uint8_t *bytes, size_t count, uint32_t largest_side, uint32_t *width,
                       uint32_t *height, char *message);

/* Decodes to RGBA, 8 bits each, straight alpha, into exactly 4 * width * height bytes: palettes,
   grey and tRNS expanded, 16 bits scaled to 8, interlacing undone, gamma left alone. Wrong
   checksums, also of chunks that are not needed, and missing ones are malformed. */
int png_shim_read_rgba(const uint8_t *bytes, size_t count, uint32_t largest_side, uint8_t *pixels,
                       size_t pixels_size, char *message);

/* The versions of libpng and of its zlib that this process has loaded; null where nothing tells.
   Not linked to zlib, which is libpng's affair. */
const char *png_shim_libpng_version(void);
const char *png_shim_zlib_version(void);

#endif
