package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.gpu.NodeKind;
import org.sporos.graph.Access;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.Event;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/**
 * That each kind of node becomes the native nodes that it should, as the driver itself counts them: nothing is done by
 * a loop on the host instead. Each test puts one node between two kernels, which are counted too.
 */
abstract class NativeNodesContract extends Contract {
    private static final int N = 5000;
    private static final Pattern COUNTS = Pattern.compile("native nodes: \\{(.*?)}");

    private DoubleView x;
    private DoubleView y;
    private IntView count;

    @BeforeEach
    void openViews() {
        Assumptions.assumeFalse(isHost(), "the host has no native graphs");
        x = doubles("x", N);
        y = doubles("y", N);
        count = ints("count");
    }

    private void assertNodes(UnaryOperator<NodeRef> middle, Object... expected) {
        IntView count = this.count;
        Graph graph = Graph.define(
                "nodes",
                root -> middle.apply(root.then("first", () -> count.set(0))).then("last", () -> count.set(1)));
        Map<NodeKind, Integer> wanted = new EnumMap<>(NodeKind.class);
        wanted.put(NodeKind.KERNEL, 2);
        for (int k = 0; k < expected.length; k += 2) {
            wanted.merge((NodeKind) expected[k], (Integer) expected[k + 1], Integer::sum);
        }
        var exec = instantiate(graph, Merging.OFF);
        assertThat(counts(exec.explain())).isEqualTo(wanted);
        run(exec);
        assertThat(count.toArray()).containsExactly(1);
    }

    private static Map<NodeKind, Integer> counts(String explained) {
        Matcher line = COUNTS.matcher(explained);
        assertThat(line.find()).as(explained).isTrue();
        Map<NodeKind, Integer> counts = new EnumMap<>(NodeKind.class);
        for (String pair : line.group(1).split(", ")) {
            String[] kindAndCount = pair.split("=");
            counts.put(NodeKind.valueOf(kindAndCount[0]), Integer.valueOf(kindAndCount[1]));
        }
        return counts;
    }

    @Test
    void a_loop_is_one_kernel_whatever_its_policy() {
        DoubleView x = this.x;
        assertNodes(at -> at.thenParallelFor("r", RangePolicy.of(N), i -> x.set(i, i)), NodeKind.KERNEL, 1);
        assertNodes(at -> at.thenParallelFor("l", LongRangePolicy.of(N), i -> x.set(i, i)), NodeKind.KERNEL, 1);
        assertNodes(
                at -> at.thenParallelFor("m", MDRangePolicy.of(50, 100), (i, j) -> x.set(i * 100 + j, 1)),
                NodeKind.KERNEL,
                1);
        assertNodes(
                at -> at.thenParallelFor(
                        "t",
                        TeamPolicy.of(50, 32),
                        team -> team.parallelFor(100, k -> x.set(team.leagueRank() * 100 + k, k))),
                NodeKind.KERNEL,
                1);
        assertNodes(at -> at.then("s", () -> x.set(0, 1)), NodeKind.KERNEL, 1);
    }

    @Test
    void a_reduction_and_a_scan_of_few_tiles_are_one_kernel_each() {
        DoubleView x = this.x;
        DoubleView y = this.y;
        DoubleView sum = doubles("sum");
        assertNodes(
                at -> at.thenParallelReduce("r", RangePolicy.of(N), Sum.into(sum, i -> x.get(i))), NodeKind.KERNEL, 1);
        assertNodes(
                at -> at.thenParallelScan(
                        "s", RangePolicy.of(N), i -> x.get(i), (i, s) -> y.set(i, s), Scan.inclusiveDouble()),
                NodeKind.KERNEL,
                1);
        int many = 16 * 2048 + 1;
        DoubleView z = doubles("z", many);
        assertNodes(
                at -> at.thenParallelScan(
                        "s", RangePolicy.of(many), i -> 1.0, (i, s) -> z.set(i, s), Scan.inclusiveDouble()),
                NodeKind.KERNEL,
                1);
    }

    @Test
    void copies_and_fills_are_native_where_bytes_follow_each_other_and_else_kernels() {
        DoubleView x = this.x;
        DoubleView y = this.y;
        DoubleView mirror = own(x.mirror());
        DoubleView box = doubles("box", 20, 30, 4);
        assertNodes(at -> at.thenDeepCopy("within", y, x), NodeKind.COPY, 1);
        assertNodes(at -> at.thenDeepCopy("down", mirror, x), NodeKind.COPY, 1);
        assertNodes(at -> at.thenDeepCopy("up", x, mirror), NodeKind.COPY, 1);
        assertNodes(
                at -> at.thenDeepCopy("part", y.subview(Slice.range(0, 10)), x.subview(Slice.range(90, 100))),
                NodeKind.COPY,
                1);
        assertNodes(
                at -> at.thenDeepCopy(
                        "strided",
                        box.subview(Slice.all(), Slice.all(), Slice.at(0)),
                        box.subview(Slice.all(), Slice.all(), Slice.at(2))),
                NodeKind.KERNEL,
                1);
        assertNodes(at -> at.thenFill("zeros", x, 0.0), NodeKind.FILL, 1);
        assertNodes(at -> at.thenFill("tenths", x, 0.1), NodeKind.KERNEL, 1);
    }

    @Test
    void host_nodes_and_nested_graphs_are_nodes_of_the_one_graph() {
        DoubleView x = this.x;
        Graph inner =
                Graph.define("inner", root -> root.then("a", () -> x.set(0, 1)).then("b", () -> x.set(0, 2)));
        assertNodes(at -> at.thenHost("h", Access.reads(), () -> {}), NodeKind.HOST, 1);
        assertNodes(at -> at.thenGraph("g", inner), NodeKind.KERNEL, 2);
    }

    @Test
    void events_are_event_nodes() {
        Event event = Event.of("event");
        assertNodes(
                at -> at.thenRecordEvent("r", event).thenWaitEvent("a", event),
                NodeKind.EVENT_RECORD,
                1,
                NodeKind.EVENT_WAIT,
                1);
    }

    @Test
    void memory_inside_of_a_graph_is_allocated_and_freed_by_nodes() {
        assertNodes(
                at -> {
                    AllocateNodeRef<LongView> allocate = at.thenAllocate("a", LongView.spec(N));
                    return allocate.thenFree("f", allocate.view());
                },
                NodeKind.ALLOCATE,
                1,
                NodeKind.FILL,
                1,
                NodeKind.FREE,
                1);
    }

    /**
     * A question is a kernel; that of a loop counts its passes, which are reset by a fill and copied to where they are
     * read.
     */
    @Test
    void control_flow_is_conditional_nodes() {
        Assumptions.assumeTrue(kind().equals("cuda"), "only CUDA has conditional nodes");
        IntView turn = ints("turn");
        IntView passes = ints("passes");
        Graph add = Graph.define("add", root -> root.then("add", () -> turn.set(turn.get() + 1)));
        assertNodes(at -> at.thenIf("if", () -> turn.get() == 0, add), NodeKind.KERNEL, 1, NodeKind.CONDITIONAL, 1);
        assertNodes(
                at -> at.thenIf("else", () -> turn.get() == 0, add, add), NodeKind.KERNEL, 1, NodeKind.CONDITIONAL, 1);
        assertNodes(
                at -> at.thenSwitch("switch", () -> turn.get() % 2, add, add),
                NodeKind.KERNEL,
                1,
                NodeKind.CONDITIONAL,
                1);
        assertNodes(
                at -> at.thenWhile("while", () -> turn.get() < 10, add, 100, passes),
                NodeKind.KERNEL,
                1,
                NodeKind.FILL,
                1,
                NodeKind.CONDITIONAL,
                1,
                NodeKind.COPY,
                1);
    }
}
