package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.kernel.zoo.JvmRun;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.reference.TreeOrder;
import org.sporos.space.ElementType;
import org.sporos.view.View;

/** The C++ of the named kernels and of parts of workloads, compiled by g++, has the results of the JVM. */
class ZooOracleTest {
    private static final int TILE = 2048;

    @TempDir
    Path folder;

    @BeforeEach
    void g() {
        Tools.require("g++", "the emitted host C++ is not compared with the JVM");
    }

    @Test
    void structured_text_with_proofs_gives_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT, true);
    }

    @Tag("matrix")
    @Test
    void goto_text_without_proofs_gives_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT.withGoto(), false);
    }

    @Tag("matrix")
    @Test
    void counted_loops_that_are_checked_once_give_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT.withHoisting(), false);
    }

    @Tag("matrix")
    @Test
    void speculative_loops_without_proofs_give_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT.withSpeculation(), false);
    }

    @Test
    @Tag("full")
    void structured_text_without_proofs_gives_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT, false);
    }

    @Test
    @Tag("full")
    void goto_text_with_proofs_gives_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT.withGoto(), true);
    }

    @Test
    @Tag("full")
    void kernels_without_checks_give_the_bits_of_the_jvm() throws IOException {
        CppOptions unchecked = CppOptions.of(Arithmetic.STRICT, BoundsChecks.OFF);
        assertSame(unchecked, false);
        assertSame(unchecked.withGoto(), true);
    }

    private void assertSame(CppOptions options, boolean proven) throws IOException {
        assertThat(failures(options, proven)).isEmpty();
    }

    private List<String> failures(CppOptions options, boolean proven) throws IOException {
        List<NamedKernel> kernels =
                Zoo.withParts().stream().filter(ZooOracleTest::isOfHost).toList();
        List<NamedKernel.Instance> instances = new ArrayList<>();
        List<CppUnit> units = new ArrayList<>();
        for (NamedKernel kernel : kernels) {
            NamedKernel.Instance instance = tile(kernel.fresh());
            instances.add(instance);
            CppUnit unit = ZooUnits.of(kernel.name(), instance, proven);
            units.add(unit instanceof CppUnit.Prefix scan ? HostUnits.piece(scan) : unit);
        }
        CppProgram program = CppEmitter.emit(units, HostRun.DIALECT, options);
        List<HostRun.Outcome> outcomes = HostRun.run(HostUnits.whole(units, program), folder);
        List<String> failures = new ArrayList<>();
        for (int k = 0; k < kernels.size(); k++) {
            NamedKernel kernel = kernels.get(k);
            List<String> violations = violations(kernel, instances.get(k), units.get(k), outcomes.get(k));
            if (!violations.isEmpty()) {
                failures.add(kernel + ": " + violations);
            }
        }
        return failures;
    }

    /** Teams and operators of users are Java code on the host; contracts of GPUs compare them. */
    private static boolean isOfHost(NamedKernel kernel) {
        NamedKernel.Instance instance = kernel.fresh();
        PartOfAll part = PartOfAll.of(instance.body());
        return !(instance.policy() instanceof TeamPolicy) && (part == null || !part.isJoin());
    }

    /** Returns an instance, with the indexes of one tile if it is reduced. */
    private static NamedKernel.Instance tile(NamedKernel.Instance all) {
        boolean isReduced = !Reductions.ofContribution(all.body()).isEmpty();
        return isReduced && all.policy() instanceof RangePolicy range && range.size() > TILE
                ? new NamedKernel.Instance(RangePolicy.of(range.begin(), range.begin() + TILE), all.body(), all.views())
                : all;
    }

    private static List<String> violations(
            NamedKernel kernel, NamedKernel.Instance ran, CppUnit unit, HostRun.Outcome outcome) {
        NamedKernel.Instance reference = tile(kernel.fresh());
        List<String> violations = new ArrayList<>(results(kernel, reference, unit, outcome));
        violations.addAll(Comparison.differences(reference.views(), ran.views(), kernel.ulps()));
        outcome.fault().ifPresent(fault -> violations.add("failed: " + fault));
        return violations;
    }

    /** Runs the reference, and returns the difference of its result. */
    private static List<String> results(
            NamedKernel kernel, NamedKernel.Instance reference, CppUnit unit, HostRun.Outcome outcome) {
        PartOfAll part = PartOfAll.of(reference.body());
        if (part != null) {
            part.consume(reference.policy());
            return List.of();
        }
        List<Long> results = JvmRun.run(reference);
        if (unit instanceof CppUnit.Answer && outcome.answer() != results.get(0).intValue()) {
            return List.of("answer: JVM " + results + ", C++ " + outcome.answer());
        } else if (unit instanceof CppUnit.Reduce reduce) {
            return compare(
                    kernel,
                    reduce,
                    reduce.parts().stream()
                            .map(p -> reduced(p.reduction(), results))
                            .toList());
        }
        return List.of();
    }

    private static List<String> compare(NamedKernel kernel, CppUnit.Reduce unit, List<Long> expected) {
        List<String> violations = new ArrayList<>();
        for (int k = 0; k < expected.size(); k++) {
            Reduction reduction = unit.parts().get(k).reduction();
            View result = reduction.result();
            long actual = result.allocation().bits(result.region().offset());
            String violation = Comparison.difference(result.elementType(), expected.get(k), actual, kernel.ulps());
            if (!violation.isEmpty()) {
                violations.add(reduction.op() + ": " + violation);
            }
        }
        return violations;
    }

    private static long reduced(Reduction reduction, List<Long> bits) {
        return switch (reduction.op()) {
            case LOGICAL_AND -> tree(bits, Long::intValue, 1, (a, b) -> a & b);
            case LOGICAL_OR -> tree(bits, Long::intValue, 0, (a, b) -> a | b);
            default -> sum(bits, reduction.type());
        };
    }

    private static long sum(List<Long> bits, ElementType type) {
        return switch (type) {
            case DOUBLE -> Double.doubleToRawLongBits(tree(bits, Double::longBitsToDouble, 0.0, Double::sum));
            case FLOAT -> Float.floatToRawIntBits(tree(bits, b -> Float.intBitsToFloat(b.intValue()), 0f, Float::sum));
            case INT -> tree(bits, Long::intValue, 0, Integer::sum);
            default -> tree(bits, b -> b, 0L, Long::sum);
        };
    }

    private static <T> T tree(List<Long> bits, Function<Long, T> value, T identity, BinaryOperator<T> op) {
        return TreeOrder.reduce(bits.stream().map(value).toList(), identity, op);
    }
}
