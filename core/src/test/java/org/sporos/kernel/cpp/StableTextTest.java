package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reducers;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * A kernel has the same text each time that it is lifted: the text is the cache key of compiled kernels, also across
 * processes. An iteration over an unordered set would change it.
 */
class StableTextTest {
    private static final int TIMES = 12;
    private static final RangePolicy ALL = RangePolicy.of(40);

    private record Manner(CppDialect dialect, CppOptions options) {
        String text(CppUnit unit) {
            return CppEmitter.emit(List.of(unit), dialect, options).source();
        }
    }

    private static final List<Manner> MANNERS = List.of(
            new Manner(CppDialect.CUDA, CppOptions.DEFAULT),
            new Manner(CppDialect.HIP, CppOptions.DEFAULT.withSpeculation()),
            new Manner(CppDialect.HOST, CppOptions.DEFAULT.withHoisting()));

    private static void assertStable(List<Manner> manners, java.util.function.Supplier<CppUnit> fresh) {
        for (Manner manner : manners) {
            String first = manner.text(fresh.get());
            for (int k = 1; k < TIMES; k++) {
                assertThat(manner.text(fresh.get())).as(manner.dialect().name()).isEqualTo(first);
            }
        }
    }

    @Test
    void all_kernels_of_the_zoo_read_the_same_each_time() {
        for (NamedKernel kernel : Zoo.all()) {
            assertStable(MANNERS, () -> ZooUnits.of("zoo", kernel.fresh(), true));
        }
    }

    @Test
    void loops_and_tiles_that_check_several_extents_read_the_same_each_time() {
        List<DoubleView> views = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
            views.add(DoubleView.of("v" + k, MemorySpace.host(), 50 + k));
        }
        DoubleView a = views.get(0);
        DoubleView b = views.get(1);
        DoubleView c = views.get(2);
        DoubleView d = views.get(3);
        DoubleView e = views.get(4);
        DoubleView f = views.get(5);
        IntView at = IntView.of("at", MemorySpace.host(), 40);
        IntView ends = IntView.of("ends", MemorySpace.host(), 40);
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        RangeBody rows = i -> {
            double all = 0;
            for (int k = at.get(i); k < ends.get(i); k++) {
                all += a.get(k) * b.get(k) + c.get(k) * d.get(at.get(k)) + e.get(at.get(k)) * f.get(at.get(k));
            }
            a.set(i, all);
        };
        assertStable(MANNERS, () -> new CppUnit.For("rows", false, ALL, ZooUnits.kernel("rows", rows, ALL, true)));
        DoubleContribution.Range picked = i -> {
            int k = at.get(i);
            double value = (a.get(k) + b.get(k)) * (c.get(k) + d.get(k));
            return value > 0 ? 1 / (value + e.get(k) + f.get(k)) : 0;
        };
        assertStable(
                List.of(new Manner(CppDialect.HOST, CppOptions.DEFAULT.withHoisting())),
                () -> new CppUnit.Reduce(
                        "tile", false, ALL, List.of(OtherUnits.part(Reducers.Sum.into(sum, picked), ALL))));
    }

    @Test
    void several_units_read_the_same_each_time() {
        for (Manner manner : MANNERS) {
            boolean gpu = manner.dialect().isGpu();
            List<String> texts = IntStream.range(0, TIMES)
                    .mapToObj(k -> CppEmitter.emit(OtherUnits.all(gpu), manner.dialect(), manner.options())
                            .source())
                    .toList();
            assertThat(texts).as(manner.dialect().name()).containsOnly(texts.get(0));
        }
    }
}
