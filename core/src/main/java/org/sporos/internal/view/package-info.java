/** The internal part of views: the memory of graphs and of time levels, and the order of runs on rings. */
@NullMarked
package org.sporos.internal.view;

import org.jspecify.annotations.NullMarked;
