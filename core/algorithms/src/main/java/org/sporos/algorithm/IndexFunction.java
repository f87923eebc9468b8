package org.sporos.algorithm;

import java.io.Serializable;

/**
 * A number for each index, such as that of a bin or a cell: kernel code, which only reads. May be called more than once
 * for an index.
 *
 * <pre>{@code
 * IndexFunction cell = i -> (int) (100 * x.get(i));
 * }</pre>
 */
@FunctionalInterface
public interface IndexFunction extends Serializable {

    /** Returns the number of an index. */
    int at(int i);
}
