package org.sporos.graph;

import org.sporos.space.ElementType;

/**
 * The kind of a parallel scan: exclusive or inclusive prefix sums, and the type that they are added in. One nested
 * class for each type, so that the compiler picks the lambda's. Immutable.
 */
public abstract sealed class Scan {
    private final boolean inclusive;

    private Scan(boolean inclusive) {
        this.inclusive = inclusive;
    }
//#for reduction

    /** Returns sums of $type$s of the indexes before. */
    public static Of$Type$ exclusive$Type$() {
        return new Of$Type$(false);
    }

    /** Returns sums of $type$s of the indexes up to and with each. */
    public static Of$Type$ inclusive$Type$() {
        return new Of$Type$(true);
    }
//#end

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
//#for reduction

    /** A scan of $type$s. */
    public static final class Of$Type$ extends Scan {
        private Of$Type$(boolean inclusive) {
            super(inclusive);
        }

        @Override
        public ElementType type() {
            return ElementType.$TYPE$;
        }
    }
//#end
}
