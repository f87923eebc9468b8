package org.sporos.kernel.cpp;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.ShortView;
import org.sporos.view.View;

/** The inputs of a kernel of small expressions, all pairs of special values of arithmetic, and its outputs. */
final class SpecialValues {
    private static final List<Integer> INTS =
            List.of(0, 1, -1, 3, 4, -7, 31, 32, 16_777_217, -16_777_217, Integer.MAX_VALUE, Integer.MIN_VALUE);
    private static final List<Long> LONGS = List.of(
            0L,
            1L,
            -1L,
            5L,
            63L,
            -64L,
            1L << 32,
            (1L << 24) + 1,
            (1L << 53) + 1,
            (1L << 60) + (1L << 36) + 1,
            Long.MAX_VALUE,
            Long.MIN_VALUE);
    private static final List<Float> FLOATS = List.of(
            0f,
            -0f,
            1f,
            -1f,
            0.5f,
            -3f,
            Float.MIN_VALUE,
            -1e-40f,
            Float.MAX_VALUE,
            Float.NaN,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY);
    private static final List<Double> DOUBLES = List.of(
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            2_147_483_648.5,
            Double.MIN_VALUE,
            -1e-310,
            Double.MAX_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY);
    private static final int VALUES = INTS.size();

    /** One index for each pair of values. */
    static final RangePolicy PAIRS = RangePolicy.of(VALUES * VALUES);

    private final View result;
    private final Object[] arguments;

    /** Makes views of the values, and a result for some expressions of each pair. */
    SpecialValues(String type, int expressions) {
        MemorySpace host = MemorySpace.host();
        IntView[] ints = {IntView.of("n", host, PAIRS.end()), IntView.of("m", host, PAIRS.end())};
        LongView[] longs = {LongView.of("l", host, PAIRS.end()), LongView.of("k", host, PAIRS.end())};
        FloatView[] floats = {FloatView.of("f", host, PAIRS.end()), FloatView.of("g", host, PAIRS.end())};
        DoubleView[] doubles = {DoubleView.of("x", host, PAIRS.end()), DoubleView.of("y", host, PAIRS.end())};
        ByteView b8 = ByteView.of("b8", host, PAIRS.end());
        ShortView b16 = ShortView.of("b16", host, PAIRS.end());
        for (int i = 0; i < 2 * PAIRS.end(); i++) {
            int pair = i / 2;
            int value = i % 2 == 0 ? pair / VALUES : pair % VALUES;
            ints[i % 2].set(pair, INTS.get(value));
            b8.set(pair, INTS.get(value).byteValue());
            b16.set(pair, INTS.get(value).shortValue());
            longs[i % 2].set(pair, LONGS.get(value));
            floats[i % 2].set(pair, FLOATS.get(value));
            doubles[i % 2].set(pair, DOUBLES.get(value));
        }
        int stores = PAIRS.end() * expressions;
        IntView toInts = IntView.of("ints", host, stores);
        LongView toLongs = LongView.of("longs", host, stores);
        FloatView toFloats = FloatView.of("floats", host, stores);
        DoubleView toDoubles = DoubleView.of("doubles", host, stores);
        ByteView toBytes = ByteView.of("bytes", host, stores);
        ShortView toShorts = ShortView.of("shorts", host, stores);
        Map<String, View> results = Map.of(
                "int", toInts, "long", toLongs, "float", toFloats, "double", toDoubles, "byte", toBytes, "short",
                toShorts);
        result = Objects.requireNonNull(results.get(type));
        arguments = new Object[] {
            ints[0],
            ints[1],
            longs[0],
            longs[1],
            floats[0],
            floats[1],
            doubles[0],
            doubles[1],
            toInts,
            toLongs,
            toFloats,
            toDoubles,
            b8,
            b16,
            toBytes,
            toShorts,
            0f,
            0.0
        };
    }

    /** Returns the kernel of a class on these views. */
    RangeBody kernel(Class<?> made, String name) throws ReflectiveOperationException {
        return Javac.kernel(made, name, arguments);
    }

    /** Returns the pair for which the bits of an expression differ from others, with the bits; or the empty string. */
    String difference(SpecialValues there, int expression, int expressions) {
        for (int pair = 0; pair < PAIRS.end(); pair++) {
            int at = pair * expressions + expression;
            long one = result.allocation().bits(at);
            long other = there.result.allocation().bits(at);
            String violation = Comparison.difference(result.elementType(), one, other, 0);
            if (!violation.isEmpty()) {
                return "of values " + pair / VALUES + " and " + pair % VALUES + ": " + violation;
            }
        }
        return "";
    }
}
