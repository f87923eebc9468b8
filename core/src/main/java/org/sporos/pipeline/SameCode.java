package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.param.Param;
import org.sporos.plan.Memories;
import org.sporos.spi.LoweringContext;
import org.sporos.view.View;

/**
 * Finds out without emitting any text that two graphs of the same nodes and edges have kernels of the same text. The
 * text is made from the code and what is proven of it, the policies, the shapes of views, and which views, memories and
 * params are the same. Code and proofs are shared by graphs whose lambdas are the same, so that looking at the objects
 * is enough. Where it is not, the texts tell. Used by one thread, once.
 */
final class SameCode {
    private final LoweringContext context;
    /** All that the text is made from; views, memories and params are numbers in the order of their first use. */
    private final List<Object> parts = new ArrayList<>();

    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final List<View> views = new ArrayList<>();

    private SameCode(LoweringContext context) {
        this.context = context;
        graph(context.graph());
        Memories memories = new Memories(views.stream().map(View::allocation).toList());
        for (View view : views) {
            Allocation memory = view.allocation();
            parts.add(number(memories.key(memory)));
            parts.add(memory.getClass());
        }
    }

    /** Returns whether the texts are the same for sure. */
    static boolean isCertain(LoweringContext before, LoweringContext after) {
        return areKnown(before.graph(), after.graph()) && new SameCode(before).parts.equals(new SameCode(after).parts);
    }

    /** Other kinds of nodes have more in their texts than the parts tell. */
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

    /** An object that equals itself alone. */
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
