package org.sporos.kernel.bytecode;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.ir.Region.Value;

/** Lifts jumps, switches, returns and throws to exits of their block; a constant condition becomes a jump. */
record JumpLifter(LiftContext context, Emitter emitter) {
    /** The end of a basic block of bytecode. */
    sealed interface Exit {
        /** An unconditional jump. */
        record Jump(LabelNode target) implements Exit {}

        /** A conditional jump or fall-through; a null test has a reported problem. */
        record Branch(@Nullable BranchCondition test, LabelNode target) implements Exit {}

        /** A switch; the default target is last. */
        record Switch(Value value, List<Integer> keys, List<LabelNode> targets, LabelNode otherwise) implements Exit {}

        /** A return of the method. */
        record Return(@Nullable Slot result) implements Exit {}

        /** An end with a reported problem. */
        record Stop() implements Exit {}
    }

    /** Returns the exit of the block, or null where the next instruction follows. */
    @Nullable
    Exit lift(AbstractInsnNode node, State state) {
        int opcode = node.getOpcode();
        if (opcode == GOTO) {
            return new Exit.Jump(((JumpInsnNode) node).label);
        } else if (node instanceof JumpInsnNode jump) {
            return branch(jump, state);
        } else if (opcode == TABLESWITCH || opcode == LOOKUPSWITCH) {
            return switchOn(node, state.pop());
        } else if (opcode >= IRETURN && opcode <= RETURN) {
            return new Exit.Return(opcode == RETURN ? null : state.pop());
        } else if (opcode == ATHROW) {
            if (!(state.pop() instanceof Slot.Unknown)) {
                context.problem(KernelCode.K202, "throws an exception", emitter.position);
            }
            return new Exit.Stop();
        } else if (opcode == MONITORENTER) {
            state.pop();
            context.problem(KernelCode.K207, "takes a lock (synchronized)", emitter.position);
        } else if (opcode == MONITOREXIT) {
            state.pop();
        }
        return null;
    }

    /** A switch on a constant becomes a jump. */
    private static Exit switchOn(AbstractInsnNode node, Slot slot) {
        List<Integer> keys = new ArrayList<>();
        List<LabelNode> targets = new ArrayList<>();
        LabelNode otherwise;
        if (node instanceof TableSwitchInsnNode table) {
            otherwise = table.dflt;
            for (int k = 0; k < table.labels.size(); k++) {
                // Holes of a table have the default target and are no cases of the source.
                if (table.labels.get(k) != otherwise) {
                    keys.add(table.min + k);
                    targets.add(table.labels.get(k));
                }
            }
        } else {
            LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) node;
            otherwise = lookup.dflt;
            keys.addAll(lookup.keys);
            targets.addAll(lookup.labels);
        }
        Long known = Emitter.constantBits(slot);
        if (known != null) {
            int at = keys.indexOf(known.intValue());
            return new Exit.Jump(at < 0 ? otherwise : targets.get(at));
        }
        return slot instanceof Slot.Num num && !keys.isEmpty()
                ? new Exit.Switch(num.value(), keys, targets, otherwise)
                : new Exit.Jump(otherwise);
    }

    /** Ends the block at the allocation of an exception; its message is not lifted. */
    Exit thrown(String type) {
        if (RuntimeForm.isRuntime(type)) {
            context.runtimeForm(type, "<init>", emitter.position);
        } else {
            context.problem(
                    KernelCode.K202,
                    "throws " + SourceNames.simple(org.objectweb.asm.Type.getObjectType(type)),
                    emitter.position);
        }
        return new Exit.Stop();
    }

    /** Returns whether an instruction compares an int or an ordering with zero, and jumps. */
    static boolean comparesWithZero(int opcode) {
        return opcode >= IFEQ && opcode <= IFLE;
    }

    private @Nullable Exit branch(JumpInsnNode jump, State state) {
        int opcode = jump.getOpcode();
        if (comparesWithZero(opcode)) {
            Slot slot = state.pop();
            Long bits = Emitter.constantBits(slot);
            if (bits != null) {
                return known(ConstantJumps.withZero(opcode, bits.intValue()), jump);
            }
            boolean number = context.requiresNumber(slot);
            return new Exit.Branch(number ? BranchCondition.withZero(opcode, slot, emitter) : null, jump.label);
        }
        return opcode >= IF_ICMPEQ && opcode <= IF_ICMPLE ? ints(jump, state) : references(jump, state);
    }

    private static @Nullable Exit known(boolean isTaken, JumpInsnNode jump) {
        return isTaken ? new Exit.Jump(jump.label) : null;
    }

    private @Nullable Exit ints(JumpInsnNode jump, State state) {
        Slot right = state.pop();
        Slot left = state.pop();
        Long a = Emitter.constantBits(left);
        Long b = Emitter.constantBits(right);
        if (a != null && b != null) {
            int opcode = jump.getOpcode() - IF_ICMPEQ + IFEQ;
            return known(ConstantJumps.withZero(opcode, Integer.compare(a.intValue(), b.intValue())), jump);
        } else if (context.requiresNumber(left) && context.requiresNumber(right)) {
            Value x = BranchCondition.asNumber(left, emitter);
            Value y = BranchCondition.asNumber(right, emitter);
            return new Exit.Branch(BranchCondition.ofInts(jump.getOpcode(), x, y, emitter), jump.label);
        }
        return new Exit.Branch(null, jump.label);
    }

    private @Nullable Exit references(JumpInsnNode jump, State state) {
        int opcode = jump.getOpcode();
        boolean withNull = opcode == IFNULL || opcode == IFNONNULL;
        Slot right = withNull ? new Slot.Known(null, "null") : state.pop();
        Slot left = state.pop();
        Boolean equal = ConstantJumps.sameObject(left, right);
        if (equal == null && !(left instanceof Slot.Unknown) && !(right instanceof Slot.Unknown)) {
            context.problem(KernelCode.K215, "compares two references", emitter.position);
        }
        boolean wantsEqual = opcode == IFNULL || opcode == IF_ACMPEQ;
        return equal == null ? new Exit.Branch(null, jump.label) : known(equal == wantsEqual, jump);
    }

    /** Jumps with constant operands. */
    private static final class ConstantJumps {
        static boolean withZero(int opcode, int value) {
            return switch (opcode) {
                case IFEQ -> value == 0;
                case IFNE -> value != 0;
                case IFLT -> value < 0;
                case IFGE -> value >= 0;
                case IFGT -> value > 0;
                default -> value <= 0;
            };
        }

        static @Nullable Boolean sameObject(Slot left, Slot right) {
            if (left instanceof Slot.Known a && right instanceof Slot.Known b) {
                return a.object() == b.object();
            }
            boolean anyNull = left instanceof Slot.Known a && a.object() == null
                    || right instanceof Slot.Known b && b.object() == null;
            boolean anyUnknown = left instanceof Slot.Unknown || right instanceof Slot.Unknown;
            return anyNull && !anyUnknown ? Boolean.FALSE : null;
        }
    }
}
