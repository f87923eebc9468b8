package org.sporos.kernel.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.KernelCall;
import org.sporos.graph.Node;
import org.sporos.graph.ProgressReporter;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;
import org.sporos.policy.DynamicBound;
import org.sporos.policy.RangePolicy;
import org.sporos.view.View;

/**
 * Memoizes the facts of kernels by all that they depend on: code, shapes of views, scalars, launch. Kernels that differ
 * in their launches alone are analysed once for a launch that holds all of these. What is found stays with the code,
 * for graphs that run it later. Used by one thread.
 */
final class FactsCache {
    /** The launches of one form that are kept with the code, at most. */
    private static final int MOST_LAUNCHES = 1 << 14;

    /** The launches of one form whose facts are made by another thread, at most. */
    private static final int MOST_PREPARED = 1 << 10;

    private final Map<Key, Form> forms = new HashMap<>();
    private @Nullable Binding lastBinding;
    private @Nullable Form lastForm;
    private final Map<View, List<Long>> regions = new IdentityHashMap<>();

    /** All but the launch; regions of code compare by identity. */
    private record Key(Region code, boolean isListed, List<Object> bound) {
        /** Written out: the methods that a record gets are classes that the JVM makes while it starts. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.code == code && key.isListed == isListed && key.bound.equals(bound);
        }

        @Override
        public int hashCode() {
            return 31 * code.hashCode() + bound.hashCode();
        }
    }

    /** The facts that kernels of one key have in common. */
    private static final class Form {
        /** Facts without views, which other graphs add to and use. */
        private final Map<IterationSpace, KernelFacts> known;

        private final IterationSpace first;
        private final boolean growing;
        private final long[] low;
        private final long[] high;
        private @Nullable KernelFacts whole;
        /** The first of those whose launches are new. */
        private final List<Wanted> unknown = new ArrayList<>();

        Form(Map<IterationSpace, KernelFacts> known, IterationSpace first) {
            this.known = known;
            this.first = first;
            this.growing = !first.isTeams() && !first.isEmpty() && !first.isListed();
            this.low = new long[first.indexes().size()];
            this.high = new long[low.length];
            for (int d = 0; d < low.length; d++) {
                low[d] = first.indexes().get(d).low();
                high[d] = first.indexes().get(d).high();
            }
        }

        /** Teams are not taken together, nor are ranges without indexes. */
        void add(IterationSpace launch) {
            for (int d = 0; growing && d < low.length; d++) {
                Interval index = launch.indexes().get(d);
                if (!index.isEmpty()) {
                    low[d] = Math.min(low[d], index.low());
                    high[d] = Math.max(high[d], index.high());
                }
            }
        }

        /** Returns the least launch that holds all. */
        private IterationSpace all() {
            List<Interval> indexes = new ArrayList<>();
            for (int d = 0; d < low.length; d++) {
                indexes.add(new Interval(low[d], high[d]));
            }
            return new IterationSpace(
                    indexes,
                    first.league(),
                    first.team(),
                    first.teamSize(),
                    first.scratchBytes(),
                    first.items(),
                    first.elements());
        }

        void note(Wanted wanted) {
            int count = unknown.size();
            boolean again = count > 0 && unknown.get(count - 1).launch.equals(wanted.launch);
            if (!again && count < MOST_PREPARED && !known.containsKey(wanted.launch)) {
                unknown.add(wanted);
            }
        }

        void prepare() {
            for (Wanted wanted : unknown) {
                of(wanted.code, wanted.binding, wanted.launch);
            }
        }

        synchronized KernelFacts of(Kernel kernel, Binding binding, IterationSpace launch) {
            KernelFacts facts = known.get(launch);
            if (facts != null) {
                return facts.boundTo(kernel, binding);
            }
            facts = made(kernel, binding, launch);
            if (known.size() >= MOST_LAUNCHES) {
                known.clear();
            }
            known.put(launch, facts.unbound());
            // Facts of the whole are bound to the kernel that they were first made for.
            return facts.boundTo(kernel, binding);
        }

        private KernelFacts made(Kernel kernel, Binding binding, IterationSpace launch) {
            KernelFacts found = whole;
            if (found == null) {
                found = KernelFacts.of(kernel, binding, all());
                whole = found;
            }
            KernelFacts part = launch.equals(found.launch()) ? found : found.narrowedTo(kernel, binding, launch);
            return part != null ? part : found.analysedFor(kernel, binding, launch);
        }
    }

    /** A kernel whose facts are made once all kernels are known. */
    static final class Wanted {
        private final Node node;
        private final KernelCall call;
        private final Kernel code;
        private final Binding binding;
        private final IterationSpace launch;
        private final Form form;
        private final @Nullable ListedFacts listed;

        private Wanted(
                CapturedBody body,
                Kernel code,
                Binding binding,
                IterationSpace launch,
                Form form,
                @Nullable ListedFacts listed) {
            this.node = body.node();
            this.call = body.call();
            this.code = code;
            this.binding = binding;
            this.launch = launch;
            this.form = form;
            this.listed = listed;
        }

        Node node() {
            return node;
        }

        /** Returns the kernel as text, as it is before its facts are known. */
        @Override
        public String toString() {
            return call.role() + " " + code;
        }

        /** Returns the kernel with its facts. */
        CompiledKernel kernel() {
            KernelFacts facts = form.of(code, binding, launch);
            return listed == null
                    ? new CompiledKernel(call.role(), call.body(), readingBounds(facts), facts, null)
                    : listed.kernel(call, facts);
        }

        /** Work items over dynamic bounds read these. */
        private KernelFacts readingBounds(KernelFacts facts) {
            KernelFacts all = facts;
            if (call.policy() != null) {
                for (DynamicBound bound : call.policy().live()) {
                    View view = bound.view();
                    all = view == null ? all : all.reading(view);
                }
            }
            return all;
        }
    }

    /**
     * Makes facts that are wanted and not known in several threads; what fails is made again by {@link Wanted#kernel}.
     */
    void prepare(Helpers helpers, ProgressReporter progress) {
        List<Runnable> tasks = new ArrayList<>();
        for (Form form : forms.values()) {
            if (!form.unknown.isEmpty()) {
                tasks.add(form::prepare);
            }
        }
        ParallelTasks.run(tasks, helpers, progress);
    }

    /** Notes that the facts of a kernel are wanted for the indexes that its body is called for. */
    Wanted want(CapturedBody body, Kernel kernel, Binding binding) {
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
        ListedFacts positions = call.policy() instanceof RangePolicy range && range.set() != null
                ? new ListedFacts(this::ofCode, range)
                : null;
        Wanted wanted = new Wanted(body, kernel, binding, launch, form, positions);
        form.note(wanted);
        return wanted;
    }

    /** Returns the proofs of a kernel over positions, kept with its code as facts are. */
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

    /** The shapes and numbers that facts depend on. */
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
            // No fact depends on a floating-point number.
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

    /** Returns the offset, the extents and the strides. */
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
}
