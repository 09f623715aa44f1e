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
