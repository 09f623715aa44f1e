// SPDX-License-Identifier: MIT
private import Glibc

/// `base` to the power of `exponent`; calls the C function `pow`.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The natural logarithm of a positive number; calls the C function `log`.
func naturalLogarithm(_ number: Double) -> Double { log(number) }

/// e to the power of `exponent`; calls the C function `exp`.
func exponential(_ exponent: Double) -> Double { exp(exponent) }

/// The logarithm to base 10 of a positive number; calls the C function `log10`.
func decimalLogarithm(_ number: Double) -> Double { log10(number) }

/// The sine of an angle in radians; calls the C function `sin`.
func sine(_ angle: Double) -> Double { sin(angle) }

/// The cosine of an angle in radians; calls the C function `cos`.
func cosine(_ angle: Double) -> Double { cos(angle) }

/// The tangent of an angle in radians; calls the C function `tan`.
func tangent(_ angle: Double) -> Double { tan(angle) }
