package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.Language.over;
import static org.sporos.kernel.zoo.NamedKernel.exact;

import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;

/** Kernels whose zeros have a sign that depends on the order of a sum: 0 - 0 is 0, and -0 + 0 is, but -(0) is -0. */
final class SignedZeros {
    private static final int N = 100;

    private SignedZeros() {}

    static List<NamedKernel> all() {
        return List.of(
                exact("zerosOfCasts", SignedZeros::zerosOfCasts),
                exact("zerosOfChoices", SignedZeros::zerosOfChoices),
                exact("zerosOfFloats", SignedZeros::zerosOfFloats));
    }

    private static Instance zerosOfCasts() {
        IntView n = Data.ints("n", 3, N);
        DoubleView out = Data.doubleZeros("out", N);
        return over(N, List.of(n, out), i -> out.set(i, 1 / (0.0 - (double) n.get(i))));
    }

    private static Instance zerosOfChoices() {
        IntView n = Data.ints("n", 3, N);
        DoubleView out = Data.doubleZeros("out", N);
        return over(N, List.of(n, out), i -> out.set(i, 1 / (0.0 - (n.get(i) > 1 ? 1.0 : 0.0))));
    }

    private static Instance zerosOfFloats() {
        IntView n = Data.ints("n", 3, N);
        FloatView out = Data.floatZeros("out", N);
        return over(N, List.of(n, out), i -> out.set(i, 1 / (-(float) n.get(i) + 0f)));
    }
}
