/** The internal part of spaces: allocations behind memory spaces, and the providers of execution spaces. */
@NullMarked
package org.sporos.internal.space;

import org.jspecify.annotations.NullMarked;
