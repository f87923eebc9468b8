package org.sporos.algorithm;

import java.io.Serializable;

/**
 * Consumes the result of a {@link RecordScan} at an index: kernel code.
 *
 * <pre>{@code
 * RecordView<Complex> sums = RecordView.of("sums", space, Complex.class, n);
 * RecordConsumer<Complex> put = (i, sum) -> sums.set(i, sum);
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RecordConsumer<R extends Record> extends Serializable {

    /** Consumes the result of an index. */
    void at(int i, R sum);
}
