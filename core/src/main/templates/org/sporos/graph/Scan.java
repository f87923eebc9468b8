package org.sporos.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import org.sporos.space.ElementType;

/**
 * The kind of a parallel scan: exclusive or inclusive prefix sums, and their type. One nested class per type, so that
 * the compiler infers the type of the lambda. Immutable.
 *
 * <pre>{@code
 * IntView starts = IntView.of("starts", space, n);
 * root.thenParallelScan(
 *         "starts", RangePolicy.of(n), i -> indexes.get(i), (i, sum) -> starts.set(i, sum), Scan.exclusiveInt());
 * }</pre>
 */
@CheckReturnValue
public abstract sealed class Scan {
    private final boolean inclusive;

    private Scan(boolean inclusive) {
        this.inclusive = inclusive;
    }
[#list reductions as t]

    /** Returns exclusive sums of ${t.type}s. */
    public static Of${t.Type} exclusive${t.Type}() {
        return new Of${t.Type}(false);
    }

    /** Returns inclusive sums of ${t.type}s. */
    public static Of${t.Type} inclusive${t.Type}() {
        return new Of${t.Type}(true);
    }
[/#list]

    /** Returns whether the sum of an index includes its own contribution. */
    public boolean isInclusive() {
        return inclusive;
    }

    /** Returns the type of the sums. */
    public abstract ElementType type();

    @Override
    public String toString() {
        return (inclusive ? "inclusive " : "exclusive ") + type().javaName();
    }
[#list reductions as t]

    /** A scan of ${t.type}s. */
    public static final class Of${t.Type} extends Scan {
        private Of${t.Type}(boolean inclusive) {
            super(inclusive);
        }

        @Override
        public ElementType type() {
            return ElementType.${t.TYPE};
        }
    }
[/#list]
}
