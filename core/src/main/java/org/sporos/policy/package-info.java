/**
 * Policies, the iteration spaces of kernels, and bodies, the lambdas called once per work item.
 *
 * <table> <caption>Policies and their bodies</caption>
 * <tr><th>policy</th><th>work item</th><th>body</th></tr>
 * <tr><td>{@link org.sporos.policy.RangePolicy}</td><td>an int index</td><td>{@code i -> ...}</td></tr>
 * <tr><td>{@link org.sporos.policy.LongRangePolicy}</td><td>a long index</td><td>{@code (long i) -> ...}</td></tr>
 * <tr><td>{@link org.sporos.policy.MDRangePolicy}</td><td>a cell of a box</td><td>{@code (i, j) -> ...}</td></tr>
 * <tr><td>{@link org.sporos.policy.TeamPolicy}</td><td>a member of a team</td><td>{@code team -> ...}</td></tr>
 * <tr><td>{@link org.sporos.policy.IndexSet}</td><td>an element of a list</td><td>{@code i -> ...}</td></tr>
 * </table>
 *
 * <p>All policies are immutable values, independent of spaces: one policy serves many nodes, graphs and backends.
 *
 * @since 0.1.0
 */
@CheckReturnValue
@NullMarked
package org.sporos.policy;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
