package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Scan;
import org.sporos.param.IntParam;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.DoubleScanBody;
import org.sporos.policy.IntContribution;
import org.sporos.policy.IntScanBody;
import org.sporos.policy.KernelBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** Consumers of scans on the host without effects at many indexes: their condition is evaluated before the calls. */
class ScanConditionTest {
    private static final int N = 1000;
    private static final RangePolicy ALL = RangePolicy.of(N);

    private final IntView keep = IntView.of("keep", MemorySpace.host(), N);
    private final IntView at = IntView.of("at", MemorySpace.host(), N);
    private final IntView kept = IntView.of("kept", MemorySpace.host(), N);
    private final IntParam least = IntParam.of("least", 3);
    private final IntContribution.Range one = i -> keep.get(i) > 0 ? 1 : 0;

    private static CppUnit piece(Scan scan, KernelBody contribution, KernelBody consumer) {
        return new CppUnit.ScanPiece(
                "scan",
                ALL,
                scan,
                ZooUnits.kernel("value", contribution, ALL, true),
                ZooUnits.kernel("take", consumer, ALL, true));
    }

    private CppUnit piece(IntScanBody.Range consumer) {
        return piece(Scan.exclusiveInt(), one, consumer);
    }

    private static void assertListed(CppUnit piece, String condition, String call) {
        assertThat(CppEmitter.emit(List.of(piece), CppDialect.HOST, CppOptions.DEFAULT)
                        .kernels())
                .contains("return " + condition + ";");
        assertThat(LoopPasses.of(piece))
                .contains("function takes(int p)\n  return " + call + "(begin + p, 0)\n", ", takes, take)");
    }

    private static void assertNotListed(CppUnit piece) {
        assertThat(LoopPasses.of(piece)).contains("java::scan_pass<").doesNotContain("takes");
    }

    @Test
    void the_entry_condition_of_a_consumer_is_a_function_of_its_own() {
        CppUnit piece = piece((i, before) -> {
            if (keep.get(i) > 0) {
                kept.set(before, i);
            }
        });
        assertListed(piece, "keep[i] > 0", "body1_first");
    }

    @Test
    void an_entry_condition_may_be_an_early_return_and_depend_on_params_and_indexes() {
        int end = N / 2;
        CppUnit piece = piece((i, before) -> {
            if (keep.get(i) < least.get() * (end - i)) {
                return;
            }
            kept.set(before, i);
        });
        assertListed(piece, "keep[i] < java::mul(least, end - i)", "!body1_first");
    }

    @Test
    void the_first_of_several_conditions_is_enough() {
        CppUnit piece = piece((i, before) -> {
            if (keep.get(i) > 0 && kept.get(before) != i) {
                kept.set(before, i);
            }
        });
        assertListed(piece, "keep[i] > 0", "body1_first");
    }

    @Test
    void a_condition_on_the_sum_or_on_stored_elements_is_not_evaluated_ahead() {
        assertNotListed(piece((i, before) -> {
            if (before < 10) {
                kept.set(before, i);
            }
        }));
        assertNotListed(piece((i, before) -> {
            if (kept.get(i) > 0) {
                kept.set(i, before);
            }
        }));
        IntView part = at.subview(Slice.range(0, N - 1));
        assertNotListed(piece((i, before) -> {
            if (at.get(i) > 0) {
                part.set(before, i);
            }
        }));
    }

    @Test
    void a_condition_that_may_fail_or_follows_a_store_is_not_evaluated_ahead() {
        assertNotListed(piece((i, before) -> {
            if (keep.get(at.get(i)) > 0) {
                kept.set(before, i);
            }
        }));
        assertNotListed(piece((i, before) -> {
            if (i / at.get(i) > 0) {
                kept.set(before, i);
            }
        }));
        assertNotListed(piece((i, before) -> {
            int place = keep.get(at.get(i));
            if (at.get(i) > 0) {
                kept.set(before, place);
            }
        }));
        assertNotListed(piece((i, before) -> {
            kept.set(i, before);
            if (keep.get(i) > 0) {
                kept.set(i, 0);
            }
        }));
    }

    @Test
    void a_consumer_with_effects_at_each_index_has_no_list() {
        assertNotListed(piece((i, before) -> kept.set(i, before)));
        assertNotListed(piece((i, before) -> {
            if (keep.get(i) > 0) {
                kept.set(before, i);
            } else {
                kept.set(N - 1 - i, i);
            }
        }));
    }

    @Test
    void a_contribution_that_may_fail_does_so_after_the_consumers_before_it() {
        IntContribution.Range far = i -> keep.get(at.get(i));
        assertNotListed(piece(Scan.exclusiveInt(), far, (IntScanBody.Range) (i, before) -> {
            if (keep.get(i) > 0) {
                kept.set(before, i);
            }
        }));
    }

    @Test
    void floating_point_sums_are_computed_in_blocks_without_a_list() {
        DoubleContribution.Range value = i -> keep.get(i);
        assertNotListed(piece(Scan.exclusiveDouble(), value, (DoubleScanBody.Range) (i, before) -> {
            if (keep.get(i) > 0) {
                kept.set(i, (int) before);
            }
        }));
    }
}
