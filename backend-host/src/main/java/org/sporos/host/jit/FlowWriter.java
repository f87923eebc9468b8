package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Terminator;

/** Writes the blocks of a region once, as a part of a method, and the edges between them. */
final class FlowWriter {
    private final MethodWriter code;
    private final Unrolling unrolling;
    private final ExpressionWriter expressions;
    private final BodyWriter body;
    private final Map<Unrolling.Place, Label> labels = new HashMap<>();
    private final Label end = new Label();
    private Unrolling.Place place;

    /** @param body writes the instructions of each block */
    FlowWriter(MethodWriter code, Unrolling unrolling, ExpressionWriter expressions, BodyWriter body) {
        this.code = code;
        this.unrolling = unrolling;
        this.expressions = expressions;
        this.body = body;
        this.place = unrolling.places().get(0);
        for (Unrolling.Place known : unrolling.places()) {
            labels.put(known, new Label());
        }
    }

    void write() {
        List<Unrolling.Place> places = unrolling.places();
        for (int p = 0; p < places.size(); p++) {
            place = places.get(p);
            code.at(label(place));
            body.enter(place);
            for (Instruction instruction : place.block().instructions()) {
                body.instruction(instruction);
            }
            end(place.block(), p + 1 < places.size() ? places.get(p + 1) : null);
        }
        code.at(end);
    }

    private Label label(Unrolling.Place of) {
        return Objects.requireNonNull(labels.get(of));
    }

    private void end(Block block, Unrolling.@Nullable Place next) {
        Terminator terminator = block.terminator();
        Edge only = unrolling.onlyEdge(place);
        if (only != null) {
            go(only, next);
        } else if (terminator instanceof Terminator.Jump jump) {
            go(jump.edge(), next);
        } else if (terminator instanceof Terminator.Branch branch) {
            branch(branch, next);
        } else if (terminator instanceof Terminator.Return leave) {
            if (leave.value() != null) {
                body.result(leave.value());
            }
            if (next != null) {
                code.jump(Opcodes.GOTO, end);
            }
        } else {
            lookup((Terminator.Switch) terminator);
        }
    }

    private void branch(Terminator.Branch branch, Unrolling.@Nullable Place next) {
        if (moves(branch.whenTrue())) {
            Label other = new Label();
            expressions.jump(branch.condition(), false, other);
            go(branch.whenTrue(), null);
            code.at(other);
            go(branch.whenFalse(), next);
        } else {
            expressions.jump(branch.condition(), true, label(unrolling.target(place, branch.whenTrue())));
            go(branch.whenFalse(), next);
        }
    }

    private void lookup(Terminator.Switch choice) {
        Label[] cases = new Label[choice.cases().size()];
        for (int k = 0; k < cases.length; k++) {
            cases[k] = new Label();
        }
        Label otherwise = new Label();
        expressions.value(choice.value());
        code.out.visitLookupSwitchInsn(
                otherwise, choice.keys().stream().mapToInt(Integer::intValue).toArray(), cases);
        for (int k = 0; k < cases.length; k++) {
            code.at(cases[k]);
            go(choice.cases().get(k), null);
        }
        code.at(otherwise);
        go(choice.otherwise(), null);
    }

    private boolean moves(Edge edge) {
        return !moved(edge).isEmpty();
    }

    /** Returns which arguments of its target an edge changes, those aside that are constants there. */
    private List<Integer> moved(Edge edge) {
        Unrolling.Place target = unrolling.target(place, edge);
        List<Argument> arguments = target.block().arguments();
        List<Integer> moved = new ArrayList<>(arguments.size());
        for (int k = 0; k < arguments.size(); k++) {
            if (edge.arguments().get(k) != arguments.get(k) && !unrolling.isConstant(arguments.get(k), target)) {
                moved.add(k);
            }
        }
        return moved;
    }

    /** Follows an edge: all values are on the stack before the first argument changes. */
    private void go(Edge edge, Unrolling.@Nullable Place next) {
        Unrolling.Place target = unrolling.target(place, edge);
        List<Argument> arguments = target.block().arguments();
        List<Integer> moved = moved(edge);
        for (int k : moved) {
            expressions.value(edge.arguments().get(k));
        }
        for (int m = moved.size() - 1; m >= 0; m--) {
            body.pop(arguments.get(moved.get(m)));
        }
        if (!target.equals(next)) {
            code.jump(Opcodes.GOTO, label(target));
        }
    }
}
