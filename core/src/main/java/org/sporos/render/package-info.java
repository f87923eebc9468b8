/**
 * Pictures of graphs: DOT for Graphviz, Mermaid for Markdown, and SVG, which needs no other program.
 *
 * <pre>{@code
 * Files.writeString(Path.of("step.svg"), Svg.of(graph));
 * }</pre>
 *
 * @since 0.1.0
 */
@CheckReturnValue
@NullMarked
package org.sporos.render;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
