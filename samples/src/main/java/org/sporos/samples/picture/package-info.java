/** Pictures without a desktop: pixels, colours, plots and PNG files. */
@NullMarked
package org.sporos.samples.picture;

import org.jspecify.annotations.NullMarked;
