package org.sporos.host.jit;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.sporos.host.natives.AccessLocation;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Type;

/**
 * Writes the accesses to local arrays and tables of one kernel. An array is a part of the thread's
 * {@link WorkArrays scratch array} of its type; making it anew sets its elements to zero. So no array costs memory for
 * each index, and two arrays never share an element.
 */
final class LocalArrays {
    /** Up to so many elements are set to zero one by one. */
    private static final int FEW = 8;

    private final CaptureLoader captured;
    private final Map<LocalArray, Integer> places = new HashMap<>();

    LocalArrays(CaptureLoader captured) {
        this.captured = captured;
    }

    /** Returns where an array begins in the scratch array. */
    private int place(LocalArray array) {
        return places.computeIfAbsent(array, added -> captured.reserve(array.element(), array.length()));
    }

    void write(EffectWriter effects, Instruction instruction) {
        Op op = instruction.op();
        if (op instanceof Op.ArrayNew fresh) {
            clear(effects.code(), fresh.array());
        } else if (op instanceof Op.ArrayLoad load) {
            load(effects, instruction, load.array());
        } else if (op instanceof Op.ArrayStore store) {
            store(effects, instruction, store.array());
        }
    }

    private void clear(MethodWriter code, LocalArray array) {
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
        } else {
            element(effects, load, array);
        }
        code.op(MethodWriter.opcode(array.element(), Opcodes.IALOAD));
    }

    private void store(EffectWriter effects, Instruction store, LocalArray array) {
        MethodWriter code = effects.code();
        check(effects, store, array);
        element(effects, store, array);
        effects.expressions().value(EffectWriter.last(store));
        code.op(MethodWriter.opcode(array.element(), Opcodes.IASTORE));
    }

    /** Writes what fails unless the index surely is inside. */
    private static void check(EffectWriter effects, Instruction access, LocalArray array) {
        Long constant = ConstantFolding.literal(access.operand(0));
        if (effects.isInBounds(access) || constant != null && constant >= 0 && constant < array.length()) {
            return;
        }
        int local = effects.expressions().local(access.operand(0));
        AccessLocation site = AccessLocation.array(effects.shared().body().member(access), array.length(), access.position());
        effects.inside(site, local, array.length());
    }

    /** Leaves the scratch array and the position of an element on the stack. */
    private void element(EffectWriter effects, Instruction access, LocalArray array) {
        MethodWriter code = effects.code();
        code.reference(captured.work(array.element()));
        Long constant = ConstantFolding.literal(access.operand(0));
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
}
