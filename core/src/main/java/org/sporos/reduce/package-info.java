/**
 * Reductions: an operator, a result view and a contribution.
 *
 * <p>The compiler resolves overloads by the arguments other than a lambda: here the result view determines the type of
 * contributions. No argument determines the type of indexes, so the name does: {@code into} for ints, {@code
 * intoLongRange} and {@code intoTeam} for the policies of those names. Names end in types for the same reason in {@link
 * org.sporos.graph.Scan} and {@link org.sporos.policy.TeamMember}.
 *
 * @since 0.1.0
 */
@CheckReturnValue
@NullMarked
package org.sporos.reduce;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
