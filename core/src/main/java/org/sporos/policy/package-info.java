/** How a kernel is spread over indexes, and the shapes of the lambdas that are run so. */
@NullMarked
package org.sporos.policy;

import org.jspecify.annotations.NullMarked;
