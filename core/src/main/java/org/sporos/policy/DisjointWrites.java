package org.sporos.policy;

/**
 * Declares that no work item of a kernel body writes an element that another one accesses, although the indexes come
 * from data. This suppresses the warning about possible races between work items (G111); proven races stay errors. The
 * strict mode of the host checks the declaration of loops in each run, and fails a run that violates it with R314.
 * Other spaces trust it. Atomic accesses are exempt. All members of a team are one work item.
 *
 * <p>A body class implements it in addition to its body interface; a lambda is cast to both. Stateless.
 *
 * <pre>{@code
 * IntView order = IntView.of("order", space, n);
 * RangeBody permute = (RangeBody & DisjointWrites) i -> y.set(order.get(i), x.get(i));
 * root.thenParallelFor("permute", RangePolicy.of(n), permute);
 * }</pre>
 */
public interface DisjointWrites {}
