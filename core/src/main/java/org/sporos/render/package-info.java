/** Pictures of graphs: DOT, Mermaid and SVG. */
@NullMarked
package org.sporos.render;

import org.jspecify.annotations.NullMarked;
