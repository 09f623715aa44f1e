/* SPDX-License-Identifier: MIT */
#include "font_shim.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "harfbuzz_part.h"

enum { most_elements = 1 << 17 };

#define MEMBER(type, name, arguments) type(*name) arguments;
static struct { FUNCTIONS(MEMBER) } hb;

struct font_shim_font {
  hb_font_t *font;
  unsigned units_per_em;
  hb_buffer_t *buffer;
  hb_draw_funcs_t *pen;
  struct font_shim_glyph *glyphs;
  size_t glyph_room;
  struct font_shim_element *elements;
  size_t element_count, element_room;
  /* Whether the outline that is read has more elements than it may have, or than there is memory for. */
  int is_cut;
};

static int is_loaded;

static void load(void) {
  void *library = dlopen("libharfbuzz.so.0", RTLD_NOW | RTLD_LOCAL);
  is_loaded = library != NULL;
#define LOAD(type, name, arguments) \
  if (is_loaded) is_loaded = (*(void **)&hb.name = dlsym(library, #name)) != NULL;
  FUNCTIONS(LOAD)
}

int font_shim_load(void) {
  /* The tracks of a batch open their fonts at the same time. */
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  return pthread_once(&once, load) == 0 && is_loaded;
}

const char *font_shim_version(void) { return font_shim_load() ? hb.hb_version_string() : ""; }

/* NULL for more bytes than HarfBuzz counts. */
static hb_blob_t *blob(const uint8_t *bytes, size_t count) {
  if (count > UINT_MAX) return NULL;
  return hb.hb_blob_create((const char *)bytes, (unsigned)count, HB_MEMORY_MODE_DUPLICATE, NULL, NULL);
}

unsigned font_shim_face_count(const uint8_t *bytes, size_t count) {
  hb_blob_t *file = blob(bytes, count);
  if (file == NULL) return 0;
  unsigned faces = hb.hb_face_count(file);
  hb.hb_blob_destroy(file);
  return faces;
}

static void add(struct font_shim_font *font, struct font_shim_element element) {
  if (font->is_cut) return;
  if (font->element_count == font->element_room) {
    size_t room = font->element_room == 0 ? 256 : 2 * font->element_room;
    struct font_shim_element *grown =
        room > most_elements ? NULL : realloc(font->elements, room * sizeof *grown);
    if (grown == NULL) {
      font->is_cut = 1;
      return;
    }
    font->elements = grown;
    font->element_room = room;
  }
  font->elements[font->element_count++] = element;
}

static void move_to(hb_draw_funcs_t *pen, void *font, hb_draw_state_t *state, float x, float y, void *data) {
  (void)pen, (void)state, (void)data;
  add(font, (struct font_shim_element){.verb = font_shim_move, .x = x, .y = y});
}

static void line_to(hb_draw_funcs_t *pen, void *font, hb_draw_state_t *state, float x, float y, void *data) {
  (void)pen, (void)state, (void)data;
  add(font, (struct font_shim_element){.verb = font_shim_line, .x = x, .y = y});
}

static void quadratic_to(hb_draw_funcs_t *pen, void *font, hb_draw_state_t *state, float x1, float y1, float x,
                         float y, void *data) {
  (void)pen, (void)state, (void)data;
  add(font,
      (struct font_shim_element){.verb = font_shim_quadratic, .x1 = x1, .y1 = y1, .x = x, .y = y});
}

static void cubic_to(hb_draw_funcs_t *pen, void *font, hb_draw_state_t *state, float x1, float y1, float x2,
                     float y2, float x, float y, void *data) {
  (void)pen, (void)state, (void)data;
  add(font, (struct font_shim_element){
                .verb = font_shim_cubic, .x1 = x1, .y1 = y1, .x2 = x2, .y2 = y2, .x = x, .y = y});
}

static void close_path(hb_draw_funcs_t *pen, void *font, hb_draw_state_t *state, void *data) {
  (void)pen, (void)state, (void)data;
  add(font, (struct font_shim_element){.verb = font_shim_close});
}

struct font_shim_font *font_shim_open(const uint8_t *bytes, size_t count, unsigned index) {
  hb_blob_t *file = blob(bytes, count);
  struct font_shim_font *font = file == NULL ? NULL : calloc(1, sizeof *font);
  if (font == NULL) {
    if (file != NULL) hb.hb_blob_destroy(file);
    return NULL;
  }
  hb_face_t *face = hb.hb_face_create(file, index & 0xFFFF);
  hb.hb_blob_destroy(file);
  font->units_per_em = hb.hb_face_get_upem(face);
  font->font = hb.hb_font_create(face);
  hb.hb_face_destroy(face);
  if (index >> 16 > 0) hb.hb_font_set_var_named_instance(font->font, (index >> 16) - 1);
  font->buffer = hb.hb_buffer_create();
  font->pen = hb.hb_draw_funcs_create();
  hb.hb_draw_funcs_set_move_to_func(font->pen, move_to, NULL, NULL);
  hb.hb_draw_funcs_set_line_to_func(font->pen, line_to, NULL, NULL);
  hb.hb_draw_funcs_set_quadratic_to_func(font->pen, quadratic_to, NULL, NULL);
  hb.hb_draw_funcs_set_cubic_to_func(font->pen, cubic_to, NULL, NULL);
  hb.hb_draw_funcs_set_close_path_func(font->pen, close_path, NULL, NULL);
  return font;
}

void font_shim_free(struct font_shim_font *font) {
  hb.hb_draw_funcs_destroy(font->pen);
  hb.hb_buffer_destroy(font->buffer);
  hb.hb_font_destroy(font->font);
  free(font->glyphs);
  free(font->elements);
  free(font);
}

uint32_t font_shim_glyph_of(struct font_shim_font *font, uint32_t character) {
  uint32_t glyph = 0;
  return hb.hb_font_get_nominal_glyph(font->font, character, &glyph) ? glyph : 0;
}

int font_shim_cap_height(struct font_shim_font *font) {
  int32_t height = 0;
  return hb.hb_ot_metrics_get_position(font->font, HB_OT_METRICS_TAG_CAP_HEIGHT, &height) ? height : 0;
}

unsigned font_shim_units_per_em(struct font_shim_font *font) { return font->units_per_em; }

const struct font_shim_glyph *font_shim_shape(struct font_shim_font *font, const char *text,
                                              size_t length, int is_right_to_left,
                                              size_t *count) {
  if (length > INT_MAX) return NULL;
  hb_buffer_t *buffer = font->buffer;
  hb.hb_buffer_reset(buffer);
  hb.hb_buffer_add_utf8(buffer, text, (int)length, 0, (int)length);
  /* Otherwise the locale would choose among the forms of a font. */
  hb.hb_buffer_set_language(buffer, hb.hb_language_from_string("und", -1));
  hb.hb_buffer_set_direction(buffer, is_right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  hb.hb_buffer_guess_segment_properties(buffer);
  hb.hb_shape(font->font, buffer, NULL, 0);
  unsigned glyphs = 0, positions = 0;
  const hb_glyph_info_t *info = hb.hb_buffer_get_glyph_infos(buffer, &glyphs);
  const hb_glyph_position_t *place = hb.hb_buffer_get_glyph_positions(buffer, &positions);
  if (font->glyph_room < glyphs || font->glyphs == NULL) {
    struct font_shim_glyph *grown = realloc(font->glyphs, ((size_t)glyphs + 16) * sizeof *grown);
    if (grown == NULL) return NULL;
    font->glyphs = grown;
    font->glyph_room = (size_t)glyphs + 16;
  }
  for (unsigned index = 0; index < glyphs; index++) {
    font->glyphs[index] = (struct font_shim_glyph){
        .glyph = info[index].codepoint, .cluster = info[index].cluster,
        .x = place[index].x_offset, .y = place[index].y_offset, .advance = place[index].x_advance};
  }
  *count = glyphs;
  return font->glyphs;
}

const struct font_shim_element *font_shim_outline(struct font_shim_font *font, uint32_t glyph,
                                                  size_t *count) {
  font->element_count = 0;
  font->is_cut = 0;
  hb.hb_font_get_glyph_shape(font->font, glyph, font->pen, font);
  static const struct font_shim_element none;
  *count = font->is_cut ? 0 : font->element_count;
  return font->is_cut ? NULL : *count == 0 ? &none : font->elements;
}
