/* SPDX-License-Identifier: MIT */
#include <png.h>
#include <zlib.h>
