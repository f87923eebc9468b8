package org.sporos.kernel.bytecode;

import static org.objectweb.asm.Opcodes.*;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.bytecode.JumpLifter.Exit;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/** Lifts single instructions: locals and constants itself, others by delegation. */
final class InstructionLifter {
    private final LiftContext context;
    private final MethodCode code;
    private final Emitter emitter;
    private final Arithmetic arithmetic;
    private final ArrayLifter arrays;
    private final ObjectLifter objects;
    private final CallLifter calls;
    private final JumpLifter jumps;

    InstructionLifter(LiftContext context, MethodCode code, Emitter emitter) {
        this.context = context;
        this.code = code;
        this.emitter = emitter;
        this.arithmetic = new Arithmetic(context, emitter);
        this.arrays = new ArrayLifter(context, code, emitter);
        this.objects = new ObjectLifter(context, emitter);
        this.calls = new CallLifter(context, code, emitter);
        this.jumps = new JumpLifter(context, emitter);
    }

    /** Returns the exit of the block, or null to continue with the next instruction. */
    @Nullable
    Exit lift(AbstractInsnNode node, int at, State state) {
        int opcode = node.getOpcode();
        if (node instanceof VarInsnNode variable) {
            variable(variable, at, state);
        } else if (node instanceof IincInsnNode increment) {
            increment(increment, at, state);
        } else if (opcode >= POP && opcode <= SWAP) {
            stack(opcode, state);
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
            return jumps.thrown(((TypeInsnNode) node).desc);
        } else if (node instanceof TypeInsnNode type) {
            objects.type(type, state);
        } else {
            return jumps.lift(node, state);
        }
        return null;
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
        String name = code.storedName(node.var, at);
        if (!name.isEmpty()) {
            name(slot, name);
        }
        state.locals[node.var] = slot;
        if (slot.isWide() && node.var + 1 < state.locals.length) {
            state.locals[node.var + 1] = null;
        }
    }

    /** Names the values stored to a variable: a number by the variable, a component by variable and component. */
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

    /** Lifts pop, dup and swap. A wide value is one entry here and two in the JVM. */
    private static void stack(int opcode, State state) {
        switch (opcode) {
            case POP -> state.pop();
            case POP2 -> drop(2, state);
            case DUP -> copy(1, 0, state);
            case DUP_X1 -> copy(1, 1, state);
            case DUP_X2 -> copy(1, 2, state);
            case DUP2 -> copy(2, 0, state);
            case DUP2_X1 -> copy(2, 1, state);
            case DUP2_X2 -> copy(2, 2, state);
            default -> state.insert(1, state.pop());
        }
    }

    private static void drop(int words, State state) {
        for (int left = words; left > 0; ) {
            left -= state.pop().isWide() ? 2 : 1;
        }
    }

    /** Copies the top words below the words under them. */
    private static void copy(int words, int below, State state) {
        int entries = entries(words, 0, state);
        int depth = entries + entries(below, entries, state);
        for (int k = 0; k < entries; k++) {
            state.insert(depth, state.peek(entries - 1 - k));
        }
    }

    private static int entries(int words, int from, State state) {
        int entries = 0;
        for (int left = words; left > 0; entries++) {
            left -= state.peek(from + entries).isWide() ? 2 : 1;
        }
        return entries;
    }

    /** Lifts fields, casts and allocations of records, which are replaced by their components. */
    private static final class ObjectLifter {
        private final LiftContext context;
        private final Emitter emitter;
        private final CapturedObjects objects;

        ObjectLifter(LiftContext context, Emitter emitter) {
            this.context = context;
            this.emitter = emitter;
            this.objects = new CapturedObjects(context);
        }

        void field(FieldInsnNode node, State state) {
            switch (node.getOpcode()) {
                case GETSTATIC -> state.push(objects.staticField(node.owner, node.name, node.desc, emitter));
                case GETFIELD -> state.push(read(node, state.pop()));
                case PUTSTATIC -> {
                    state.pop();
                    refuseWrite("static field " + SourceNames.simple(node.owner) + "." + node.name, node.name);
                }
                default -> {
                    Slot value = state.pop();
                    write(node, state.pop(), value);
                }
            }
        }

        private Slot read(FieldInsnNode node, Slot receiver) {
            if (receiver instanceof Slot.Known known) {
                return objects.field(known, node.owner, node.name, node.desc, emitter);
            } else if (receiver instanceof Slot.Rec rec && rec.components.get(node.name) != null) {
                return rec.components.get(node.name);
            }
            return CapturedObjects.unknown(node.desc);
        }

        private void write(FieldInsnNode node, Slot receiver, Slot value) {
            if (receiver instanceof Slot.Rec rec) {
                if (rec.components.put(node.name, value) != null) {
                    context.problem(
                            KernelCode.K306,
                            "assigns component " + node.name + " of record " + SourceNames.simple(rec.owner) + " twice",
                            emitter.position);
                }
            } else if (receiver instanceof Slot.Known known && RuntimeForm.isSharedVariable(node.owner)) {
                String variable = SourceLanguage.of(emitter.position).variable(known.name());
                refuseWrite("the captured var " + Labels.quoted(variable), variable);
            } else if (!(receiver instanceof Slot.Unknown)) {
                refuseWrite("field " + SourceNames.simple(node.owner) + "." + node.name, node.name);
            }
        }

        private void refuseWrite(String what, String name) {
            context.problem(KernelCode.K212, "writes " + what, KernelCode.K212.cure(), emitter.position, name);
        }

        void type(TypeInsnNode node, State state) {
            switch (node.getOpcode()) {
                case NEW -> state.push(allocate(node.desc));
                case INSTANCEOF -> state.push(isInstance(state.pop(), node.desc));
                default -> {}
            }
        }

        /** Returns whether a class is a Throwable. */
        boolean isThrowable(String type) {
            Class<?> loaded = objects.load(type);
            return loaded != null && Throwable.class.isAssignableFrom(loaded);
        }

        private Slot allocate(String type) {
            ClassNode node = type.startsWith("java/") ? null : context.classes.find(context.loader, type);
            if (node != null && "java/lang/Record".equals(node.superName)) {
                return new Slot.Rec(type, context.loader);
            }
            if (RuntimeForm.isRuntime(type)) {
                context.runtimeForm(type, "<init>", emitter.position);
                return new Slot.Unknown(false);
            }
            boolean text = type.equals("java/lang/StringBuilder") || type.equals("java/lang/String");
            context.problem(
                    text ? KernelCode.K206 : KernelCode.K201,
                    text
                            ? "builds a string"
                            : "makes a new " + SourceNames.simple(org.objectweb.asm.Type.getObjectType(type)),
                    emitter.position);
            return new Slot.Unknown(false);
        }

        private Slot isInstance(Slot slot, String type) {
            Boolean known = known(slot, type);
            if (known == null) {
                if (!(slot instanceof Slot.Unknown)) {
                    context.problem(
                            KernelCode.K215,
                            "tests instanceof " + SourceNames.simple(org.objectweb.asm.Type.getObjectType(type)),
                            emitter.position);
                }
                return new Slot.Unknown(false);
            }
            return new Slot.Num(emitter.constant(known ? 1 : 0));
        }

        private @Nullable Boolean known(Slot slot, String type) {
            Class<?> wanted = objects.load(type);
            if (wanted == null) {
                return null;
            } else if (slot instanceof Slot.Known known) {
                return wanted.isInstance(known.object());
            } else if (slot instanceof Slot.Rec rec) {
                Class<?> own = objects.load(rec.owner);
                return own == null ? null : (Boolean) wanted.isAssignableFrom(own);
            }
            return null;
        }
    }
}
