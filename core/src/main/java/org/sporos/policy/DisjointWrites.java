package org.sporos.policy;

/**
 * The promise of a kernel body that no work item writes an element which another one reads or writes, although the
 * indexes come from data. The body has no warning of possible races between its work items (G111) then; races that are
 * certain stay errors. The strict mode of the host checks the promise of loops in each run: a broken one fails the run
 * with R314. Other spaces believe it. Atomic accesses do not count. All members of a team are one work item.
 *
 * <p>A class of a body implements it beside the interface of its kind; a lambda is cast to both. Has no state.
 *
 * <pre>{@code
 * IntView order = IntView.of("order", space, n);
 * RangeBody permute = (RangeBody & DisjointWrites) i -> y.set(order.get(i), x.get(i));
 * root.thenParallelFor("permute", RangePolicy.of(n), permute);
 * }</pre>
 */
public interface DisjointWrites {}
