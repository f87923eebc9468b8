package org.sporos.kernel.bytecode;

import static org.objectweb.asm.Opcodes.*;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/** Lifts single instructions: it sorts them by what they touch and does locals, constants and jumps itself. */
final class InstructionLifter {
    private final LiftContext context;
    private final MethodCode code;
    private final Emitter emitter;
    private final MethodLifter flow;
    private final Arithmetic arithmetic;
    private final ArrayLifter arrays;
    private final ObjectLifter objects;
    private final CallLifter calls;

    InstructionLifter(LiftContext context, DraftRegion region, MethodCode code, Emitter emitter, MethodLifter flow) {
        this.context = context;
        this.code = code;
        this.emitter = emitter;
        this.flow = flow;
        this.arithmetic = new Arithmetic(emitter);
        this.arrays = new ArrayLifter(context, code, emitter);
        this.objects = new ObjectLifter(context, emitter);
        this.calls = new CallLifter(context, region, code, emitter);
    }

    void lift(AbstractInsnNode node, int at, State state) {
        int opcode = node.getOpcode();
        if (node instanceof VarInsnNode variable) {
            variable(variable, at, state);
        } else if (node instanceof IincInsnNode increment) {
            increment(increment, at, state);
        } else if (opcode >= POP && opcode <= SWAP) {
            StackMoves.apply(opcode, state);
        } else if (opcode >= IADD && opcode <= DCMPG && opcode != IINC) {
            arithmetic.lift(opcode, state);
        } else if (isArray(opcode)) {
            arrays.lift(node, at, state);
        } else if (opcode <= LDC) {
            constant(node, state);
        } else if (node instanceof MethodInsnNode call) {
            calls.lift(call, at, state);
        } else if (node instanceof InvokeDynamicInsnNode dynamic) {
            calls.dynamic(dynamic, state);
        } else if (node instanceof FieldInsnNode field) {
            objects.field(field, state);
        } else if (opcode == NEW && objects.isThrowable(((TypeInsnNode) node).desc)) {
            thrown(((TypeInsnNode) node).desc);
        } else if (node instanceof TypeInsnNode type) {
            objects.type(type, state);
        } else {
            control(node, state);
        }
    }

    private static boolean isArray(int opcode) {
        return opcode >= IALOAD && opcode <= SALOAD
                || opcode >= IASTORE && opcode <= SASTORE
                || opcode == NEWARRAY
                || opcode == ANEWARRAY
                || opcode == MULTIANEWARRAY
                || opcode == ARRAYLENGTH;
    }

    private void variable(VarInsnNode node, int at, State state) {
        if (node.getOpcode() >= ILOAD && node.getOpcode() <= ALOAD) {
            Slot slot = state.locals[node.var];
            state.push(slot == null ? new Slot.Unknown(false) : slot);
            return;
        }
        Slot slot = state.pop();
        if (slot instanceof Slot.Ordering) {
            slot = new Slot.Num(BranchCondition.asNumber(slot, emitter));
        }
        String name = code.storedName(node.var, at);
        if (!name.isEmpty()) {
            name(slot, name);
        }
        state.locals[node.var] = slot;
        if (slot.isWide() && node.var + 1 < state.locals.length) {
            state.locals[node.var + 1] = null;
        }
    }

    /** Names what a variable takes: a number after it, the components of a record after both. */
    private void name(Slot slot, String name) {
        if (slot instanceof Slot.Num num) {
            context.kernel.name(num.value(), name);
        } else if (slot instanceof Slot.Rec rec) {
            rec.components.forEach((component, part) -> name(part, name + "_" + component));
        }
    }

    private void increment(IincInsnNode node, int at, State state) {
        if (state.locals[node.var] instanceof Slot.Num num) {
            boolean down = node.incr < 0 && node.incr != Integer.MIN_VALUE;
            Value by = emitter.constant(Math.abs(node.incr));
            Value value = emitter.emit(down ? Binary.SUB : Binary.ADD, Type.I32, List.of(num.value(), by));
            String name = code.name(node.var, at);
            if (!name.isEmpty()) {
                context.kernel.name(value, name);
            }
            state.locals[node.var] = new Slot.Num(value);
        }
    }

    private void constant(AbstractInsnNode node, State state) {
        int opcode = node.getOpcode();
        if (node instanceof IntInsnNode small) {
            number(state, Type.I32, small.operand);
        } else if (node instanceof LdcInsnNode literal) {
            literal(literal.cst, state);
        } else if (opcode == ACONST_NULL) {
            state.push(new Slot.Known(null, "null"));
        } else if (opcode >= ICONST_M1 && opcode <= ICONST_5) {
            number(state, Type.I32, opcode - ICONST_0);
        } else if (opcode >= LCONST_0 && opcode <= LCONST_1) {
            number(state, Type.I64, opcode - LCONST_0);
        } else if (opcode >= FCONST_0 && opcode <= FCONST_2) {
            number(state, Type.F32, Float.floatToRawIntBits(opcode - FCONST_0));
        } else if (opcode >= DCONST_0 && opcode <= DCONST_1) {
            number(state, Type.F64, Double.doubleToRawLongBits(opcode - DCONST_0));
        }
    }

    private void literal(Object literal, State state) {
        if (literal instanceof Number number) {
            Type type = number instanceof Integer
                    ? Type.I32
                    : number instanceof Long ? Type.I64 : number instanceof Float ? Type.F32 : Type.F64;
            number(state, type, LiftContext.bits(number));
        } else {
            state.push(new Slot.Known(literal, ""));
        }
    }

    private void number(State state, Type type, long bits) {
        state.push(new Slot.Num(emitter.constant(type, bits)));
    }

    private void control(AbstractInsnNode node, State state) {
        int opcode = node.getOpcode();
        if (opcode == GOTO) {
            flow.jump(((JumpInsnNode) node).label);
        } else if (node instanceof JumpInsnNode jump) {
            branch(jump, state);
        } else if (opcode == TABLESWITCH || opcode == LOOKUPSWITCH) {
            new SwitchLifter(flow).lift(node, state.pop());
        } else if (opcode >= IRETURN && opcode <= RETURN) {
            flow.leave(opcode == RETURN ? null : result(state.pop()));
        } else if (opcode == ATHROW) {
            if (!(state.pop() instanceof Slot.Unknown)) {
                context.problem(KernelCode.K202, "throws an exception", emitter.position);
            }
            flow.stop();
        } else if (opcode == MONITORENTER) {
            state.pop();
            context.problem(KernelCode.K207, "takes a lock (synchronized)", emitter.position);
        } else if (opcode == MONITOREXIT) {
            state.pop();
        }
    }

    private Slot result(Slot slot) {
        return slot instanceof Slot.Ordering ? new Slot.Num(BranchCondition.asNumber(slot, emitter)) : slot;
    }

    /** Ends the block where an exception is made: what its message is made of is no problem of its own. */
    private void thrown(String type) {
        if (RuntimeForm.isRuntime(type)) {
            context.runtimeForm(type, "<init>", emitter.position);
        } else {
            context.problem(
                    KernelCode.K202,
                    "throws " + SourceNames.simple(org.objectweb.asm.Type.getObjectType(type)),
                    emitter.position);
        }
        flow.stop();
    }

    private void branch(JumpInsnNode jump, State state) {
        int opcode = jump.getOpcode();
        if (opcode >= IFEQ && opcode <= IFLE) {
            Slot slot = state.pop();
            Long bits = Emitter.constantBits(slot);
            if (bits != null) {
                flow.branch(KnownJumps.withZero(opcode, bits.intValue()), null, jump.label);
            } else {
                boolean number = Merger.isNumber(slot);
                flow.branch(null, number ? BranchCondition.withZero(opcode, slot, emitter) : null, jump.label);
            }
        } else if (opcode >= IF_ICMPEQ && opcode <= IF_ICMPLE) {
            ints(jump, state);
        } else {
            references(jump, state);
        }
    }

    private void ints(JumpInsnNode jump, State state) {
        Slot right = state.pop();
        Slot left = state.pop();
        Long a = Emitter.constantBits(left);
        Long b = Emitter.constantBits(right);
        if (a != null && b != null) {
            int opcode = jump.getOpcode() - IF_ICMPEQ + IFEQ;
            flow.branch(KnownJumps.withZero(opcode, Integer.compare(a.intValue(), b.intValue())), null, jump.label);
        } else if (Merger.isNumber(left) && Merger.isNumber(right)) {
            Value x = BranchCondition.asNumber(left, emitter);
            Value y = BranchCondition.asNumber(right, emitter);
            flow.branch(null, BranchCondition.ofInts(jump.getOpcode(), x, y, emitter), jump.label);
        } else {
            flow.branch(null, null, jump.label);
        }
    }

    private void references(JumpInsnNode jump, State state) {
        int opcode = jump.getOpcode();
        boolean withNull = opcode == IFNULL || opcode == IFNONNULL;
        Slot right = withNull ? new Slot.Known(null, "null") : state.pop();
        Slot left = state.pop();
        Boolean equal = KnownJumps.sameObject(left, right);
        if (equal == null && !(left instanceof Slot.Unknown) && !(right instanceof Slot.Unknown)) {
            context.problem(KernelCode.K215, "compares two references", emitter.position);
        }
        boolean wantsEqual = opcode == IFNULL || opcode == IF_ACMPEQ;
        flow.branch(equal == null ? null : (Boolean) (equal == wantsEqual), null, jump.label);
    }

    /** The outcomes of jumps that are known before the launch. */
    private static final class KnownJumps {
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
