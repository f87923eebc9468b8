package org.sporos.algorithm;

import java.io.Serializable;

/**
 * A record for each index, which a {@link RecordReduction} or a {@link RecordScan} combines: kernel code, which only
 * reads.
 *
 * <pre>{@code
 * RecordView<Complex> z = RecordView.of("z", space, Complex.class, n);
 * RecordContribution<Complex> each = i -> z.get(i);
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RecordContribution<R extends Record> extends Serializable {

    /** Returns the record of an index. */
    R at(int i);
}
