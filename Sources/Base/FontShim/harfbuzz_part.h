/* SPDX-License-Identifier: MIT */
/* What is called of HarfBuzz, declared as its headers do: its interface has been stable since 4.0. Where
   these headers are installed, declarations.c compares.
   Source: HarfBuzz, hb-blob.h, hb-buffer.h, hb-draw.h, hb-face.h, hb-font.h, hb-ot-metrics.h. */
#ifndef HARFBUZZ_PART_H
#define HARFBUZZ_PART_H
#include <stdint.h>

#ifndef HB_H
typedef struct hb_blob_t hb_blob_t;
typedef struct hb_face_t hb_face_t;
typedef struct hb_font_t hb_font_t;
typedef struct hb_buffer_t hb_buffer_t;
typedef struct hb_feature_t hb_feature_t;
typedef struct hb_draw_funcs_t hb_draw_funcs_t;
typedef struct hb_draw_state_t hb_draw_state_t;
typedef const struct hb_language_impl_t *hb_language_t;
typedef int hb_bool_t;
/* These are enumerations without negative numbers. */
typedef unsigned hb_memory_mode_t, hb_direction_t, hb_ot_metrics_tag_t;
enum {
  HB_MEMORY_MODE_DUPLICATE = 0,
  HB_DIRECTION_LTR = 4,
  HB_DIRECTION_RTL = 5,
  HB_OT_METRICS_TAG_CAP_HEIGHT = 0x63706874 /* 'cpht' */
};
typedef void (*hb_destroy_func_t)(void *);
typedef struct { uint32_t codepoint, mask, cluster, var1, var2; } hb_glyph_info_t;
typedef struct { int32_t x_advance, y_advance, x_offset, y_offset; uint32_t var; } hb_glyph_position_t;
typedef void (*hb_draw_move_to_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, float, float, void *);
typedef hb_draw_move_to_func_t hb_draw_line_to_func_t;
typedef void (*hb_draw_quadratic_to_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, float, float,
                                            float, float, void *);
typedef void (*hb_draw_cubic_to_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, float, float, float,
                                        float, float, float, void *);
typedef void (*hb_draw_close_path_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, void *);
#endif

#define FUNCTIONS(F) \
  F(const char *, hb_version_string, (void)) \
  F(hb_blob_t *, hb_blob_create, (const char *, unsigned, hb_memory_mode_t, void *, hb_destroy_func_t)) \
  F(void, hb_blob_destroy, (hb_blob_t *)) \
  F(unsigned, hb_face_count, (hb_blob_t *)) \
  F(hb_face_t *, hb_face_create, (hb_blob_t *, unsigned)) \
  F(void, hb_face_destroy, (hb_face_t *)) \
  F(unsigned, hb_face_get_upem, (const hb_face_t *)) \
  F(hb_font_t *, hb_font_create, (hb_face_t *)) \
  F(void, hb_font_destroy, (hb_font_t *)) \
  F(void, hb_font_set_var_named_instance, (hb_font_t *, unsigned)) \
  F(hb_bool_t, hb_font_get_nominal_glyph, (hb_font_t *, uint32_t, uint32_t *)) \
  F(void, hb_font_get_glyph_shape, (hb_font_t *, uint32_t, hb_draw_funcs_t *, void *)) \
  F(hb_bool_t, hb_ot_metrics_get_position, (hb_font_t *, hb_ot_metrics_tag_t, int32_t *)) \
  F(hb_buffer_t *, hb_buffer_create, (void)) \
  F(void, hb_buffer_destroy, (hb_buffer_t *)) \
  F(void, hb_buffer_reset, (hb_buffer_t *)) \
  F(void, hb_buffer_add_utf8, (hb_buffer_t *, const char *, int, unsigned, int)) \
  F(void, hb_buffer_set_language, (hb_buffer_t *, hb_language_t)) \
  F(void, hb_buffer_set_direction, (hb_buffer_t *, hb_direction_t)) \
  F(void, hb_buffer_guess_segment_properties, (hb_buffer_t *)) \
  F(hb_glyph_info_t *, hb_buffer_get_glyph_infos, (hb_buffer_t *, unsigned *)) \
  F(hb_glyph_position_t *, hb_buffer_get_glyph_positions, (hb_buffer_t *, unsigned *)) \
  F(hb_language_t, hb_language_from_string, (const char *, int)) \
  F(void, hb_shape, (hb_font_t *, hb_buffer_t *, const hb_feature_t *, unsigned)) \
  F(hb_draw_funcs_t *, hb_draw_funcs_create, (void)) \
  F(void, hb_draw_funcs_destroy, (hb_draw_funcs_t *)) \
  F(void, hb_draw_funcs_set_move_to_func, \
    (hb_draw_funcs_t *, hb_draw_move_to_func_t, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_line_to_func, \
    (hb_draw_funcs_t *, hb_draw_line_to_func_t, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_quadratic_to_func, \
    (hb_draw_funcs_t *, hb_draw_quadratic_to_func_t, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_cubic_to_func, \
    (hb_draw_funcs_t *, hb_draw_cubic_to_func_t, void *, hb_destroy_func_t)) \
  F(void, hb_draw_funcs_set_close_path_func, \
    (hb_draw_funcs_t *, hb_draw_close_path_func_t, void *, hb_destroy_func_t))

#endif
