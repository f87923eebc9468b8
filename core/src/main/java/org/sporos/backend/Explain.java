package org.sporos.backend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional.Kind;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.kernel.analysis.interval.ProofCount;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.plan.FusionKind;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.policy.Policy;
import org.sporos.spi.LoweringContext;

/** The report on a graph before it runs. Backends add their part. Stateless. */
public final class Explain {
    private static final int OTHERS = 4;

    private Explain() {}

    /** Returns the summary and the details. */
    public static String of(LoweringContext context) {
        return summary(context) + details(context);
    }

    /** Returns one line: the graph, the number of its launches, and of the accesses without a check. */
    public static String summary(LoweringContext context) {
        ExplainCount count = new ExplainCount();
        count.add(context, context.plan());
        return context.graph() + ": " + count + "\n";
    }

    /**
     * Returns one block of lines per launch unit: its nodes, their views and proofs; then the unmerged nodes with the
     * reasons. Similar units share one block.
     */
    public static String details(LoweringContext context) {
        StringBuilder text = new StringBuilder();
        plan(context, context.plan(), text);
        return text.toString();
    }

    /** Returns whether options include the C++ of kernels. */
    public static boolean hasCode(ExplainOption... options) {
        boolean code = false;
        for (ExplainOption option : Required.argument(options, "the options of explain()")) {
            code |= Required.argument(option, "an option of explain()") == ExplainOption.WITH_CODE;
        }
        return code;
    }

    /** Returns the user's options for the emission of kernels. */
    public static CppOptions options(LoweringContext context) {
        return CppOptions.of(
                context.option(Arithmetic.class, Arithmetic.STRICT),
                context.option(BoundsChecks.class, BoundsChecks.ON));
    }

    private static void plan(LoweringContext context, LaunchPlan plan, StringBuilder text) {
        units(context, plan.units(), "", text);
        plan.phased().forEach(phased -> text.append("phases: ").append(phased).append('\n'));
        plan.remarks()
                .forEach(remark -> text.append("not merged: ").append(remark).append('\n'));
    }

    private static String how(LaunchUnit unit, boolean isPhase) {
        int nodes = unit.members().size();
        int calls = unit.callsAfter();
        if (unit.merge() == FusionKind.HORIZONTAL) {
            return nodes + (isPhase ? " nodes side by side" : " nodes side by side in one launch");
        } else if (unit.merge() == FusionKind.PHASED) {
            return nodes + " phases in one launch of one block";
        } else if (unit.merge().isLoop()) {
            return "a loop in one launch of one " + (unit.merge() == FusionKind.LOOP ? "block: " : "wave: ")
                    + (nodes == 2 ? "1 phase" : nodes - 1 + " phases") + " and the condition";
        }
        String loop = nodes - calls == 1 ? "1 node" : nodes - calls + " nodes as one loop";
        return calls == 0 ? loop : loop + ", and in its last block " + calls + (calls == 1 ? " call" : " calls");
    }

    /** Appends a block for each group of similar units, in their order. */
    private static void units(LoweringContext context, List<LaunchUnit> units, String indent, StringBuilder text) {
        Map<Object, List<LaunchUnit>> alike = new LinkedHashMap<>();
        for (LaunchUnit unit : units) {
            if (!unit.empty()) {
                alike.computeIfAbsent(likeness(context, unit), key -> new ArrayList<>())
                        .add(unit);
            }
        }
        alike.values().forEach(group -> block(context, group, indent, text));
    }

    /** Returns a key that is equal for units whose blocks differ only in labels and ranges. */
    private static Object likeness(LoweringContext context, LaunchUnit unit) {
        if (unit.isMerged()) {
            List<Object> members = new ArrayList<>(List.of(unit.merge()));
            unit.members().forEach(member -> members.add(likeness(context, member)));
            return members;
        }
        List<CompiledKernel> kernels = context.kernels().of(unit.node());
        if (kernels.isEmpty() || !unit.bodies().isEmpty()) {
            return unit.node();
        }
        return List.of(
                unit.work().getClass(),
                unit.priority(),
                kernels.stream()
                        .map(kernel -> kernel.facts().textWithoutLabels())
                        .toList());
    }

    private static void block(LoweringContext context, List<LaunchUnit> alike, String indent, StringBuilder text) {
        LaunchUnit unit = alike.get(0);
        if (unit.isMerged()) {
            text.append(indent).append(how(unit, !indent.isEmpty()));
            others(alike, text);
            units(context, unit.members(), indent + "  ", text);
            return;
        }
        text.append(indent).append(unit.node());
        others(alike, text);
        for (CompiledKernel kernel : context.kernels().of(unit.node())) {
            text.append(kernel.facts().toString().indent(indent.length()));
        }
        for (LaunchPlan body : indent.isEmpty() ? unit.bodies() : List.<LaunchPlan>of()) {
            plan(context, body, text);
            body.rotations()
                    .forEach((ring, rotations) -> text.append("elements move behind ")
                            .append(unit.isConditional(Kind.WHILE) ? "the last iteration" : "a run")
                            .append(" of ")
                            .append(Labels.quoted(body.graph().label()))
                            .append(", which rotates the ring of ")
                            .append(Labels.quoted(ring.label()))
                            .append(" by ")
                            .append(rotations)
                            .append(" of its ")
                            .append(ring.size())
                            .append(" levels\n"));
        }
    }

    /** Completes the line of a unit with the first of its similar units. */
    private static void others(List<LaunchUnit> alike, StringBuilder text) {
        List<LaunchUnit> others = alike.subList(1, alike.size());
        if (!others.isEmpty()) {
            text.append(", and ").append(others.size()).append(" with the same accesses and proofs: ");
            text.append(others.stream().limit(OTHERS).map(LaunchUnit::toString).collect(Collectors.joining(", ")));
            text.append(others.size() > OTHERS ? ", ..." : "");
        }
        text.append('\n');
    }

    /** Counts launches and proofs of a graph, including the bodies of its conditionals. Used by one thread. */
    private static final class ExplainCount {
        private int launches;
        private int merged;
        private int accesses;
        private int inBounds;
        private int empty;

        void add(LoweringContext context, LaunchPlan plan) {
            for (LaunchUnit unit : plan.units()) {
                launches += unit.empty() ? 0 : 1;
                merged += unit.isMerged() ? 1 : 0;
                if (!unit.empty()) {
                    unit.nodes().forEach(node -> proofs(context, node));
                }
                unit.bodies().forEach(body -> add(context, body));
            }
        }

        private void proofs(LoweringContext context, Node node) {
            empty += node.kernels().stream().anyMatch(call -> isEmpty(call.policy())) ? 1 : 0;
            for (CompiledKernel kernel : context.kernels().of(node)) {
                ProofCount count = kernel.facts().proofs().count();
                accesses += count.accesses();
                inBounds += count.inBounds();
            }
        }

        private static boolean isEmpty(@Nullable Policy policy) {
            return policy != null && policy.size() == 0;
        }

        @Override
        public String toString() {
            String text = launches
                    + (launches == 1 ? " launch" : " launches")
                    + (merged == 0 ? "" : ", " + merged + " of several nodes")
                    + (empty == 0 ? "" : ", " + empty + (empty == 1 ? " node" : " nodes") + " without indexes");
            return accesses == 0
                    ? text
                    : text + "; " + inBounds + " of " + accesses + " accesses are proven to be in bounds";
        }
    }
}
