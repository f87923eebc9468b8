package org.sporos.kernel.analysis.dependence;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.SetMultimap;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.Footprint;
import org.sporos.kernel.analysis.dependence.KernelAccess.Shape;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.ProofCount;
import org.sporos.kernel.analysis.interval.Proofs;
import org.sporos.kernel.ir.Captures;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Mnemonics;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.policy.IndexSet;
import org.sporos.view.View;

/**
 * The static facts of a kernel in a node: proofs, accessed elements, races among work items, and definite faults.
 * Immutable, thread-safe.
 */
public final class KernelFacts {
    /** The limit of missed proofs in the text. */
    private static final int MAX_MISSED = 12;

    private final Kernel kernel;
    private final Binding binding;
    private final IterationSpace launch;
    private final Analysis analysis;

    /** Facts that depend on shapes of views, independent of the bound views. */
    private record Analysis(
            Proofs proofs,
            List<KernelAccess> accesses,
            List<KernelEffect> effects,
            List<AccessSite> sites,
            List<ItemRace> races,
            List<Fault> faults) {}

    private KernelFacts(Kernel kernel, Binding binding, IterationSpace launch, Analysis analysis) {
        this.kernel = kernel;
        this.binding = binding;
        this.launch = launch;
        this.analysis = analysis;
    }

    /** Returns the facts of a kernel for a launch and a binding of its captures. */
    public static KernelFacts of(Kernel kernel, Binding binding, IterationSpace launch) {
        return of(kernel, binding, launch, false, null);
    }

    /** Returns a new analysis for a subset of the work items, without a race analysis if all items have no races. */
    public KernelFacts analyzedFor(Kernel otherKernel, Binding other, IterationSpace part) {
        return of(otherKernel, other, part, part.isPartOf(launch) && races().isEmpty(), null);
    }

    /** Returns the facts with races among the elements of a set only. */
    public KernelFacts analyzedFor(IndexSet set) {
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
                effects(found.accesses()),
                AccessSites.of(binding, proofs, found.accesses()),
                isFreeOfRaces ? List.of() : List.copyOf(ItemRaces.of(code, found, set)),
                CertainFaults.of(binding, found));
        return new KernelFacts(kernel, binding, launch, analysis);
    }

    /** Returns the proofs of code over positions of a list, without accesses. */
    public static KernelFacts ofCode(Kernel kernel, Binding binding, IterationSpace positions) {
        Proofs proofs = IntervalAnalysis.of(kernel, binding, positions);
        Analysis analysis = new Analysis(proofs, List.of(), List.of(), List.of(), List.of(), List.of());
        return new KernelFacts(kernel, binding, positions, analysis);
    }

    /** Returns these facts with the faults of subsets added. */
    public KernelFacts withFaultsOf(List<KernelFacts> some) {
        List<Fault> faults = new ArrayList<>(faults());
        some.forEach(facts -> faults.addAll(facts.faults()));
        List<Fault> once = faults.stream().distinct().toList();
        return new KernelFacts(
                kernel, binding, launch, new Analysis(proofs(), accesses(), effects(), sites(), races(), once));
    }

    /** Returns these facts with a read of the last view of another binding, the index list. */
    public KernelFacts withRead(Binding withList) {
        int list = withList.views().size() - 1;
        Footprint whole = Footprint.of(withList.views().get(list).region());
        List<AccessSite> sites = new ArrayList<>(sites());
        sites.add(new AccessSite(list, AccessMode.READ, !whole.isEmpty(), !whole.isEmpty(), whole, kernel.position()));
        List<KernelEffect> effects = new ArrayList<>(effects());
        effects.add(new KernelEffect(list, false, false));
        Analysis analysis =
                new Analysis(proofs(), accesses(), List.copyOf(effects), List.copyOf(sites), races(), faults());
        return new KernelFacts(kernel, withList, launch, analysis);
    }

    /** Returns these facts with a read of one more view. */
    public KernelFacts withRead(View view) {
        List<View> views = new ArrayList<>(binding.views());
        views.add(view);
        return withRead(new Binding(views, binding.params(), binding.scalars()));
    }

    private static List<KernelEffect> effects(List<KernelAccess> accesses) {
        Map<Integer, KernelEffect> effects = new TreeMap<>();
        for (KernelAccess access : accesses) {
            KernelEffect use = new KernelEffect(access.view(), access.changes(), access.shape() == Shape.AT_INDEX);
            KernelEffect known = effects.putIfAbsent(use.view(), use);
            if (known != null) {
                boolean changes = known.changes() || use.changes();
                effects.put(use.view(), new KernelEffect(use.view(), changes, known.atIndex() && use.atIndex()));
            }
        }
        return List.copyOf(effects.values());
    }

    /** Returns these facts for other views of the same shapes and offsets. */
    public KernelFacts boundTo(Kernel otherKernel, Binding other) {
        return new KernelFacts(otherKernel, other, launch, analysis);
    }

    /** Returns these facts without captures, to be bound again. */
    public KernelFacts unbound() {
        Captures none = new Captures(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
        return boundTo(kernel.with("", none), new Binding(List.of(), List.of(), List.of()));
    }

    /** Returns the kernel; {@link #binding()} has its captures. */
    public Kernel kernel() {
        return kernel;
    }

    /**
     * Returns the facts for a subset of the work items and another binding, without a new analysis. Proofs for all
     * items hold for the subset.
     *
     * @return null if a new analysis is needed
     */
    public @Nullable KernelFacts narrowedTo(Kernel otherKernel, Binding other, IterationSpace part) {
        Proofs proofs = analysis.proofs();
        boolean isClean = proofs.count().isComplete() && races().isEmpty() && faults().isEmpty();
        List<KernelAccess> accesses = isClean ? RestrictToSubrange.of(accesses(), launch, part) : null;
        if (accesses == null) {
            return null;
        }
        List<AccessSite> sites = AccessSites.of(other, proofs, accesses);
        return new KernelFacts(
                otherKernel,
                other,
                part,
                new Analysis(proofs, accesses, analysis.effects(), sites, List.of(), List.of()));
    }

    /** Returns the captures. */
    public Binding binding() {
        return binding;
    }

    /** Returns the work items. */
    public IterationSpace launch() {
        return launch;
    }

    /** Returns the proofs. */
    public Proofs proofs() {
        return analysis.proofs();
    }

    /** Returns the effects, one per view. */
    public List<KernelEffect> effects() {
        return analysis.effects();
    }

    /** Returns the access sites, in source order. */
    public List<AccessSite> sites() {
        return analysis.sites();
    }

    /** Returns the first races among work items, definite or possible. */
    public List<ItemRace> races() {
        return analysis.races();
    }

    /** Counts the floating-point operations of all work items. */
    public OperationCount operations() {
        return FloatingOperations.of(kernel, binding, launch, proofs());
    }

    /**
     * Returns, for each access, the bytes between the elements of work items that are neighbours along the last index:
     * 0 for the same element, {@link Long#MAX_VALUE} if unknown.
     */
    public LongStream strides() {
        Symbol last = Symbol.item(Math.max(1, launch.indexes().size()) - 1);
        return accesses().stream().mapToLong(access -> access.stride(last, view(access.view())));
    }

    /** Returns the definite faults. */
    public List<Fault> faults() {
        return analysis.faults();
    }

    /** Returns a bound view by its index. */
    public View view(int number) {
        return binding.views().get(number);
    }

    List<KernelAccess> accesses() {
        return analysis.accesses();
    }

    /** Repeats the analysis of loops and dependences. */
    AnalyzedKernel analyzed() {
        LoopNest loops = new LoopNest(kernel);
        ValueDependences dependences = new ValueDependences(kernel, binding, loops);
        return new AnalyzedKernel(kernel, binding, launch, proofs(), loops, dependences);
    }

    @Override
    public String toString() {
        return text(true);
    }

    /** Returns the text without labels of views, common to kernels of the same code. */
    public String textWithoutLabels() {
        return text(false);
    }

    /** Returns views with the shapes of their accesses, proofs made and missed. */
    private String text(boolean hasLabels) {
        StringBuilder text = new StringBuilder();
        Multimaps.asMap(views(hasLabels))
                .forEach((view, uses) -> text.append("  ")
                        .append(view)
                        .append(": ")
                        .append(String.join(", ", uses))
                        .append('\n'));
        text.append("  proofs: ").append(proofs().count()).append('\n');
        Set<String> missed = new LinkedHashSet<>();
        missed(kernel.body(), missed);
        missed.stream()
                .limit(MAX_MISSED)
                .forEach(line -> text.append("  not proven: ").append(line).append('\n'));
        if (missed.size() > MAX_MISSED) {
            text.append("  not proven: ").append(missed.size() - MAX_MISSED).append(" more\n");
        }
        return text.toString();
    }

    private SetMultimap<String, String> views(boolean hasLabels) {
        SetMultimap<String, String> uses = LinkedHashMultimap.create();
        for (KernelAccess access : accesses()) {
            String label = Labels.quoted(binding.views().get(access.view()).label());
            String view = kernel.views().get(access.view()).name() + (hasLabels ? " = view " + label : "");
            String verb = switch (access.kind()) {
                case READ -> "read ";
                case WRITE -> "written ";
                case ATOMIC ->
                    "atomic " + Objects.requireNonNull(access.atomic()).mnemonic() + " ";
            };
            uses.put(view, verb + access.shape().words());
        }
        return uses;
    }

    private void missed(Region region, Set<String> missed) {
        for (Block block : region.blocks()) {
            for (Instruction i : block.instructions()) {
                String what = missed(i);
                if (!what.isEmpty()) {
                    missed.add(what + " at " + i.position());
                }
                List<Region> nested = i.regions();
                nested.forEach(inner -> missed(inner, missed));
            }
        }
    }

    private String missed(Instruction i) {
        if (!proofs().isReached(i)) {
            return "";
        }
        if (ProofCount.isAccess(i)) {
            return proofs().isInBounds(i) ? "" : Mnemonics.of(i.op()) + " is in bounds";
        } else if (i.isDivision()) {
            return proofs().isExact(i) ? "" : Mnemonics.of(i.op()) + " has no zero divisor";
        }
        boolean overflows = ProofCount.canOverflow(i) && !proofs().isExact(i);
        return overflows ? Mnemonics.of(i.op()) + " cannot overflow" : "";
    }
}
