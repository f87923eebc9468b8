package org.sporos.pipeline;

import com.google.common.collect.Sets;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.check.GraphEffects;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Task;
import org.sporos.graph.Work;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.CapturedFields;
import org.sporos.kernel.capture.CapturedValues;
import org.sporos.kernel.capture.KernelCapture;
import org.sporos.kernel.capture.LambdaValues;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.compile.TableUse;
import org.sporos.kernel.ir.TableRef;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementValue;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.Backend;
import org.sporos.spi.CachedCall;
import org.sporos.spi.CallArrays;
import org.sporos.spi.CallCache;
import org.sporos.view.View;

/**
 * One eager call: submits a cached executable of a graph of one node, created by the first equal call. Immutable.
 *
 * @param graph creates that graph
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
        if (call == null) {
            Graph made = graph.apply(task);
            KernelIndex kernels = KernelIndex.of(made);
            if (!StaticValues.areConstant(task, made, kernels)) {
                runOnce(backend);
                return;
            }
            call = cache.keep(whole, made(backend, made, kernels));
        }
        try {
            submit(call.executable(), backend.runsJavaBodies() && (!arrays.isEmpty() || call.hasTables()));
        } finally {
            cache.release(call);
        }
    }

    private static CachedCall made(Backend backend, Graph made, KernelIndex kernels) {
        List<TableRef> tables =
                TableUse.of(made, kernels).stream().map(TableUse::ref).toList();
        ExecutableGraph executable = made.instantiate(backend);
        return new CachedCall(
                executable, GraphEffects.of(CapturedGraph.of(made)).views(), tables);
    }

    /** Runs an uncacheable call to its end: the caller may change inputs of the bodies afterwards. */
    private void runOnce(Backend backend) {
        try (ExecutableGraph executable = graph.apply(task).instantiate(backend)) {
            executable.submit(stream);
        }
    }

    /** @param now whether the caller may change inputs of the bodies as soon as the call returns */
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

    /**
     * The cache key of an eager call: its label, its work, the classes of its bodies and their captured values.
     * Numbers, strings, values of elements and policies are compared by {@code equals}, views and all other objects by
     * identity. Immutable once built.
     */
    private static final class CallKey {
        private final Object[] parts;
        private final int hash;
        private final List<KernelBody> bodies;
        private final boolean hasObjects;

        private CallKey(Object[] parts, List<KernelBody> bodies, boolean hasObjects) {
            this.parts = parts;
            this.bodies = bodies;
            this.hasObjects = hasObjects;
            int sum = 1;
            for (Object part : parts) {
                sum = 31 * sum + (CallParts.isValue(part) ? part.hashCode() : System.identityHashCode(part));
            }
            this.hash = sum;
        }

        /** Returns the key of a task, or null if it is not comparable. */
        static @Nullable CallKey of(Task task) {
            CallParts of = CallParts.of(task);
            return of.isComparable() ? new CallKey(of.parts(), of.bodies(), of.hasObjects()) : null;
        }

        /** Returns whether bodies captured user objects, which may refer to arrays. */
        boolean hasObjects() {
            return hasObjects;
        }

        /** Returns the bodies of its task. */
        List<KernelBody> bodies() {
            return bodies;
        }

        /** Returns the key extended by the current elements of arrays. */
        CallKey with(List<Object[]> arrays) {
            List<Object> all = new ArrayList<>(Arrays.asList(parts));
            for (Object[] array : arrays) {
                for (Object element : array) {
                    all.add(element == null ? CallParts.NULL : element);
                }
            }
            return new CallKey(all.toArray(), bodies, hasObjects);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (!(other instanceof CallKey key) || key.hash != hash || key.parts.length != parts.length) {
                return false;
            }
            for (int k = 0; k < parts.length; k++) {
                if (parts[k] != key.parts[k] && !(CallParts.isValue(parts[k]) && parts[k].equals(key.parts[k]))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * Decides whether uncaptured views and params of kernels are constants: values of static final fields of the body's
     * class. Others may be elements of arrays in static fields, which change.
     */
    private static final class StaticValues {
        private StaticValues() {}

        /**
         * Returns whether the uncaptured views and params of all of a task's own bodies are constants; those of nested
         * graphs are read at compile time.
         */
        static boolean areConstant(Task task, Graph graph, KernelIndex kernels) {
            if (task.work().kernels().isEmpty() || task.work().conditional() != null) {
                return true;
            }
            for (Node node : graph.nodes()) {
                for (CompiledKernel kernel : kernels.of(node)) {
                    if (!areConstant(kernel)) {
                        return false;
                    }
                }
            }
            return true;
        }

        private static boolean areConstant(CompiledKernel kernel) {
            Set<Object> left = Sets.newIdentityHashSet();
            left.addAll(kernel.facts().binding().views());
            left.addAll(kernel.facts().binding().params());
            CapturedValues captured = CapturedValues.of(kernel.body());
            left.removeAll(captured.views());
            left.removeAll(captured.params());
            if (!left.isEmpty()) {
                removeConstants(kernel.body(), left);
            }
            return left.isEmpty();
        }

        private static void removeConstants(KernelBody body, Set<Object> from) {
            Class<?> owner = ownerOf(body);
            if (owner == null) {
                return;
            }
            for (Field field : owner.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                boolean mayBe =
                        View.class.isAssignableFrom(field.getType()) || Param.class.isAssignableFrom(field.getType());
                if (mayBe && Modifier.isStatic(modifiers) && Modifier.isFinal(modifiers)) {
                    CapturedFields.readStatic(field).ifPresent(found -> from.remove(found.value()));
                }
            }
        }

        private static @Nullable Class<?> ownerOf(KernelBody body) {
            if (!(KernelCapture.of(body) instanceof CaptureResult.Found found)) {
                return null;
            }
            try {
                return Class.forName(
                        found.kernel().owner().replace('/', '.'),
                        false,
                        found.kernel().loader());
            } catch (ClassNotFoundException | LinkageError e) {
                return null;
            }
        }
    }

    /** The parts of an eager call's cache key, by kind of node. Used by one thread. */
    private static final class CallParts {
        /** Represents null among the parts. */
        static final Object NULL = new Object();

        private final List<Object> parts = new ArrayList<>(12);
        private final List<KernelBody> bodies = new ArrayList<>(1);
        private boolean isComparable = true;
        private boolean hasObjects;

        private CallParts() {}

        /** Returns the parts of a task. */
        static CallParts of(Task task) {
            CallParts all = new CallParts();
            all.parts.add(task.label());
            all.parts.add(task.priority());
            all.parts.add(task.work().getClass());
            all.work(task.work());
            return all;
        }

        /** Returns the parts. */
        Object[] parts() {
            return parts.toArray();
        }

        /** Returns the bodies. */
        List<KernelBody> bodies() {
            return List.copyOf(bodies);
        }

        /** Returns whether calls with equal parts are interchangeable. */
        boolean isComparable() {
            return isComparable;
        }

        /** Returns whether bodies captured user objects, which may refer to arrays. */
        boolean hasObjects() {
            return hasObjects;
        }

        /** Values are compared by {@code equals}. */
        static boolean isValue(Object part) {
            return part instanceof Integer
                    || part instanceof Long
                    || part instanceof Double
                    || part instanceof Float
                    || part instanceof Boolean
                    || part instanceof Short
                    || part instanceof Byte
                    || part instanceof Character
                    || part instanceof String
                    || part instanceof ElementValue
                    || part instanceof Policy;
        }

        private void reduction(Reduction reduction) {
            parts.add(reduction.op());
            parts.add(reduction.result());
            parts.add(reduction.identity());
            value(reduction.location());
            body(reduction.contribution());
            KernelBody join = reduction.join();
            if (join != null) {
                body(join);
            }
        }

        private void body(KernelBody body) {
            bodies.add(body);
            // JShell variables are mutable, and their values are part of the code.
            isComparable &= !body.getClass().getPackageName().startsWith("REPL");
            value(body);
        }

        private void value(@Nullable Object value) {
            if (value == null) {
                parts.add(NULL);
            } else if (value.getClass().isHidden()) {
                parts.add(value.getClass());
                isComparable &= LambdaValues.read(value, this::value);
            } else {
                parts.add(value);
                hasObjects |= !(value instanceof View || value instanceof Param || isValue(value));
            }
        }

        /** Works without bodies and views are compared by identity. */
        private void work(Work work) {
            if (work instanceof Work.ParallelFor loop) {
                parts.add(loop.policy());
                body(loop.body());
            } else if (work instanceof Work.ParallelReduce reduce) {
                parts.add(reduce.policy());
                reduce.reductions().forEach(this::reduction);
            } else if (work instanceof Work.ParallelScan scan) {
                parts.add(scan.policy());
                parts.add(scan.scan().type());
                parts.add(scan.scan().isInclusive());
                body(scan.contribution());
                body(scan.consumer());
            } else if (work instanceof Work.Single single) {
                body(single.body());
            } else if (work instanceof Work.DeepCopy copy) {
                parts.add(copy.to());
                parts.add(copy.from());
            } else if (work instanceof Work.Fill fill) {
                parts.add(fill.view());
                parts.add(fill.value());
            } else if (work instanceof Work.SubGraph nested) {
                parts.add(nested.graph());
            } else if (work instanceof Work.Advance advance) {
                parts.add(advance.ring());
            } else {
                parts.add(work);
            }
        }
    }
}
