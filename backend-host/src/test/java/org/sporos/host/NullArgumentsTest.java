package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.algorithm.CellLists;
import org.sporos.algorithm.Compaction;
import org.sporos.algorithm.CsrAssembly;
import org.sporos.algorithm.CsrTranspose;
import org.sporos.algorithm.Histogram;
import org.sporos.algorithm.Permutation;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.RecordReduction;
import org.sporos.algorithm.RecordScan;
import org.sporos.algorithm.SegmentedReduce;
import org.sporos.algorithm.SegmentedScan;
import org.sporos.algorithm.SparseProduct;
import org.sporos.algorithm.Unique;
import org.sporos.algorithm.Workspace;
import org.sporos.comm.Decomposition;
import org.sporos.error.Coded;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.graph.Submission;
import org.sporos.graph.Task;
import org.sporos.graph.VerifyOptions;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reducers;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementType;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.space.MemorySpace;
import org.sporos.sweep.Sweep;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.RecordView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;
import org.sporos.view.ViewSpec;
import org.sporos.view.Views;

/**
 * Calls public methods with null for one argument and something for the others. The answer is an error of the library,
 * or none where null is allowed or is looked at later; never a plain NullPointerException.
 */
final class NullArgumentsTest {
    private static final List<Class<?>> TYPES = List.of(
            Access.class,
            Capture.class,
            ExecutableGraph.class,
            Graph.class,
            InstantiateOption.class,
            NodeRef.class,
            Scan.class,
            Submission.class,
            Task.class,
            VerifyOptions.class,
            Event.class,
            ExecutionSpace.class,
            ExecutionSpaces.class,
            ExecutionStream.class,
            ExternalSemaphore.class,
            SpaceSpec.class,
            DoubleView.class,
            IntView.class,
            RecordView.class,
            Slice.class,
            ViewRing.class,
            ViewSpec.class,
            Views.class,
            IndexSet.class,
            LongRangePolicy.class,
            MDRangePolicy.class,
            RangePolicy.class,
            TeamPolicy.class,
            BooleanParam.class,
            DoubleParam.class,
            Reduction.class,
            Reducers.Sum.getClass(),
            Reducers.MinLoc.getClass(),
            Reducers.LogicalAnd.getClass(),
            Reducers.BitAnd.getClass(),
            Reducers.Custom.getClass(),
            CellLists.class,
            Compaction.class,
            CsrAssembly.class,
            CsrTranspose.class,
            Histogram.class,
            Permutation.class,
            RadixSort.class,
            RecordReduction.class,
            RecordScan.class,
            SegmentedReduce.class,
            SegmentedScan.class,
            SparseProduct.class,
            Unique.class,
            Workspace.class,
            Decomposition.class,
            Sweep.class);

    /** Public for other packages of the library. */
    private static final Set<String> INTERNAL = Set.of(
            "Event.state",
            "Graph.mapped",
            "Graph.placedOn",
            "IndexSet.meets",
            "IndexSet.placed",
            "RecordView.nameOf",
            "RecordView.requireSameRecords",
            "Reduction.mapped",
            "View.outside",
            "ViewSpec.over");

    private record Pair(double a, double b) {}

    private final Map<Class<?>, Object> samples = new HashMap<>();
    private final ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
    private final TreeSet<String> plain = new TreeSet<>();
    private int calls;

    @AfterEach
    void close() {
        space.close();
    }

    @BeforeEach
    void makeSamples(@TempDir Path folder) {
        IntView ints = IntView.of("ints", space, 4);
        DoubleView doubles = DoubleView.of("doubles", space, 4);
        Graph graph = Graph.define("sample", root -> root.thenFill("fill", ints, 1));
        ExecutableGraph exec = graph.instantiate(space);
        Workspace workspace = Workspace.of(space);
        put("text", List.of(1), Map.of(), String.class, folder.resolve("file"), Duration.ZERO, space, exec, graph);
        put(ints, doubles, LongView.of("longs", space, 4), FloatView.of("floats", space, 4), workspace);
        put(RecordView.of("pairs", space, Pair.class, 4), ViewRing.of(2, level -> DoubleView.of("level", space, 4)));
        put(exec.submitTracked(), space.stream("stream"), Event.of("event"), ExternalSemaphore.inProcess("s"));
        put(RangePolicy.of(4), MDRangePolicy.of(2, 2), TeamPolicy.of(2), IndexSet.of(1, 2), Slice.all());
        put(Task.fill("task", ints, 1), Access.reads(ints), VerifyOptions.DEFAULT, InstantiateOption.Merging.ON);
        put(DoubleParam.of("d", 1), IntParam.of("i", 1), LongParam.of("l", 1), BooleanParam.of("b", true));
        put(ViewSpec.of(ElementType.INT, 4), Layout.RIGHT, MemorySpace.host(), Scan.exclusiveInt());
        put(
                Reducers.Sum.into(LongView.of("sum", space), i -> 1L),
                Capture.host(() -> {}),
                new Pair(1, 2),
                Sweep.of("sweep", (each, on) -> 1));
        put(Reducers.Sum, Reducers.MinLoc, Reducers.LogicalAnd, Reducers.BitAnd, Reducers.Custom);
    }

    private void put(Object... values) {
        for (Object value : values) {
            samples.put(value.getClass(), value);
        }
    }

    /** Returns a value of a type, or null if there is none here. */
    private @Nullable Object sample(Class<?> type) {
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        }
        for (Object known : samples.values()) {
            if (type.isInstance(known) && type != Object.class) {
                return known;
            }
        }
        if (type.isArray()) {
            Object element = sample(type.getComponentType());
            Object array = Array.newInstance(type.getComponentType(), element == null ? 0 : 1);
            if (element != null) {
                Array.set(array, 0, element);
            }
            return array;
        }
        boolean isFunction = type.isInterface() && !type.isSealed();
        return isFunction
                ? Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> null)
                : type.isEnum() ? type.getEnumConstants()[0] : null;
    }

    private void call(Method method) {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        Class<?>[] types = method.getParameterTypes();
        Object[] given = Arrays.stream(types).map(this::sample).toArray();
        for (int k = 0; k < types.length; k++) {
            int at = k;
            boolean othersKnown =
                    Stream.iterate(0, j -> j < types.length, j -> j + 1).allMatch(j -> j == at || given[j] != null);
            if (!types[k].isPrimitive() && othersKnown) {
                for (Object none : nones(types[k])) {
                    Object[] arguments = given.clone();
                    arguments[k] = none;
                    call(method, isStatic, arguments, k);
                }
            }
        }
    }

    /** Null, and for a list or an array of objects also one of null. */
    private static List<@Nullable Object> nones(Class<?> type) {
        List<@Nullable Object> nones = new ArrayList<>();
        nones.add(null);
        if (type == List.class || type == Collection.class || type == Iterable.class) {
            nones.add(Arrays.asList((Object) null));
        } else if (type.isArray() && !type.getComponentType().isPrimitive()) {
            nones.add(Array.newInstance(type.getComponentType(), 1));
        }
        return nones;
    }

    private void call(Method method, boolean isStatic, Object[] arguments, int k) {
        if (method.getDeclaringClass() == NodeRef.class || NodeRef.class.isAssignableFrom(method.getDeclaringClass())) {
            try {
                Graph unused = Graph.define("g", root -> invoke(method, root, arguments, k));
            } catch (RuntimeException refused) {
                // What the call itself throws is looked at.
            }
            return;
        }
        Object on = isStatic ? null : sample(method.getDeclaringClass());
        if (isStatic || on != null) {
            invoke(method, on, arguments, k);
        }
    }

    private void invoke(Method method, @Nullable Object on, Object[] arguments, int k) {
        calls++;
        try {
            method.setAccessible(true);
            method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            boolean isPlain = e.getCause() instanceof NullPointerException && !(e.getCause() instanceof Coded);
            String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
            if (isPlain && !INTERNAL.contains(name) && !method.getName().matches("onto|packedOnto")) {
                plain.add(name + Arrays.toString(method.getParameterTypes()) + ", parameter " + k);
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void null_is_refused_by_an_error_of_the_library() {
        for (Class<?> type : TYPES) {
            for (Method method : type.getMethods()) {
                if (method.getDeclaringClass() != Object.class && !method.isBridge()) {
                    call(method);
                }
            }
        }
        assertThat(plain).isEmpty();
        assertThat(calls).isGreaterThan(1000);
    }
}
