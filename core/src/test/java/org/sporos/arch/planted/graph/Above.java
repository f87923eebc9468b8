package org.sporos.arch.planted.graph;

/** Something that packages below must not know. */
public final class Above {}
