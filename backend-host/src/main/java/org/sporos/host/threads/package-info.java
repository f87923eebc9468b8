/**
 * The threads of a host space: its workers, how they find runs, spin, park and are woken, and on which core they stay.
 */
@NullMarked
package org.sporos.host.threads;

import org.jspecify.annotations.NullMarked;
