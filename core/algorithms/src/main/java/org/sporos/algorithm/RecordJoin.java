package org.sporos.algorithm;

import java.io.Serializable;

/**
 * The operator that combines two records of a {@link RecordReduction} or a {@link RecordScan}: kernel code, which depends
 * on its arguments alone. It is associative up to rounding, and need not commute.
 *
 * <pre>{@code
 * RecordJoin<Complex> product = Complex::multiply;
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RecordJoin<R extends Record> extends Serializable {

    /** Returns the combination of two records; the first one combines earlier contributions. */
    R join(R a, R b);
}
