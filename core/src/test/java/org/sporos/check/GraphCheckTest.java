package org.sporos.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.Capture;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.MemoryMeter;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ElementType;
import org.sporos.space.Event;
import org.sporos.space.ExternalSemaphore;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.TestMemory;
import org.sporos.view.ViewRing;

final class GraphCheckTest {
    private static final TestMemory DEVICE = TestMemory.device("cuda:0");
    private static final TestMemory OTHER = TestMemory.device("cuda:1");
    private static final TestMemory PINNED = TestMemory.pinned("pinned");
    private static final Target HOST = TestTarget.host();
    private static final Target CUDA = TestTarget.device(DEVICE);

    /** Returns the violations without data races, which have tests of their own. */
    private static List<Diagnostic> check(Graph graph, Target target) {
        return GraphCheck.of(graph, GraphEffects.of(CapturedGraph.of(graph)), target, KernelIndex.empty()).stream()
                .filter(violation -> !violation.code().equals("G102"))
                .toList();
    }

    /** Asserts that a graph has exactly these violations; LINE stands for places in this file. */
    private static void hasViolations(Graph graph, Target target, String... expected) {
        assertThat(check(graph, target))
                .extracting(violation -> violation.toString().replaceAll("GraphCheckTest\\.java:\\d+", "LINE"))
                .containsExactly(expected);
    }

    private static DoubleView host(String label, long... extents) {
        return DoubleView.of(label, MemorySpace.host(), extents);
    }

    private static DoubleView device(String label, long... extents) {
        return DoubleView.of(label, DEVICE, extents);
    }

    @Test
    void a_graph_without_violations_has_none() {
        DoubleView x = device("x", 8);
        DoubleView mirror = DoubleView.of("x", PINNED, 8);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("k", RangePolicy.of(8), i -> x.set(i, i))
                        .thenDeepCopy("down", mirror, x)
                        .thenHost("look", Access.reads(mirror), () -> {}));
        hasViolations(graph, CUDA);
        hasViolations(Graph.define("empty", root -> {}), HOST);
    }

    @Test
    void kernels_fills_and_conditions_use_views_that_can_be_reached() {
        DoubleView x = host("x", 8);
        DoubleView flag = host("flag");
        IntView passes = IntView.of("passes", OTHER);
        Graph empty = Graph.define("empty", root -> {});
        String cure = "\n      Make the view in the memory of cuda:0, or copy it there with deepCopy.";
        String x201 = " uses view 'x', which lives in host and cannot be reached from cuda:0" + cure;
        String flag201 = " uses view 'flag', which lives in host and cannot be reached from cuda:0" + cure;
        hasViolations(
                Graph.define("g", root -> {
                    root.thenParallelFor("for", RangePolicy.of(8), i -> x.set(i, i));
                    root.thenParallelReduce("reduce", RangePolicy.of(8), Sum.into(flag, i -> 1.0));
                    root.thenParallelScan(
                            "scan",
                            RangePolicy.of(8),
                            i -> 1.0,
                            (i, s) -> x.set(i, s),
                            org.sporos.graph.Scan.inclusiveDouble());
                    root.then("single", () -> x.set(0, 1));
                    root.thenFill("fill", x, 1);
                    root.thenIf("if", () -> flag.get() > 0, empty);
                    root.thenWhile("while", () -> flag.get() > 0, empty, 3, passes);
                    root.thenSwitch("switch", () -> (int) flag.get());
                }),
                CUDA,
                "S201: node 'for' (LINE) of graph 'g'" + x201,
                "S201: node 'reduce' (LINE) of graph 'g'" + flag201,
                "S201: node 'scan' (LINE) of graph 'g'" + x201,
                "S201: node 'single' (LINE) of graph 'g'" + x201,
                "S201: node 'fill' (LINE) of graph 'g'" + x201,
                "S201: node 'if' (LINE) of graph 'g'" + flag201,
                "S201: node 'while' (LINE) of graph 'g'" + flag201,
                "S201: node 'while' (LINE) of graph 'g' uses view 'passes', which lives in cuda:1 and cannot be reached"
                        + " from cuda:0" + cure,
                "S201: node 'switch' (LINE) of graph 'g'" + flag201);
    }

    @Test
    void closed_views_are_found_wherever_they_stand() {
        DoubleView x = host("x", 8);
        DoubleView y = host("y", 8);
        DoubleView flag = host("flag");
        IntView passes = IntView.of("passes", MemorySpace.host());
        x.close();
        flag.close();
        passes.close();
        Graph empty = Graph.define("empty", root -> {});
        String end = ", which is closed\n      Close a view after the graphs that use it are instantiated.";
        hasViolations(
                Graph.define("g", root -> {
                    root.then("kernel", () -> x.set(0, 1));
                    root.thenDeepCopy("copy", y, x);
                    root.thenHost("host", Access.reads(x), () -> {});
                    root.thenWhile("while", () -> flag.get() > 0, empty, 3, passes);
                }),
                HOST,
                "S202: node 'kernel' (LINE) of graph 'g' uses view 'x'" + end,
                "S202: node 'copy' (LINE) of graph 'g' uses view 'x'" + end,
                "S202: node 'host' (LINE) of graph 'g' uses view 'x'" + end,
                "S202: node 'while' (LINE) of graph 'g' uses view 'flag'" + end,
                "S202: node 'while' (LINE) of graph 'g' uses view 'passes'" + end);
    }

    @Test
    void results_have_rank_0_and_a_view_each() {
        DoubleView one = host("one", 1);
        DoubleView sum = host("sum");
        DoubleView pair = host("pair", 2);
        LongView where = LongView.of("where", MemorySpace.host(), 2);
        IntView passes = IntView.of("passes", MemorySpace.host(), 3);
        Graph empty = Graph.define("empty", root -> {});
        String cure = "\n      Use a view of rank 0: make it without extents, or take a sub-view with Slice.at.";
        hasViolations(
                Graph.define("g", root -> {
                    root.thenParallelReduce("one", RangePolicy.of(8), Sum.into(one, i -> 1.0));
                    root.thenParallelReduce("loc", RangePolicy.of(8), MinLoc.into(sum, where, i -> 1.0));
                    root.thenWhile("while", () -> false, empty, 3, passes);
                    root.thenParallelReduce(
                            "twice", RangePolicy.of(8), Sum.into(sum, i -> 1.0), Sum.into(sum, i -> 2.0));
                    root.thenParallelReduce(
                            "parts",
                            RangePolicy.of(8),
                            Sum.into(pair.subview(Slice.at(0)), i -> 1.0),
                            Sum.into(pair.subview(Slice.at(1)), i -> 1.0));
                    root.thenParallelReduce(
                            "same part",
                            RangePolicy.of(8),
                            Sum.into(pair.subview(Slice.at(1)), i -> 1.0),
                            Sum.into(pair.subview(Slice.at(1)), i -> 1.0));
                }),
                HOST,
                "S203: node 'one' (LINE) of graph 'g' puts the result of a reduction into view 'one' of rank 1" + cure,
                "S203: node 'loc' (LINE) of graph 'g' puts the result of a reduction into view 'where' of rank 1"
                        + cure,
                "S203: node 'while' (LINE) of graph 'g' puts the number of iterations into view 'passes' of rank 1"
                        + cure,
                "G106: node 'twice' (LINE) of graph 'g' writes two results into view 'sum'\n"
                        + "      Give each reduction a view of its own.",
                "G106: node 'same part' (LINE) of graph 'g' writes two results into view 'pair'\n"
                        + "      Give each reduction a view of its own.");
    }

    @Test
    void copies_fit_and_do_not_overlap() {
        DoubleView x = host("x; odd: name", 8);
        DoubleView y = host("y", 9);
        IntView k = IntView.of("k", MemorySpace.host(), 8);
        hasViolations(
                Graph.define("g", root -> {
                    root.thenDeepCopy("extents", y, x);
                    root.thenDeepCopy("types", k, x);
                    root.thenDeepCopy("overlap", y.subview(Slice.range(0, 5)), y.subview(Slice.range(4, 9)));
                }),
                HOST,
                "S204: node 'extents' (LINE) of graph 'g': a copy of DoubleView 'x; odd: name' [8] RIGHT in host to"
                        + " DoubleView 'y' [9] RIGHT in host: the extents differ\n"
                        + "      Take sub-views of equal extents.",
                "S204: node 'types' (LINE) of graph 'g': a copy of DoubleView 'x; odd: name' [8] RIGHT in host to"
                        + " IntView 'k' [8] RIGHT in host: the element types differ\n"
                        + "      Copy with a kernel.",
                "S205: node 'overlap' (LINE) of graph 'g': a copy of DoubleView 'y' [5] RIGHT in host to DoubleView 'y'"
                        + " [5] RIGHT in host: the two views overlap\n"
                        + "      Copy to a third view first, and from there.");
    }

    @Test
    void copies_of_a_device_reach_its_own_and_pinned_memory() {
        DoubleView here = device("here", 8);
        DoubleView there = DoubleView.of("there", OTHER, 8);
        DoubleView array = host("array", 8);
        DoubleView pinned = DoubleView.of("pinned", PINNED, 8);
        hasViolations(
                Graph.define("g", root -> {
                    root.thenDeepCopy("fine", pinned, here);
                    root.thenDeepCopy("array", here, array);
                    root.thenDeepCopy("other", here, there);
                }),
                CUDA,
                "S213: node 'array' (LINE) of graph 'g' copies view 'array', which is a Java array in host that cuda:0"
                        + " cannot copy by itself\n"
                        + "      Make the view with mirror() of a view of cuda:0: mirrors are pinned.",
                "S201: node 'other' (LINE) of graph 'g' copies view 'there', which lives in cuda:1 and cannot be reached"
                        + " from cuda:0\n"
                        + "      Copy it with Views.deepCopy outside of the graph, through a view on the host.");
    }

    @Test
    void host_nodes_touch_host_memory() {
        DoubleView x = device("x", 8);
        hasViolations(
                Graph.define("g", root -> root.thenHost("h", Access.updates(x), () -> {})),
                CUDA,
                "S206: node 'h' (LINE) of graph 'g' runs on the CPU and uses view 'x', which lives in cuda:0\n"
                        + "      Copy it to a mirror with a deepCopy node before, and use the mirror.");
    }

    @Test
    void undeclared_accesses_are_a_warning() {
        String cure = "\n      Declare them with Access.reads and Access.writes, or Access.reads() if it touches none.";
        Graph graph = Graph.define("g", root -> {
            root.thenHost("h", () -> {});
            root.thenCapture("c", Capture.host(() -> {}));
            root.thenHost("declared", Access.reads(), () -> {});
        });
        hasViolations(
                graph,
                HOST,
                "G103: node 'h' (LINE) of graph 'g' is a host node that declares no views: the race check cannot see"
                        + " what it touches" + cure,
                "G103: node 'c' (LINE) of graph 'g' is a capture that declares no views: the race check cannot see what"
                        + " it touches" + cure);
        assertThat(check(graph, HOST)).allMatch(violation -> violation.severity() == Diagnostic.Severity.WARNING);
    }

    @Test
    void captures_and_semaphores_fit_the_space() {
        Graph graph = Graph.define("g", root -> {
            root.thenCapture("c", Capture.hip(stream -> {}).accessing(Access.reads()));
            root.thenSignalSemaphore("s", ExternalSemaphore.inProcess("own"), 1);
            root.thenWaitSemaphore("w", ExternalSemaphore.ofFileDescriptor("vk", 3), 1);
        });
        String semaphores = " cannot use\n      Host spaces use ExternalSemaphore.inProcess, GPU spaces"
                + " ofFileDescriptor, if their driver has such.";
        hasViolations(
                graph,
                CUDA,
                "S215: node 'c' (LINE) of graph 'g' captures nothing that cuda:0 can run\n"
                        + "      Add a twin with andCuda(...).",
                "S214: node 's' (LINE) of graph 'g' uses semaphore 'own', which cuda:0" + semaphores);
        hasViolations(
                graph,
                HOST,
                "S215: node 'c' (LINE) of graph 'g' captures nothing that host can run\n"
                        + "      Add a twin with andHost(...).",
                "S214: node 'w' (LINE) of graph 'g' uses semaphore 'vk', which host" + semaphores);
    }

    @Test
    void a_capture_works_on_memory_that_its_space_reaches_or_copies() {
        DoubleView x = device("x", 8);
        DoubleView pinned = DoubleView.of("pinned", PINNED, 8);
        DoubleView array = DoubleView.of("array", MemorySpace.host(), 8);
        DoubleView other = DoubleView.of("other", OTHER, 8);
        Capture all = Capture.cuda(s -> {}).accessing(Access.updates(x, pinned, array), Access.reads(other));
        Capture host = Capture.host(() -> {}).accessing(Access.updates(pinned, array));
        String cure = "\n      Make the view in the memory of cuda:0, or copy it there with deepCopy.";
        hasViolations(
                Graph.define("g", root -> root.thenCapture("c", all)),
                CUDA,
                "S201: node 'c' (LINE) of graph 'g' uses view 'array', which lives in host and cannot be reached from"
                        + " cuda:0" + cure,
                "S201: node 'c' (LINE) of graph 'g' uses view 'other', which lives in cuda:1 and cannot be reached from"
                        + " cuda:0" + cure);
        hasViolations(Graph.define("g", root -> root.thenCapture("c", host)), HOST);
    }

    @Test
    void a_capture_has_no_memory_of_the_graph() {
        Graph graph = Graph.define("g", root -> {
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(1));
            temp.thenCapture("c", Capture.host(() -> {}).accessing(Access.writes(temp.view())))
                    .thenFree("free", temp.view());
        });
        hasViolations(
                graph,
                HOST,
                "G114: node 'c' (LINE) of graph 'g' captures calls on view 'temp', whose memory lives inside the graph\n"
                        + "      Use a view made with of: a capture is run once at instantiation, before the graph has"
                        + " memory.");
    }

    @Test
    void bodies_hold_what_every_backend_can_run_there() {
        DoubleView x = device("x", 8);
        DoubleView y = device("y", 8);
        DoubleView mirror = DoubleView.of("mirror", PINNED, 8);
        Graph deeper = Graph.define("deeper", root -> root.thenHost("host", Access.reads(), () -> {}));
        Graph body = Graph.define("body", root -> {
            root.thenFill("fill", x, 1);
            root.thenDeepCopy("within", y, x);
            root.thenDeepCopy("down", mirror, x);
            root.thenCapture("capture", Capture.cuda(s -> {}).accessing(Access.reads()));
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(1));
            temp.thenFree("free", temp.view());
            root.thenRecordEvent("record", Event.of("e"));
            root.thenWaitEvent("await", Event.of("e"));
            root.thenSignalSemaphore("signal", ExternalSemaphore.ofFileDescriptor("s", 1), 1);
            root.thenWaitSemaphore("wait", ExternalSemaphore.ofFileDescriptor("s", 1), 1);
            root.thenGraph("nested", deeper);
            root.thenGraph("again", deeper);
        });
        Graph graph = Graph.define("g", root -> root.thenWhile("loop", () -> false, body));
        String end = " in the body of the conditional node 'loop' (LINE) of graph 'g'\n"
                + "      A body may hold kernels, reductions, scans, fills, copies within the device, conditionals and"
                + " graphs of these; move other nodes out of it.";
        hasViolations(
                graph,
                CUDA,
                "G101: node 'down' (LINE) of graph 'body' is a copy between memories" + end,
                "G101: node 'capture' (LINE) of graph 'body' is a capture" + end,
                "G101: node 'temp' (LINE) of graph 'body' is an allocation" + end,
                "G101: node 'free' (LINE) of graph 'body' is an allocation" + end,
                "G101: node 'record' (LINE) of graph 'body' is an event node" + end,
                "G101: node 'await' (LINE) of graph 'body' is an event node" + end,
                "G101: node 'signal' (LINE) of graph 'body' is a semaphore node" + end,
                "G101: node 'wait' (LINE) of graph 'body' is a semaphore node" + end,
                "G101: node 'host' (LINE) of graph 'deeper' is a host node" + end);
    }

    @Test
    void the_bodies_of_if_else_and_switch_and_those_inside_of_bodies_are_checked() {
        Graph host = Graph.define("host", root -> root.thenHost("h", Access.reads(), () -> {}));
        Graph good = Graph.define("good", root -> root.then("k", () -> {}));
        Graph inner = Graph.define("inner", root -> root.thenIf("if", () -> true, good, host));
        Graph graph = Graph.define("g", root -> root.thenSwitch("switch", () -> 0, good, inner));
        assertThat(check(graph, HOST)).singleElement().satisfies(violation -> {
            assertThat(violation.code()).isEqualTo("G101");
            assertThat(violation.message()).contains("in the body of the conditional node 'if'");
        });
    }

    @Test
    void memory_of_a_graph_is_used_between_its_allocate_and_free_nodes() {
        Graph graph = Graph.define("g", root -> {
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(4));
            IntView t = temp.view();
            root.thenFill("early", t, 1);
            NodeRef use = temp.thenFill("use", t, 2);
            temp.thenFill("unordered", t.subview(Slice.range(0, 2)), 3);
            use.thenFree("free", t).thenFree("again", t).thenFill("late", t, 4);
        });
        String of = " the memory of node 'temp' (LINE) ";
        String cure = "\n      Let it depend on the node that allocates, and the node that frees on it.";
        String after = "after it may be freed by node 'free' (LINE)" + cure;
        hasViolations(
                graph,
                HOST,
                "G104: node 'early' (LINE) of graph 'g' uses" + of + "before it is allocated" + cure,
                "G104: node 'early' (LINE) of graph 'g' uses" + of + after,
                "G104: node 'unordered' (LINE) of graph 'g' uses" + of + after,
                "G104: node 'again' (LINE) of graph 'g' frees" + of + "a second time" + cure,
                "G104: node 'late' (LINE) of graph 'g' uses" + of + after);
    }

    @Test
    void memory_of_another_graph_is_refused_and_that_of_an_outer_graph_is_not() {
        IntView[] escaped = new IntView[1];
        Graph.define(
                "other",
                root -> escaped[0] = root.thenAllocate("temp", IntView.spec(4)).view());
        IntView t = escaped[0];
        hasViolations(
                Graph.define("g", root -> root.thenFill("use", t, 1)),
                HOST,
                "G104: node 'use' (LINE) of graph 'g' uses view 'temp', which another graph allocates\n"
                        + "      Allocate it in this graph, or use a view that lives outside of graphs.");
        hasViolations(
                Graph.define("outer", root -> {
                    AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(4));
                    IntView own = temp.view();
                    Graph inner = Graph.define("inner", r -> r.thenFill("use", own, 1));
                    temp.thenGraph("nested", inner).thenFree("free", own);
                }),
                HOST);
    }

    @Test
    void uses_inside_of_nested_graphs_count_for_lifetimes() {
        Graph graph = Graph.define("outer", root -> {
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(4));
            IntView own = temp.view();
            Graph inner = Graph.define("inner", r -> r.thenFill("use", own, 1));
            root.thenGraph("too early", inner);
        });
        hasViolations(
                graph,
                HOST,
                "G104: node 'too early' (LINE) of graph 'outer' uses the memory of node 'temp' (LINE) before it is"
                        + " allocated\n      Let it depend on the node that allocates, and the node that frees on it.");
    }

    @Test
    void a_graph_with_memory_is_not_nested_twice_side_by_side() {
        Graph inner = Graph.define("inner", root -> root.thenAllocate("temp", IntView.spec(4)));
        Graph around = Graph.define("around", root -> root.thenGraph("inner", inner));
        hasViolations(
                Graph.define("g", root -> {
                    NodeRef first = root.thenGraph("first", inner);
                    first.thenGraph("after", inner).thenGraph("again", around);
                    first.thenGraph("beside", around);
                }),
                HOST,
                "G104: node 'beside' (LINE) of graph 'g' and node 'again' (LINE) run in no fixed order and both allocate"
                        + " the memory of view 'temp'\n"
                        + "      Let one depend on the other, or define the nested graph once for each.");
    }

    @Test
    void only_memory_of_a_graph_is_freed() {
        DoubleView x = host("x", 8);
        hasViolations(
                Graph.define("g", root -> root.thenFree("free", x)),
                HOST,
                "G105: node 'free' (LINE) of graph 'g' frees view 'x', which no graph has allocated\n"
                        + "      Free only views of thenAllocate; close the others with close().");
    }

    @Test
    void all_violations_of_a_graph_and_of_those_inside_are_reported_in_the_order_of_the_nodes() {
        DoubleView closed = host("closed", 8);
        closed.close();
        DoubleView one = host("one", 1);
        Graph inner = Graph.define("inner", root -> root.thenFree("inside", one));
        Graph graph = Graph.define("g", root -> {
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(4));
            root.thenHost("host", () -> {});
            root.thenFill("early", temp.view(), 1);
            root.thenGraph("nested", inner);
            root.thenGraph("nested again", inner);
            root.thenParallelReduce("reduce", RangePolicy.of(3), Sum.into(one, i -> closed.get(i)));
        });
        assertThat(check(graph, HOST))
                .extracting(Diagnostic::code)
                .containsExactly("G103", "G104", "G105", "S202", "S203");
    }

    @Test
    void a_graph_nested_in_itself_again_and_again_is_checked_once() {
        DoubleView x = host("x", 8);
        Graph graph = Graph.define("0", root -> {
            root.thenFill("fill", x, 1);
            root.thenHost("host", () -> {});
        });
        for (int level = 1; level < 12; level++) {
            Graph inner = graph;
            graph = Graph.define("" + level, root -> {
                root.thenGraph("left", inner);
                root.thenGraph("right", inner);
            });
        }
        assertThat(check(graph, HOST)).extracting(Diagnostic::code).containsExactly("G103");
        assertThat(GraphEffects.of(CapturedGraph.of(graph)).views()).containsExactly(x);
    }

    @Test
    void a_kernel_is_looked_into_once_however_many_nodes_share_it() {
        DoubleView x = host("x", 8);
        int[] defined = {0};
        org.sporos.policy.RangeBody body = i -> x.set(i, 1);
        Graph graph = Graph.define("g", root -> {
            NodeRef last = root;
            for (int i = 0; i < 100_000; i++) {
                last = last.thenParallelFor("k", RangePolicy.of(8), body);
                defined[0]++;
            }
        });
        assertThat(check(graph, HOST)).isEmpty();
        assertThat(defined[0]).isEqualTo(100_000);
    }

    /** Memory that a user lays over an array. */
    private static final class Shared extends ArrayAllocation {
        Shared(double[] array) {
            super("shared", MemorySpace.host(), ElementType.DOUBLE, array, new MemoryMeter());
        }
    }

    @Test
    void views_of_foreign_memory_are_compared_with_the_levels_of_rings() {
        double[] array = new double[8];
        DoubleView other = DoubleView.spec(8).over("other", new Shared(array));
        DoubleView bound = DoubleView.spec(8).over("apart", new Shared(new double[8]));
        ViewRing<DoubleView> u =
                ViewRing.of(2, j -> DoubleView.spec(8).over("u" + j, new Shared(j == 0 ? array : new double[8])));
        hasViolations(
                Graph.define("g", root -> root.thenFill("fill", other, 1).thenDeepCopy("copy", bound, u.level(1))),
                HOST,
                "G115: node 'fill' (LINE) of graph 'g' uses view 'other', whose memory is that of a level of the ring of"
                        + " 'u0', which the graph uses too\n"
                        + "      Use level(j) of the ring everywhere in the graph.");
        assertThatThrownBy(() -> ViewRing.of(2, j -> DoubleView.spec(8).over("v" + j, new Shared(array))))
                .hasMessage("S245: view 'v1' cannot be level 1 of the ring of 'v0': it shows memory that another level"
                        + " has; make each level anew, by the same call of of(...)");
    }

    @Test
    void a_bound_in_the_memory_of_a_ring_is_a_level() {
        IntView[] counts = new IntView[2];
        ViewRing<IntView> ring = ViewRing.of(2, j -> counts[j] = IntView.of("n" + j, MemorySpace.host()));
        DoubleView x = host("x", 8);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("k", RangePolicy.of(counts[1], 8), i -> x.set(i, i))
                        .thenAdvance("turn", ring));
        hasViolations(
                graph,
                HOST,
                "G115: node 'k' (LINE) of graph 'g' uses view 'n1', whose memory is that of a level of the ring of 'n0',"
                        + " which the graph uses too\n"
                        + "      Use level(j) of the ring everywhere in the graph.");
    }
}
