/** The checks of a graph at instantiation: all flaws are found before anything runs. */
@NullMarked
package org.sporos.check;

import org.jspecify.annotations.NullMarked;
