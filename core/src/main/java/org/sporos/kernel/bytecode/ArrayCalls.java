package org.sporos.kernel.bytecode;

import java.util.List;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Lifts {@code Arrays.fill}, {@code System.arraycopy} and {@code clone} of local arrays, by inlining {@link ArrayCode}.
 */
record ArrayCalls(LiftContext context, Emitter emitter, Code code) {
    private static final String COPY = "([II[III)V";

    /** Inlines a method of {@link ArrayCode}. */
    interface Code {
        void inline(String name, String descriptor, List<Slot> arguments);
    }

    /** Returns the arguments of a static method; if it is fill or arraycopy, captured arrays become tables. */
    static List<Slot> arguments(String owner, String name, List<Slot> arguments, LiftContext context) {
        return isFill(owner, name) || isCopy(owner, name)
                ? arguments.stream()
                        .map(argument -> ArrayLifter.table(argument, context))
                        .toList()
                : arguments;
    }

    private static boolean isFill(String owner, String name) {
        return owner.equals("java/util/Arrays") && name.equals("fill");
    }

    private static boolean isCopy(String owner, String name) {
        return owner.equals("java/lang/System") && name.equals("arraycopy");
    }

    /** Returns whether a call is a fill or arraycopy of local arrays; the source may be a table. */
    static boolean isLifted(String owner, String name, List<Slot> arguments) {
        boolean lifted = isFill(owner, name) || isCopy(owner, name) && isLocal(arguments.get(2));
        return lifted && isLocal(arguments.get(0));
    }

    /** Returns whether a slot is a local array or a row of one. */
    static boolean isLocal(Slot slot) {
        return slot instanceof Slot.Array || slot instanceof Slot.Row;
    }

    void call(String name, List<Slot> arguments) {
        LocalArray table = ArrayLifter.tableOf(arguments.get(name.equals("fill") ? 0 : 2));
        if (table != null) {
            ArrayLifter.refuseStore(context, emitter, table.name());
            return;
        }
        if (name.equals("fill")) {
            if (arguments.size() == 4) {
                requireOrder(arguments.get(1), arguments.get(2));
            }
            code.inline("fill", arguments.size() == 2 ? "([II)V" : "([IIII)V", arguments);
            return;
        }
        LocalArray from = array(arguments.get(0));
        LocalArray to = array(arguments.get(2));
        if (from.element() != to.element()) {
            context.problem(KernelCode.K221, "copies between local arrays of different types", emitter.position);
        } else {
            code.inline(from == to ? "move" : "copy", COPY, arguments);
        }
    }

    /** Fails, as the JDK does first, if a range begins after its end. */
    private void requireOrder(Slot begin, Slot end) {
        Long first = Emitter.constantBits(begin);
        Long last = Emitter.constantBits(end);
        boolean known = first != null && last != null && first <= last;
        if (!known && begin instanceof Slot.Num from && end instanceof Slot.Num to) {
            Value behind = emitter.emit(Compare.GT, Type.BOOL, List.of(from.value(), to.value()));
            Op check = new Op.Check(Op.Check.Failure.BEGIN_BEHIND_END, "", 1);
            emitter.emit(check, Type.I32, List.of(emitter.convert(Conversion.BOOL2I, behind)));
        }
    }

    /** Copies a local array into a new one. */
    Slot.Array cloned(Slot from, String name) {
        int length = from instanceof Slot.Row row ? row.columns() : array(from).length();
        Slot.Array clone =
                ArrayLifter.declare(context, emitter, name, array(from).element(), length);
        Slot zero = new Slot.Num(emitter.constant(0));
        code.inline("copy", COPY, List.of(from, zero, clone, zero, new Slot.Num(emitter.constant(length))));
        return clone;
    }

    private static LocalArray array(Slot slot) {
        return slot instanceof Slot.Row row ? row.array() : ((Slot.Array) slot).array();
    }
}
