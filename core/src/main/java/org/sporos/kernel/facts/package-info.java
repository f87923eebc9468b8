/** What a kernel does with its views: where it reads and writes, whether its work items disturb each other. */
@NullMarked
package org.sporos.kernel.facts;

import org.jspecify.annotations.NullMarked;
