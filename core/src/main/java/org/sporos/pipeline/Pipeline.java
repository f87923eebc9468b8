package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sporos.backend.RunEffects;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphCompiler;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.Task;
import org.sporos.graph.Verification;
import org.sporos.graph.VerifyOptions;
import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.memory.PlannedMemory;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.Backend;
import org.sporos.spi.LoweringContext;
import org.sporos.verify.GraphVerifier;

/**
 * The compiler of graphs, by the steps of {@link Instantiation}. A service of {@code Graph.instantiate}. The property
 * {@code sporos.pipeline} logs the result of each step. Stateless.
 */
public final class Pipeline implements GraphCompiler {
    @Override
    public ExecutableGraph compile(Graph graph, ExecutionSpace space, List<InstantiateOption> options) {
        RunFrame.refuseDeviceCallInHostNode("instantiate");
        Instantiation steps = Instantiation.on(space, options);
        if (graph.namesSpaces()) {
            return new SpacesExecutable(graph, steps);
        }
        FlightSpan all =
                Flight.instantiate(graph.label(), space.name(), graph.nodes().size());
        PipelineTrace trace = PipelineTrace.of(graph, space.name(), options);
        LoweringContext context = steps.planned(graph, trace);
        Instantiation.warn(context.warnings());
        trace.lowering();
        LoweredGraph lowered = steps.lowered(context);
        trace.after(lowered.executable());
        Flight.end(all);
        try {
            trace.progress().end();
        } catch (Error ofListener) {
            lowered.executable().close();
            throw ofListener;
        }
        return new LiveExecutable(steps, lowered);
    }

    @Override
    public MemoryPlan memoryPlan(Graph graph, ExecutionSpace space, List<InstantiateOption> options) {
        RunFrame.refuseDeviceCallInHostNode("memoryPlan");
        Instantiation steps = Instantiation.on(space, options);
        GraphParts.refuse(graph, "memoryPlan");
        Backend backend = steps.backend();
        PipelineTrace trace = PipelineTrace.of(graph, backend.name(), options);
        LoweringContext context = steps.planned(graph, trace);
        trace.progress().end();
        Instantiation.warn(context.warnings());
        return PlannedMemory.of(context, backend.name(), backend.memoryNeeds(context), backend.freeBytes());
    }

    @Override
    public Verification verify(Graph graph, ExecutionSpace space, VerifyOptions options) {
        RunFrame.refuseDeviceCallInHostNode("verify");
        GraphParts.refuse(graph, "verify");
        return GraphVerifier.verify(graph, space, options);
    }

    @Override
    public void call(Task task, ExecutionStream stream, Function<Task, Graph> graph) {
        new EagerSubmit(task, stream, graph).run(Instantiation.requireUsable(stream.space()));
    }

    @Override
    public List<List<Integer>> dependences(Graph graph) {
        return new Dependences(graph).all();
    }

    /**
     * The data dependences of nodes whose order of definition is the program order. Atomic updates count as writes, and
     * events and semaphores as accesses to all memory. Used by one thread.
     */
    private static final class Dependences {
        private static final Object NATIVE = new Object();

        private final Graph graph;
        private final KernelIndex kernels;
        private final List<List<Integer>> all = new ArrayList<>();
        /** The transitive predecessors of each node, itself included. */
        private final List<BitSet> reached = new ArrayList<>();
        /** The effects of earlier nodes, by array. */
        private final Map<Object, List<Done>> done = new IdentityHashMap<>();

        private final List<Integer> everything = new ArrayList<>();

        private record Done(int node, MemoryEffect effect) {}

        Dependences(Graph graph) {
            this.graph = graph;
            this.kernels = KernelIndex.of(CapturedGraph.of(graph), CompilerThreads.HELPERS);
        }

        /** Returns the ids of the predecessors of each node, the last first. */
        List<List<Integer>> all() {
            for (Node node : graph.nodes()) {
                add(node);
            }
            return all;
        }

        private void add(Node node) {
            List<RunEffects.Effect> effects = RunEffects.of(graph, node, kernels);
            boolean touchesAll =
                    isOutside(node.effects()) || effects.stream().anyMatch(effect -> effect.memory() == null);
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

        /** Removes transitive predecessors. */
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

        /** Native memory of different allocations may overlap. */
        private static Object memoryOf(MemoryEffect effect) {
            Allocation allocation = effect.region().allocation();
            Object array = allocation.backingArray();
            return array == null ? NATIVE : array;
        }
    }
}
