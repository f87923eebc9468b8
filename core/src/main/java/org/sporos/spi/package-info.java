/**
 * The contract of a backend. A {@link org.sporos.spi.BackendProvider}, loaded as a Java service, opens spaces, whose
 * {@link org.sporos.spi.Backend} lowers a launch plan to an executable. Users do not need this package.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.spi;

import org.jspecify.annotations.NullMarked;
