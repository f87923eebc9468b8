/** What all errors share: how their texts show labels, and the exception for bugs of the library itself. */
@NullMarked
package org.sporos.error;

import org.jspecify.annotations.NullMarked;
