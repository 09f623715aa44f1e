/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "png_shim.h"

#include <dlfcn.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

struct reader {
  const uint8_t *bytes;
  size_t count;
  size_t position;
  char *message;
};

static void fail(png_structp png, png_const_charp text) {
  struct reader *reader = png_get_error_ptr(png);
  snprintf(reader->message, png_shim_message_size, "%s", text);
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
  struct reader *reader = png_get_io_ptr(png);
  if (count > reader->count - reader->position) png_error(png, "Unexpected end of file");
  memcpy(target, reader->bytes + reader->position, count);
  reader->position += count;
}

/* A reader that stops at everything that is wrong; NULL without memory. */
static png_structp make(struct reader *reader, uint32_t largest_side, png_infop *info) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, ignore);
  if (png == NULL) return NULL;
  *info = png_create_info_struct(png);
  if (*info == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    return NULL;
  }
  png_set_read_fn(png, reader, read_bytes);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_user_limits(png, largest_side, largest_side);
  /* Texts, profiles and the like are passed over, and only their checksums looked at. libpng's own
     limits would not do: a chunk of a greater length gets a warning, and then up to 2 GiB. */
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  return png;
}

int png_shim_read_size(const uint8_t *bytes, size_t count, uint32_t largest_side, uint32_t *width,
                       uint32_t *height, char *message) {
  struct reader reader = {bytes, count, 0, message};
  message[0] = '\0';
  if (count < 8 || png_sig_cmp(bytes, 0, 8) != 0) return png_shim_not_png;
  png_infop info = NULL;
  png_structp png = make(&reader, largest_side, &info);
  if (png == NULL) return png_shim_no_memory;
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return png_shim_malformed;
  }
  png_read_info(png, info);
  *width = png_get_image_width(png, info);
  *height = png_get_image_height(png, info);
  png_destroy_read_struct(&png, &info, NULL);
  return png_shim_ok;
}

int png_shim_read_rgba(const uint8_t *bytes, size_t count, uint32_t largest_side, uint8_t *pixels,
                       size_t pixels_size, char *message) {
  struct reader reader = {bytes, count, 0, message};
  message[0] = '\0';
  if (count < 8 || png_sig_cmp(bytes, 0, 8) != 0) return png_shim_not_png;
  png_infop info = NULL;
  png_structp png = make(&reader, largest_side, &info);
  if (png == NULL) return png_shim_no_memory;
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return png_shim_malformed;
  }
  png_read_info(png, info);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t row_size = png_get_rowbytes(png, info);
  uint32_t height = png_get_image_height(png, info);
  if (row_size != 4 * (size_t)png_get_image_width(png, info) || pixels_size / row_size != height)
    png_error(png, "Unexpected row size");
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t row = 0; row < height; row++)
      png_read_row(png, pixels + row * row_size, NULL);
  png_read_end(png, info);
  png_destroy_read_struct(&png, &info, NULL);
  return png_shim_ok;
}

const char *png_shim_libpng_version(void) { return png_get_libpng_ver(NULL); }

const char *png_shim_zlib_version(void) {
  const char *(*version)(void) = NULL;
  void *found = dlsym(RTLD_DEFAULT, "zlibVersion");
  memcpy(&version, &found, sizeof version);
  return version == NULL ? NULL : version();
}
