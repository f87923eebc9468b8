package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.Node;
import org.sporos.graph.NodeRef;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemoryStatistics;

/**
 * What all contract tests share: the space, and views, executables and streams that are closed after each test. A test
 * that leaves a failure or memory behind fails.
 */
@ExtendWith(Contract.SpaceOfSuite.class)
abstract class Contract extends ContractViews {
    /** The test whose end does not come: nothing more can be said of the space that all share. */
    private static volatile @Nullable String ending;

    /** Tests with several threads make executables in each. */
    private final Deque<AutoCloseable> owned = new ConcurrentLinkedDeque<>();

    private ExecutionSpace space;
    private MemoryStatistics before;

    private String spec = "";

    /** Returns the name of the space to run on: that of the suite, for a contract nested in one. */
    String spec() {
        return spec;
    }

    /** Gives a contract the space of the suite that it is nested in. */
    static final class SpaceOfSuite implements BeforeEachCallback {
        @Override
        public void beforeEach(ExtensionContext context) {
            context.getRequiredTestInstances()
                    .findInstance(ContractSuite.class)
                    .ifPresent(suite -> ((Contract) context.getRequiredTestInstance()).spec = suite.spec);
        }
    }

    @BeforeEach
    final void openSpace() {
        assertThat(ending).as("the test that has not ended").isNull();
        space = Spaces.shared(spec());
        assertThat(space.isUsable()).isTrue();
        before = space.memorySpace().statistics();
    }

    @AfterEach
    final void closeAll(TestInfo test) throws Exception {
        if (space == null) {
            return;
        }
        ending = test.getDisplayName();
        try {
            closeOwned();
            space.fence();
        } finally {
            ending = null;
        }
        MemoryStatistics after = space.memorySpace().statistics();
        assertThat(after.liveAllocations()).as("live allocations").isLessThanOrEqualTo(before.liveAllocations());
        assertThat(space.isUsable()).as("usable after the test").isTrue();
    }

    final void closeOwned() throws Exception {
        while (!owned.isEmpty()) {
            owned.pop().close();
        }
    }

    /** Returns whether the spaces still run what a test has left behind, so that closing them would take for ever. */
    static boolean isHung() {
        return ending != null;
    }

    @Override
    final ExecutionSpace space() {
        return space;
    }

    final String kind() {
        return SpaceSpec.parse(spec()).kind();
    }

    final boolean isHost() {
        return kind().equals("host");
    }

    @Override
    final <T extends AutoCloseable> T own(T closeable) {
        owned.push(closeable);
        return closeable;
    }

    final ExecutableGraph instantiate(Graph graph, InstantiateOption... options) {
        return own(graph.instantiate(space, options));
    }

    /** Instantiates a graph with the label g. */
    final ExecutableGraph instantiate(Consumer<NodeRef> definition, InstantiateOption... options) {
        return instantiate(Graph.define("g", definition), options);
    }

    final ExecutionStream stream(String label) {
        return own(space.stream(label));
    }

    /** Instantiates a graph, runs it once and waits. */
    final ExecutableGraph run(Graph graph) {
        ExecutableGraph exec = instantiate(graph);
        run(exec);
        return exec;
    }

    /** Runs once more and waits. */
    final void run(ExecutableGraph exec) {
        exec.submit();
        space.fence();
    }

    /** Does the same with a graph with the label g. */
    final ExecutableGraph run(Consumer<NodeRef> definition) {
        return run(Graph.define("g", definition));
    }

    /** Returns why a graph with the label g cannot be instantiated here. */
    final GraphException refusal(Consumer<NodeRef> definition) {
        return refusal(Graph.define("g", definition));
    }

    /** Returns why the graph cannot be instantiated here. */
    final GraphException refusal(Graph graph) {
        return catchThrowableOfType(GraphException.class, () -> instantiate(graph));
    }

    static void submit(ExecutableGraph exec, int times) {
        for (int run = 0; run < times; run++) {
            exec.submit();
        }
    }

    /** Runs once and returns the failure. */
    final GraphRunException failure(ExecutableGraph exec) {
        exec.submit();
        return failure();
    }

    /** Waits and returns the failure of a run. */
    final GraphRunException failure() {
        GraphRunException failure = catchThrowableOfType(GraphRunException.class, space::fence);
        assertThat(failure).as("the failure that a fence throws").isNotNull();
        return failure;
    }

    /** Runs a loop over three indexes that fails, and returns the message without lines. */
    final String failureOfLoop(RangeBody body) {
        instantiate(Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(3), body)))
                .submit();
        return withoutLines(failure());
    }

    /** Other tests check the lines of messages. */
    static String withoutLines(Throwable thrown) {
        return thrown.getMessage().replaceAll("\\w+\\.java:\\d+", "LINE");
    }

    static String messageOf(Runnable wrong) {
        return catchThrowable(wrong::run).getMessage();
    }

    final Workspace workspace() {
        return own(Workspace.of(space()));
    }

    /** Returns the first node of that label. */
    static Node node(Graph graph, String label) {
        return graph.nodes().stream()
                .filter(node -> node.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    /** Returns how messages name a node. */
    static String name(Graph graph, String label) {
        Node node = node(graph, label);
        return "node '" + label + "' (" + node.where() + ") of graph '" + graph.label() + "'";
    }
}
