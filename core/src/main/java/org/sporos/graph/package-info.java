/** The definition of a graph, its nodes, and the executable made of it. */
@NullMarked
package org.sporos.graph;

import org.jspecify.annotations.NullMarked;
