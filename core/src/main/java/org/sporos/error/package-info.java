/**
 * The exceptions of the library.
 *
 * <p>An exception that a user's mistake, a device or a failed run causes implements {@link org.sporos.error.Coded}: its
 * code names a section of the page "Error codes", and does not change with the wording. It keeps Java's kinds, so that
 * {@code catch (IllegalArgumentException e)} means what it always means. An {@link org.sporos.error.InternalException}
 * is a bug of the library.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.error;

import org.jspecify.annotations.NullMarked;
