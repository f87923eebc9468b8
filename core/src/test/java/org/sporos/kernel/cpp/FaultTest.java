package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.backend.WorkItems;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.graph.Work;
import org.sporos.param.IntParam;
import org.sporos.policy.Condition;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * Unproven accesses are checked: out of bounds, loads give 0 and stores are dropped; the first fault is recorded, and
 * the work item continues.
 */
class FaultTest {
    @TempDir
    Path folder;

    private final IntView x = ints("numbers", 10, 20, 30, 40);
    private final IntView at = ints("at", 0, 9, 2, 3);
    private final IntView y = ints("y", 7, 7, 7, 7);

    private static IntView ints(String label, int... values) {
        IntView view = IntView.of(label, MemorySpace.host(), values.length);
        view.assign(values);
        return view;
    }

    @BeforeEach
    void g() {
        Tools.require("g++", "faults of emitted C++ are not tested");
    }

    private HostRun.Outcome run(Policy policy, KernelBody body, CppOptions options) throws IOException {
        CppUnit unit = new CppUnit.For("bad", false, policy, ZooUnits.kernel("bad", body, policy, true));
        CppProgram program = CppEmitter.emit(List.of(unit), HostRun.DIALECT, options);
        HostRun.Outcome outcome = HostRun.run(program, folder).get(0);
        text = outcome.fault()
                .map(fault -> fault.describe(
                        program.launches().get(0).sites(),
                        WorkItems.describe(new Work.ParallelFor(policy, body), fault.item(), fault.itemRest())))
                .orElse("");
        return outcome;
    }

    private String text = "";

    private void run(KernelBody body) throws IOException {
        run(RangePolicy.of(4), body, CppOptions.DEFAULT);
    }

    @Test
    void a_load_out_of_bounds_gives_zero_and_is_reported_with_view_index_and_line() throws IOException {
        RangeBody body = i -> y.set(i, x.get(at.get(i)) + 1);
        run(body);
        assertThat(y.toArray()).containsExactly(11, 1, 31, 41);
        assertThat(text)
                .matches(
                        "fails at FaultTest.java:\\d+ in work item 1: index \\(9\\) is outside of view 'numbers' of extents \\[4\\]");
    }

    @Test
    void a_store_out_of_bounds_is_dropped() throws IOException {
        RangeBody body = i -> y.set(at.get(i), 100 + i);
        run(body);
        assertThat(y.toArray()).containsExactly(100, 7, 102, 103);
        assertThat(text).endsWith(" in work item 1: index (9) is outside of view 'y' of extents [4]");
    }

    @Test
    void an_atomic_out_of_bounds_is_dropped() throws IOException {
        RangeBody body = i -> y.atomicAdd(at.get(i), 1);
        run(body);
        assertThat(y.toArray()).containsExactly(8, 7, 8, 8);
    }

    @Test
    void the_first_fault_of_an_item_is_kept() throws IOException {
        RangeBody body = i -> y.set(i, x.get(at.get(i) * 100 - 1));
        run(body);
        assertThat(text).endsWith(" in work item 0: index (-1) is outside of view 'numbers' of extents [4]");
    }

    @Test
    void a_division_by_zero_gives_zero_and_is_reported() throws IOException {
        RangeBody body = i -> y.set(i, 100 / at.get(i) + x.get(i) % at.get(i) + Math.floorMod(5, at.get(i)));
        run(body);
        assertThat(y.toArray()).containsExactly(0, 100 / 9 + 20 % 9 + 5, 50 + 0 + 1, 33 + 1 + 2);
        assertThat(text).matches("divides an integer by zero at FaultTest.java:\\d+ in work item 0");
    }

    @Test
    void an_overflow_wraps_and_is_reported() throws IOException {
        RangeBody ints = i -> y.set(i, Math.multiplyExact(at.get(i), 1 << 29));
        run(ints);
        assertThat(y.toArray()).containsExactly(0, 9 << 29, 1 << 30, 3 << 29);
        assertThat(text).matches("overflows an int at FaultTest.java:\\d+ in work item 1");
        RangeBody longs = i -> y.set(i, (int) (Math.subtractExact(Long.MIN_VALUE + 3, at.get(i)) >>> 60));
        run(longs);
        assertThat(y.toArray()).containsExactly(8, 7, 8, 8);
        assertThat(text).matches("overflows a long at FaultTest.java:\\d+ in work item 1");
    }

    @Test
    void all_indexes_of_a_view_of_rank_two_are_named() throws IOException {
        DoubleView u = DoubleView.of("u", MemorySpace.host(), 4, 4);
        RangeBody2 body = (i, j) -> u.set(i + 1, j, 1);
        run(MDRangePolicy.of(4, 4), body, CppOptions.DEFAULT);
        assertThat(text).endsWith(" in work item (3, 0): index (4, 0) is outside of view 'u' of extents [4, 4]");
        assertThat(u.get(3, 3)).isEqualTo(1);
    }

    @Test
    void negative_items_of_all_policies_are_named() throws IOException {
        LongRangeBody longs = i -> y.set(i, 1);
        run(LongRangePolicy.of(-3, -2), longs, CppOptions.DEFAULT);
        assertThat(text).endsWith(" in work item -3: index (-3) is outside of view 'y' of extents [4]");
        RangeBody2 pairs = (i, j) -> y.set(i, 1);
        run(MDRangePolicy.of(new int[] {-1, -7}, new int[] {0, -6}), pairs, CppOptions.DEFAULT);
        assertThat(text).endsWith(" in work item (-1, -7): index (-1) is outside of view 'y' of extents [4]");
        RangeBody3 triples = (i, j, k) -> y.set(i + j + k, 1);
        run(MDRangePolicy.of(new int[] {-1, 2, -7}, new int[] {0, 3, -6}), triples, CppOptions.DEFAULT);
        assertThat(text).endsWith(" in work item (-1, 2, -7): index (-6) is outside of view 'y' of extents [4]");
        RangeBody4 quadruples = (i, j, k, l) -> y.set(i + j + k + l, 1);
        run(MDRangePolicy.of(new int[] {-1, 2, -7, -2}, new int[] {0, 3, -6, -1}), quadruples, CppOptions.DEFAULT);
        assertThat(text).endsWith(" in work item (-1, 2, -7, -2): index (-8) is outside of view 'y' of extents [4]");
    }

    @Test
    void a_local_array_is_checked_too() throws IOException {
        RangeBody body = i -> {
            int[] t = new int[4];
            t[at.get(i)] = 5;
            y.set(i, t[at.get(i)]);
        };
        run(body);
        assertThat(y.toArray()).containsExactly(5, 0, 5, 5);
        assertThat(text).endsWith(" in work item 1: index (9) is outside of local array 't' of 4 elements");
    }

    @Test
    void proven_accesses_have_no_checks_and_nothing_to_report() throws IOException {
        RangeBody body = i -> y.set(i, x.get(3 - i));
        CppUnit unit = new CppUnit.For(
                "good", false, RangePolicy.of(4), ZooUnits.kernel("good", body, RangePolicy.of(4), true));
        CppProgram program = CppEmitter.emit(List.of(unit), CppDialect.CUDA, CppOptions.DEFAULT);
        assertThat(program.kernels()).doesNotContain("fault").doesNotContain("errors");
        assertThat(program.launches().get(0).sites()).isEmpty();
    }

    @Test
    void without_checks_division_by_zero_still_gives_zero() throws IOException {
        RangeBody body = i -> y.set(i, 100 / at.get(i));
        CppOptions unchecked = CppOptions.of(Arithmetic.STRICT, BoundsChecks.OFF);
        HostRun.Outcome outcome = run(RangePolicy.of(4), body, unchecked);
        assertThat(outcome.fault()).isEmpty();
        assertThat(y.toArray()).containsExactly(0, 11, 50, 33);
    }

    @Test
    void a_condition_that_fails_is_false() throws IOException {
        IntParam where = IntParam.of("where", 8);
        Condition condition = () -> x.get(where.get()) == 0;
        CppUnit.Answer unit = new CppUnit.Answer(
                "ask", false, CppUnit.Answer.Kind.IF, false, 9, ZooUnits.kernel("ask", condition, null, true));
        HostRun.Outcome outcome = HostRun.run(
                        CppEmitter.emit(List.of(unit), HostRun.DIALECT, CppOptions.DEFAULT), folder)
                .get(0);
        assertThat(outcome.answer()).isZero();
        assertThat(outcome.fault()).isPresent();
    }

    @Test
    void a_loop_of_too_many_iterations_ends_and_is_reported() throws IOException {
        Condition condition = () -> y.get(0) == 7;
        CppUnit.Answer unit = new CppUnit.Answer(
                "loop", false, CppUnit.Answer.Kind.WHILE, false, 0, ZooUnits.kernel("loop", condition, null, true));
        CppProgram program = CppEmitter.emit(List.of(unit), HostRun.DIALECT, CppOptions.DEFAULT);
        HostRun.Outcome outcome = HostRun.run(program, folder).get(0);
        assertThat(outcome.answer()).isZero();
        assertThat(outcome.fault()
                        .orElseThrow()
                        .describe(program.launches().get(0).sites(), ""))
                .isEqualTo(
                        "has made 0 iterations and its condition still holds; allow more in thenWhile, or make the loop"
                                + " converge");
    }
}
