/** Helpers independent of the library's types: threads, stacks and texts of exceptions. Not visible to users. */
@NullMarked
package org.sporos.internal.base;

import org.jspecify.annotations.NullMarked;
