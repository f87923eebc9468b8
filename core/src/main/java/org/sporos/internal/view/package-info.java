/** The memory of graphs and of time levels, and the order of runs on rings: the part of views that users do not see. */
@NullMarked
package org.sporos.internal.view;

import org.jspecify.annotations.NullMarked;
