/** The memory behind memory spaces, and the providers of execution spaces: the part of spaces that users do not see. */
@NullMarked
package org.sporos.internal.space;

import org.jspecify.annotations.NullMarked;
