package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.run.Footprint;
import org.sporos.kernel.analysis.dependence.KernelAccess.Shape;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Proofs;
import org.sporos.kernel.ir.Captures;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.IndexSet;
import org.sporos.view.View;

/**
 * All that is known of one kernel in one node before it runs: proofs, the elements that it touches and how, races of
 * its work items, and faults that are certain. Immutable, thread-safe.
 */
public final class KernelFacts {
    private final Kernel kernel;
    private final Binding binding;
    private final IterationSpace launch;
    private final Analysis analysis;

    /** Facts that depend on the shapes of views and not on which views are bound. */
    private record Analysis(
            Proofs proofs,
            List<KernelAccess> accesses,
            List<KernelEffect> uses,
            List<AccessSite> touches,
            List<ItemRace> races,
            List<Fault> faults) {}

    private KernelFacts(Kernel kernel, Binding binding, IterationSpace launch, Analysis analysis) {
        this.kernel = kernel;
        this.binding = binding;
        this.launch = launch;
        this.analysis = analysis;
    }

    /** Returns the facts of a kernel that is run for a launch with the captures of a binding. */
    public static KernelFacts of(Kernel kernel, Binding binding, IterationSpace launch) {
        return of(kernel, binding, launch, false, null);
    }

    /** Returns the same facts as a new analysis for a part of the work items: where all do not race, some do not. */
    public KernelFacts analysedFor(Kernel otherKernel, Binding other, IterationSpace part) {
        return of(otherKernel, other, part, part.isPartOf(launch) && races().isEmpty(), null);
    }

    /** Returns the same facts with those races alone that the elements of a set have. */
    public KernelFacts analysedFor(IndexSet set) {
        return of(kernel, binding, launch, false, set);
    }

    private static KernelFacts of(
            Kernel kernel, Binding binding, IterationSpace launch, boolean isFreeOfRaces, @Nullable IndexSet set) {
        Proofs proofs = IntervalAnalysis.of(kernel, binding, launch);
        AccessAnalysis found = new AccessAnalysis(kernel, binding, launch, proofs);
        AnalyzedKernel code = new AnalyzedKernel(kernel, binding, launch, proofs, found.loops(), found.dependences());
        Analysis analysis = new Analysis(
                proofs,
                List.copyOf(found.accesses()),
                uses(found.accesses()),
                AccessSites.of(binding, proofs, found.accesses()),
                isFreeOfRaces ? List.of() : List.copyOf(ItemRaces.of(code, found, set)),
                CertainFaults.of(binding, found));
        return new KernelFacts(kernel, binding, launch, analysis);
    }

    /** Returns what code over the positions of a list needs: proofs alone. What it touches is known of its kernel. */
    public static KernelFacts ofCode(Kernel kernel, Binding binding, IterationSpace positions) {
        Proofs proofs = IntervalAnalysis.of(kernel, binding, positions);
        Analysis analysis = new Analysis(proofs, List.of(), List.of(), List.of(), List.of(), List.of());
        return new KernelFacts(kernel, binding, positions, analysis);
    }

    /** Returns the same facts with those faults that surely happen for some of the items as well. */
    public KernelFacts withFaultsOf(List<KernelFacts> some) {
        List<Fault> faults = new ArrayList<>(faults());
        some.forEach(facts -> faults.addAll(facts.faults()));
        List<Fault> once = faults.stream().distinct().toList();
        return new KernelFacts(
                kernel, binding, launch, new Analysis(proofs(), accesses(), uses(), touches(), races(), once));
    }

    /**
     * Returns the facts of a kernel whose items are the elements of a view, the last one of another binding, which it
     * reads.
     */
    public KernelFacts reading(Binding withList) {
        int list = withList.views().size() - 1;
        Footprint whole = Footprint.of(withList.views().get(list).region());
        List<AccessSite> touches = new ArrayList<>(touches());
        touches.add(new AccessSite(list, AccessMode.READ, !whole.isEmpty(), whole, kernel.position()));
        List<KernelEffect> uses = new ArrayList<>(uses());
        uses.add(new KernelEffect(list, false, false));
        Analysis analysis =
                new Analysis(proofs(), accesses(), List.copyOf(uses), List.copyOf(touches), races(), faults());
        return new KernelFacts(kernel, withList, launch, analysis);
    }

    /** Returns the facts of a kernel for whose items one more view is read. */
    public KernelFacts reading(View view) {
        List<View> views = new ArrayList<>(binding.views());
        views.add(view);
        return reading(new Binding(views, binding.params(), binding.scalars()));
    }

    private static List<KernelEffect> uses(List<KernelAccess> accesses) {
        Map<Integer, KernelEffect> uses = new TreeMap<>();
        for (KernelAccess access : accesses) {
            KernelEffect use = new KernelEffect(access.view(), access.changes(), access.shape() == Shape.AT_INDEX);
            KernelEffect known = uses.putIfAbsent(use.view(), use);
            if (known != null) {
                boolean changes = known.changes() || use.changes();
                uses.put(use.view(), new KernelEffect(use.view(), changes, known.atIndex() && use.atIndex()));
            }
        }
        return List.copyOf(uses.values());
    }

    /** Returns the same facts for other views of the same shapes in the same places of their memories. */
    public KernelFacts boundTo(Kernel otherKernel, Binding other) {
        return new KernelFacts(otherKernel, other, launch, analysis);
    }

    /** Returns what of these facts depends on no view, param or number: to be bound again. */
    public KernelFacts unbound() {
        Captures none = new Captures(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
        return boundTo(kernel.with("", none), new Binding(List.of(), List.of(), List.of()));
    }

    /** Returns the kernel; its views, params and scalars are those of {@link #binding()}. */
    public Kernel kernel() {
        return kernel;
    }

    /**
     * Returns the facts for a part of the work items, with other views and numbers that no fact depends on. What is
     * proven for all is proven for some.
     *
     * @return null where only an analysis of the part can tell
     */
    public @Nullable KernelFacts narrowedTo(Kernel otherKernel, Binding other, IterationSpace part) {
        Proofs proofs = analysis.proofs();
        boolean isClean = proofs.count().isComplete() && races().isEmpty() && faults().isEmpty();
        List<KernelAccess> accesses = isClean ? RestrictToSubrange.of(accesses(), launch, part) : null;
        if (accesses == null) {
            return null;
        }
        List<AccessSite> touches = AccessSites.of(other, proofs, accesses);
        return new KernelFacts(
                otherKernel,
                other,
                part,
                new Analysis(proofs, accesses, analysis.uses(), touches, List.of(), List.of()));
    }

    /** Returns what the kernel's names stand for. */
    public Binding binding() {
        return binding;
    }

    /** Returns the work items. */
    public IterationSpace launch() {
        return launch;
    }

    /** Returns what is proven. */
    public Proofs proofs() {
        return analysis.proofs();
    }

    /** Returns how it uses its views, each once. */
    public List<KernelEffect> uses() {
        return analysis.uses();
    }

    /** Returns what it touches, in the order of the source. */
    public List<AccessSite> touches() {
        return analysis.touches();
    }

    /** Returns the races among its work items, certain or possible: the first few. */
    public List<ItemRace> races() {
        return analysis.races();
    }

    /** Counts the operations on floating-point numbers of all work items. */
    public OperationCount operations() {
        return FloatingOperations.of(kernel, binding, launch, proofs());
    }

    /** Returns what surely goes wrong. */
    public List<Fault> faults() {
        return analysis.faults();
    }

    /** Returns the view that a number of a touch stands for. */
    public View view(int number) {
        return binding.views().get(number);
    }

    List<KernelAccess> accesses() {
        return analysis.accesses();
    }

    /** Returns the body with what is known of its values, analysed anew. */
    AnalyzedKernel analyzed() {
        LoopNest loops = new LoopNest(kernel);
        ValueDependences dependences = new ValueDependences(kernel, binding, loops);
        return new AnalyzedKernel(kernel, binding, launch, proofs(), loops, dependences);
    }

    @Override
    public String toString() {
        return new FactsText(kernel, binding, proofs(), accesses()).toString();
    }

    /** Returns the same text without the labels of views, which kernels alike have in common. */
    public String textWithoutLabels() {
        return new FactsText(kernel, binding, proofs(), accesses()).text(false);
    }
}
