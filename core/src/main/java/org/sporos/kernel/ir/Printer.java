package org.sporos.kernel.ir;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/**
 * Prints a kernel, one instruction per line. Constants, scalars and params are printed at their uses; other values have
 * their source name or a number.
 */
final class Printer {
    private final StringBuilder out = new StringBuilder();
    private final Map<Value, String> names = new IdentityHashMap<>();
    private final Map<String, Integer> taken = new HashMap<>();
    private final boolean lines;
    private int unnamed;

    private Printer(boolean lines) {
        this.lines = lines;
    }

    /** @param lines whether each instruction has its source position */
    static String print(String label, Region body, Captures captures, boolean lines) {
        return new Printer(lines).kernel(label, body, captures);
    }

    private String kernel(String label, Region body, Captures captures) {
        out.append("kernel ").append(Labels.quoted(label)).append('(');
        list(body.arguments(), this::declared);
        out.append(")");
        if (body.result() != Type.VOID) {
            out.append(" -> ").append(body.result());
        }
        out.append('\n');
        captures(captures);
        region(body, "");
        return out.toString();
    }

    private void captures(Captures captures) {
        for (ViewRef.Captured view : captures.views()) {
            out.append("  view ")
                    .append(view)
                    .append(": ")
                    .append(view.storage())
                    .append('[');
            for (int d = 0; d < view.rank(); d++) {
                out.append(d == 0 ? "" : ", ").append(view.view().extent(d));
            }
            out.append("]\n");
        }
        captures.scratches()
                .forEach(s -> out.append("  ")
                        .append(s.level())
                        .append(' ')
                        .append(s)
                        .append(": ")
                        .append(s.storage())
                        .append('\n'));
        captures.params()
                .forEach(p -> out.append("  param ")
                        .append(p)
                        .append(": ")
                        .append(p.type())
                        .append('\n'));
        captures.scalars()
                .forEach(s -> out.append("  scalar ")
                        .append(s)
                        .append(": ")
                        .append(s.type())
                        .append(" = ")
                        .append(literal(s.type(), s.bits()))
                        .append('\n'));
        captures.arrays()
                .forEach(a -> out.append(a.isTable() ? "  table " : "  array ")
                        .append(a)
                        .append(": ")
                        .append(a.element())
                        .append('[')
                        .append(a.length())
                        .append("]\n"));
    }

    private void region(Region region, String indent) {
        for (Block block : region.blocks()) {
            out.append(indent).append(block);
            if (block.id() > 0 && !block.arguments().isEmpty()) {
                out.append('(');
                list(block.arguments(), this::declared);
                out.append(')');
            }
            out.append(":\n");
            block.instructions().forEach(instruction -> instruction(instruction, indent + "  "));
            out.append(indent).append("  ");
            terminator(block.terminator());
            end(block.terminator().position());
        }
    }

    private void instruction(Instruction instruction, String indent) {
        if (isInline(instruction)) {
            return;
        }
        out.append(indent);
        if (instruction.type() != Type.VOID) {
            out.append(name(instruction)).append(" = ");
        }
        op(instruction);
        if (instruction.regions().isEmpty()) {
            end(instruction.position());
        } else {
            for (Region region : instruction.regions()) {
                out.append(region == instruction.region() ? " (" : indent + "then (");
                list(region.arguments(), this::declared);
                out.append(") {\n");
                region(region, indent + "  ");
                out.append(indent).append("}\n");
            }
        }
    }

    private void op(Instruction instruction) {
        Op op = instruction.op();
        out.append(Mnemonics.of(op));
        if (op instanceof Conversion == false && instruction.type() != Type.VOID && !(op instanceof TeamQuery)) {
            out.append('.')
                    .append(op instanceof Compare ? instruction.operand(0).type() : instruction.type());
        }
        String about = subject(op);
        out.append(about.isEmpty() ? "" : " " + about);
        if (!instruction.operands().isEmpty()) {
            out.append(' ');
            list(instruction.operands(), value -> out.append(used(value)));
        }
    }

    private static String subject(Op op) {
        if (op instanceof Op.Load load) {
            return load.view().toString();
        } else if (op instanceof Op.Store store) {
            return store.view().toString();
        } else if (op instanceof Op.Atomic atomic) {
            return atomic.view().toString();
        } else if (op instanceof Op.Extent extent) {
            return extent.view() + (extent.dimension() == Op.Extent.SIZE ? "" : " " + extent.dimension());
        } else if (op instanceof Op.ArrayNew array) {
            return array.array().toString();
        } else if (op instanceof Op.ArrayLoad array) {
            return array.array().toString();
        } else if (op instanceof Op.ArrayStore array) {
            return array.array().toString();
        } else if (op instanceof Op.Check check) {
            return (check.subject() + " " + check.bound()).strip();
        } else if (op instanceof Op.Farthest farthest) {
            return farthest.view().toString();
        } else if (op instanceof Op.Print print) {
            return Labels.quoted(print.format());
        } else if (op instanceof Op.ScratchNew scratch) {
            return scratch.view().toString();
        }
        return "";
    }

    private void terminator(Terminator terminator) {
        if (terminator instanceof Terminator.Jump jump) {
            out.append("jump ");
            edge(jump.edge());
        } else if (terminator instanceof Terminator.Branch branch) {
            boolean isPlain = branch.hint() == Terminator.Hint.NONE;
            out.append(isPlain ? "branch " : "branch." + branch.hint().name().toLowerCase(Locale.ROOT) + " ")
                    .append(used(branch.condition()))
                    .append(" ? ");
            edge(branch.whenTrue());
            out.append(" : ");
            edge(branch.whenFalse());
        } else if (terminator instanceof Terminator.Switch choice) {
            out.append("switch ").append(used(choice.value()));
            for (int k = 0; k < choice.keys().size(); k++) {
                out.append(' ').append(choice.keys().get(k)).append(": ");
                edge(choice.cases().get(k));
            }
            out.append(" else: ");
            edge(choice.otherwise());
        } else if (terminator instanceof Terminator.Return leave) {
            out.append("return").append(leave.value() == null ? "" : " " + used(leave.value()));
        }
    }

    private void edge(Edge edge) {
        out.append('b').append(edge.target());
        if (!edge.arguments().isEmpty()) {
            out.append('(');
            list(edge.arguments(), value -> out.append(used(value)));
            out.append(')');
        }
    }

    private void end(SourcePosition position) {
        out.append(lines ? "  ; " + position : "").append('\n');
    }

    private void declared(Value value) {
        out.append(name(value)).append(": ").append(value.type());
    }

    private static boolean isInline(Instruction instruction) {
        Op op = instruction.op();
        return op instanceof Op.Constant || op instanceof Op.Scalar || op instanceof Op.Param;
    }

    private String used(Value value) {
        if (value instanceof Instruction instruction) {
            if (instruction.op() instanceof Op.Constant constant) {
                return literal(constant.type(), constant.bits());
            } else if (instruction.op() instanceof Op.Scalar scalar) {
                return scalar.scalar().toString();
            } else if (instruction.op() instanceof Op.Param param) {
                return param.param().toString();
            }
        }
        return name(value);
    }

    private String name(Value value) {
        return names.computeIfAbsent(value, v -> v.name().isEmpty() ? "%" + unnamed++ : "%" + unique(v.name()));
    }

    private String unique(String name) {
        int before = taken.merge(name, 1, Integer::sum);
        return before == 1 ? name : name + "." + before;
    }

    private <T> void list(List<T> items, java.util.function.Consumer<T> print) {
        for (Iterator<T> it = items.iterator(); it.hasNext(); ) {
            print.accept(it.next());
            out.append(it.hasNext() ? ", " : "");
        }
    }

    static String literal(Type type, long bits) {
        return switch (type) {
            case BOOL -> Boolean.toString(bits != 0);
            case I32 -> Integer.toString((int) bits);
            case I64 -> bits + "L";
            case F32 -> Float.intBitsToFloat((int) bits) + "f";
            case F64 -> Double.toString(Double.longBitsToDouble(bits));
            case VOID -> "void";
        };
    }
}
