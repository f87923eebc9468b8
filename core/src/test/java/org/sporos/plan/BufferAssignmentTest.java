package org.sporos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Work;
import org.sporos.internal.space.Allocation;
import org.sporos.view.DoubleView;
import org.sporos.view.View;

/** Memories share a buffer only where the free node of one comes before the allocate node of the other. */
class BufferAssignmentTest {

    private static BufferAssignment plan(LaunchPlan plan) {
        return BufferAssignment.of(plan, Allocation::type);
    }

    /** Returns the units that come before a unit, by walking all edges. */
    private static boolean leads(LaunchPlan plan, int from, int to) {
        boolean[] seen = new boolean[plan.size()];
        Deque<Integer> open = new ArrayDeque<>(List.of(to));
        while (!open.isEmpty()) {
            int at = open.pop();
            if (at == from) {
                return true;
            }
            for (int k = 0; k < plan.predecessorCount(at); k++) {
                if (!seen[plan.predecessor(at, k)]) {
                    seen[plan.predecessor(at, k)] = true;
                    open.push(plan.predecessor(at, k));
                }
            }
        }
        return false;
    }

    private static int find(LaunchPlan plan, Class<? extends Work> kind, Allocation memory) {
        return plan.units().stream()
                .filter(unit -> kind.isInstance(unit.work()))
                .filter(unit ->
                        (unit.work() instanceof Work.Allocate made ? made.view() : ((Work.Free) unit.work()).view())
                                        .allocation()
                                == memory)
                .mapToInt(LaunchUnit::index)
                .findFirst()
                .orElse(-1);
    }

    private static Graph random(Random random, List<View> views) {
        return Graph.define("random", root -> {
            List<NodeRef> nodes = new ArrayList<>(List.of(root));
            for (int k = 0; k < 40; k++) {
                NodeRef after = Graph.whenAll(pick(random, nodes), pick(random, nodes));
                AllocateNodeRef<DoubleView> made = after.thenAllocate("m" + k, DoubleView.spec(1 + random.nextInt(9)));
                views.add(made.view());
                NodeRef used = made.thenFill("use", made.view(), 1);
                nodes.add(used);
                if (random.nextInt(5) > 0) {
                    nodes.add(used.thenFree("free", made.view()));
                }
            }
        });
    }

    private static NodeRef pick(Random random, List<NodeRef> nodes) {
        return nodes.get(Math.max(0, nodes.size() - 1 - random.nextInt(8)));
    }

    @Test
    void only_disjoint_lifetimes_share_a_place_in_random_graphs() {
        int shared = 0;
        for (int seed = 0; seed < 200; seed++) {
            List<View> views = new ArrayList<>();
            LaunchPlan plan = Planner.plan(random(new Random(seed), views));
            BufferAssignment memory = plan(plan);
            for (View one : views) {
                assertThat(memory.bytes(memory.buffer(one.allocation())))
                        .isGreaterThanOrEqualTo(one.allocation().bytes());
                for (View other : views) {
                    if (one != other && memory.buffer(one.allocation()) == memory.buffer(other.allocation())) {
                        shared++;
                        assertThat(isBefore(plan, one, other) || isBefore(plan, other, one))
                                .as("seed " + seed + ": " + one + " and " + other)
                                .isTrue();
                    }
                }
            }
        }
        assertThat(shared).isGreaterThan(200);
    }

    private static boolean isBefore(LaunchPlan plan, View one, View other) {
        int freed = find(plan, Work.Free.class, one.allocation());
        return freed >= 0 && leads(plan, freed, find(plan, Work.Allocate.class, other.allocation()));
    }

    @Test
    void eight_one_after_the_other_have_one_buffer() {
        LaunchPlan plan = Planner.plan(chain(8));
        assertThat(plan(plan).buffers()).isEqualTo(1);
        assertThat(plan(plan).bytes()).isEqualTo(8 * 1000);
    }

    private static Graph chain(int length) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int k = 0; k < length; k++) {
                AllocateNodeRef<DoubleView> made = last.thenAllocate("m" + k, DoubleView.spec(1000));
                last = made.thenFill("use", made.view(), k).thenFree("free", made.view());
            }
        });
    }

    @Test
    void a_long_chain_takes_linear_time() {
        assertThat(plan(Planner.plan(chain(20_000))).buffers()).isEqualTo(1);
    }

    @Test
    void a_graph_that_is_nested_twice_keeps_its_memory_to_itself() {
        Graph inner = chain(3);
        LaunchPlan plan = Planner.plan(
                Graph.define("outer", root -> root.thenGraph("one", inner).thenGraph("two", inner)));
        assertThat(plan(plan).buffers()).isEqualTo(3);
    }

    @Test
    void memories_of_different_kinds_are_apart() {
        LaunchPlan plan = Planner.plan(chain(4));
        assertThat(BufferAssignment.of(plan, memory -> memory).buffers()).isEqualTo(4);
        assertThat(BufferAssignment.of(Planner.plan(Graph.define("none", root -> {})), memory -> memory))
                .isSameAs(BufferAssignment.NONE);
    }
}
