/** Runs the nodes of a graph on two spaces, on copies of their views, and compares the results. */
@NullMarked
package org.sporos.verify;

import org.jspecify.annotations.NullMarked;
