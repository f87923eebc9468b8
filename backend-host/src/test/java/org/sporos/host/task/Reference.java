package org.sporos.host.task;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import org.sporos.reference.ScanOrder;
import org.sporos.reference.TreeOrder;

/** The fixed orders of reductions and scans of doubles. */
final class Reference {
    private Reference() {}

    static double reduce(double[] contributions, double identity, DoubleBinaryOperator op) {
        return TreeOrder.reduce(contributions.length, i -> contributions[(int) i], identity, op::applyAsDouble);
    }

    /** Returns inclusive prefix sums. */
    static double[] scan(double[] contributions) {
        return ScanOrder.sums(Arrays.stream(contributions).boxed().toList(), 0.0, Double::sum).stream()
                .mapToDouble(sum -> sum)
                .toArray();
    }

    /** Returns numbers of either sign between 1e-300 and 1e300 in magnitude. */
    static double[] wild(int n, Random random) {
        return random.doubles(n)
                .map(u -> (random.nextBoolean() ? 1 : -1) * (1 + u) * Math.pow(10, random.nextInt(600) - 300))
                .toArray();
    }
}
