package org.sporos.gpu;

import org.sporos.error.Required;
import org.sporos.graph.Conditional;
import org.sporos.graph.Conditional.Kind;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.StridedRegion;

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
     * The question of a conditional and what it answers through.
     *
     * @param handle the value of the conditional node
     * @param answer the address of an int of the question's own
     * @param passes the address of the number of passes so far
     */
    private record Question(LaunchUnit unit, Kind kind, long handle, long answer, long passes) {}

    Span add(LaunchUnit unit, long graph) {
        Conditional work = Required.internal(unit.work().conditional(), "the conditional of a unit with bodies");
        Question question = new Question(
                unit,
                work.kind(),
                with.driver().createConditionalHandle(graph, 0),
                with.memory().device(Integer.BYTES),
                with.memory().device(Integer.BYTES));
        Span span = Span.one(ask(question, graph));
        if (work.kind() == Kind.WHILE) {
            span = then(graph, Span.one(with.copies().fill(graph, question.passes, Integer.BYTES, 0)), span);
        }
        span = then(graph, span, Span.one(bodies(question, graph)));
        if (work.passes() != null) {
            StridedRegion to = work.passes().region();
            span = then(
                    graph, span, with.copies().copyInt(graph, with.addresses().of(to), question.passes));
        }
        return span;
    }

    private Span then(long graph, Span before, Span after) {
        return Span.then(with.driver(), graph, before, after);
    }

    private static ConditionalKind kind(Kind kind) {
        return switch (kind) {
            case IF -> ConditionalKind.IF;
            case WHILE -> ConditionalKind.WHILE;
            case SWITCH -> ConditionalKind.SWITCH;
        };
    }

    private long bodies(Question question, long graph) {
        LaunchUnit unit = question.unit;
        int count = unit.bodies().size();
        // A handle must belong to a node, also that of a switch without cases.
        long[] node = with.driver().addConditional(graph, question.handle, kind(question.kind), Math.max(1, count));
        for (int b = 0; b < count; b++) {
            body(question, unit.bodies().get(b), node[b + 1]);
        }
        return node[0];
    }

    private void body(Question question, LaunchPlan plan, long graph) {
        Span all = with.lowering().lowerBody(plan, graph);
        if (question.kind == Kind.WHILE) {
            long again = ask(question, graph);
            if (all != null) {
                with.driver().addEdge(graph, all.last(), again);
            }
        }
    }

    private long ask(Question question, long graph) {
        LaunchBindings own = with.kernels().begin(question.unit);
        own.put(CppArgument.ConditionalHandle.class, question.handle);
        return with.ask(own, question.unit, graph, question.answer, question.passes);
    }
}
