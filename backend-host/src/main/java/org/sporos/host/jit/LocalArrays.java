package org.sporos.host.jit;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.Opcodes;
import org.sporos.host.natives.AccessLocation;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;

/**
 * Writes what is done with the local arrays of one kernel. An array is a set of local variables, or else a part of the
 * thread's {@link WorkArrays scratch array} of its type; making it anew sets its elements to zero. So no array costs
 * memory for each index, and two arrays never share an element.
 */
final class LocalArrays {
    /** Up to so many elements are set to zero one by one. */
    private static final int FEW = 8;

    private final CaptureLoader captured;
    private final ScalarReplacement replacement;
    private final Map<LocalArray, Integer> places = new HashMap<>();

    LocalArrays(CaptureLoader captured, ScalarReplacement replacement) {
        this.captured = captured;
        this.replacement = replacement;
    }

    /** Returns the blocks of the kernel as they are written. */
    Unrolling unrolling() {
        return replacement.unrolling();
    }

    /** Returns whether no array becomes local variables. */
    boolean isNone() {
        return replacement.isNone();
    }

    /** Returns where an array begins in the scratch array. */
    private int place(LocalArray array) {
        return places.computeIfAbsent(array, added -> captured.reserve(array.element(), array.length()));
    }

    void write(EffectWriter effects, Instruction instruction) {
        Op op = instruction.op();
        if (op instanceof Op.ArrayNew fresh) {
            if (replacement.replaces(fresh.array())) {
                clearLocals(effects, fresh.array());
            } else {
                clearPart(effects.code(), fresh.array());
            }
        } else if (op instanceof Op.ArrayLoad load) {
            load(effects, instruction, load.array());
        } else if (op instanceof Op.ArrayStore store) {
            store(effects, instruction, store.array());
        }
    }

    private static void clearLocals(EffectWriter effects, LocalArray array) {
        Type type = array.element().value();
        for (int local : effects.elements(array)) {
            effects.code().constant(type, 0);
            effects.code().store(type, local);
        }
    }

    private void clearPart(MethodWriter code, LocalArray array) {
        int first = place(array);
        Type type = array.element().value();
        if (array.length() > FEW) {
            code.reference(captured.work(array.element()));
            code.number(first);
            code.number(first + array.length());
            code.constant(type, 0);
            String letter = MethodWriter.arrayOf(array.element()).substring(1);
            code.invoke("java/util/Arrays", "fill", "([" + letter + "II" + letter + ")V");
            return;
        }
        for (int k = 0; k < array.length(); k++) {
            code.reference(captured.work(array.element()));
            code.number(first + k);
            code.constant(type, 0);
            code.op(MethodWriter.opcode(array.element(), Opcodes.IASTORE));
        }
    }

    private void load(EffectWriter effects, Instruction load, LocalArray array) {
        MethodWriter code = effects.code();
        check(effects, load, array);
        if (array.isTable()) {
            code.reference(captured.table(array));
            effects.expressions().value(load.operand(0));
            code.op(MethodWriter.opcode(array.element(), Opcodes.IALOAD));
        } else if (!replacement.replaces(array)) {
            element(effects, load, array);
            code.op(MethodWriter.opcode(array.element(), Opcodes.IALOAD));
        } else if (isInside(effects, load, array)) {
            code.load(array.element().value(), local(effects, load, array));
        } else {
            // Never reached: the check has failed, or a condition holds that no constant shows.
            code.constant(array.element().value(), 0);
        }
    }

    private void store(EffectWriter effects, Instruction store, LocalArray array) {
        MethodWriter code = effects.code();
        Value stored = EffectWriter.last(store);
        check(effects, store, array);
        if (!replacement.replaces(array)) {
            element(effects, store, array);
            effects.expressions().value(stored);
            code.op(MethodWriter.opcode(array.element(), Opcodes.IASTORE));
        } else if (isInside(effects, store, array)) {
            effects.expressions().value(stored);
            narrow(code, array.element());
            code.store(array.element().value(), local(effects, store, array));
        }
    }

    private static int index(EffectWriter effects, Instruction access) {
        return Objects.requireNonNull(effects.expressions().constant(access.operand(0)))
                .intValue();
    }

    private static boolean isInside(EffectWriter effects, Instruction access, LocalArray array) {
        int index = index(effects, access);
        return index >= 0 && index < array.length();
    }

    private static int local(EffectWriter effects, Instruction access, LocalArray array) {
        return effects.elements(array)[index(effects, access)];
    }

    /** Writes what fails unless the index surely is inside. */
    private static void check(EffectWriter effects, Instruction access, LocalArray array) {
        Long constant = effects.expressions().constant(access.operand(0));
        if (effects.isInBounds(access) || constant != null && constant >= 0 && constant < array.length()) {
            return;
        }
        int local = effects.expressions().local(access.operand(0));
        AccessLocation site = AccessLocation.array(effects.shared().member(), array.length(), access.position());
        effects.inside(site, local, array.length());
    }

    /** Leaves the scratch array and the position of an element on the stack. */
    private void element(EffectWriter effects, Instruction access, LocalArray array) {
        MethodWriter code = effects.code();
        code.reference(captured.work(array.element()));
        Long constant = effects.expressions().constant(access.operand(0));
        if (constant != null) {
            code.number(place(array) + constant.intValue());
            return;
        }
        effects.expressions().value(access.operand(0));
        if (place(array) != 0) {
            code.number(place(array));
            code.op(Opcodes.IADD);
        }
    }

    /** Turns the value on the stack into what an element would hold. */
    private static void narrow(MethodWriter code, Storage element) {
        switch (element) {
            case BOOL -> {
                code.number(1);
                code.op(Opcodes.IAND);
            }
            case I8 -> code.op(Opcodes.I2B);
            case I16 -> code.op(Opcodes.I2S);
            case U16 -> code.op(Opcodes.I2C);
            default -> {}
        }
    }
}
