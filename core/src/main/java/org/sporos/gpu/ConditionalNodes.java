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
 * Adds native conditional nodes: a kernel evaluates the condition and sets the node's handle; the body of a loop ends
 * context the same kernel. Used by one thread.
 */
final class ConditionalNodes {
    private final ConditionalContext context;

    ConditionalNodes(ConditionalContext context) {
        this.context = context;
    }

    /**
     * A conditional under construction.
     *
     * @param handle the conditional handle of its node
     */
    private record Adding(LaunchUnit unit, Kind kind, long handle) {}

    Span add(LaunchUnit unit, long graph) {
        Conditional work = Required.internal(unit.work().conditional(), "the conditional of a unit with bodies");
        long iterations = context.condition(unit).iterations();
        Adding adding = new Adding(unit, work.kind(), context.driver().createConditionalHandle(graph, 0));
        Span span = addCondition(adding, 0, graph);
        if (work.kind() == Kind.WHILE) {
            span = then(graph, Span.one(context.copies().fill(graph, iterations, Integer.BYTES, 0)), span);
        }
        span = then(graph, span, Span.one(bodies(adding, graph)));
        if (work.kind() == Kind.WHILE) {
            Span restored = context.rings().afterLoop(graph, span, unit.bodies().get(0), iterations);
            span = restored == null ? span : restored;
        }
        if (work.iterations() != null) {
            StridedRegion to = work.iterations().region();
            span = then(
                    graph,
                    span,
                    context.copies().copyInt(graph, context.addresses().of(to), iterations));
        }
        return span;
    }

    private Span then(long graph, @Nullable Span before, Span after) {
        return Span.then(context.driver(), graph, before, after);
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
        // A handle needs a node, even for a switch without cases.
        long[] node = context.driver().addConditional(graph, adding.handle, kind(adding.kind), Math.max(1, count));
        for (int b = 0; b < count; b++) {
            LaunchPlan body = unit.bodies().get(b);
            if (adding.kind == Kind.WHILE) {
                copies(adding, body, node[b + 1]);
            } else {
                context.rings().afterBranch(node[b + 1], context.lowering().lowerBody(body, node[b + 1]), body);
            }
        }
        return node[0];
    }

    /**
     * Adds one copy of a loop body for each position of its rings, nested in each other: each inner copy is an IF on
     * the condition that the outer copy evaluated last. The condition sets the handle of the loop in every copy, so the
     * loop ends at the first false.
     */
    private void copies(Adding adding, LaunchPlan body, long graph) {
        long in = graph;
        for (int left = body.cycle(); left > 0; left--) {
            Span all = context.lowering().lowerBody(body, in);
            long next = left == 1 ? 0 : context.driver().createConditionalHandle(in, 0);
            Span condition = then(in, all, addCondition(adding, next, in));
            if (left > 1) {
                long[] node = context.driver().addConditional(in, next, ConditionalKind.IF, 1);
                context.driver().addEdge(in, condition.last(), node[0]);
                in = node[1];
            }
        }
    }

    private Span addCondition(Adding adding, long next, long graph) {
        LaunchBindings own = context.kernels().begin(adding.unit);
        own.put(CppArgument.ConditionalHandle.class, adding.handle);
        own.put(CppArgument.NextHandle.class, next);
        return context.addCondition(own, adding.unit, graph);
    }
}
