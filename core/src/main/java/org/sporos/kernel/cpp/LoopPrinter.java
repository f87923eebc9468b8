package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Required;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/** Prints loops into an entry. */
record LoopPrinter(EntryFunction entry) {
    static void print(EntryFunction entry, int depth, List<? extends LoopIr> nodes) {
        new LoopPrinter(entry).all(depth, nodes);
    }

    /** Steps of several nodes have separate variables for faults. */
    private void all(int depth, List<? extends LoopIr> nodes) {
        boolean several = nodes.stream()
                        .filter(node -> node instanceof LoopIr.Call || node instanceof LoopIr.Elements)
                        .count()
                > 1;
        for (LoopIr node : nodes) {
            if (several && node instanceof LoopIr.Call call && call.version().canFail()) {
                entry.line(depth, "{");
                call(depth + 1, call);
                entry.line(depth, "}");
            } else {
                one(depth, node);
            }
        }
    }

    private void one(int depth, LoopIr node) {
        if (node instanceof LoopIr.Loop loop) {
            loop(depth, loop);
        } else if (node instanceof LoopIr.For loop) {
            String head = hints(loop.hints()) + "for (" + loop.first() + "; " + loop.condition() + ";";
            entry.line(depth, head + (loop.next().isEmpty() ? "" : " ") + loop.next() + ") {");
            block(depth, loop.body());
        } else if (node instanceof LoopIr.Guard guard) {
            guard(depth, "", guard);
        } else if (node instanceof LoopIr.Scope scope) {
            entry.line(depth, "{");
            block(depth, scope.body());
        } else if (node instanceof LoopIr.BoundsCheck check) {
            check(depth, check);
        } else if (node instanceof LoopIr.Lambda function) {
            function(depth, "const auto " + function.name() + " = ", function, ";");
        } else if (node instanceof LoopIr.Prelude call) {
            prelude(depth, call);
        } else if (node instanceof LoopIr.Give give) {
            function(depth, "(", give.to(), ")(" + give.result() + ");");
        } else if (node instanceof LoopIr.Rows rows) {
            LoopIr.Axis axis = rows.positions();
            List<String> parameters = List.of("int " + rows.lane(), axis.type() + " " + axis.index());
            LoopIr.Lambda step = new LoopIr.Lambda("", parameters, true, rows.body());
            prelude(depth, new LoopIr.Prelude("java::rows", List.of(axis.to()), step));
        } else {
            statement(depth, node);
        }
    }

    private void statement(int depth, LoopIr node) {
        if (node instanceof LoopIr.Let let) {
            entry.line(depth, let.type() + " " + let.name() + " = " + let.value() + ";");
        } else if (node instanceof LoopIr.LetCall let) {
            value(depth, let.type() + " " + let.name() + " = ", let.value());
        } else if (node instanceof LoopIr.Return end) {
            value(depth, "return ", end.value());
        } else if (node instanceof LoopIr.Evaluate evaluate) {
            value(depth, evaluate.target() + (evaluate.target().isEmpty() ? "" : " = "), evaluate.value());
        } else if (node instanceof LoopIr.Store store) {
            entry.line(depth, store(store));
        } else if (node instanceof LoopIr.Combine combine) {
            String arguments = "(" + combine.into() + ", " + combine.value() + ")";
            entry.line(depth, combine.into() + " = " + combine.operator() + arguments + ";");
        } else if (node instanceof LoopIr.Lanes lanes) {
            entry.line(depth, lanes.type() + " " + lanes.name() + "[java::LANES];");
        } else if (node instanceof LoopIr.Team team) {
            String arguments = String.join(", ", team.arguments());
            entry.line(depth, team.type() + " team" + (arguments.isEmpty() ? "" : "(" + arguments + ")") + ";");
        } else if (node instanceof LoopIr.Faults) {
            entry.openFault(depth);
        } else if (node instanceof LoopIr.Report report) {
            entry.closeFault(depth, report.member());
        } else if (node instanceof LoopIr.Leave leave) {
            entry.line(depth, "if (" + leave.condition() + ") " + leave.how());
        } else if (node instanceof LoopIr.Barrier) {
            entry.line(depth, "__syncthreads();");
        } else if (node instanceof LoopIr.Update update) {
            entry.line(depth, update.statement());
        } else if (node instanceof LoopIr.Call call) {
            call(depth, call);
        } else if (node instanceof LoopIr.Elements elements) {
            elements(depth, elements);
        } else if (node instanceof LoopIr.Farthest farthest) {
            entry.line(depth, farthest.version().farthest(farthest.variables(), farthest.indexes()) + ";");
        } else {
            throw new InternalException("loops know no " + node);
        }
    }

    private void guard(int depth, String before, LoopIr.Guard guard) {
        entry.line(depth, before + "if (" + guard.condition() + ") {");
        all(depth + 1, guard.then());
        if (guard.otherwise().size() == 1 && guard.otherwise().get(0) instanceof LoopIr.Guard next) {
            guard(depth, "} else ", next);
            return;
        } else if (!guard.otherwise().isEmpty()) {
            entry.line(depth, "} else {");
            all(depth + 1, guard.otherwise());
        }
        entry.line(depth, "}");
    }

    private void value(int depth, String use, LoopIr.Value value) {
        CppFunction version = value.version();
        if (version.canFail() && value.item() != null) {
            entry.beginItem(depth, value.item().toArray(String[]::new));
        }
        String call = version.call(value.arguments().toArray(String[]::new));
        entry.line(depth, use + value.before() + call + value.after() + ";");
    }

    private void prelude(int depth, LoopIr.Prelude call) {
        String head = (call.target().isEmpty() ? "" : call.target() + " = ") + call.function() + "("
                + String.join(", ", call.arguments());
        if (call.last() == null) {
            entry.line(depth, head + ");");
        } else {
            function(depth, head + ", ", call.last(), ");");
        }
    }

    /** Prints a function in a statement; one with only stores is one line. */
    private void function(int depth, String before, LoopIr.Lambda function, String after) {
        String inlined = function.isInlined() ? " JAVA_INLINED" : "";
        String head = before + "[&](" + String.join(", ", function.parameters()) + ")" + inlined + " {";
        List<String> stores = new ArrayList<>();
        for (LoopIr node : function.body()) {
            if (node instanceof LoopIr.Store store) {
                stores.add(store(store));
            }
        }
        if (stores.size() == function.body().size()) {
            entry.line(depth, head + " " + String.join(" ", stores) + " }" + after);
            return;
        }
        entry.line(depth, head);
        all(depth + 1, function.body());
        entry.line(depth, "}" + after);
    }

    private static String store(LoopIr.Store store) {
        return store.target() + " = " + store.value() + ";";
    }

    private void block(int depth, List<LoopIr> body) {
        all(depth + 1, body);
        entry.line(depth, "}");
    }

    private void loop(int depth, LoopIr.Loop loop) {
        if (loop.stride().distance() > 1) {
            throw new InternalException("no pass has lowered the stride of " + loop.axis());
        }
        LoopIr.Axis axis = loop.axis();
        String first = axis.type() + " " + axis.index() + " = " + axis.from();
        entry.line(
                depth, hints(loop.hints()) + "for (" + first + "; " + axis.isInside() + "; " + axis.index() + "++) {");
        block(depth, loop.body());
    }

    private String hints(Set<LoopIr.Hint> hints) {
        StringBuilder text = new StringBuilder();
        for (LoopIr.Hint hint : new TreeSet<>(hints)) {
            switch (hint) {
                case INDEPENDENT -> text.append("_Pragma(\"GCC ivdep\") ");
                case UNROLLED -> text.append("_Pragma(\"GCC unroll 8\") ");
                case ROLLED ->
                    text.append(entry.dialect.isGpu() ? "_Pragma(\"unroll 1\") " : "_Pragma(\"GCC unroll 1\") ");
                case WIDE -> entry.widen();
            }
        }
        return text.toString();
    }

    private void check(int depth, LoopIr.BoundsCheck check) {
        String exist = DeferredBoundsChecks.exist(check.farthest().keySet());
        entry.line(depth, "bool " + check.inside() + " = " + exist + ";");
        entry.line(depth, "if (" + check.inside() + ") {");
        check.farthest().forEach((bound, name) -> entry.line(depth + 1, bound.type() + " " + name + " = 0;"));
        loop(depth + 1, check.loop());
        entry.line(depth + 1, check.inside() + " = " + DeferredBoundsChecks.areInside(check.farthest()) + ";");
        entry.line(depth, "}");
    }

    private void call(int depth, LoopIr.Call call) {
        CppFunction version = call.version();
        String[] indexes = call.indexes().toArray(String[]::new);
        if (version.canFail()) {
            entry.openFault(depth);
            entry.beginItem(depth, indexes);
        }
        entry.line(depth, version.call(indexes) + ";");
        if (version.canFail()) {
            entry.closeFault(depth, call.member());
        }
    }

    private void elements(int depth, LoopIr.Elements node) {
        CppUnit.Elements unit = node.unit();
        String value = unit.value() != null
                ? constant(unit.value())
                : element(Required.internal(unit.from(), "the source of a copy"), "from", node.indexes());
        entry.line(depth, element(unit.to(), "to", node.indexes()) + " = " + value + ";");
    }

    private String constant(ElementValue value) {
        Type type = Storage.of(value.type()).value();
        return entry.parameter(Words.type(type), "value", new CppArgument.Constant(type, value.word(0)));
    }

    private String element(View view, String name, List<String> indexes) {
        List<String> terms = new ArrayList<>();
        for (int d = 0; d < indexes.size(); d++) {
            boolean isNext = view.stride(d) == 1;
            String by = isNext
                    ? ""
                    : " * "
                            + entry.unit
                                    .fact(view, UnitScope.Fact.STRIDE, d, name + "_s" + d)
                                    .name();
            // Ints could overflow in large views.
            terms.add(isNext && indexes.size() == 1 ? indexes.get(d) : "(long long) " + indexes.get(d) + by);
        }
        return entry.unit.pointer(view, name).name() + "[" + String.join(" + ", terms) + "]";
    }
}
