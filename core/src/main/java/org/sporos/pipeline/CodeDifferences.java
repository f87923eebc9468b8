package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.UpdateResult.Difference;
import org.sporos.graph.Work;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.Footprint;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppEmitter;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.TableRef;
import org.sporos.param.Param;
import org.sporos.plan.KernelUnits;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.plan.Memories;
import org.sporos.spi.LoweringContext;
import org.sporos.view.View;

/**
 * The reasons why two graphs of the same nodes and edges need different code: the launches with different text, and the
 * differences of their nodes. Used by one thread, once.
 */
final class CodeDifferences {
    private static final String SHARING = "has views that share memory in another way";

    private final LoweringContext before;
    private final LoweringContext after;
    private final KernelUnits unitsBefore;
    private final KernelUnits unitsAfter;
    private final List<Difference> found = new ArrayList<>();

    CodeDifferences(LoweringContext before, LoweringContext after) {
        this.before = before;
        this.after = after;
        this.unitsBefore = KernelUnits.of(before.plan(), before.kernels(), false);
        this.unitsAfter = KernelUnits.of(after.plan(), after.kernels(), false);
    }

    /** Returns whether the code is provably equal, without emitting it. */
    static boolean areSurelyNone(LoweringContext before, LoweringContext after) {
        return SameCode.isCertain(before, after);
    }

    /** Returns at least one difference. */
    List<Difference> all() {
        plans(before.plan(), after.plan());
        if (found.isEmpty()) {
            found.add(new Difference(null, Labels.quoted(after.graph().label()) + " has kernels of another text"));
        }
        return found;
    }

    private void plans(LaunchPlan old, LaunchPlan other) {
        boolean isSame = old.size() == other.size();
        for (int u = 0; isSame && u < old.size(); u++) {
            isSame = old.units().get(u).nodes().size()
                    == other.units().get(u).nodes().size();
        }
        if (!isSame) {
            found.add(new Difference(
                    null,
                    Labels.quoted(other.graph().label()) + " has nodes that are merged in another way at its sizes"));
            return;
        }
        for (int u = 0; u < old.size(); u++) {
            units(old.units().get(u), other.units().get(u));
        }
    }

    private void units(LaunchUnit old, LaunchUnit other) {
        if (!text(unitsBefore, old).equals(text(unitsAfter, other))) {
            List<Node> oldNodes = old.nodes();
            List<Node> nodes = other.nodes();
            int count = found.size();
            for (int n = 0; n < nodes.size(); n++) {
                List<String> reasons = reasons(oldNodes.get(n), nodes.get(n));
                if (!reasons.isEmpty()) {
                    found.add(new Difference(nodes.get(n), String.join(", and ", reasons)));
                }
            }
            if (count == found.size()) {
                boolean isSharing = !sharing(views(before, oldNodes)).equals(sharing(views(after, nodes)));
                found.add(new Difference(nodes.get(0), isSharing ? SHARING : "needs other code"));
            }
        }
        for (int b = 0; b < old.bodies().size(); b++) {
            plans(old.bodies().get(b), other.bodies().get(b));
        }
    }

    /** In one dialect for all backends: texts that differ in one dialect differ in all. */
    private static String text(KernelUnits units, LaunchUnit unit) {
        int index = units.indexOf(unit);
        return index < 0
                ? ""
                : CppEmitter.emit(List.of(units.units().get(index)), CppDialect.CUDA, CppOptions.DEFAULT)
                        .kernels();
    }

    private List<String> reasons(Node old, Node other) {
        List<String> reasons = new ArrayList<>();
        if (!policies(old).equals(policies(other))) {
            reasons.add("is " + other.work() + ", not " + old.work());
        }
        List<CompiledKernel> oldKernels = before.kernels().of(old);
        List<CompiledKernel> kernels = after.kernels().of(other);
        for (int k = 0; k < Math.min(oldKernels.size(), kernels.size()); k++) {
            kernels(oldKernels.get(k), kernels.get(k), reasons);
        }
        return reasons;
    }

    private static String policies(Node node) {
        return node.kernels().stream()
                .map(call -> String.valueOf(call.policy()))
                .collect(Collectors.joining(" "));
    }

    private static void kernels(CompiledKernel old, CompiledKernel other, List<String> reasons) {
        if (!old.facts().kernel().position().equals(other.facts().kernel().position())) {
            reasons.add("runs the code of " + other.facts().kernel().position() + ", not of "
                    + old.facts().kernel().position());
            return;
        }
        List<Long> oldNumbers = old.facts().binding().scalars();
        List<Long> numbers = other.facts().binding().scalars();
        List<ScalarRef> names = other.facts().kernel().scalars();
        for (int k = 0; k < Math.min(oldNumbers.size(), numbers.size()); k++) {
            if (!oldNumbers.get(k).equals(numbers.get(k))) {
                ScalarRef name = names.get(k);
                reasons.add("captured " + name.name() + " = " + number(name, numbers.get(k)) + ", not "
                        + number(name, oldNumbers.get(k)));
            }
        }
        tables(old.facts().kernel().tables(), other.facts().kernel().tables(), reasons);
        views(old.facts().binding().views(), other.facts().binding().views(), reasons);
    }

    private static void tables(List<TableRef> old, List<TableRef> other, List<String> reasons) {
        for (int k = 0; k < Math.min(old.size(), other.size()); k++) {
            if (!old.get(k).array().contents().equals(other.get(k).array().contents())) {
                reasons.add("reads another table "
                        + Labels.quoted(other.get(k).array().name()));
            }
        }
    }

    private static String number(ScalarRef scalar, long bits) {
        return switch (scalar.type()) {
            case F64 -> String.valueOf(Double.longBitsToDouble(bits));
            case F32 -> String.valueOf(Float.intBitsToFloat((int) bits));
            case I64 -> String.valueOf(bits);
            default -> String.valueOf((int) bits);
        };
    }

    private static void views(List<View> old, List<View> other, List<String> reasons) {
        for (int k = 0; k < Math.min(old.size(), other.size()); k++) {
            String now = shape(other.get(k));
            String was = shape(old.get(k));
            if (!now.equals(was)) {
                reasons.add("uses view " + Labels.quoted(other.get(k).label()) + " of " + now + ", where "
                        + Labels.quoted(old.get(k).label()) + " was of " + was);
            }
        }
        if (old.size() == other.size() && !sharing(old).equals(sharing(other))) {
            reasons.add(SHARING);
        }
    }

    private static String shape(View view) {
        StringBuilder text = new StringBuilder(view.elementType().javaName()).append(" [");
        for (int d = 0; d < view.rank(); d++) {
            text.append(d == 0 ? "" : ", ")
                    .append(view.extent(d))
                    .append(" by ")
                    .append(view.stride(d));
        }
        return text.append(']').toString();
    }

    private static List<View> views(LoweringContext context, List<Node> nodes) {
        return nodes.stream()
                .flatMap(node -> context.kernels().of(node).stream())
                .flatMap(kernel -> kernel.facts().binding().views().stream())
                .toList();
    }

    /** Returns for each view the indexes of earlier views with which it may share elements. */
    private static String sharing(List<View> views) {
        StringBuilder sharing = new StringBuilder();
        for (int k = 0; k < views.size(); k++) {
            for (int before = 0; before < k; before++) {
                sharing.append(mayShare(views.get(before), views.get(k)) ? before + " " : "");
            }
            sharing.append('|');
        }
        return sharing.toString();
    }

    private static boolean mayShare(View one, View other) {
        return one.allocation() == other.allocation()
                && Footprint.of(one.region()).meets(Footprint.of(other.region())) != Footprint.Meeting.NEVER;
    }

    /**
     * Proves without emitting text that two graphs of the same nodes and edges have kernels of equal text. The text
     * depends on the code with its proofs, the policies, the shapes of views, and the identity of views, memories and
     * params. Graphs with the same lambdas share code and proofs, so that a comparison of objects is sufficient;
     * otherwise the texts are compared. Used by one thread, once.
     */
    private static final class SameCode {
        private final LoweringContext context;
        /** All inputs of the text; views, memories and params are numbered in the order of their first use. */
        private final List<Object> parts = new ArrayList<>();

        private final Map<Object, Integer> numbers = new IdentityHashMap<>();
        private final List<View> views = new ArrayList<>();

        private SameCode(LoweringContext context) {
            this.context = context;
            graph(context.graph());
            Memories memories =
                    new Memories(views.stream().map(View::allocation).toList());
            for (View view : views) {
                Allocation memory = view.allocation();
                parts.add(number(memories.key(memory)));
                parts.add(memory.getClass());
            }
        }

        /** Returns whether the texts are provably equal. */
        static boolean isCertain(LoweringContext before, LoweringContext after) {
            return areKnown(before.graph(), after.graph())
                    && new SameCode(before).parts.equals(new SameCode(after).parts);
        }

        /** The texts of other kinds of nodes depend on more than the parts. */
        private static boolean areKnown(Graph before, Graph after) {
            for (int n = 0; n < before.nodes().size(); n++) {
                Work old = before.nodes().get(n).work();
                Work other = after.nodes().get(n).work();
                boolean isKnown = old == other
                        || old instanceof Work.ParallelFor
                        || old instanceof Work.Single
                        || old instanceof Work.Join
                        || old instanceof Work.HostCall
                        || old instanceof Work.DeepCopy
                        || old instanceof Work.Fill fill
                                && other instanceof Work.Fill otherFill
                                && fill.value().equals(otherFill.value())
                        || old instanceof Work.SubGraph graph
                                && other instanceof Work.SubGraph otherGraph
                                && areKnown(graph.graph(), otherGraph.graph());
                if (!isKnown) {
                    return false;
                }
            }
            return true;
        }

        private void graph(Graph graph) {
            for (Node node : graph.nodes()) {
                node.kernels().forEach(call -> parts.add(String.valueOf(call.policy())));
                for (CompiledKernel kernel : context.kernels().of(node)) {
                    kernel(kernel);
                }
                node.effects().accesses().forEach(access -> access.views().forEach(this::view));
                for (NestedGraph inner : node.work().nested()) {
                    graph(inner.graph());
                }
            }
        }

        private void kernel(CompiledKernel kernel) {
            parts.add(new Same(kernel.facts().kernel().body()));
            parts.add(new Same(kernel.facts().proofs()));
            parts.add(new Same(kernel.code().proofs()));
            parts.add(kernel.facts().launch().indexes().size());
            kernel.code().binding().views().forEach(this::view);
            for (Param param : kernel.code().binding().params()) {
                parts.add(number(param));
            }
        }

        private void view(View view) {
            boolean isNew = !numbers.containsKey(view);
            parts.add(number(view));
            if (isNew) {
                views.add(view);
                parts.add(view.elementType());
                parts.add(view.region().offset());
                parts.add(Arrays.toString(view.region().extents()));
                parts.add(Arrays.toString(view.region().strides()));
            }
        }

        private Integer number(Object object) {
            Integer known = numbers.putIfAbsent(object, numbers.size());
            return known == null ? numbers.size() - 1 : known;
        }

        /** An object compared by identity. */
        private record Same(Object object) {
            @Override
            public boolean equals(Object other) {
                return other instanceof Same same && same.object == object;
            }

            @Override
            public int hashCode() {
                return System.identityHashCode(object);
            }
        }
    }
}
