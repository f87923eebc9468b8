package org.sporos.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.Profile;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.space.GraphMemoryStatistics;
import org.sporos.space.MemorySpace;
import org.sporos.spi.Backend;
import org.sporos.spi.CallCache;
import org.sporos.spi.Followers;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.MemoryNeeds;
import org.sporos.spi.PartRun;
import org.sporos.view.DoubleView;

final class PipelineTest {

    /** A space that keeps what it is given to lower. */
    private static final class Recorder implements Backend {
        final List<LoweringContext> lowered = new ArrayList<>();
        boolean usable = true;

        @Override
        public String kind() {
            return "host";
        }

        @Override
        public MemoryNeeds memoryNeeds(LoweringContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long freeBytes() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CallCache calls() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Profile profile(Graph graph, List<PartRun> parts, int runs) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Followers followers() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean needsPinnedCopies() {
            return false;
        }

        @Override
        public boolean canUse(ExternalSemaphore semaphore) {
            return semaphore.isInProcess();
        }

        @Override
        public ExecutableGraph lower(LoweringContext context) {
            lowered.add(context);
            throw new UnsupportedOperationException("recorded");
        }

        @Override
        public String name() {
            return "recorder";
        }

        @Override
        public String description() {
            return "keeps what it is given";
        }

        @Override
        public int concurrency() {
            return 1;
        }

        @Override
        public MemorySpace memorySpace() {
            return MemorySpace.host();
        }

        @Override
        public boolean canReach(MemorySpace memory) {
            return memory == MemorySpace.host();
        }

        @Override
        public ExecutionStream defaultStream() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ExecutionStream stream(String label) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void fence() {}

        @Override
        public GraphMemoryStatistics graphMemory() {
            return GraphMemoryStatistics.NONE;
        }

        @Override
        public long trimGraphMemory() {
            return 0;
        }

        @Override
        public boolean isUsable() {
            return usable;
        }

        @Override
        public boolean isClosed() {
            return !usable;
        }

        @Override
        public void close() {}
    }

    private final Recorder space = new Recorder();

    private LoweringContext lowered(Graph graph, InstantiateOption... options) {
        assertThatThrownBy(() -> graph.instantiate(space, options)).hasMessage("recorded");
        return space.lowered.get(space.lowered.size() - 1);
    }

    @Test
    void a_backend_gets_the_plan_the_memory_the_params_and_the_warnings() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        DoubleView unused = DoubleView.of("unused", MemorySpace.host(), 8);
        DoubleParam dt = DoubleParam.of("dt", 1);
        Graph inner =
                Graph.define("inner", root -> root.thenParallelFor("k", RangePolicy.of(8), i -> x.set(i, dt.get())));
        Graph graph = Graph.define("g", root -> {
            root.thenGraph("nested", inner).thenFill("fill", x, 1);
            root.thenHost("host", () -> {});
            root.thenAllocate("temp", DoubleView.spec(3));
        });
        LoweringContext context = lowered(graph, InstantiateOption.Merging.OFF);
        assertThat(context.graph()).isSameAs(graph);
        assertThat(context.plan().size()).isEqualTo(6);
        assertThat(context.allocations()).containsExactly(x.allocation()).doesNotContain(unused.allocation());
        assertThat(context.params()).containsExactly(dt);
        assertThat(context.warnings()).extracting(Diagnostic::code).containsExactly("G103");
        assertThat(context.option(InstantiateOption.Merging.class, InstantiateOption.Merging.ON))
                .isEqualTo(InstantiateOption.Merging.OFF);
        assertThat(context.option(InstantiateOption.Arithmetic.class, InstantiateOption.Arithmetic.STRICT))
                .isEqualTo(InstantiateOption.Arithmetic.STRICT);
    }

    @Test
    void the_log_says_what_the_warnings_of_the_executable_say() {
        Graph graph = Graph.define("g", root -> {
            for (int k = 0; k < 100; k++) {
                root.thenHost("host", () -> {});
            }
            root.thenHost("other", () -> {});
        });
        List<String> logged = new ArrayList<>();
        java.util.logging.Logger log = java.util.logging.Logger.getLogger("org.sporos");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(handler);
        try {
            LoweringContext context = lowered(graph);
            assertThat(context.warnings()).hasSize(2);
            assertThat(logged)
                    .isEqualTo(context.warnings().stream()
                            .map(Diagnostic::toString)
                            .toList());
            assertThat(logged.get(0)).contains("node 'host' (#0, ", " (and 99 more nodes of this line)");
        } finally {
            log.removeHandler(handler);
        }
    }

    @Test
    void retaining_keeps_all_memory_or_none() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        DoubleView y = DoubleView.of("y", MemorySpace.host(), 8);
        LoweringContext context = lowered(Graph.define("g", root -> {
            root.thenFill("x", x, 1);
            root.thenFill("y", y, 1);
        }));
        context.retainAll();
        x.close();
        y.close();
        assertThat(x.allocation().isFreed()).isFalse();
        context.releaseAll();
        assertThat(x.allocation().isFreed()).isTrue();
        DoubleView z = DoubleView.of("z", MemorySpace.host(), 8);
        DoubleView closed = DoubleView.of("closed", MemorySpace.host(), 8);
        LoweringContext half = lowered(Graph.define("g", root -> {
            root.thenFill("z", z, 1);
            root.thenFill("closed", closed, 1);
        }));
        closed.close();
        assertThatThrownBy(half::retainAll).hasMessage("S202: the memory of view 'closed' is freed already");
        z.close();
        assertThat(z.allocation().isFreed()).isTrue();
    }

    @Test
    void errors_are_thrown_together_and_nothing_is_lowered() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        DoubleView y = DoubleView.of("y", MemorySpace.host(), 9);
        Graph graph = Graph.define("g", root -> {
            root.thenHost("host", () -> {});
            root.thenDeepCopy("copy", x, y);
            root.thenFree("free", x);
        });
        GraphException thrown = catchThrowableOfType(GraphException.class, () -> graph.instantiate(space));
        assertThat(thrown.diagnostics()).extracting(Diagnostic::code).containsExactly("S204", "G105");
        assertThat(thrown.getMessage().lines()).hasSize(4);
        assertThat(space.lowered).isEmpty();
    }

    @Test
    void a_warning_is_logged_by_one_logger_with_a_named_method_as_its_source() {
        Logger logger = Logger.getLogger("org.sporos");
        List<LogRecord> records = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                record.getSourceMethodName();
                records.add(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            lowered(Graph.define("g", root -> root.thenHost("save", () -> {})));
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(records).hasSize(1);
        LogRecord record = records.get(0);
        assertThat(record.getMessage()).startsWith("G103: node 'save'");
        assertThat(record.getLoggerName()).isEqualTo("org.sporos");
        assertThat(record.getSourceClassName()).isEqualTo("org.sporos.pipeline.Instantiation");
        assertThat(record.getSourceMethodName()).isEqualTo("warn");
    }

    @Test
    void only_data_races_can_be_relaxed() {
        Graph graph = Graph.define("g", root -> {});
        lowered(graph, InstantiateOption.relax("G102"));
        assertThatThrownBy(() -> graph.instantiate(space, InstantiateOption.relax("S201")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("G107: the check S201 cannot be relaxed; only G102 and G110 (data races) can");
    }

    @Test
    void a_foreign_or_closed_space_is_refused() {
        Graph graph = Graph.define("g", root -> {});
        space.usable = false;
        assertThatThrownBy(() -> graph.instantiate(space))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S217: space 'recorder' is closed");
        ExecutionSpace foreign = (ExecutionSpace) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ExecutionSpace.class}, (proxy, method, args) -> "mine");
        assertThatThrownBy(() -> graph.instantiate(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S216: mine is not a space of this library's backends");
        assertThatThrownBy(() -> graph.instantiate(null))
                .hasMessage("G004: the space to instantiate on is null; give it a value");
    }
}
