package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.PrintedLine;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/** Lifts calls of {@code Debug.print}; the indexes of the work item become operands. */
final class PrintLifter {
    private static final String OWNER = "org/sporos/debug/Debug";

    private final LiftContext context;
    private final Emitter emitter;

    PrintLifter(LiftContext context, Emitter emitter) {
        this.context = context;
        this.emitter = emitter;
    }

    /** Returns whether a static method is {@code Debug.print}. */
    static boolean lifts(String owner, String name) {
        return owner.equals(OWNER) && name.equals("print");
    }

    void call(List<Slot> arguments) {
        if (!(arguments.get(0) instanceof Slot.Known known) || !(known.object() instanceof String format)) {
            context.problem(KernelCode.K218, "prints with a format that is no constant, or null", emitter.position);
            return;
        }
        int values = arguments.size() - 1;
        int places = PrintedLine.placeholders(format);
        if (places != values) {
            context.problem(
                    KernelCode.K218,
                    "prints " + values + (values == 1 ? " value" : " values") + " with the format "
                            + Labels.quoted(format) + ", which has places for " + places,
                    emitter.position);
        } else if (context.depth > 0) {
            context.problem(KernelCode.K219, "prints in a nested range", emitter.position);
        } else {
            print(format, arguments.subList(1, arguments.size()));
        }
    }

    private void print(String format, List<Slot> values) {
        List<Value> operands = indexes();
        int indexes = operands.size();
        int doubles = 0;
        for (int k = 0; k < values.size(); k++) {
            if (!Merger.isNumber(values.get(k))) {
                // The problem is reported already.
                return;
            }
            Value value = BranchCondition.asNumber(values.get(k), emitter);
            doubles |= value.type() == Type.F64 ? 1 << k : 0;
            operands.add(value.type() == Type.F64 ? emitter.convert(Conversion.F64_BITS, value) : value);
        }
        emitter.emit(new Op.Print(format, indexes, doubles), Type.VOID, operands);
        context.kernel.addPrint(emitter.position);
    }

    private List<Value> indexes() {
        List<Value> indexes = new ArrayList<>();
        if (context.isTeam) {
            for (TeamQuery rank : List.of(TeamQuery.LEAGUE_RANK, TeamQuery.TEAM_RANK)) {
                indexes.add(emitter.convert(Conversion.I2L, emitter.emit(rank, Type.I32, List.of())));
            }
            return indexes;
        }
        for (Value index : context.indexes) {
            boolean isIndex =
                    indexes.size() < PrintedLine.MOST_INDEXES && index.type().isInteger();
            if (isIndex) {
                indexes.add(index.type() == Type.I64 ? index : emitter.convert(Conversion.I2L, index));
            }
        }
        return indexes;
    }
}
