package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.contract.Spaces;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.OutOfMemoryException;
import org.sporos.view.DoubleView;

/** What happens when the memory of the device is used up, where there is a device. */
class CudaMemoryTest {
    private static final long GIB = 1L << 30;
    private static final int ROW = 1 << 20;

    private final Deque<DoubleView> views = new ArrayDeque<>();
    private ExecutionSpace space;

    @BeforeEach
    void open() {
        space = Spaces.open("cuda");
    }

    @AfterEach
    void close() {
        if (space != null) {
            views.forEach(DoubleView::close);
            space.close();
        }
    }

    private DoubleView view(String label, long bytes) {
        DoubleView view = DoubleView.of(label, space, bytes / Double.BYTES / ROW, ROW);
        views.push(view);
        return view;
    }

    /** Takes memory until there is no more, and returns the error. */
    private OutOfMemoryException fill(long block) {
        while (true) {
            try {
                view("block " + views.size(), block);
            } catch (OutOfMemoryException e) {
                return e;
            }
        }
    }

    @Test
    void out_of_memory_is_told_with_numbers_and_the_work_goes_on() {
        OutOfMemoryException full = fill(4 * GIB);
        long inUse = views.size() * 4 * GIB;
        assertThat(full.getMessage())
                .matches("S208: no room for view 'block " + views.size() + "' in cuda:0: 4294967296 bytes wanted, "
                        + inUse + " in use, \\d+ free; close views and executables that are no longer needed"
                        + ", or split the work");
        assertThat(space.isUsable()).isTrue();

        DoubleView last = views.peek();
        Graph graph =
                Graph.define("on", root -> root.thenParallelFor("on", RangePolicy.of(ROW), i -> last.set(1, i, i)));
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            space.fence();
        }
        views.pop().close();
        view("again", 4 * GIB);
    }

    /** Blocks of another size fit only after those that the pool keeps were given back. */
    @Test
    void the_pool_gives_back_what_it_keeps_before_memory_runs_out() {
        fill(2 * GIB);
        int blocks = views.size();
        assumeTrue(blocks >= 4, "the device has no room for the test");
        views.forEach(DoubleView::close);
        views.clear();
        assertThat(space.memorySpace().statistics().bytesCached()).isEqualTo(blocks * 2 * GIB);

        view("large", 3 * GIB);

        assertThat(space.memorySpace().statistics().bytesCached()).isZero();
        assertThatThrownBy(() -> view("too large", 2 * blocks * GIB)).isInstanceOf(OutOfMemoryException.class);
    }
}
