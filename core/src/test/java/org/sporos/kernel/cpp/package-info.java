/** Tests of the emitted C++. */
@org.jspecify.annotations.NullMarked
package org.sporos.kernel.cpp;
