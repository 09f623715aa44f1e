/* SPDX-License-Identifier: MIT */
#include "font_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

/* What is called of HarfBuzz, as its headers declare it: its interface has been stable since 4.0.
   Source: HarfBuzz, hb-blob.h, hb-buffer.h, hb-draw.h, hb-face.h, hb-font.h, hb-ot-metrics.h. */
typedef struct hb_blob_t hb_blob_t;
typedef struct hb_face_t hb_face_t;
typedef struct hb_font_t hb_font_t;
typedef struct hb_buffer_t hb_buffer_t;
typedef struct hb_draw_funcs_t hb_draw_funcs_t;
typedef void (*hb_destroy_func_t)(void *);
typedef struct { uint32_t codepoint, mask, cluster, var1, var2; } hb_glyph_info_t;
typedef struct { int32_t x_advance, y_advance, x_offset, y_offset; uint32_t var; } hb_glyph_position_t;
typedef void hb_move_func_t(hb_draw_funcs_t *, void *, void *, float, float, void *);
typedef void hb_quadratic_func_t(hb_draw_funcs_t *, void *, void *, float, float, float, float, void *);
typedef void hb_cubic_func_t(hb_draw_funcs_t *, void *, void *, float, float, float, float, float,
                             float, void *);
typedef void hb_close_func_t(hb_draw_funcs_t *, void *, void *, void *);

enum { memory_duplicate = 0, direction_ltr = 4, direction_rtl = 5, metric_cap_height = 0x63706874 /* 'cpht' */ };
enum { most_elements = 1 << 17 };

#define FUNCTIONS(F) \
  F(const char *, hb_version_string, (void)) \
  F(hb_blob_t *, hb_blob_create, (const char *, unsigned, int, void *, hb_destroy_func_t)) \
  F(void, hb_blob_destroy, (hb_blob_t *)) \
  F(unsigned, hb_face_count, (hb_blob_t *)) \
  F(hb_face_t *, hb_face_create, (hb_blob_t *, unsigned)) \
  F(void, hb_face_destroy, (hb_face_t *)) \
  F(unsigned, hb_face_get_upem, (const hb_face_t *)) \
  F(hb_font_t *, hb_font_create, (hb_face_t *)) \
  F(void, hb_font_destroy, (hb_font_t *)) \
  F(void, hb_font_set_var_named_instance, (hb_font_t *, unsigned)) \
  F(int, hb_font_get_nominal_glyph, (hb_font_t *, uint32_t, uint32_t *)) \
  F(void, hb_font_get_glyph_shape, (hb_font_t *, uint32_t, hb_draw_funcs_t *, void *)) \
  F(int, hb_ot_metrics_get_position, (hb_font_t *, uint32_t, int32_t *)) \
  F(hb_buffer_t *, hb_buffer_create, (void)) \
  F(void, hb_buffer_destroy, (hb_buffer_t *)) \
  F(void, hb_buffer_reset, (hb_buffer_t *)) \
  F(void, hb_buffer_add_utf8, (hb_buffer_t *, const char *, int, unsigned, int)) \
  F(void, hb_buffer_set_language, (hb_buffer_t *, const void *)) \
  F(void, hb_buffer_set_direction, (hb_buffer_t *, int)) \
  F(void, hb_buffer_guess_segment_properties, (hb_buffer_t *)) \
  F(hb_glyph_info_t *, hb_buffer_get_glyph_infos, (hb_buffer_t *, unsigned *)) \
  F(hb_glyph_position_t *, hb_buffer_get_glyph_positions, (hb_buffer_t *, unsigned *)) \
  F(const void *, hb_language_from_string, (const char *, int)) \
  F(void, hb_shape, (hb_font_t *, hb_buffer_t *, const void *, unsigned)) \
  F(hb_draw_funcs_t *, hb_draw_funcs_create, (void)) \
  F(void, hb_draw_funcs_destroy, (hb_draw_funcs_t *)) \
  F(void, hb_draw_funcs_set_move_to_func, \
    (hb_draw_funcs_t *, hb_move_func_t *, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_line_to_func, \
    (hb_draw_funcs_t *, hb_move_func_t *, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_quadratic_to_func, \
    (hb_draw_funcs_t *, hb_quadratic_func_t *, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_cubic_to_func, \
    (hb_draw_funcs_t *, hb_cubic_func_t *, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_close_path_func, \
    (hb_draw_funcs_t *, hb_close_func_t *, void *, hb_destroy_func_t))

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

static hb_blob_t *blob(const uint8_t *bytes, size_t count) {
  return hb.hb_blob_create((const char *)bytes, (unsigned)count, memory_duplicate, NULL, NULL);
}

unsigned font_shim_face_count(const uint8_t *bytes, size_t count) {
  hb_blob_t *file = blob(bytes, count);
  unsigned faces = hb.hb_face_count(file);
  hb.hb_blob_destroy(file);
  return faces;
}

static void add(struct font_shim_font *font, struct font_shim_element element) {
  if (font->element_count == font->element_room) {
    size_t room = font->element_room == 0 ? 256 : 2 * font->element_room;
    if (room > most_elements) return;
    struct font_shim_element *grown = realloc(font->elements, room * sizeof *grown);
    if (grown == NULL) return;
    font->elements = grown;
    font->element_room = room;
  }
  font->elements[font->element_count++] = element;
}

static void move_to(hb_draw_funcs_t *pen, void *font, void *state, float x, float y, void *data) {
  (void)pen, (void)state, (void)data;
  add(font, (struct font_shim_element){.verb = font_shim_move, .x = x, .y = y});
}

static void line_to(hb_draw_funcs_t *pen, void *font, void *state, float x, float y, void *data) {
  (void)pen, (void)state, (void)data;
  add(font, (struct font_shim_element){.verb = font_shim_line, .x = x, .y = y});
}

static void quadratic_to(hb_draw_funcs_t *pen, void *font, void *state, float x1, float y1, float x,
                         float y, void *data) {
  (void)pen, (void)state, (void)data;
  add(font,
      (struct font_shim_element){.verb = font_shim_quadratic, .x1 = x1, .y1 = y1, .x = x, .y = y});
}

static void cubic_to(hb_draw_funcs_t *pen, void *font, void *state, float x1, float y1, float x2,
                     float y2, float x, float y, void *data) {
  (void)pen, (void)state, (void)data;
  add(font, (struct font_shim_element){
                .verb = font_shim_cubic, .x1 = x1, .y1 = y1, .x2 = x2, .y2 = y2, .x = x, .y = y});
}

static void close_path(hb_draw_funcs_t *pen, void *font, void *state, void *data) {
  (void)pen, (void)state, (void)data;
  add(font, (struct font_shim_element){.verb = font_shim_close});
}

struct font_shim_font *font_shim_open(const uint8_t *bytes, size_t count, unsigned index) {
  struct font_shim_font *font = calloc(1, sizeof *font);
  if (font == NULL) return NULL;
  hb_blob_t *file = blob(bytes, count);
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
  return hb.hb_ot_metrics_get_position(font->font, metric_cap_height, &height) ? height : 0;
}

unsigned font_shim_units_per_em(struct font_shim_font *font) { return font->units_per_em; }

const struct font_shim_glyph *font_shim_shape(struct font_shim_font *font, const char *text,
                                              size_t length, int is_right_to_left,
                                              size_t *count) {
  hb_buffer_t *buffer = font->buffer;
  hb.hb_buffer_reset(buffer);
  hb.hb_buffer_add_utf8(buffer, text, (int)length, 0, (int)length);
  /* Otherwise the locale would choose among the forms of a font. */
  hb.hb_buffer_set_language(buffer, hb.hb_language_from_string("und", -1));
  hb.hb_buffer_set_direction(buffer, is_right_to_left ? direction_rtl : direction_ltr);
  hb.hb_buffer_guess_segment_properties(buffer);
  hb.hb_shape(font->font, buffer, NULL, 0);
  unsigned glyphs = 0, positions = 0;
  const hb_glyph_info_t *info = hb.hb_buffer_get_glyph_infos(buffer, &glyphs);
  const hb_glyph_position_t *place = hb.hb_buffer_get_glyph_positions(buffer, &positions);
  if (font->glyph_room < glyphs || font->glyphs == NULL) {
    struct font_shim_glyph *grown = realloc(font->glyphs, (glyphs + 16) * sizeof *grown);
    if (grown == NULL) return NULL;
    font->glyphs = grown;
    font->glyph_room = glyphs + 16;
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
  hb.hb_font_get_glyph_shape(font->font, glyph, font->pen, font);
  *count = font->element_count;
  return font->elements;
}
