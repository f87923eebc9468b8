package org.sporos.kernel.capture;

import java.util.Arrays;
import java.util.function.Consumer;
import org.sporos.policy.KernelBody;
import org.sporos.policy.RangeBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** A program that measures what it costs to capture each body of a large graph; it prints rows of a table. */
public final class CaptureBenchmark {
    private static final int BODIES = 200_000;
    private static final int ROUNDS = 15;

    private final DoubleView field = DoubleView.of("field", MemorySpace.host(), 8);

    private CaptureBenchmark() {}

    private record Scale(double by, DoubleView x) implements RangeBody {
        @Override
        public void at(int i) {
            x.set(i, by * x.get(i));
        }
    }

    /** Runs all. */
    public static void main(String[] arguments) {
        CaptureBenchmark self = new CaptureBenchmark();
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        DoubleView y = DoubleView.of("y", MemorySpace.host(), 8);
        KernelBody[] lambdas = new KernelBody[BODIES];
        KernelBody[] ofThis = new KernelBody[BODIES];
        KernelBody[] records = new KernelBody[BODIES];
        for (int k = 0; k < BODIES; k++) {
            double a = k;
            lambdas[k] = (RangeBody) i -> y.set(i, a * x.get(i) + y.get(i));
            ofThis[k] = self.body();
            records[k] = new Scale(a, x);
        }
        System.out.printf("Java %s, ns a body%n", System.getProperty("java.version"));
        measure("lambda of two views and a double: capture", lambdas, KernelCapture::of);
        measure("the same through a stream, as in a closed module", lambdas, LambdaStream::read);
        measure("the same: its views and params", lambdas, CapturedValues::of);
        measure("lambda that captured this: capture", ofThis, KernelCapture::of);
        measure("the same: its views and params", ofThis, CapturedValues::of);
        measure("record: capture", records, KernelCapture::of);
        measure("the same: its views and params", records, CapturedValues::of);
    }

    private RangeBody body() {
        return i -> field.set(i, i);
    }

    private static void measure(String what, KernelBody[] bodies, Consumer<KernelBody> action) {
        double[] nanos = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            for (KernelBody body : bodies) {
                action.accept(body);
            }
            nanos[round] = (System.nanoTime() - start) / (double) bodies.length;
        }
        Arrays.sort(nanos);
        System.out.printf("| %s | %.0f |%n", what, nanos[ROUNDS / 2]);
    }
}
