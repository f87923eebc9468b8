package org.sporos.gpu;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional;
import org.sporos.graph.Conditional.Kind;
import org.sporos.internal.error.Required;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/**
 * Adds native conditional nodes: a kernel asks the question and sets the node's value, and the body of a loop asks
 * again at its end. Used by one thread.
 */
final class ConditionalNodes {
    private final NodeAdders with;

    ConditionalNodes(NodeAdders with) {
        this.with = with;
    }

    /**
     * A conditional that is added.
     *
     * @param handle the value of its node
     */
    private record Adding(LaunchUnit unit, Kind kind, long handle) {}

    Span add(LaunchUnit unit, long graph) {
        Conditional work = Required.internal(unit.work().conditional(), "the conditional of a unit with bodies");
        long passes = with.question(unit).passes();
        Adding adding = new Adding(unit, work.kind(), with.driver().createConditionalHandle(graph, 0));
        Span span = Span.one(ask(adding, 0, graph));
        if (work.kind() == Kind.WHILE) {
            span = then(graph, Span.one(with.copies().fill(graph, passes, Integer.BYTES, 0)), span);
        }
        span = then(graph, span, Span.one(bodies(adding, graph)));
        if (work.kind() == Kind.WHILE) {
            Span restored = with.rings().afterLoop(graph, span, unit.bodies().get(0), passes);
            span = restored == null ? span : restored;
        }
        if (work.passes() != null) {
            StridedRegion to = work.passes().region();
            span = then(
                    graph, span, with.copies().copyInt(graph, with.addresses().of(to), passes));
        }
        return span;
    }

    private Span then(long graph, @Nullable Span before, Span after) {
        return Span.then(with.driver(), graph, before, after);
    }

    private static ConditionalKind kind(Kind kind) {
        return switch (kind) {
            case IF -> ConditionalKind.IF;
            case WHILE -> ConditionalKind.WHILE;
            case SWITCH -> ConditionalKind.SWITCH;
        };
    }

    private long bodies(Adding adding, long graph) {
        LaunchUnit unit = adding.unit;
        int count = unit.bodies().size();
        // A handle must belong to a node, also that of a switch without cases.
        long[] node = with.driver().addConditional(graph, adding.handle, kind(adding.kind), Math.max(1, count));
        for (int b = 0; b < count; b++) {
            LaunchPlan body = unit.bodies().get(b);
            if (adding.kind == Kind.WHILE) {
                layouts(adding, body, node[b + 1]);
            } else {
                with.rings().afterBranch(node[b + 1], with.lowering().lowerBody(body, node[b + 1]), body);
            }
        }
        return node[0];
    }

    /**
     * Lays the body of a loop out once for each position that its rings have, one inside of the other: each but the
     * first is guarded by the condition that the one around it has asked last. A question sets the handle of the loop
     * in all layouts, so that a no in any of them ends it.
     */
    private void layouts(Adding adding, LaunchPlan body, long graph) {
        long in = graph;
        for (int left = body.cycle(); left > 0; left--) {
            Span all = with.lowering().lowerBody(body, in);
            long next = left == 1 ? 0 : with.driver().createConditionalHandle(in, 0);
            Span asked = then(in, all, Span.one(ask(adding, next, in)));
            if (left > 1) {
                long[] node = with.driver().addConditional(in, next, ConditionalKind.IF, 1);
                with.driver().addEdge(in, asked.last(), node[0]);
                in = node[1];
            }
        }
    }

    private long ask(Adding adding, long next, long graph) {
        LaunchBindings own = with.kernels().begin(adding.unit);
        own.put(CppArgument.ConditionalHandle.class, adding.handle);
        own.put(CppArgument.NextHandle.class, next);
        return with.ask(own, adding.unit, graph);
    }
}
