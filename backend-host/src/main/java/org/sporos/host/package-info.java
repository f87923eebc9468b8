/** The host backend: spaces that run graphs on threads of this process. */
@NullMarked
package org.sporos.host;

import org.jspecify.annotations.NullMarked;
