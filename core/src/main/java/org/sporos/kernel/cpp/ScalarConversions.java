package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.Set;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Conversions from floating-point numbers to integers in code that compilers do not vectorize: outside of inner loops
 * in a body with checks, or operands of both a branch condition and an index. The scalar instruction is faster for
 * them.
 */
final class ScalarConversions {
    private final FunctionContext body;
    private final Region region;

    private ScalarConversions(FunctionContext body) {
        this.body = body;
        this.region = body.code.body();
    }

    static Set<Instruction> of(FunctionContext body) {
        return body.options.hoists() ? new ScalarConversions(body).found() : Set.of();
    }

    private Set<Instruction> found() {
        Set<Instruction> all = Sets.newIdentityHashSet();
        for (Block block : region.blocks()) {
            block.instructions().stream()
                    .filter(ScalarConversions::isConversion)
                    .forEach(all::add);
        }
        if (all.isEmpty()) {
            return all;
        }
        Set<Instruction> found = decidingIndexes();
        found.retainAll(all);
        if (body.isChecked()) {
            ControlFlow flow = ControlFlow.of(region);
            for (Block block : region.blocks()) {
                if (flow.loops().stream().noneMatch(loop -> loop.contains(block.id()))) {
                    block.instructions().stream().filter(all::contains).forEach(found::add);
                }
            }
        }
        return found;
    }

    private static boolean isConversion(Instruction at) {
        return at.op() == Conversion.F2I
                || at.op() == Conversion.D2I
                || at.op() == Conversion.F2L
                || at.op() == Conversion.D2L;
    }

    /** Returns the operands that branch conditions and indexes have in common. */
    private Set<Instruction> decidingIndexes() {
        Set<Instruction> decisions = Sets.newIdentityHashSet();
        ControlDependences.of(region).forEach(decision -> addOperands(decision, decisions));
        Set<Instruction> indexes = Sets.newIdentityHashSet();
        for (Block block : region.blocks()) {
            for (Instruction at : block.instructions()) {
                if (at.op() instanceof Op.Load || at.op() instanceof Op.Store || at.op() instanceof Op.Atomic) {
                    at.operands().subList(0, RuntimeChecks.indexes(at)).forEach(index -> add(index, indexes));
                }
            }
        }
        indexes.retainAll(decisions);
        return indexes;
    }

    private static void add(Value value, Set<Instruction> all) {
        if (value instanceof Instruction at && at.type().isInteger() && all.add(at)) {
            addOperands(at, all);
        }
    }

    private static void addOperands(Instruction at, Set<Instruction> all) {
        if (!isConversion(at)) {
            at.operands().forEach(operand -> add(operand, all));
        }
    }
}
