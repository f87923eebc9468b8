package org.sporos.graph;

import org.sporos.space.ElementType;

/**
 * The kind of a parallel scan: exclusive or inclusive prefix sums, and the type that they are added in. One nested class
 * for each type, so that the compiler picks the lambda's. Immutable.
 */
public abstract sealed class Scan {
    private final boolean inclusive;

    private Scan(boolean inclusive) {
        this.inclusive = inclusive;
    }

    /** Returns sums of doubles of the indexes before. */
    public static OfDouble exclusive() {
        return new OfDouble(false);
    }

    /** Returns sums of doubles of the indexes up to and with each. */
    public static OfDouble inclusive() {
        return new OfDouble(true);
    }

    /** Returns sums of floats of the indexes before. */
    public static OfFloat exclusiveFloat() {
        return new OfFloat(false);
    }

    /** Returns sums of floats of the indexes up to and with each. */
    public static OfFloat inclusiveFloat() {
        return new OfFloat(true);
    }

    /** Returns sums of ints of the indexes before. */
    public static OfInt exclusiveInt() {
        return new OfInt(false);
    }

    /** Returns sums of ints of the indexes up to and with each. */
    public static OfInt inclusiveInt() {
        return new OfInt(true);
    }

    /** Returns sums of longs of the indexes before. */
    public static OfLong exclusiveLong() {
        return new OfLong(false);
    }

    /** Returns sums of longs of the indexes up to and with each. */
    public static OfLong inclusiveLong() {
        return new OfLong(true);
    }

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

    /** A scan of doubles. */
    public static final class OfDouble extends Scan {
        private OfDouble(boolean inclusive) {
            super(inclusive);
        }

        @Override
        public ElementType type() {
            return ElementType.DOUBLE;
        }
    }

    /** A scan of floats. */
    public static final class OfFloat extends Scan {
        private OfFloat(boolean inclusive) {
            super(inclusive);
        }

        @Override
        public ElementType type() {
            return ElementType.FLOAT;
        }
    }

    /** A scan of ints. */
    public static final class OfInt extends Scan {
        private OfInt(boolean inclusive) {
            super(inclusive);
        }

        @Override
        public ElementType type() {
            return ElementType.INT;
        }
    }

    /** A scan of longs. */
    public static final class OfLong extends Scan {
        private OfLong(boolean inclusive) {
            super(inclusive);
        }

        @Override
        public ElementType type() {
            return ElementType.LONG;
        }
    }
}
