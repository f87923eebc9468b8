/** Tests of the cache of compiled programs. */
@org.jspecify.annotations.NullMarked
package org.sporos.kernel.diskcache;
