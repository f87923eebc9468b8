/**
 * The exceptions of the library.
 *
 * <p>Exceptions caused by a user's mistake, a device or a failed run implement {@link org.sporos.error.Coded}: the code
 * names a section of the page "Error codes", and is independent of the wording. They extend Java's exception types, so
 * that {@code catch (IllegalArgumentException e)} works as usual. An {@link org.sporos.error.InternalException} is a
 * bug of the library.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.error;

import org.jspecify.annotations.NullMarked;
