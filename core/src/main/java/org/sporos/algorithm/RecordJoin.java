package org.sporos.algorithm;

import java.io.Serializable;

/**
 * The operator that combines two records of a {@link RecordReduction}: kernel code, which depends on its arguments
 * alone. It should be associative, as far as rounding goes.
 *
 * <pre>{@code
 * RecordJoin<Complex> product = Complex::multiply;
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RecordJoin<R extends Record> extends Serializable {

    /** Returns the combination of two records, of which the first stands for the earlier contributions. */
    R join(R a, R b);
}
