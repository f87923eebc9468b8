/** Labelled multi-dimensional arrays in a memory space. */
@NullMarked
package org.sporos.view;

import org.jspecify.annotations.NullMarked;
