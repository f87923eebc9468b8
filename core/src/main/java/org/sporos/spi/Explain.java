package org.sporos.spi;

import java.util.List;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.graph.Node;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppEmitter;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.kernel.index.CompiledKernel;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/** What the library knows of a graph before it runs, as text for people. Backends add how they run it. Stateless. */
public final class Explain {
    private Explain() {}

    /** Returns one block of lines for each launch unit: the node, its views and proofs, and what it could be fused with. */
    public static String of(LoweringContext context) {
        StringBuilder text = new StringBuilder(context.graph().toString()).append('\n');
        plan(context, context.plan(), text);
        return text.toString();
    }

    /** Returns the C++ of all kernels of a graph, without the prelude, as it is generated for a compiler. */
    public static String code(LoweringContext context, CppDialect dialect) {
        KernelUnits units = KernelUnits.of(context.plan(), context.kernels(), false);
        return CppEmitter.emit(units.units(), dialect, options(context)).kernels();
    }

    /** Returns how the user wants kernels to be emitted. */
    public static CppOptions options(LoweringContext context) {
        return CppOptions.of(
                context.option(Arithmetic.class, Arithmetic.STRICT),
                context.option(BoundsChecks.class, BoundsChecks.ON));
    }

    private static void plan(LoweringContext context, LaunchPlan plan, StringBuilder text) {
        for (LaunchUnit unit : plan.units()) {
            if (!unit.empty()) {
                text.append(unit.node()).append('\n');
                for (CompiledKernel kernel : context.kernels().of(unit.node())) {
                    text.append(kernel.facts());
                }
                fusable(context, plan, unit, text);
            }
            unit.bodies().forEach(body -> plan(context, body, text));
        }
    }

    private static void fusable(LoweringContext context, LaunchPlan plan, LaunchUnit unit, StringBuilder text) {
        if (plan.successorCount(unit.index()) != 1) {
            return;
        }
        int next = plan.successor(unit.index(), 0);
        Node follower = plan.units().get(next).node();
        List<CompiledKernel> mine = context.kernels().of(unit.node());
        List<CompiledKernel> theirs = context.kernels().of(follower);
        boolean neighbours = plan.predecessorCount(next) == 1 && mine.size() == 1 && theirs.size() == 1;
        if (neighbours && mine.get(0).facts().isFusableWith(theirs.get(0).facts())) {
            text.append("  fusable with '").append(follower.label()).append("'\n");
        }
    }
}
