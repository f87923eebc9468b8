package org.sporos.algorithm;

import java.io.Serializable;

/**
 * A yes or no for each index: kernel code, which only reads. May be called more than once for an index.
 *
 * <pre>{@code
 * IndexPredicate alive = i -> x.get(i) > 0;
 * }</pre>
 */
@FunctionalInterface
public interface IndexPredicate extends Serializable {

    /** Returns the answer for an index. */
    boolean at(int i);
}
