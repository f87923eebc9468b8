package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Scan;
import org.sporos.kernel.zoo.BodyCall;
import org.sporos.kernel.zoo.JvmRun;
import org.sporos.reference.ScanOrder;
import org.sporos.policy.*;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
[#list reductions as t]
import org.sporos.view.${t.Type}View;
[/#list]

/**
 * A join or the consumer of a scan with its input values, as a unit of its own and as run by the JVM.
 *
 * @param body the join or consumer
 * @param type the type of the values
 * @param isJoin whether it is a join
 * @param isLong whether the consumer takes long indexes
 */
record PartOfAll(KernelBody body, ElementType type, boolean isJoin, boolean isLong) {
    private static final int JOINED = 5000;

    /** Returns the part of a body, or null if it is neither. */
    static @Nullable PartOfAll of(KernelBody body) {
[#list reductions as t]
        if (body instanceof ${t.Type}Join || body instanceof ${t.Type}ScanBody) {
            boolean isLong = body instanceof ${t.Type}ScanBody.LongRange;
            return new PartOfAll(body, ElementType.${t.TYPE}, body instanceof ${t.Type}Join, isLong);
        }
[/#list]
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
[#list reductions as t]
            case ${t.TYPE} -> (Object) (${t.type}) 0;
[/#list]
            default -> throw none();
        };
    }

    private Scan scan() {
        return switch (type) {
[#list reductions as t]
            case ${t.TYPE} -> Scan.exclusive${t.Type}();
[/#list]
            default -> throw none();
        };
    }

    private BinaryOperator<Object> plus() {
        return switch (type) {
[#list reductions as t]
            case ${t.TYPE} -> (a, b) -> (${t.type}) a + (${t.type}) b;
[/#list]
            default -> throw none();
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
[#list reals as t]
                        case ${t.TYPE} -> (Object) (${t.type}) real;
[/#list]
[#list integers as t]
                        case ${t.TYPE} -> (Object) (${t.type}) bits;
[/#list]
                        default -> throw none();
                    });
        }
        return values;
    }

    /** Returns the contribution of the values of a view. */
    private KernelBody contribution() {
        List<Object> values = values(JOINED);
        MemorySpace memory = MemorySpace.host();
        switch (type) {
[#list reductions as t]
            case ${t.TYPE} -> {
                ${t.Type}View x = ${t.Type}View.of("values", memory, JOINED);
                for (int k = 0; k < JOINED; k++) {
                    x.set(k, (${t.type}) values.get(k));
                }
                ${t.Type}Contribution.Range ints = i -> x.get(i);
                ${t.Type}Contribution.LongRange longs = i -> x.get((int) i);
                return isLong ? longs : ints;
            }
[/#list]
            default -> throw none();
        }
    }

    private IllegalStateException none() {
        return new IllegalStateException("no joins of type " + type);
    }
}
