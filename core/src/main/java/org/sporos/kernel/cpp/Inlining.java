package org.sporos.kernel.cpp;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Selects the values that are inlined into their use: literals and captured scalars always; unnamed values without
 * effects and with one use, in their own block; loads likewise, if no store is in between. A floating-point select used
 * by arithmetic keeps a variable.
 */
final class Inlining {
    private static final int MAX_WEIGHT = 14;

    private final CheckedAccesses checks;
    private final MemberCode members;
    private final Uses uses;
    private final BitSet inlined = new BitSet();
    private final Map<Value, Integer> weights = new HashMap<>();

    Inlining(Kernel kernel, CheckedAccesses checks, MemberCode members) {
        this.checks = checks;
        this.members = members;
        this.uses = new Uses(kernel.body());
        Walk.blocks(kernel.body(), this::choose);
        Walk.blocks(kernel.body(), this::limit);
    }

    boolean isInlined(Value value) {
        return value instanceof Instruction instruction && (Uses.isAtom(instruction) || inlined.get(value.id()));
    }

    boolean isUsed(Value value) {
        return uses.count(value) > 0;
    }

    Uses uses() {
        return uses;
    }

    /** Walks backwards, so that the position of a user is known before its operands are visited. */
    private void choose(Block block) {
        List<Instruction> all = block.instructions();
        Map<Value, Integer> usedAt = new HashMap<>();
        for (Edge edge : block.terminator().edges()) {
            for (Value value : edge.arguments()) {
                usedAt.put(value, all.size());
            }
        }
        block.terminator().operands().forEach(value -> usedAt.put(value, all.size()));
        for (int k = all.size() - 1; k >= 0; k--) {
            Instruction instruction = all.get(k);
            int position = k;
            Integer user = usedAt.get(instruction);
            if (user != null && uses.count(instruction) == 1 && mayMove(block, instruction, k, user)) {
                inlined.set(instruction.id());
                position = user;
            }
            for (int o = 0; o < instruction.operands().size(); o++) {
                boolean needsName = checks.isIndex(instruction, o) && !checks.isInside(instruction, o)
                        || isSelectInArithmetic(instruction.operand(o), instruction);
                if (!needsName) {
                    usedAt.put(instruction.operand(o), position);
                }
            }
        }
    }

    /**
     * A select of constants is never -0.0, but g++ 12 folds {@code 0.0 - (c ? 1.0 : 0.0)} to a negation, with another
     * zero (see {@code to_double} in java.h). A variable prevents the fold.
     */
    private static boolean isSelectInArithmetic(Value operand, Instruction user) {
        boolean isArithmetic =
                user.op() instanceof Binary || user.op() instanceof Unary || user.op() instanceof Conversion;
        return isArithmetic
                && operand.type().isFloating()
                && operand instanceof Instruction select
                && select.op() instanceof Op.Select;
    }

    private boolean mayMove(Block block, Instruction instruction, int from, int to) {
        // A load of the first lane is broadcast while all lanes are active.
        if (instruction.type() == Type.VOID
                || !instruction.regions().isEmpty()
                || members.isOfFirstLane(instruction)
                || keepsName(block, instruction)) {
            return false;
        }
        boolean load = instruction.op() instanceof Op.Load || instruction.op() instanceof Op.ArrayLoad;
        if (!load) {
            return instruction.isPure()
                    || instruction.isDivision() && !checks.mayDivideByZero(instruction)
                    || instruction.op() instanceof Op.Check && !checks.isChecked(instruction);
        }
        if (checks.isChecked(instruction)) {
            return false;
        }
        for (int k = from + 1; k < to; k++) {
            Instruction between = block.instructions().get(k);
            boolean reads = between.op() instanceof Op.Load || between.op() instanceof Op.ArrayLoad;
            if (!between.isPure() && !reads && !between.isDivision()) {
                return false;
            }
        }
        return true;
    }

    /** A value named by the user keeps its variable, unless it is passed to a block argument. */
    private static boolean keepsName(Block block, Instruction instruction) {
        if (instruction.name().isEmpty()) {
            return false;
        }
        return block.terminator().edges().stream()
                .noneMatch(edge -> edge.arguments().contains(instruction));
    }

    /** Gives the heaviest operand of an overlong expression a variable. */
    private void limit(Block block) {
        for (Instruction instruction : block.instructions()) {
            int weight = 1;
            Value heaviest = null;
            for (Value operand : instruction.operands()) {
                int own = isInlined(operand) ? weights.getOrDefault(operand, 1) : 1;
                weight += own;
                boolean heavier = heaviest == null || own > weights.getOrDefault(heaviest, 1);
                if (inlined.get(operand.id()) && heavier) {
                    heaviest = operand;
                }
            }
            if (weight > MAX_WEIGHT && heaviest != null) {
                inlined.clear(heaviest.id());
                weight -= weights.getOrDefault(heaviest, 1) - 1;
            }
            weights.put(instruction, weight);
        }
    }
}
