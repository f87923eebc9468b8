package org.sporos.algorithm;

import java.io.Serializable;

/**
 * A predicate on indexes: kernel code, which only reads. May be called more than once for an index.
 *
 * <pre>{@code
 * IndexPredicate alive = i -> x.get(i) > 0;
 * }</pre>
 */
@FunctionalInterface
public interface IndexPredicate extends Serializable {

    /** Returns whether the predicate holds for an index. */
    boolean at(int i);
}
