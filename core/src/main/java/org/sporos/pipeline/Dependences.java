package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.backend.RunEffects;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.KernelIndex;

/**
 * The order that the accesses of nodes ask for, where the order of definition is that of the wanted results. Atomic
 * updates count as writes, and events and semaphores as accesses to everything. Used by one thread.
 */
final class Dependences {
    private static final Object NATIVE = new Object();

    private final Graph graph;
    private final KernelIndex kernels;
    private final List<List<Integer>> all = new ArrayList<>();
    /** The nodes before each node, itself included. */
    private final List<BitSet> reached = new ArrayList<>();
    /** The effects of nodes so far, by the array that it was done to. */
    private final Map<Object, List<Done>> done = new IdentityHashMap<>();

    private final List<Integer> everything = new ArrayList<>();

    private record Done(int node, MemoryEffect effect) {}

    Dependences(Graph graph) {
        this.graph = graph;
        this.kernels = KernelIndex.of(CapturedGraph.of(graph), CompilerThreads.HELPERS);
    }

    /** Returns the ids of the nodes that each node must wait for, the last first. */
    List<List<Integer>> all() {
        for (Node node : graph.nodes()) {
            add(node);
        }
        return all;
    }

    private void add(Node node) {
        List<RunEffects.Effect> effects = RunEffects.of(graph, node, kernels);
        boolean touchesAll = isOutside(node.effects()) || effects.stream().anyMatch(effect -> effect.memory() == null);
        BitSet before = new BitSet();
        everything.forEach(before::set);
        if (touchesAll) {
            before.set(0, node.id());
            everything.add(node.id());
        }
        for (RunEffects.Effect effect : effects) {
            MemoryEffect memory = effect.memory();
            if (memory != null) {
                List<Done> others = done.computeIfAbsent(memoryOf(memory), key -> new ArrayList<>());
                others.stream()
                        .filter(other -> other.effect.conflictsWith(memory))
                        .forEach(other -> before.set(other.node));
                others.add(new Done(node.id(), memory));
            }
        }
        before.clear(node.id());
        all.add(latest(before, node.id()));
    }

    /** Leaves out what nodes wait for that are waited for. */
    private List<Integer> latest(BitSet before, int id) {
        BitSet reach = new BitSet();
        List<Integer> needed = new ArrayList<>();
        for (int k = before.length() - 1; k >= 0; k = before.previousSetBit(k - 1)) {
            if (!reach.get(k)) {
                needed.add(k);
                reach.or(reached.get(k));
            }
        }
        reach.set(id);
        reached.add(reach);
        return needed;
    }

    private static boolean isOutside(NodeEffects effects) {
        return effects.isOfEvent() || effects.isOfSemaphore();
    }

    /** Native memory may overlap, whatever allocation it is of. */
    private static Object memoryOf(MemoryEffect effect) {
        Allocation allocation = effect.region().allocation();
        Object array = allocation.backingArray();
        return array == null ? NATIVE : array;
    }
}
