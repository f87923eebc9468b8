package org.sporos.kernel.cpp;

/**
 * A row of a view whose elements follow each other in memory.
 *
 * @param pointer to the element at 0
 * @param bytes of one element
 */
record DenseRow(String pointer, int bytes) {}
