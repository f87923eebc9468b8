package org.sporos.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.error.Labels;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.cpp.CppUnit;
import org.sporos.kernel.cpp.CppUnit.Answer;
import org.sporos.kernel.cpp.ProvenKernel;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.index.KernelIndex;
import org.sporos.kernel.passes.Binding;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.plan.Merge;
import org.sporos.policy.KernelBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;
import org.sporos.view.View;

/** The kernels of a plan as units of C++, in the order in which they are emitted. Immutable once made. */
public final class KernelUnits {
    private final KernelIndex kernels;
    private final boolean nativeConditionals;
    private final boolean gatedConditionals;
    private final List<CppUnit> units = new ArrayList<>();
    /** The places of the plan's own units; of those of bodies. */
    private final List<LaunchUnit> own;

    private final int[] ownIndexes;
    private final Map<LaunchUnit, Integer> indexes = new IdentityHashMap<>();

    private KernelUnits(LaunchPlan plan, KernelIndex kernels, boolean nativeConditionals, boolean gatedConditionals) {
        this.own = plan.units();
        this.ownIndexes = new int[plan.size()];
        Arrays.fill(ownIndexes, -1);
        this.kernels = kernels;
        this.nativeConditionals = nativeConditionals;
        this.gatedConditionals = gatedConditionals;
    }

    /**
     * Returns the kernels of a plan and of the bodies of its conditionals.
     *
     * @param nativeConditionals whether answers also go to conditional handles of a CUDA graph
     */
    public static KernelUnits of(LaunchPlan plan, KernelIndex kernels, boolean nativeConditionals) {
        KernelUnits all = new KernelUnits(plan, kernels, nativeConditionals, false);
        all.visit(plan, false);
        return all;
    }

    /**
     * Returns the same where graphs cannot branch: each kernel of a body looks at a gate first, and so does the question of a
     * loop, which is asked on after its answer was no.
     */
    public static KernelUnits gated(LaunchPlan plan, KernelIndex kernels) {
        KernelUnits all = new KernelUnits(plan, kernels, false, true);
        all.visit(plan, false);
        return all;
    }

    /** Returns the units. */
    public List<CppUnit> units() {
        return Collections.unmodifiableList(units);
    }

    /** Returns the place of a unit's kernel in {@link #units()}, or -1 if it has none. */
    public int indexOf(LaunchUnit unit) {
        return isOwn(unit) ? ownIndexes[unit.index()] : indexes.getOrDefault(unit, -1);
    }

    private boolean isOwn(LaunchUnit unit) {
        return unit.index() < own.size() && own.get(unit.index()) == unit;
    }

    private void visit(LaunchPlan plan, boolean gated) {
        for (LaunchUnit unit : plan.units()) {
            visit(unit, gated);
        }
    }

    private void visit(LaunchUnit unit, boolean gated) {
        CppUnit kernel = unit.isMerged() ? merged(unit, gated) : unit.empty() ? null : kernel(unit.node(), gated);
        if (kernel != null) {
            if (isOwn(unit)) {
                ownIndexes[unit.index()] = units.size();
            } else {
                indexes.put(unit, units.size());
            }
            units.add(kernel);
        }
        for (LaunchPlan body : unit.bodies()) {
            visit(body, gatedConditionals);
        }
    }

    private CppUnit merged(LaunchUnit unit, boolean gated) {
        List<CppUnit> members = new ArrayList<>();
        Policy policy = unit.merge() == Merge.VERTICAL ? policy(unit) : null;
        for (LaunchUnit member : unit.members()) {
            CppUnit kernel = member.isMerged() ? merged(member, gated) : kernel(member.node(), gated);
            members.add(kernel != null ? kernel : elements(member, policy, gated));
        }
        String label = Labels.shown(members.get(0).label()) + " and " + (members.size() - 1) + " more";
        return unit.merge() == Merge.VERTICAL
                ? new CppUnit.Fused(label, gated, members)
                : new CppUnit.Beside(label, members);
    }

    /** Returns the indexes of a loop, as one of its members gives them. */
    private static @Nullable Policy policy(LaunchUnit unit) {
        for (LaunchUnit member : unit.members()) {
            if (!member.isMerged() && member.work() instanceof Work.ParallelFor loop) {
                return loop.policy();
            } else if (!member.isMerged() && member.work() instanceof Work.ParallelReduce reduce) {
                return reduce.policy();
            }
        }
        return null;
    }

    private static CppUnit elements(LaunchUnit unit, @Nullable Policy around, boolean gated) {
        String label = unit.node().label();
        if (unit.work() instanceof Work.Fill fill) {
            return new CppUnit.Elements(label, gated, policy(fill.view(), around), fill.view(), null, fill.value());
        } else if (unit.work() instanceof Work.DeepCopy copy) {
            return new CppUnit.Elements(label, gated, policy(copy.to(), around), copy.to(), copy.from(), null);
        }
        throw new InternalException("no kernel does the work of the member " + unit);
    }

    /** Returns the indexes of the elements of a view. */
    private static Policy policy(View view, @Nullable Policy around) {
        if (around != null) {
            return around;
        }
        int[] n = new int[view.rank()];
        for (int d = 0; d < n.length; d++) {
            n[d] = Math.toIntExact(view.extent(d));
        }
        return n.length == 1
                ? RangePolicy.of(n[0])
                : n.length == 2 ? MDRangePolicy.of(n[0], n[1]) : MDRangePolicy.of(n[0], n[1], n[2]);
    }

    private @Nullable CppUnit kernel(Node node, boolean gated) {
        String label = node.label();
        Work work = node.work();
        if (work instanceof Work.ParallelFor loop) {
            return new CppUnit.For(label, gated, loop.policy(), proven(node, loop.body()));
        } else if (work instanceof Work.ParallelReduce reduce) {
            return reduce(node, reduce, gated);
        } else if (work instanceof Work.ParallelScan scan) {
            ProvenKernel contribution = proven(node, scan.contribution());
            ProvenKernel consumer = proven(node, scan.consumer());
            return new CppUnit.Prefix(label, gated, scan.policy(), scan.scan(), contribution, consumer);
        } else if (work instanceof Work.Single single) {
            return new CppUnit.Single(label, gated, proven(node, single.body()));
        } else if (work instanceof Work.If branch) {
            return answer(node, gated, Answer.Kind.IF, Integer.MAX_VALUE, branch.condition());
        } else if (work instanceof Work.While loop) {
            return answer(node, gatedConditionals, Answer.Kind.WHILE, loop.maxPasses(), loop.condition());
        } else if (work instanceof Work.Switch choice) {
            return answer(node, gated, Answer.Kind.SWITCH, Integer.MAX_VALUE, choice.selector());
        }
        return null;
    }

    private CppUnit reduce(Node node, Work.ParallelReduce reduce, boolean gated) {
        List<CppUnit.Part> parts = new ArrayList<>();
        for (Reduction reduction : reduce.reductions()) {
            KernelBody join = reduction.join();
            ProvenKernel joined = join == null ? null : proven(node, join);
            parts.add(new CppUnit.Part(reduction, proven(node, reduction.contribution()), joined));
        }
        return new CppUnit.Reduce(node.label(), gated, reduce.policy(), parts);
    }

    private CppUnit answer(Node node, boolean gated, Answer.Kind kind, int maxPasses, KernelBody question) {
        ProvenKernel body = proven(node, question);
        return new CppUnit.Answer(node.label(), gated, kind, nativeConditionals, maxPasses, body);
    }

    private ProvenKernel proven(Node node, KernelBody body) {
        KernelFacts facts = kernels.of(node, body).code();
        Binding binding = facts.binding();
        return new ProvenKernel(facts.kernel(), binding.views(), binding.params(), binding.scalars(), facts.proofs());
    }
}
