package org.sporos.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.Conditional;
import org.sporos.graph.KernelCall;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.cpp.CppUnit;
import org.sporos.plan.LaunchSpecs.Conditionals;
import org.sporos.plan.LaunchSpecs.Elements;
import org.sporos.policy.Policy;

/** The kernels of a plan as units of C++, in order of emission. Immutable once built. */
public final class KernelUnits {
    private final KernelIndex kernels;
    private final Conditionals conditionals;
    private final List<CppUnit> units = new ArrayList<>();
    private final List<Integer> layouts = new ArrayList<>();
    /** The units of the plan itself, without bodies. */
    private final List<LaunchUnit> own;

    /** The kernel indexes of the plan's own units, or -1; {@link #indexes} has those of bodies. */
    private final int[] ownIndexes;

    private final Map<LaunchUnit, Integer> indexes = new HashMap<>();

    private KernelUnits(LaunchPlan plan, KernelIndex kernels, Conditionals conditionals) {
        this.own = plan.units();
        this.ownIndexes = new int[plan.size()];
        Arrays.fill(ownIndexes, -1);
        this.kernels = kernels;
        this.conditionals = conditionals;
    }

    /**
     * Returns the kernels of a plan and of the bodies of its conditionals.
     *
     * @param nativeConditionals whether condition results also set conditional handles of a CUDA graph
     */
    public static KernelUnits of(LaunchPlan plan, KernelIndex kernels, boolean nativeConditionals) {
        KernelUnits all = new KernelUnits(plan, kernels, new Conditionals(nativeConditionals, false));
        all.visit(plan, false, 1);
        return all;
    }

    /**
     * Returns the kernels for graphs that cannot branch: the kernels of bodies are gated, and so are the conditions of
     * loops, which are launched again after they were false.
     */
    public static KernelUnits gated(LaunchPlan plan, KernelIndex kernels) {
        KernelUnits all = new KernelUnits(plan, kernels, new Conditionals(false, true));
        all.visit(plan, false, 1);
        return all;
    }

    /** Returns the units. */
    public List<CppUnit> units() {
        return Collections.unmodifiableList(units);
    }

    /**
     * Returns how many copies of a kernel, with different addresses, a native graph may have: the body of a loop has
     * one for each position of its rings.
     */
    public int layouts(int kernel) {
        return layouts.get(kernel);
    }

    /** Returns the index of a unit's kernel in {@link #units()}, or -1. */
    public int indexOf(LaunchUnit unit) {
        return isOwn(unit) ? ownIndexes[unit.index()] : indexes.getOrDefault(unit, -1);
    }

    private boolean isOwn(LaunchUnit unit) {
        return unit.index() < own.size() && own.get(unit.index()) == unit;
    }

    private void visit(LaunchPlan plan, boolean gated, int copies) {
        for (LaunchUnit unit : plan.units()) {
            visit(unit, gated, copies);
        }
    }

    private void visit(LaunchUnit unit, boolean gated, int copies) {
        CppUnit kernel = unit.isMerged() ? merged(unit, gated) : unit.empty() ? null : kernel(unit.node(), gated, null);
        if (kernel != null) {
            if (isOwn(unit)) {
                ownIndexes[unit.index()] = units.size();
            } else {
                indexes.put(unit, units.size());
            }
            units.add(kernel);
            layouts.add(copies);
        }
        for (LaunchPlan body : unit.bodies()) {
            int own = unit.isConditional(Conditional.Kind.WHILE) ? body.cycle() : 1;
            visit(body, conditionals.gatesLoops(), copies * own);
        }
    }

    private CppUnit merged(LaunchUnit unit, boolean gated) {
        if (unit.merge() == FusionKind.PHASED) {
            return phased(unit, unit.members(), gated, null);
        } else if (unit.merge().isLoop()) {
            List<LaunchUnit> levels = unit.members().subList(0, unit.members().size() - 1);
            return phased(unit, levels, gated, repeat(unit.repeated(), unit.merge() == FusionKind.WAVE_LOOP));
        }
        List<CppUnit> members = new ArrayList<>();
        Elements elements = new Elements(unit.merge() == FusionKind.VERTICAL ? policy(unit) : null);
        for (LaunchUnit member : unit.members()) {
            CppUnit kernel = member.isMerged() ? merged(member, gated) : kernel(member.node(), gated, elements);
            if (kernel == null) {
                throw new InternalException("no kernel does the work of the member " + member);
            }
            members.add(kernel);
        }
        String label = Labels.shown(members.get(0).label()) + " and " + (members.size() - 1) + " more";
        return unit.merge() == FusionKind.VERTICAL
                ? new CppUnit.Fused(label, gated, members)
                : new CppUnit.Beside(label, members);
    }

    private CppUnit.Repeat repeat(LaunchUnit loop, boolean isWave) {
        Conditional work = Required.internal(loop.work().conditional(), "the condition of a loop");
        CppUnit answer =
                loop.work().accept(new LaunchSpecs(loop.node(), kernels, new Conditionals(false, false), false, null));
        return new CppUnit.Repeat(
                (CppUnit.Answer) Required.internal(answer, "the kernel of a condition"), work.iterations(), isWave);
    }

    private CppUnit phased(LaunchUnit unit, List<LaunchUnit> levels, boolean gated, CppUnit.@Nullable Repeat repeat) {
        List<List<CppUnit>> phases = new ArrayList<>();
        for (LaunchUnit phase : levels) {
            List<CppUnit> members = new ArrayList<>();
            for (LaunchUnit member : phase.launched()) {
                members.add(
                        member.isMerged()
                                ? merged(member, false)
                                : Required.internal(
                                        kernel(member.node(), false, new Elements(null)), "the kernel of a phase"));
            }
            phases.add(members);
        }
        String label =
                Labels.shown(unit.node().label()) + " and " + (unit.launched().size() - 1) + " more";
        return new CppUnit.Phased(label, gated, phases, repeat);
    }

    /** Returns the policy of a fused loop, from the first member that has one. */
    private static @Nullable Policy policy(LaunchUnit unit) {
        for (LaunchUnit member : unit.members()) {
            List<KernelCall> calls =
                    member.isMerged() ? List.of() : member.node().kernels();
            if (!calls.isEmpty() && calls.get(0).policy() != null) {
                return calls.get(0).policy();
            }
        }
        return null;
    }

    private @Nullable CppUnit kernel(Node node, boolean gated, @Nullable Elements elements) {
        return node.work().accept(new LaunchSpecs(node, kernels, conditionals, gated, elements));
    }
}
