/**
 * Helpers of all packages that know no type of the library: threads, stacks and texts of exceptions. Users do not see
 * them.
 */
@NullMarked
package org.sporos.internal.base;

import org.jspecify.annotations.NullMarked;
