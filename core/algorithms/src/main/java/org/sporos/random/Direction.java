package org.sporos.random;

/** A vector of length 1 in space, without a unit. */
public record Direction(double x, double y, double z) {}
