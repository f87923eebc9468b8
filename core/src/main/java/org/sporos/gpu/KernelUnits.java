package org.sporos.gpu;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.GraphException;
import org.sporos.graph.Work;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.cpp.CppUnit;
import org.sporos.kernel.cpp.CppUnit.Answer;
import org.sporos.kernel.cpp.ProvenKernel;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.passes.Binding;
import org.sporos.kernel.passes.IntervalAnalysis;
import org.sporos.kernel.passes.Launch;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;

/** The units of a plan that are kernels, lifted and proven, in the order in which they are emitted. Used by one thread. */
final class KernelUnits {
    private final KernelLifter lifter = new KernelLifter();
    private final boolean nativeConditionals;
    private final List<CppUnit> units = new ArrayList<>();
    private final Map<LaunchUnit, Integer> indexes = new IdentityHashMap<>();
    private final List<Diagnostic> problems = new ArrayList<>();

    private KernelUnits(boolean nativeConditionals) {
        this.nativeConditionals = nativeConditionals;
    }

    /**
     * Returns the kernels of a plan and of the bodies of its conditionals.
     *
     * @throws GraphException with all that keeps one of them from being translated
     */
    static KernelUnits of(LaunchPlan plan, boolean nativeConditionals) {
        KernelUnits all = new KernelUnits(nativeConditionals);
        all.visit(plan);
        if (!all.problems.isEmpty()) {
            throw new GraphException(all.problems);
        }
        return all;
    }

    List<CppUnit> units() {
        return units;
    }

    /** Returns the place of a unit's kernel in {@link #units()}, or -1 if it has none. */
    int indexOf(LaunchUnit unit) {
        return indexes.getOrDefault(unit, -1);
    }

    private void visit(LaunchPlan plan) {
        for (LaunchUnit unit : plan.units()) {
            CppUnit kernel = unit.empty() ? null : kernel(unit);
            if (kernel != null) {
                indexes.put(unit, units.size());
                units.add(kernel);
            }
            unit.bodies().forEach(this::visit);
        }
    }

    private @Nullable CppUnit kernel(LaunchUnit unit) {
        String label = unit.node().label();
        Work work = unit.work();
        if (work instanceof Work.ParallelFor loop) {
            ProvenKernel body = proven(label, loop.body(), Launch.of(loop.policy()));
            return body == null ? null : new CppUnit.For(label, false, loop.policy(), body);
        } else if (work instanceof Work.ParallelReduce reduce) {
            return reduce(label, reduce);
        } else if (work instanceof Work.ParallelScan scan) {
            return scan(label, scan);
        } else if (work instanceof Work.Single single) {
            ProvenKernel body = proven(label, single.body(), Launch.SINGLE);
            return body == null ? null : new CppUnit.Single(label, false, body);
        } else if (work instanceof Work.If branch) {
            return answer(label, Answer.Kind.IF, Integer.MAX_VALUE, branch.condition());
        } else if (work instanceof Work.While loop) {
            return answer(label, Answer.Kind.WHILE, loop.maxPasses(), loop.condition());
        } else if (work instanceof Work.Switch choice) {
            return answer(label, Answer.Kind.SWITCH, Integer.MAX_VALUE, choice.selector());
        }
        return null;
    }

    private @Nullable CppUnit reduce(String label, Work.ParallelReduce reduce) {
        List<CppUnit.Part> parts = new ArrayList<>();
        for (Reduction reduction : reduce.reductions()) {
            ProvenKernel contribution = proven(label, reduction.contribution(), Launch.of(reduce.policy()));
            KernelBody join = reduction.join();
            ProvenKernel joined = join == null ? null : proven(label, join, Launch.SINGLE);
            if (contribution == null || join != null && joined == null) {
                return null;
            }
            parts.add(new CppUnit.Part(reduction, contribution, joined));
        }
        return new CppUnit.Reduce(label, false, reduce.policy(), parts);
    }

    private @Nullable CppUnit scan(String label, Work.ParallelScan scan) {
        Policy policy = scan.policy();
        ProvenKernel contribution = proven(label, scan.contribution(), Launch.of(policy));
        ProvenKernel consumer = proven(label, scan.consumer(), Launch.of(policy));
        return contribution == null || consumer == null
                ? null
                : new CppUnit.Prefix(label, false, policy, scan.scan(), contribution, consumer);
    }

    private @Nullable CppUnit answer(String label, Answer.Kind kind, int maxPasses, KernelBody question) {
        ProvenKernel body = proven(label, question, Launch.SINGLE);
        return body == null ? null : new CppUnit.Answer(label, false, kind, nativeConditionals, maxPasses, body);
    }

    private @Nullable ProvenKernel proven(String label, KernelBody body, Launch launch) {
        Lifted lifted = lifter.lift(label, body);
        if (lifted instanceof Lifted.Refused refused) {
            refused.problems().forEach(problem -> problems.add(diagnostic(problem)));
            return null;
        }
        Kernel kernel = ((Lifted.Translated) lifted).kernel();
        return ProvenKernel.of(kernel, IntervalAnalysis.of(kernel, Binding.of(kernel), launch));
    }

    private static Diagnostic diagnostic(KernelProblem problem) {
        return Diagnostic.error(problem.code().name(), problem.toString(), problem.cure());
    }
}
