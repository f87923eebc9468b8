package org.sporos.kernel.cpp;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.sporos.internal.error.Labels;

/** A readable listing of loops. */
final class LoopListing {
    private final StringBuilder out = new StringBuilder();

    private LoopListing() {}

    static String of(List<? extends LoopIr> nodes) {
        LoopListing text = new LoopListing();
        text.all(0, nodes);
        return text.out.toString();
    }

    private void all(int depth, List<? extends LoopIr> nodes) {
        nodes.forEach(node -> one(depth, node));
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    private void one(int depth, LoopIr node) {
        if (node instanceof LoopIr.Loop loop) {
            LoopIr.Axis axis = loop.axis();
            String head = "loop " + axis.index() + " in [" + axis.from() + ", " + axis.to() + ")";
            String stride =
                    loop.stride().distance() > 1 ? " by " + loop.stride().distance() : "";
            String stage = loop.stage() == LoopIr.Stage.OPEN ? "" : ", " + word(loop.stage());
            line(depth, head + stride + stage + hints(loop.hints()));
            all(depth + 1, loop.body());
        } else if (node instanceof LoopIr.For loop) {
            String head = String.join("; ", loop.first(), loop.condition(), loop.next());
            line(depth, "for (" + head + ")" + hints(loop.hints()));
            all(depth + 1, loop.body());
        } else if (node instanceof LoopIr.Guard guard) {
            line(depth, "if " + guard.condition());
            all(depth + 1, guard.then());
            if (!guard.otherwise().isEmpty()) {
                line(depth, "else");
                all(depth + 1, guard.otherwise());
            }
        } else if (node instanceof LoopIr.Scope scope) {
            line(depth, "scope");
            all(depth + 1, scope.body());
        } else if (node instanceof LoopIr.Phase phase) {
            line(depth, phase.endsWithBarrier() ? "phase, ends with a barrier" : "phase");
            all(depth + 1, phase.body());
        } else if (node instanceof LoopIr.BoundsCheck check) {
            line(depth, "check bounds, " + check.inside() + " = all in bounds");
            one(depth + 1, check.loop());
        } else {
            reduction(depth, node);
        }
    }

    private void reduction(int depth, LoopIr node) {
        if (node instanceof LoopIr.Reduce reduce) {
            line(depth, "reduce over " + reduce.policy());
            all(depth + 1, reduce.steps());
            reduce.parts().forEach(part -> line(depth + 1, part(part)));
            if (!reduce.after().isEmpty()) {
                line(depth, "after it");
                all(depth + 1, reduce.after());
            }
        } else if (node instanceof LoopIr.Rows rows) {
            LoopIr.Axis axis = rows.positions();
            String range = axis.index() + " in [" + axis.from() + ", " + axis.to() + ")";
            line(depth, "rows " + range + ", lane " + rows.lane());
            all(depth + 1, rows.body());
        } else if (node instanceof LoopIr.Lambda function) {
            function(depth, "function " + function.name(), function);
        } else if (node instanceof LoopIr.Prelude call) {
            String target = call.target().isEmpty() ? "" : call.target() + " = ";
            line(depth, target + call.function() + "(" + String.join(", ", call.arguments()) + ")");
            if (call.last() != null) {
                function(depth + 1, "function ", call.last());
            }
        } else if (node instanceof LoopIr.Give give) {
            line(depth, "give " + give.result());
            function(depth + 1, "function ", give.to());
        } else {
            line(depth, statement(node));
        }
    }

    private static String part(LoopIr.Part part) {
        String operator =
                part.join() == null ? word(part.reduction().op()) : part.join().toString();
        return operator + " of " + part.contribution() + " into "
                + Labels.shown(part.reduction().result().label());
    }

    private void function(int depth, String head, LoopIr.Lambda function) {
        line(depth, head + "(" + String.join(", ", function.parameters()) + ")");
        all(depth + 1, function.body());
    }

    private static String statement(LoopIr node) {
        if (node instanceof LoopIr.Let let) {
            return "let " + let.name() + " = " + let.value();
        } else if (node instanceof LoopIr.LetCall let) {
            return "let " + let.name() + " = " + value(let.value());
        } else if (node instanceof LoopIr.Return end) {
            return "return " + value(end.value());
        } else if (node instanceof LoopIr.Evaluate evaluate) {
            String target = evaluate.target();
            return (target.isEmpty() ? "call " : target + " = ") + value(evaluate.value());
        } else if (node instanceof LoopIr.Store store) {
            return store.target() + " = " + store.value();
        } else if (node instanceof LoopIr.Combine combine) {
            return combine.into() + " = " + combine.operator() + "(" + combine.into() + ", " + combine.value() + ")";
        } else if (node instanceof LoopIr.Lanes lanes) {
            return "lanes " + lanes.name();
        } else if (node instanceof LoopIr.Team team) {
            return team.arguments().isEmpty() ? "team" : "team of " + String.join(", ", team.arguments());
        } else if (node instanceof LoopIr.Faults) {
            return "note faults";
        } else if (node instanceof LoopIr.Report report) {
            return "report faults of node " + report.member();
        } else if (node instanceof LoopIr.Leave leave) {
            return "leave if " + leave.condition();
        } else if (node instanceof LoopIr.Barrier) {
            return "barrier";
        } else if (node instanceof LoopIr.Update update) {
            return update.statement();
        } else if (node instanceof LoopIr.Call call) {
            return "call " + call(call.version(), call.indexes());
        } else if (node instanceof LoopIr.Farthest farthest) {
            return "farthest " + String.join(", ", farthest.variables()) + " of "
                    + call(farthest.version(), farthest.indexes());
        }
        LoopIr.Elements elements = (LoopIr.Elements) node;
        return (elements.unit().from() == null ? "fill (" : "copy (") + String.join(", ", elements.indexes()) + ")";
    }

    private static String value(LoopIr.Value value) {
        return value.before() + call(value.version(), value.arguments()) + value.after();
    }

    private static String call(CppFunction version, List<String> indexes) {
        return version + "(" + String.join(", ", indexes) + ")";
    }

    private static String hints(java.util.Set<LoopIr.Hint> hints) {
        StringBuilder text = new StringBuilder();
        new TreeSet<>(hints).forEach(hint -> text.append(", ").append(word(hint)));
        return text.toString();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
