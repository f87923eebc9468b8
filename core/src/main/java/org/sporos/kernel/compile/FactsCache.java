package org.sporos.kernel.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.KernelCall;
import org.sporos.graph.Node;
import org.sporos.graph.ProgressReporter;
import org.sporos.internal.error.Required;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.ListedKernel;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;
import org.sporos.policy.DynamicBound;
import org.sporos.policy.IndexSet;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Memoizes facts by code, shapes of views, scalars and launch. Kernels that differ in their launches only are analyzed
 * once, for the hull of the launches. Facts are cached with the code, across graphs. Not thread-safe.
 */
final class FactsCache {
    /** The limit of cached launches per form. */
    private static final int MOST_LAUNCHES = 1 << 14;

    /** The limit of launches per form analyzed in parallel. */
    private static final int MOST_PREPARED = 1 << 10;

    private final Map<Key, Form> forms = new HashMap<>();
    private @Nullable Binding lastBinding;
    private @Nullable Form lastForm;
    private final Map<View, List<Long>> regions = new HashMap<>();

    /** The key without the launch; code is compared by identity. */
    private record Key(Region code, boolean isListed, List<Object> bound) {
        /** Explicit, as record methods are bootstrapped at run time, which slows startup. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.code == code && key.isListed == isListed && key.bound.equals(bound);
        }

        @Override
        public int hashCode() {
            return 31 * code.hashCode() + bound.hashCode();
        }
    }

    /** The facts of kernels with one key. */
    private static final class Form {
        /** Unbound facts, shared with other graphs. */
        private final Map<IterationSpace, KernelFacts> known;

        private final IterationSpace first;
        private final boolean hasHull;
        private final long[] low;
        private final long[] high;
        private @Nullable KernelFacts hullFacts;
        /** The requests with uncached launches, up to the limit. */
        private final List<FactsRequest> requests = new ArrayList<>();

        Form(Map<IterationSpace, KernelFacts> known, IterationSpace first) {
            this.known = known;
            this.first = first;
            this.hasHull = !first.isTeams() && !first.isEmpty() && !first.isListed();
            this.low = new long[first.indexes().size()];
            this.high = new long[low.length];
            for (int d = 0; d < low.length; d++) {
                low[d] = first.indexes().get(d).low();
                high[d] = first.indexes().get(d).high();
            }
        }

        /** Extends the hull; teams and empty ranges have none. */
        void add(IterationSpace launch) {
            for (int d = 0; hasHull && d < low.length; d++) {
                Interval index = launch.indexes().get(d);
                if (!index.isEmpty()) {
                    low[d] = Math.min(low[d], index.low());
                    high[d] = Math.max(high[d], index.high());
                }
            }
        }

        /** Returns the hull of all launches. */
        private IterationSpace hull() {
            List<Interval> indexes = new ArrayList<>();
            for (int d = 0; d < low.length; d++) {
                indexes.add(new Interval(low[d], high[d]));
            }
            return new IterationSpace(
                    indexes,
                    first.league(),
                    first.team(),
                    first.teamSize(),
                    first.scratch(),
                    first.items(),
                    first.elements());
        }

        void addRequest(FactsRequest request) {
            int count = requests.size();
            boolean again = count > 0 && requests.get(count - 1).launch.equals(request.launch);
            if (!again && count < MOST_PREPARED) {
                requests.add(request);
            }
        }

        void prepare() {
            for (FactsRequest request : requests) {
                of(request.code, request.binding, request.launch);
            }
        }

        synchronized KernelFacts of(Kernel kernel, Binding binding, IterationSpace launch) {
            KernelFacts facts = known.get(launch);
            if (facts != null) {
                return facts.boundTo(kernel, binding);
            }
            facts = computed(kernel, binding, launch);
            if (known.size() >= MOST_LAUNCHES) {
                known.clear();
            }
            known.put(launch, facts.unbound());
            // Facts of the hull are bound to another kernel.
            return facts.boundTo(kernel, binding);
        }

        private KernelFacts computed(Kernel kernel, Binding binding, IterationSpace launch) {
            KernelFacts found = hullFacts;
            if (found == null) {
                found = KernelFacts.of(kernel, binding, hull());
                hullFacts = found;
            }
            KernelFacts part = launch.equals(found.launch()) ? found : found.narrowedTo(kernel, binding, launch);
            return part != null ? part : found.analyzedFor(kernel, binding, launch);
        }
    }

    /** A request for the facts of a kernel, computed when all kernels are known. */
    final class FactsRequest {
        private final Node node;
        private final KernelCall call;
        private final Kernel code;
        private final Binding binding;
        private final IterationSpace launch;
        private final Form form;
        /** The unbound facts of an earlier graph, or null. */
        private final @Nullable KernelFacts known;

        private final @Nullable RangePolicy listed;

        private FactsRequest(
                CapturedBody body,
                Kernel code,
                Binding binding,
                IterationSpace launch,
                Form form,
                @Nullable RangePolicy listed) {
            this.node = body.node();
            this.call = body.call();
            this.code = code;
            this.binding = binding;
            this.launch = launch;
            this.form = form;
            this.known = form.known.get(launch);
            this.listed = listed;
        }

        Node node() {
            return node;
        }

        /** Returns the printed kernel, without facts. */
        @Override
        public String toString() {
            return call.role() + " " + code;
        }

        /** Returns the kernel with its facts. */
        CompiledKernel kernel() {
            KernelFacts facts = known == null ? form.of(code, binding, launch) : known.boundTo(code, binding);
            return listed == null
                    ? new CompiledKernel(call.role(), call.body(), withBounds(facts), facts, null)
                    : listed(call, listed, facts);
        }

        /** Adds reads of views with dynamic bounds. */
        private KernelFacts withBounds(KernelFacts facts) {
            KernelFacts all = facts;
            if (call.policy() != null) {
                for (DynamicBound bound : call.policy().live()) {
                    View view = bound.view();
                    all = view == null ? all : all.withRead(view);
                }
            }
            return all;
        }
    }

    /** Computes missing facts in parallel; {@link FactsRequest#kernel} repeats failed ones. */
    void prepare(Helpers helpers, ProgressReporter progress) {
        List<Runnable> tasks = new ArrayList<>();
        for (Form form : forms.values()) {
            if (!form.requests.isEmpty()) {
                tasks.add(form::prepare);
            }
        }
        ParallelTasks.run(tasks, helpers, progress);
    }

    /** Requests the facts of a kernel for the policy of its body. */
    FactsRequest request(CapturedBody body, Kernel kernel, Binding binding) {
        KernelCall call = body.call();
        IterationSpace launch = call.policy() == null ? IterationSpace.SINGLE : IterationSpace.of(call.policy());
        Form form = lastForm;
        if (form == null || binding != lastBinding || form.first.isListed() != launch.isListed()) {
            Key key = new Key(kernel.body(), launch.isListed(), shapes(kernel, binding));
            form = forms.get(key);
            if (form == null) {
                form = new Form(known(key), launch);
                forms.put(key, form);
            }
            lastForm = form;
            lastBinding = binding;
        }
        form.add(launch);
        RangePolicy positions = call.policy() instanceof RangePolicy range && range.set() != null ? range : null;
        FactsRequest request = new FactsRequest(body, kernel, binding, launch, form, positions);
        if (request.known == null) {
            form.addRequest(request);
        }
        return request;
    }

    /** Returns the proofs of a kernel over positions, cached with its code. */
    private KernelFacts ofCode(Kernel kernel, Binding binding, IterationSpace positions) {
        Map<IterationSpace, KernelFacts> known = known(new Key(kernel.body(), true, shapes(kernel, binding)));
        KernelFacts facts = known.get(positions);
        if (facts == null) {
            facts = KernelFacts.ofCode(kernel, binding, positions);
            if (known.size() >= MOST_LAUNCHES) {
                known.clear();
            }
            known.put(positions, facts.unbound());
        }
        return facts.boundTo(kernel, binding);
    }

    @SuppressWarnings("unchecked")
    private static Map<IterationSpace, KernelFacts> known(Key key) {
        Bound bound = new Bound(key.bound());
        Object known = key.code().derived().get(bound);
        return (Map<IterationSpace, KernelFacts>)
                (known != null
                        ? known
                        : key.code().derived().keep(bound, new ConcurrentHashMap<IterationSpace, KernelFacts>()));
    }

    /** The cache key of facts: shapes and numbers. */
    private record Bound(List<Object> all) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Bound bound && bound.all.equals(all);
        }

        @Override
        public int hashCode() {
            return all.hashCode();
        }
    }

    private List<Object> shapes(Kernel kernel, Binding binding) {
        List<Object> shapes = new ArrayList<>();
        for (ScalarRef scalar : kernel.scalars()) {
            // Facts do not depend on floating-point values.
            shapes.add(
                    scalar.type().isFloating()
                            ? scalar.type()
                            : binding.scalars().get(scalar.index()));
        }
        List<Allocation> memories = new ArrayList<>();
        for (View view : binding.views()) {
            int memory = memories.indexOf(view.allocation());
            if (memory < 0) {
                memory = memories.size();
                memories.add(view.allocation());
            }
            shapes.add(memory);
            List<Long> region = regions.get(view);
            if (region == null) {
                region = region(view);
                regions.put(view, region);
            }
            shapes.add(region);
        }
        for (Param param : binding.params()) {
            shapes.add(bounds(param));
        }
        return shapes;
    }

    /** Returns offset, extents and strides. */
    private static List<Long> region(View view) {
        var region = view.region();
        List<Long> numbers = new ArrayList<>();
        numbers.add(region.offset());
        for (long extent : region.extents()) {
            numbers.add(extent);
        }
        for (long stride : region.strides()) {
            numbers.add(stride);
        }
        return numbers;
    }

    private static Object bounds(Param param) {
        if (param instanceof IntParam ints && ints.isBounded()) {
            return List.of(ints.lowest(), ints.highest());
        } else if (param instanceof LongParam longs && longs.isBounded()) {
            return List.of(longs.lowest(), longs.highest());
        }
        return param.getClass();
    }

    /**
     * Returns the kernel of a body over an index set.
     *
     * @param facts the facts of the body for all indexes of the hull of the elements
     */
    private CompiledKernel listed(KernelCall call, RangePolicy positions, KernelFacts facts) {
        IndexSet set = Required.internal(positions.set(), "the set of positions");
        IntView elements = Required.internal(positions.elements(), "the elements of a set");
        Kernel code = ListedKernel.of(facts.kernel(), elements);
        List<View> views = new ArrayList<>(facts.binding().views());
        views.add(elements);
        Binding withList =
                new Binding(views, facts.binding().params(), facts.binding().scalars());
        KernelFacts proven = ofCode(code, withList, IterationSpace.ofPositions(set));
        KernelFacts all = set.isPromised() ? facts.withRead(withList) : ofElements(facts, set);
        return new CompiledKernel(call.role(), call.body(), all, proven, set);
    }

    private static KernelFacts ofElements(KernelFacts facts, IndexSet set) {
        boolean isSubset = facts.launch().items() == IterationSpace.Items.SUBSET;
        return withDefiniteFaults(isSubset && !facts.races().isEmpty() ? facts.analyzedFor(set) : facts, set);
    }

    /** The least and greatest element exist, so their faults are definite. */
    private static KernelFacts withDefiniteFaults(KernelFacts facts, IndexSet set) {
        boolean mayFail = !facts.proofs().count().isComplete() && facts.launch().items() == IterationSpace.Items.SUBSET;
        return mayFail ? facts.withFaultsOf(List.of(forOne(facts, set.least()), forOne(facts, set.greatest()))) : facts;
    }

    private static KernelFacts forOne(KernelFacts facts, int index) {
        return KernelFacts.of(facts.kernel(), facts.binding(), IterationSpace.ofOne(index));
    }
}
