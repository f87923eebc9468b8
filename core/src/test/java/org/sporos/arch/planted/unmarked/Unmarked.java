package org.sporos.arch.planted.unmarked;

/** Stands in a package that is not null-marked. */
public final class Unmarked {}
