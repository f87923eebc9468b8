package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Scan;
import org.sporos.kernel.zoo.BodyCall;
import org.sporos.kernel.zoo.JvmRun;
import org.sporos.kernel.zoo.ScanOrder;
import org.sporos.kernel.zoo.TreeOrder;
import org.sporos.policy.*;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * A join or the consumer of a scan, together with the values that it works on, as a unit of its own and as the JVM runs
 * it.
 *
 * @param body the join or consumer
 * @param type the type of the values
 * @param isJoin whether it is a join
 * @param isLong whether the consumer takes long indexes
 */
record PartOfAll(KernelBody body, ElementType type, boolean isJoin, boolean isLong) {
    private static final int JOINED = 5000;

    /** Returns the part that a body is, or null if it is none. */
    static @Nullable PartOfAll of(KernelBody body) {
        boolean isLong = body instanceof DoubleScanBody.LongRange
                || body instanceof FloatScanBody.LongRange
                || body instanceof IntScanBody.LongRange
                || body instanceof LongScanBody.LongRange;
        if (body instanceof DoubleJoin || body instanceof DoubleScanBody) {
            return new PartOfAll(body, ElementType.DOUBLE, body instanceof DoubleJoin, isLong);
        } else if (body instanceof FloatJoin || body instanceof FloatScanBody) {
            return new PartOfAll(body, ElementType.FLOAT, body instanceof FloatJoin, isLong);
        } else if (body instanceof IntJoin || body instanceof IntScanBody) {
            return new PartOfAll(body, ElementType.INT, body instanceof IntJoin, isLong);
        } else if (body instanceof LongJoin || body instanceof LongScanBody) {
            return new PartOfAll(body, ElementType.LONG, body instanceof LongJoin, isLong);
        }
        return null;
    }

    /** Returns the unit: joins reduce several tiles, consumers take exclusive sums over their policy. */
    CppUnit unit(String label, Policy policy, boolean proven) {
        KernelBody contribution = contribution();
        if (isJoin) {
            Policy all = RangePolicy.of(JOINED);
            Reduction reduction = Reductions.custom(zero(), body, contribution);
            ProvenKernel value = ZooUnits.kernel("value", contribution, all, proven);
            ProvenKernel join = ZooUnits.kernel(label, body, null, proven);
            return new CppUnit.Reduce(label, false, all, List.of(new CppUnit.Part(reduction, value, join)));
        }
        ProvenKernel value = ZooUnits.kernel("value", contribution, policy, proven);
        ProvenKernel consumer = ZooUnits.kernel(label, body, policy, proven);
        return new CppUnit.Prefix(label, false, policy, scan(), value, consumer);
    }

    /** Returns what the join makes of the values, in the order of reductions. */
    Object joined() {
        BodyCall join = BodyCall.of(body);
        return TreeOrder.reduce(values(JOINED), zero(), (a, b) -> join.with(a, b));
    }

    /** Runs the consumer over a policy that begins at 0, with the sums of the values in the order of scans. */
    void consume(Policy policy) {
        BodyCall consumer = BodyCall.of(body);
        List<Object> sums = ScanOrder.sums(values(JOINED), zero(), plus());
        JvmRun.forEachIndex(policy, index -> {
            int i = (int) index[0];
            consumer.with(isLong ? (Object) index[0] : (Object) i, i == 0 ? zero() : sums.get(i - 1));
        });
    }

    private Object zero() {
        return switch (type) {
            case DOUBLE -> 0.0;
            case FLOAT -> 0f;
            case INT -> 0;
            case LONG -> 0L;
        };
    }

    private Scan scan() {
        return switch (type) {
            case DOUBLE -> Scan.exclusiveDouble();
            case FLOAT -> Scan.exclusiveFloat();
            case INT -> Scan.exclusiveInt();
            case LONG -> Scan.exclusiveLong();
        };
    }

    private BinaryOperator<Object> plus() {
        return switch (type) {
            case DOUBLE -> (a, b) -> (double) a + (double) b;
            case FLOAT -> (a, b) -> (float) a + (float) b;
            case INT -> (a, b) -> (int) a + (int) b;
            case LONG -> (a, b) -> (long) a + (long) b;
        };
    }

    private List<Object> values(int count) {
        List<Object> values = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(type.ordinal());
        for (int k = 0; k < count; k++) {
            double real = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(12));
            long bits = random.nextLong();
            values.add(
                    switch (type) {
                        case DOUBLE -> (Object) real;
                        case FLOAT -> (float) real;
                        case INT -> (int) bits;
                        case LONG -> bits;
                    });
        }
        return values;
    }

    /** Returns what contributes the values out of a view. */
    private KernelBody contribution() {
        List<Object> values = values(JOINED);
        MemorySpace memory = MemorySpace.host();
        switch (type) {
            case DOUBLE -> {
                DoubleView x = DoubleView.of("values", memory, JOINED);
                x.assign(values.stream().mapToDouble(v -> (double) v).toArray());
                DoubleContribution.Range ints = i -> x.get(i);
                DoubleContribution.LongRange longs = i -> x.get((int) i);
                return isLong ? longs : ints;
            }
            case FLOAT -> {
                FloatView x = FloatView.of("values", memory, JOINED);
                for (int k = 0; k < JOINED; k++) {
                    x.set(k, (float) values.get(k));
                }
                FloatContribution.Range ints = i -> x.get(i);
                FloatContribution.LongRange longs = i -> x.get((int) i);
                return isLong ? longs : ints;
            }
            case INT -> {
                IntView x = IntView.of("values", memory, JOINED);
                x.assign(values.stream().mapToInt(v -> (int) v).toArray());
                IntContribution.Range ints = i -> x.get(i);
                IntContribution.LongRange longs = i -> x.get((int) i);
                return isLong ? longs : ints;
            }
            default -> {
                LongView x = LongView.of("values", memory, JOINED);
                x.assign(values.stream().mapToLong(v -> (long) v).toArray());
                LongContribution.Range ints = i -> x.get(i);
                LongContribution.LongRange longs = i -> x.get((int) i);
                return isLong ? longs : ints;
            }
        }
    }
}
