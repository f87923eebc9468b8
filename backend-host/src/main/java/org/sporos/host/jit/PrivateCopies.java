package org.sporos.host.jit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.analysis.dependence.Aliasing;
import org.sporos.kernel.analysis.dependence.AtomicUpdates;
import org.sporos.kernel.analysis.dependence.AtomicUpdates.Member;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.cpp.Operators;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.ReductionOp;
import org.sporos.view.View;

/**
 * Copies of small views that a loop updates by atomics alone. A call with enough indexes updates copies without atomics
 * and merges them into the views at its end; a call that fails merges nothing. The copies are parts of the thread's
 * scratch arrays. docs/benchmarks/host-kernels.md, "Atomics on few elements", measures the limits.
 *
 * @param key what the code depends on
 */
record PrivateCopies(List<Copy> copies, List<Object> key, ArgumentUnpacker captured) {
    static final PrivateCopies NONE = new PrivateCopies(List.of(), List.of(), new ArgumentUnpacker(List.of()));

    /** The name of the method that updates copies. */
    static final String METHOD = "inCopies";

    private static final String OWN = "org/sporos/host/jit/PrivateCopies";
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** The most elements of all copies of a loop. */
    private static final long MOST_ELEMENTS = 1 << 18;

    /** The elements between copies of two threads: more than a cache line. */
    private static final int APART = 16;

    /**
     * The copy of a view.
     *
     * @param first the index of its first element in the scratch array
     */
    record Copy(AtomicUpdates updates, Storage element, int first) {
        View view() {
            return updates.view();
        }

        ReductionOp operator() {
            return updates.operator();
        }

        Type type() {
            return element.value();
        }
    }

    /** Returns the copies of the loop of some kernels; none if its views are too large. */
    static PrivateCopies of(ArgumentUnpacker captured) {
        List<Member> members = new ArrayList<>();
        List<View> views = new ArrayList<>();
        for (KernelFacts facts : captured.members()) {
            members.add(new Member(facts.kernel().body(), facts.binding().views()));
            views.addAll(facts.binding().views());
        }
        List<Copy> copies = new ArrayList<>();
        List<Object> key = new ArrayList<>();
        long elements = 0;
        for (AtomicUpdates updates : AtomicUpdates.of(members, List.of(), view -> Aliasing.isAlone(view, views))) {
            long more = updates.elements();
            if (more > 0 && elements + more <= MOST_ELEMENTS) {
                elements += more;
                Storage element = Storage.of(updates.view().elementType());
                // A power of two: views of similar sizes share a class.
                int length = Integer.highestOneBit(2 * (int) more - 1);
                int first = captured.reserve(element, APART + length) + APART;
                copies.add(new Copy(updates, element, first));
                key.add(List.of(updates.kernel(), updates.ref().index(), updates.operator(), first));
            }
        }
        return copies.isEmpty() ? NONE : new PrivateCopies(copies, key, captured);
    }

    boolean isEmpty() {
        return copies.isEmpty();
    }

    /** Returns the copy of a view, or null if it has none. */
    @Nullable
    Copy of(View view) {
        for (Copy copy : copies) {
            if (copy.view() == view) {
                return copy;
            }
        }
        return null;
    }

    /**
     * Calls the method that updates copies, with the parameters of this one, and returns, if there is an index for each
     * element of the copies.
     */
    void enter(MethodWriter code, int rank, String owner, String descriptor) {
        long elements = 0;
        for (Copy copy : copies) {
            elements += copy.updates.elements();
        }
        Label few = new Label();
        CountedLoopWriter.size(code, rank);
        code.load(Type.I32, captured.number("copied", elements));
        code.op(Opcodes.I2L);
        code.op(Opcodes.LCMP);
        code.jump(Opcodes.IFLT, few);
        code.reference(0);
        code.reference(1);
        CountedLoopWriter.parameters(code, rank);
        code.invokeOn(owner, METHOD, descriptor);
        code.op(Opcodes.RETURN);
        code.at(few);
    }

    /** Fills the copies with the identities of their operators. */
    void begin(MethodWriter code) {
        for (Copy copy : copies) {
            Type type = copy.type();
            scratch(code, copy);
            code.number(copy.first);
            code.number(copy.first);
            code.load(Type.I32, elements(copy));
            code.op(Opcodes.IADD);
            code.constant(type, Operators.identity(copy.operator(), type));
            String letter = MethodWriter.letter(type);
            code.invoke("java/util/Arrays", "fill", "([" + letter + "II" + letter + ")V");
        }
    }

    /** Merges the copies into their views. */
    void merge(MethodWriter code) {
        for (Copy copy : copies) {
            scratch(code, copy);
            code.number(copy.first);
            code.load(Type.I32, elements(copy));
            code.reference(captured.array(copy.view()));
            int offset = captured.offset(copy.view());
            if (copy.view().region().offset() == 0) {
                code.number(0);
            } else {
                code.load(Type.I32, offset);
            }
            code.number(copy.operator().ordinal());
            String array = MethodWriter.arrayOf(copy.element);
            code.invoke(OWN, "merge", "(" + array + "II" + array + "II)V");
        }
    }

    private void scratch(MethodWriter code, Copy copy) {
        code.reference(captured.scratch(copy.element));
    }

    private int elements(Copy copy) {
        return captured.number("elements", copy.updates.elements());
    }

    /** Merges elements of a copy into a view. Called by generated code. */
    static void merge(int[] copy, int first, int count, int[] all, int offset, int operator) {
        for (int k = 0; k < count; k++) {
            int before;
            int after;
            do {
                before = (int) INTS.getVolatile(all, offset + k);
                after = (int) combined(operator, before, copy[first + k]);
            } while (after != before && !INTS.compareAndSet(all, offset + k, before, after));
        }
    }

    /** Merges elements of a copy into a view. Called by generated code. */
    static void merge(long[] copy, int first, int count, long[] all, int offset, int operator) {
        for (int k = 0; k < count; k++) {
            long before;
            long after;
            do {
                before = (long) LONGS.getVolatile(all, offset + k);
                after = combined(operator, before, copy[first + k]);
            } while (after != before && !LONGS.compareAndSet(all, offset + k, before, after));
        }
    }

    private static long combined(int operator, long a, long b) {
        return operator == ReductionOp.SUM.ordinal()
                ? a + b
                : operator == ReductionOp.MIN.ordinal() ? Math.min(a, b) : Math.max(a, b);
    }
}
