/* SPDX-License-Identifier: MIT */
/* The part of HarfBuzz that turns a word into outlines. The library is loaded when the first font is
   opened, not when the program starts: linking it would make each start 0.7 ms longer, and pictures
   without a font need none of it. */
#ifndef FONT_SHIM_H
#define FONT_SHIM_H
#include <stddef.h>
#include <stdint.h>

struct font_shim_font;

/* A glyph of a shaped word, in units of the font, y upward: where it stands, how far the pen goes on,
   and the byte of the text at which its cluster begins. */
struct font_shim_glyph {
  uint32_t glyph, cluster;
  int32_t x, y, advance;
};

enum {
  font_shim_move = 0,      /* x, y */
  font_shim_line = 1,      /* x, y */
  font_shim_quadratic = 2, /* one control point, then x, y */
  font_shim_cubic = 3,     /* two control points, then x, y */
  font_shim_close = 4
};

/* An element of an outline, in units of the font, y upward. */
struct font_shim_element {
  int verb;
  float x1, y1, x2, y2, x, y;
};

/* Loads HarfBuzz; 0 if it is not installed, or older than 4.0. */
int font_shim_load(void);
/* Its version; empty if it cannot be loaded. */
const char *font_shim_version(void);

/* The number of fonts in a file; 0 if it has none that HarfBuzz reads. The bytes are copied. */
unsigned font_shim_face_count(const uint8_t *bytes, size_t count);

/* A font of a file: the low 16 bits of the index count the fonts of a collection from 0, the high ones
   the named instances of a variable font from 1. NULL without memory. The bytes are copied. */
struct font_shim_font *font_shim_open(const uint8_t *bytes, size_t count, unsigned index);
void font_shim_free(struct font_shim_font *font);

/* The glyph of a character; 0 for none. */
uint32_t font_shim_glyph_of(struct font_shim_font *font, uint32_t character);
/* The height of capitals in units of the font; 0 if the font does not tell. */
int font_shim_cap_height(struct font_shim_font *font);
unsigned font_shim_units_per_em(struct font_shim_font *font);

/* The glyphs of a word in UTF-8 of one direction, from left to right, kept until the next call; NULL without memory. */
const struct font_shim_glyph *font_shim_shape(struct font_shim_font *font, const char *text,
                                              size_t length, int is_right_to_left,
                                              size_t *count);

/* The outline of a glyph, not hinted, kept until the next call; NULL if it has more than 2^17
   elements, or without memory. */
const struct font_shim_element *font_shim_outline(struct font_shim_font *font, uint32_t glyph,
                                                  size_t *count);

#endif
