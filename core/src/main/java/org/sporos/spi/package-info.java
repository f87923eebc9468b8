/** What a backend implements: spaces that lower a launch plan to an executable. */
@NullMarked
package org.sporos.spi;

import org.jspecify.annotations.NullMarked;
