/** Benchmarks: the same work by Sporos and by counterparts in other languages, measured in turn. */
@NullMarked
package org.sporos.samples.bench;

import org.jspecify.annotations.NullMarked;
