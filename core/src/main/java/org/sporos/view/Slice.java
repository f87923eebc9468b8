package org.sporos.view;

import com.google.errorprone.annotations.CheckReturnValue;

/**
 * The part of one dimension in a sub-view: all of it, a range, or one index, which removes the dimension.
 *
 * <pre>{@code
 * DoubleView third = u.subview(Slice.at(3), Slice.all());
 * DoubleView border = u.subview(Slice.range(0, 1), Slice.all());
 * }</pre>
 *
 * @param kind the kind of slice
 * @param begin the first index, for RANGE and INDEX
 * @param end the index after the last, for RANGE
 */
@CheckReturnValue
public record Slice(Kind kind, long begin, long end) {

    /** The kinds of slices. */
    public enum Kind {
        ALL,
        RANGE,
        INDEX
    }

    /** Returns the slice of all indexes. */
    public static Slice all() {
        return new Slice(Kind.ALL, 0, 0);
    }

    /** Returns the slice of the indexes {@code [begin, end)}. */
    public static Slice range(long begin, long end) {
        return new Slice(Kind.RANGE, begin, end);
    }

    /** Returns the slice of one index. The sub-view has one dimension less. */
    public static Slice at(long index) {
        return new Slice(Kind.INDEX, index, index + 1);
    }

    /** Returns a description such as {@code u[:, 1:9, 3]}. */
    @Override
    public String toString() {
        return switch (kind) {
            case ALL -> ":";
            case RANGE -> begin + ":" + end;
            case INDEX -> Long.toString(begin);
        };
    }
}
