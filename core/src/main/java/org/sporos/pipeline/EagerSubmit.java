package org.sporos.pipeline;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.check.GraphEffects;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Task;
import org.sporos.kernel.capture.CapturedValues;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.Backend;
import org.sporos.spi.CachedCall;
import org.sporos.spi.CallArrays;
import org.sporos.spi.CallCache;
import org.sporos.view.View;

/**
 * One eager call: submits the executable of a graph of that node, which is made by the first of all calls that do the
 * same. Immutable.
 *
 * @param graph makes that graph
 */
record EagerSubmit(Task task, ExecutionStream stream, Function<Task, Graph> graph) {

    void run(Backend backend) {
        CallCache cache = backend.calls();
        CallKey key = CallKey.of(task);
        CallArrays arrays = key == null || !key.hasObjects() ? CallArrays.NONE : arrays(cache, key);
        if (key == null || !arrays.isKnown()) {
            runOnce(backend);
            return;
        }
        CallKey whole = arrays.isEmpty() ? key : key.with(arrays.arrays());
        CachedCall call = cache.take(whole);
        if (call == null && !StaticValues.areConstant(task)) {
            runOnce(backend);
            return;
        }
        call = call == null ? cache.keep(whole, made(backend)) : call;
        try {
            submit(call.executable(), backend.runsJavaBodies() && !arrays.isEmpty());
        } finally {
            cache.release(call);
        }
    }

    private CachedCall made(Backend backend) {
        Graph made = graph.apply(task);
        ExecutableGraph executable = made.instantiate(backend);
        return new CachedCall(
                executable, GraphEffects.of(CapturedGraph.of(made)).views());
    }

    /** Runs what serves no other call, and waits for its end: the caller may change what the bodies read. */
    private void runOnce(Backend backend) {
        try (ExecutableGraph executable = graph.apply(task).instantiate(backend)) {
            executable.submit(stream);
        }
    }

    /** @param now whether the caller may change what the bodies read as soon as the call returns */
    private void submit(ExecutableGraph executable, boolean now) {
        if (now) {
            executable.submitTracked(stream).await();
        } else {
            executable.submit(stream);
        }
    }

    private static CallArrays arrays(CallCache cache, CallKey key) {
        CallArrays arrays = cache.arraysOf(key);
        if (arrays == null) {
            arrays = arrays(key.bodies());
            cache.keep(key, arrays);
        }
        return arrays;
    }

    private static CallArrays arrays(List<KernelBody> bodies) {
        List<CapturedValues> all = bodies.stream().map(CapturedValues::of).toList();
        List<Object[]> arrays =
                all.stream().flatMap(values -> values.arrays().stream()).toList();
        boolean isKnown = all.stream().allMatch(CapturedValues::isComplete);
        for (Object[] array : arrays) {
            for (Object element : array) {
                isKnown &= isPlain(element);
            }
        }
        return new CallArrays(isKnown, arrays);
    }

    private static boolean isPlain(@Nullable Object element) {
        return element == null || element instanceof View || element instanceof Param || CallParts.isValue(element);
    }
}
