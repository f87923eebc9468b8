package org.sporos.kernel.bytecode;

import static org.objectweb.asm.Opcodes.*;

import java.lang.reflect.Array;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.ir.ConstantTable;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;

/** Lifts local arrays, tables of captured primitive arrays, and reads of captured object arrays. */
record ArrayLifter(LiftContext context, MethodCode code, Emitter emitter) {
    private static final int MAX_BYTES = 16 * 1024;

    void lift(AbstractInsnNode node, int at, State state) {
        int opcode = node.getOpcode();
        if (opcode == NEWARRAY) {
            state.push(declare(((IntInsnNode) node).operand, at, state.pop()));
        } else if (opcode == ANEWARRAY) {
            state.pop();
            objects(((TypeInsnNode) node).desc);
            state.push(new Slot.Unknown(false));
        } else if (opcode == MULTIANEWARRAY) {
            state.push(rows((MultiANewArrayInsnNode) node, at, state));
        } else if (opcode == ARRAYLENGTH) {
            state.push(length(state.pop()));
        } else if (opcode <= SALOAD) {
            Slot index = state.pop();
            state.push(load(opcode, state.pop(), index));
        } else {
            Slot value = state.pop();
            Slot index = state.pop();
            store(state.pop(), index, value);
        }
    }

    /** An array of slices is an argument of subview, which has its own error. */
    private void objects(String type) {
        if (!type.equals("org/sporos/view/Slice")) {
            String shown = SourceNames.simple(org.objectweb.asm.Type.getObjectType(type));
            context.problem(KernelCode.K302, "makes an array of " + shown, emitter.position);
        }
    }

    private Slot declare(int kind, int at, Slot lengthSlot) {
        String name = arrayName(code, at);
        Long length = length(lengthSlot, name);
        return length == null ? new Slot.Unknown(false) : sized(element(kind), name, length);
    }

    /** Declares a local array, unless it is too large. */
    private Slot sized(Storage element, String name, long length) {
        if (length < 0 || length * element.bytes() > MAX_BYTES) {
            String why = length < 0 ? "which Java refuses" : "more than " + MAX_BYTES / 1024 + " KiB";
            problem(KernelCode.K303, "makes array" + quoted(name) + " of " + length + " elements, " + why, name);
            return new Slot.Unknown(false);
        }
        return declare(context, emitter, name, element, (int) length);
    }

    static Slot.Array declare(LiftContext context, Emitter emitter, String name, Storage element, int length) {
        LocalArray array = context.kernel.captures().array(name.isEmpty() ? "array" : name, element, length);
        emitter.emit(new Op.ArrayNew(array), Type.VOID, List.of());
        return new Slot.Array(array, context.depth);
    }

    /** Declares a two-dimensional array as one array in row-major order. */
    private Slot rows(MultiANewArrayInsnNode node, int at, State state) {
        Slot columnsSlot = state.pop();
        Slot rowsSlot = state.pop();
        for (int d = 2; d < node.dims; d++) {
            state.pop();
        }
        Storage element = node.desc.length() == 3 ? element(node.desc.charAt(2)) : null;
        if (element == null) {
            context.problem(KernelCode.K302, "makes an array of arrays of arrays", emitter.position);
            return new Slot.Unknown(false);
        }
        String name = arrayName(code, at);
        Long rows = length(rowsSlot, name);
        Long columns = length(columnsSlot, name);
        if (rows == null || columns == null) {
            return new Slot.Unknown(false);
        }
        Slot all = sized(element, name, rows < 0 ? rows : columns < 0 ? columns : rows * columns);
        return all instanceof Slot.Array array
                ? new Slot.Rows(array.array(), rows.intValue(), columns.intValue(), array.depth())
                : all;
    }

    /** Returns a length that is constant at launch, or null with a reported problem. */
    private @Nullable Long length(Slot slot, String name) {
        Long length = slot instanceof Slot.Num num ? constant(num.value()) : null;
        if (length == null && !(slot instanceof Slot.Unknown)) {
            problem(KernelCode.K301, "makes array" + quoted(name) + " of a length that is not constant", name);
        }
        return length;
    }

    /** Folds constants, captured scalars and int arithmetic on them. */
    private static @Nullable Long constant(Value value) {
        return folded(value, Emitter::knownBits);
    }

    /** Folds int addition, subtraction and multiplication; null if a leaf is not constant. */
    static @Nullable Long folded(Value value, Function<Slot, @Nullable Long> number) {
        Long direct = number.apply(new Slot.Num(value));
        if (direct != null || !(value instanceof Instruction i) || i.operands().size() != 2) {
            return direct;
        }
        Long a = folded(i.operand(0), number);
        Long b = folded(i.operand(1), number);
        if (a == null || b == null || i.type() != Type.I32 || !(i.op() instanceof Binary operator)) {
            return null;
        }
        return switch (operator) {
            case ADD -> (long) (int) (a + b);
            case SUB -> (long) (int) (a - b);
            case MUL -> (long) (int) (a * b);
            default -> null;
        };
    }

    /** Returns the name of the variable that an array is stored to after its initializer. */
    static String arrayName(MethodCode code, int at) {
        for (int k = at + 1; k < code.method.instructions.size(); k++) {
            AbstractInsnNode node = code.instruction(k);
            if (node instanceof VarInsnNode variable && node.getOpcode() == ASTORE) {
                return code.storedName(variable.var, k);
            } else if (node.getOpcode() >= GOTO && node.getOpcode() <= INVOKEDYNAMIC) {
                break;
            }
        }
        return "";
    }

    private static Storage element(int kind) {
        return switch (kind) {
            case T_BOOLEAN -> Storage.BOOL;
            case T_CHAR -> Storage.U16;
            case T_FLOAT -> Storage.F32;
            case T_DOUBLE -> Storage.F64;
            case T_BYTE -> Storage.I8;
            case T_SHORT -> Storage.I16;
            case T_INT -> Storage.I32;
            default -> Storage.I64;
        };
    }

    private static @Nullable Storage element(char descriptor) {
        int kind = "ZCFDBSIJ".indexOf(descriptor);
        return kind < 0 ? null : element(T_BOOLEAN + kind);
    }

    /** Reports a use of an array that is null. */
    private boolean isNull(Slot slot, String use) {
        if (!(slot instanceof Slot.Known known) || known.object() != null) {
            return false;
        }
        String name = known.name().equals("null") ? "" : known.name();
        String array = name.isEmpty() ? "an array" : "array" + quoted(name);
        problem(KernelCode.K214, use + " of " + array + ", which is null", name);
        return true;
    }

    private Slot length(Slot slot) {
        if (isNull(slot, "reads the length")) {
            return new Slot.Unknown(false);
        } else if (slot instanceof Slot.Array array) {
            return new Slot.Num(emitter.constant(array.array().length()));
        } else if (slot instanceof Slot.Rows rows) {
            return new Slot.Num(emitter.constant(rows.rows()));
        } else if (slot instanceof Slot.Row row) {
            return new Slot.Num(emitter.constant(row.columns()));
        } else if (slot instanceof Slot.Known known) {
            Object array = Required.internal(known.object(), "an array");
            return new Slot.Num(emitter.constant(context.reader.length(array)));
        }
        return new Slot.Unknown(false);
    }

    private Slot load(int opcode, Slot from, Slot index) {
        boolean wide = opcode == LALOAD || opcode == DALOAD;
        Slot array = table(from);
        if (isNull(array, "reads an element")) {
            return new Slot.Unknown(wide);
        } else if (array instanceof Slot.Row row) {
            return load(opcode, whole(row), rowMajorIndex(row, index));
        } else if (array instanceof Slot.Rows rows) {
            return index instanceof Slot.Num num ? row(rows, num.value()) : new Slot.Unknown(false);
        } else if (array instanceof Slot.Array local) {
            return index instanceof Slot.Num num ? element(local.array(), num.value()) : new Slot.Unknown(wide);
        } else if (array instanceof Slot.Known known) {
            return fromCaptured(known, index, wide);
        }
        return new Slot.Unknown(wide);
    }

    private Slot element(LocalArray array, Value index) {
        Long at = array.isTable() ? folded(index, Emitter::constantBits) : null;
        if (at != null && at >= 0 && at < array.length()) {
            return new Slot.Num(
                    emitter.constant(array.element().value(), array.contents().bits(at.intValue())));
        }
        return new Slot.Num(
                emitter.emit(new Op.ArrayLoad(array), array.element().value(), List.of(index)));
    }

    /**
     * Returns a captured array of primitives, or of rows of equal length, as a table of its present contents; other
     * slots unchanged.
     */
    Slot table(Slot slot) {
        return table(slot, context);
    }

    static Slot table(Slot slot, LiftContext context) {
        if (!(slot instanceof Slot.Known known)
                || known.object() == null
                || !known.object().getClass().isArray()
                || SwitchTables.isTable(known.name())) {
            return slot;
        }
        ConstantTable table = context.reader.table(known.object());
        if (table == null) {
            return slot;
        }
        LocalArray array = context.kernel.captures().table(nameOf(known), known.object(), table);
        return table.columns() == 0
                ? new Slot.Array(array, context.depth)
                : new Slot.Rows(array, table.length() / table.columns(), table.columns(), context.depth);
    }

    private static String nameOf(Slot.Known known) {
        return known.name().isEmpty() ? "table" : known.name();
    }

    private Slot row(Slot.Rows rows, Value index) {
        Value checked = checkedIndex(index, rows.array(), rows.rows());
        Value first = emitter.emit(Binary.MUL, Type.I32, List.of(checked, emitter.constant(rows.columns())));
        return new Slot.Row(rows.array(), first, rows.columns(), rows.depth());
    }

    private static Slot whole(Slot.Row row) {
        return new Slot.Array(row.array(), row.depth());
    }

    /** Returns the index of an element of a row in the row-major array. */
    private Slot rowMajorIndex(Slot.Row row, Slot index) {
        if (!(index instanceof Slot.Num num)) {
            return index;
        }
        Value column = checkedIndex(num.value(), row.array(), row.columns());
        return new Slot.Num(emitter.emit(Binary.ADD, Type.I32, List.of(row.first(), column)));
    }

    /** Returns a bounds-checked index; a constant in bounds needs no check. */
    private Value checkedIndex(Value index, LocalArray array, int length) {
        Long constant = Emitter.constantBits(new Slot.Num(index));
        boolean known = constant != null && constant >= 0 && constant < length;
        Op check = new Op.Check(Op.Check.Failure.INDEX, array.name(), length);
        return known ? index : emitter.emit(check, Type.I32, List.of(index));
    }

    private Slot fromCaptured(Slot.Known known, Slot index, boolean wide) {
        Object array = Required.internal(known.object(), "a captured array");
        boolean primitive = !(array instanceof Object[]);
        if (ConstantTable.isTooLarge(array) && !SwitchTables.isTable(known.name())) {
            problem(
                    KernelCode.K227,
                    "reads the captured Java array" + quoted(known.name()) + " of " + Array.getLength(array)
                            + (primitive ? " elements" : " rows") + ", more than "
                            + ConstantTable.MOST_BYTES / 1024 + " KiB",
                    known.name());
            return new Slot.Unknown(wide);
        }
        Long at = index instanceof Slot.Num num ? constant(num.value()) : null;
        if (at == null || at < 0 || at >= Array.getLength(array)) {
            problem(
                    KernelCode.K304,
                    "indexes the array" + quoted(known.name())
                            + (at == null ? " by a variable index" : " by " + at + ", outside of its length"),
                    known.name());
            return new Slot.Unknown(wide);
        }
        Object element = context.reader.element(array, at.intValue());
        return primitive
                ? new Slot.Num(
                        emitter.constant(((Number) Required.internal(element, "an element of a table")).intValue()))
                : new Slot.Known(element, known.name() + at);
    }

    private void store(Slot to, Slot index, Slot value) {
        Slot array = table(to);
        if (isNull(array, "writes an element")) {
            return;
        } else if (array instanceof Slot.Known known) {
            refuseStore(context, emitter, known.name());
        } else if (tableOf(array) != null) {
            refuseStore(
                    context,
                    emitter,
                    Required.internal(tableOf(array), "a table").name());
        } else if (array instanceof Slot.Rows rows) {
            String name = rows.array().name();
            problem(KernelCode.K220, "replaces a row of local array " + Labels.quoted(name), name);
        } else if (array instanceof Slot.Row row) {
            store(whole(row), rowMajorIndex(row, index), value);
        } else if (array instanceof Slot.Array local && index instanceof Slot.Num at && context.requiresNumber(value)) {
            if (local.depth() < context.depth) {
                String name = local.array().name();
                problem(KernelCode.K322, "writes local array " + Labels.quoted(name) + " in a nested range", name);
            }
            emitter.emit(
                    new Op.ArrayStore(local.array()),
                    Type.VOID,
                    List.of(at.value(), BranchCondition.asNumber(value, emitter)));
        }
    }

    /** Returns the table of a slot or of its row, or null. */
    static @Nullable LocalArray tableOf(Slot slot) {
        LocalArray array = slot instanceof Slot.Array all
                ? all.array()
                : slot instanceof Slot.Rows rows ? rows.array() : slot instanceof Slot.Row row ? row.array() : null;
        return array != null && array.isTable() ? array : null;
    }

    static void refuseStore(LiftContext context, Emitter emitter, String name) {
        context.problem(
                KernelCode.K213,
                "writes the captured Java array" + quoted(name),
                KernelCode.K213.cure(),
                emitter.position,
                name.isEmpty() ? null : name);
    }

    private void problem(KernelCode problem, String clause, String variable) {
        context.problem(problem, clause, problem.cure(), emitter.position, variable.isEmpty() ? null : variable);
    }

    private static String quoted(String name) {
        return name.isEmpty() ? "" : " " + Labels.quoted(name);
    }
}
