package org.sporos.kernel.cpp;

import java.util.List;

/** Writes statements as C++ text, four blanks a level. */
record StmtPrinter(StringBuilder out) {
    void list(List<Stmt> list, String indent) {
        list.forEach(stmt -> print(stmt, indent));
    }

    private void print(Stmt stmt, String in) {
        if (stmt instanceof Stmt.Define define) {
            line(
                    in,
                    (define.constant() ? constant(define.type()) : define.type() + space(define.type())) + define.name()
                            + " = " + define.value().text());
        } else if (stmt instanceof Stmt.Assign assign) {
            line(in, assignment(assign));
        } else if (stmt instanceof Stmt.Declare declare) {
            line(in, declare.type() + space(declare.type()) + declare.name());
        } else if (stmt instanceof Stmt.Line line) {
            line(in, line.text());
        } else if (stmt instanceof Stmt.If branch) {
            branch(branch, in);
        } else if (stmt instanceof Stmt.Loop loop) {
            block(in, "for (;;)", loop.body(), "");
        } else if (stmt instanceof Stmt.While loop) {
            block(in, "while (" + loop.condition().text() + ")", loop.body(), "");
        } else if (stmt instanceof Stmt.For loop) {
            block(in, head(loop), loop.body(), "");
        } else if (stmt instanceof Stmt.Around around) {
            block(in, around.head(), around.body(), around.tail());
        } else if (stmt instanceof Stmt.Lambda lambda) {
            String type = lambda.type().isEmpty() ? "" : "const " + lambda.type() + " ";
            String target = lambda.name().isEmpty() ? "" : type + lambda.name() + " = ";
            for (Stmt.Function function : lambda.functions()) {
                boolean first = function == lambda.functions().get(0);
                out.append(first ? in + target : ", ").append(function.head()).append(" {\n");
                list(function.body(), in + "    ");
                out.append(in).append('}');
            }
            out.append(");\n");
        } else if (stmt instanceof Stmt.Switch choice) {
            choice(choice, in);
        } else {
            jump(stmt, in);
        }
    }

    private void jump(Stmt stmt, String in) {
        if (stmt instanceof Stmt.Goto jump) {
            line(in, "goto " + jump.label());
        } else if (stmt instanceof Stmt.Label label) {
            out.append(in.substring(Math.min(2, in.length())))
                    .append(label.label())
                    .append(":;\n");
        } else if (stmt instanceof Stmt.Break) {
            line(in, "break");
        } else if (stmt instanceof Stmt.Continue) {
            line(in, "continue");
        } else {
            Stmt.Return leave = (Stmt.Return) stmt;
            line(
                    in,
                    leave.value() == null ? "return" : "return " + leave.value().text());
        }
    }

    private void branch(Stmt.If branch, String in) {
        out.append(in);
        arm(branch, in);
    }

    private void arm(Stmt.If branch, String in) {
        out.append("if (").append(branch.condition().text()).append(") {\n");
        list(branch.then(), in + "    ");
        List<Stmt> otherwise = branch.otherwise();
        if (otherwise.size() == 1 && otherwise.get(0) instanceof Stmt.If next) {
            out.append(in).append("} else ");
            arm(next, in);
            return;
        }
        if (!otherwise.isEmpty()) {
            out.append(in).append("} else {\n");
            list(otherwise, in + "    ");
        }
        out.append(in).append("}\n");
    }

    private void choice(Stmt.Switch choice, String in) {
        out.append(in).append("switch (").append(choice.value().text()).append(") {\n");
        for (Stmt.Case arm : choice.cases()) {
            if (arm.keys().isEmpty()) {
                out.append(in).append("    default:");
            } else {
                arm.keys()
                        .forEach(key -> out.append(in)
                                .append("    case ")
                                .append(Words.literal(org.sporos.kernel.ir.Type.I32, key)
                                        .text())
                                .append(":\n"));
                out.setLength(out.length() - 1);
            }
            out.append(" {\n");
            list(arm.body(), in + "        ");
            out.append(in).append("    }\n");
        }
        out.append(in).append("}\n");
    }

    private static String head(Stmt.For loop) {
        Stmt.Assign first = loop.first();
        String begin = first == null ? "" : (loop.declares() ? first.type() + " " : "") + assignment(first);
        return "for (" + begin + "; " + loop.condition().text() + "; " + assignment(loop.step()) + ")";
    }

    private static String assignment(Stmt.Assign assign) {
        boolean increment = assign.value().text().equals(assign.target() + " + 1");
        return increment
                ? assign.target() + "++"
                : assign.target() + " = " + assign.value().text();
    }

    private void block(String in, String head, List<Stmt> body, String tail) {
        out.append(in).append(head).append(" {\n");
        list(body, in + "    ");
        out.append(in).append('}').append(tail).append('\n');
    }

    private static String constant(String type) {
        return type.endsWith("*") ? type + " const " : "const " + type + " ";
    }

    private static String space(String type) {
        return type.endsWith("*") ? "" : " ";
    }

    private void line(String in, String text) {
        out.append(in).append(text).append(";\n");
    }
}
