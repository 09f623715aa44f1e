// SPDX-License-Identifier: MIT
private import Glibc

/// `base` to the power of `exponent`; calls the C function `pow`.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
