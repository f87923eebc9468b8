package org.sporos.backend;

import org.sporos.graph.Conditional.Kind;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.plan.FusionKind;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.spi.LoweringContext;

/** Describes a graph before it runs, as text for people. Backends add how they run it. Stateless. */
public final class Explain {
    private Explain() {}

    /**
     * Returns one block of lines for each launch unit: its nodes, their views and proofs; then what was not merged and
     * why.
     */
    public static String of(LoweringContext context) {
        StringBuilder text = new StringBuilder(context.graph().toString()).append('\n');
        plan(context, context.plan(), text);
        return text.toString();
    }

    /** Returns whether options leave in the C++ of kernels. */
    public static boolean hasCode(ExplainOption... options) {
        boolean code = true;
        for (ExplainOption option : Required.argument(options, "the options of explain()")) {
            code &= Required.argument(option, "an option of explain()") != ExplainOption.WITHOUT_CODE;
        }
        return code;
    }

    /** Returns how the user wants kernels to be emitted. */
    public static CppOptions options(LoweringContext context) {
        return CppOptions.of(
                context.option(Arithmetic.class, Arithmetic.STRICT),
                context.option(BoundsChecks.class, BoundsChecks.ON));
    }

    private static void plan(LoweringContext context, LaunchPlan plan, StringBuilder text) {
        plan.units().forEach(unit -> unit(context, unit, "", text));
        plan.remarks()
                .forEach(remark -> text.append("not merged: ").append(remark).append('\n'));
    }

    private static String how(LaunchUnit unit) {
        int nodes = unit.members().size();
        int calls = unit.callsAfter();
        if (unit.merge() == FusionKind.HORIZONTAL) {
            return nodes + " nodes side by side in one launch";
        }
        String loop = nodes - calls == 1 ? "1 node" : nodes - calls + " nodes as one loop";
        return calls == 0 ? loop : loop + ", and in its last block " + calls + (calls == 1 ? " call" : " calls");
    }

    private static void unit(LoweringContext context, LaunchUnit unit, String indent, StringBuilder text) {
        if (unit.isMerged()) {
            text.append(indent).append(how(unit)).append('\n');
            unit.members().forEach(member -> unit(context, member, indent + "  ", text));
            return;
        }
        if (!unit.empty()) {
            text.append(indent).append(unit.node()).append('\n');
            for (CompiledKernel kernel : context.kernels().of(unit.node())) {
                text.append(kernel.facts().toString().indent(indent.length()));
            }
        }
        for (LaunchPlan body : unit.bodies()) {
            plan(context, body, text);
            body.turns()
                    .forEach((ring, turns) -> text.append("elements move behind ")
                            .append(unit.isConditional(Kind.WHILE) ? "the last iteration" : "a run")
                            .append(" of ")
                            .append(Labels.quoted(body.graph().label()))
                            .append(", which turns the ring of ")
                            .append(Labels.quoted(ring.label()))
                            .append(" by ")
                            .append(turns)
                            .append(" of its ")
                            .append(ring.size())
                            .append(" levels\n"));
        }
    }
}
