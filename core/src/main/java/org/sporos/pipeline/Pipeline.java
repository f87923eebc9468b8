package org.sporos.pipeline;

import java.util.List;
import java.util.function.Function;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphCompiler;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.Task;
import org.sporos.graph.Verification;
import org.sporos.graph.VerifyOptions;
import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;
import org.sporos.internal.run.RunFrame;
import org.sporos.memory.PlannedMemory;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.Backend;
import org.sporos.spi.LoweringContext;
import org.sporos.verify.GraphVerifier;

/**
 * The compiler of graphs, which takes them through the steps of {@link Instantiation}. {@code Graph.instantiate} finds
 * it as a service. The property {@code sporos.pipeline} logs the result of each step. Stateless.
 */
public final class Pipeline implements GraphCompiler {
    @Override
    public ExecutableGraph compile(Graph graph, ExecutionSpace space, List<InstantiateOption> options) {
        RunFrame.refuseDeviceCallInHostNode("instantiate");
        Instantiation steps = Instantiation.on(space, options);
        FlightSpan all =
                Flight.instantiate(graph.label(), space.name(), graph.nodes().size());
        PipelineTrace trace = PipelineTrace.of(graph, space.name(), options);
        LoweringContext context = steps.planned(graph, trace);
        Instantiation.warn(context.warnings());
        trace.lowering();
        LoweredGraph lowered = steps.lowered(context, null);
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
}
