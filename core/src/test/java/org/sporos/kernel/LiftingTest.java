package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Verifier;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.DoubleJoin;
import org.sporos.policy.DoubleScanBody;
import org.sporos.policy.KernelBody;
import org.sporos.policy.RangeBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.ShortView;

/** The IR of a kernel means what its bytecode means on the JVM. */
class LiftingTest {
    private static final List<String> PRINTED = List.of(
            "saxpy",
            "sgemm",
            "spmv",
            "localFilter",
            "gameOfLife",
            "nBodyRecords",
            "mandelbrot",
            "leapfrog",
            "renderSwitch",
            "booleans",
            "composedLambdas",
            "condition",
            "teamScratchReverse");

    static Stream<NamedKernel> kernels() {
        return Zoo.withParts().stream();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void interpreted_ir_gives_the_bits_of_the_jvm(NamedKernel kernel) {
        SameBits.assertInterpretedAsOnJvm(kernel);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void lifted_ir_is_well_formed_and_reducible(NamedKernel kernel) {
        Kernel lifted = lifted(kernel, kernel.fresh());
        assertThat(Verifier.violations(lifted)).isEmpty();
        assertThat(ControlFlow.of(lifted.body()).isReducible()).isTrue();
        assertThat(lifted.views().stream().map(ref -> ref.name()).distinct()).hasSameSizeAs(lifted.views());
    }

    @Test
    void the_zoo_has_at_least_sixty_kernels_with_names_of_their_own() {
        Set<String> names = new HashSet<>();
        Zoo.all()
                .forEach(kernel ->
                        assertThat(names.add(kernel.name())).as(kernel.name()).isTrue());
        assertThat(names).hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void printed_ir_reads_as_it_did() {
        String text = Zoo.all().stream()
                .filter(kernel -> PRINTED.contains(kernel.name()))
                .map(kernel -> lifted(kernel, kernel.fresh()).toString())
                .collect(Collectors.joining("\n"));
        Golden.assertEqual("printed-ir.txt", text);
    }

    @Test
    void lines_are_those_of_the_source() {
        NamedKernel spmv = Zoo.all().stream()
                .filter(k -> k.name().equals("spmv"))
                .findFirst()
                .orElseThrow();
        Kernel kernel = lifted(spmv, spmv.fresh());
        assertThat(kernel.position().file()).isEqualTo("LinearAlgebra.java");
        assertThat(kernel.withLines())
                .contains("; LinearAlgebra.java:" + (kernel.position().line() + 2));
    }

    @Test
    void bodies_of_reductions_and_scans_are_lifted_too() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        DoubleJoin join = (left, right) -> Math.max(left, right) + 1;
        DoubleScanBody.Range scan = (i, sum) -> x.set(i, sum);
        DoubleContribution.Team team = member -> x.get(member.leagueRank());
        DoubleContribution.Range3 triple = (i, j, k) -> x.get(i) * j + k;
        assertThat(printed(join)).startsWith("kernel 'body'(%left: f64, %right: f64) -> f64");
        assertThat(printed(scan)).startsWith("kernel 'body'(%i: i32, %sum: f64)\n");
        assertThat(printed(team)).startsWith("kernel 'body'() -> f64");
        assertThat(printed(triple)).startsWith("kernel 'body'(%i: i32, %j: i32, %k: i32) -> f64");
    }

    /** An element of bytes must be one, also where byte code hands on an int; what is one already is left alone. */
    @Test
    void stores_to_bytes_and_shorts_are_narrowed_once() {
        ByteView x = ByteView.of("x", MemorySpace.host(), 8);
        ShortView y = ShortView.of("y", MemorySpace.host(), 8);
        RangeBody sum = i -> x.set(i, (byte) (x.get(i) + i));
        RangeBody copy = i -> x.set(i, x.get(i));
        RangeBody wider = i -> y.set(i, x.get(i));
        assertThat(printed(sum)).contains("view @x: i8[8]").containsOnlyOnce("i2b");
        assertThat(printed(copy)).doesNotContain("i2b");
        assertThat(printed(wider)).containsOnlyOnce("i2s");
    }

    private static String printed(KernelBody body) {
        return Lifting.lift("body", body).toString();
    }

    private static Kernel lifted(NamedKernel kernel, NamedKernel.Instance instance) {
        return Lifting.lift(kernel.name(), instance.body());
    }
}
