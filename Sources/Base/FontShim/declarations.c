/* SPDX-License-Identifier: MIT */
/* Compares our declarations of HarfBuzz with its own, where those are installed: an error here is one of
   ours, or a change of its interface. */
#if __has_include(<harfbuzz/hb-ot.h>)
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <stddef.h>

#include <harfbuzz/hb.h>
#include <harfbuzz/hb-ot.h>

#include "harfbuzz_part.h"

#define COMPARE(type, name, arguments) \
  _Static_assert(__builtin_types_compatible_p(__typeof__(name), type arguments), #name);
FUNCTIONS(COMPARE)

_Static_assert(HB_MEMORY_MODE_DUPLICATE == 0 && HB_DIRECTION_LTR == 4 && HB_DIRECTION_RTL == 5 &&
                   HB_OT_METRICS_TAG_CAP_HEIGHT == 0x63706874,
               "constants");
_Static_assert(sizeof(hb_memory_mode_t) == sizeof(unsigned) && sizeof(hb_bool_t) == sizeof(int) &&
                   sizeof(hb_ot_metrics_tag_t) == sizeof(unsigned),
               "enumerations");
_Static_assert(sizeof(hb_glyph_info_t) == 20 && offsetof(hb_glyph_info_t, codepoint) == 0 &&
                   offsetof(hb_glyph_info_t, cluster) == 8,
               "glyphs");
_Static_assert(sizeof(hb_glyph_position_t) == 20 && offsetof(hb_glyph_position_t, x_advance) == 0 &&
                   offsetof(hb_glyph_position_t, x_offset) == 8 &&
                   offsetof(hb_glyph_position_t, y_offset) == 12,
               "positions");
#else
/* A file of C has at least one declaration. */
typedef int font_shim_has_nothing_to_compare;
#endif
