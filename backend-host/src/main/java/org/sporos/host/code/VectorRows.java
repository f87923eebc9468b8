package org.sporos.host.code;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Type;

/** Writes the loops over whole vectors of a row of neighbours; what is left of a row is for the loop behind them. */
final class VectorRows {
    private final VectorPlan plan;
    private final List<BodyWriter.Shared> members;
    private final RegisterPromotion kept;

    VectorRows(VectorPlan plan, List<BodyWriter.Shared> members, RegisterPromotion kept) {
        this.plan = plan;
        this.members = members;
        this.kept = kept;
    }

    /** Takes what a body returns. */
    interface Results {
        /**
         * Takes a vector in a local variable, whose first element is a distance in another one from the row's first
         * index.
         */
        void take(VectorCode vectors, int result, int at);
    }

    int lanes() {
        return plan.lanes();
    }

    /**
     * Writes the loop over as many whole vectors as a row has, or none if accesses leave their views or meet in that
     * row.
     *
     * @param n the local variable of the row's length
     * @param at the local variable of a distance from the first index: 0 before, and after it that of the first index
     *        left
     * @param first the local variables of the first index
     */
    void write(MethodWriter code, int n, int at, Results results, int... first) {
        int mark = code.mark();
        Label end = new Label();
        code.load(Type.I32, n);
        code.number(plan.lanes());
        code.jump(Opcodes.IF_ICMPLT, end);
        List<VectorBody> bodies = before(code, n, end, first);
        int whole = code.local(Type.I32);
        code.load(Type.I32, n);
        code.number(-plan.lanes());
        code.op(Opcodes.IAND);
        code.store(Type.I32, whole);
        VectorCode vectors = new VectorCode(code);
        CountedLoopWriter.upTo(code, at, whole, plan.lanes(), () -> {
            RegisterPromotion.Now elements = kept.now(vectors);
            elements.open();
            for (VectorBody body : bodies) {
                int inner = code.mark();
                int result = body.write(at, 0, elements);
                if (result != CaptureLoader.NO_LOCAL) {
                    results.take(vectors, result, at);
                }
                code.forget(inner);
            }
            elements.close();
        });
        code.at(end);
        code.forget(mark);
    }

    /** Writes what is done before a row, and returns what writes the bodies of its vectors. */
    List<VectorBody> before(MethodWriter code, int n, Label bail, int... first) {
        List<VectorBody> bodies = members.stream()
                .map(member -> new VectorBody(code, plan, member))
                .toList();
        bodies.forEach(body -> body.before(n, bail, first));
        for (VectorPlan.Guard guard : plan.guards()) {
            ask(code, guard, n, bail, bodies);
        }
        bodies.forEach(VectorBody::spread);
        return bodies;
    }

    /** Bails out if two accesses meet in a way that vectors would change. */
    private void ask(MethodWriter code, VectorPlan.Guard guard, int n, Label bail, List<VectorBody> bodies) {
        VectorPlan.Access first = guard.first();
        VectorPlan.Access second = guard.second();
        boolean rows = first.isRow() && second.isRow();
        // Of a row and one element: how far that is behind the row's begin.
        boolean swapped = !rows && second.isRow();
        int ahead = code.local(Type.I32);
        position(code, swapped ? first : second, bodies);
        position(code, swapped ? second : first, bodies);
        code.op(Opcodes.ISUB);
        code.store(Type.I32, ahead);
        Label fine = new Label();
        if (!rows) {
            code.load(Type.I32, ahead);
            code.jump(Opcodes.IFLT, fine);
            code.load(Type.I32, ahead);
            code.load(Type.I32, n);
        } else {
            code.load(Type.I32, ahead);
            if (plan.isStraight()) {
                code.jump(Opcodes.IFLE, fine);
                code.load(Type.I32, ahead);
            } else {
                code.jump(Opcodes.IFEQ, fine);
                code.load(Type.I32, ahead);
                code.invoke("java/lang/Math", "abs", "(I)I");
            }
            code.number(plan.lanes());
        }
        code.jump(Opcodes.IF_ICMPLT, bail);
        code.at(fine);
    }

    private static void position(MethodWriter code, VectorPlan.Access access, List<VectorBody> bodies) {
        code.load(Type.I32, bodies.get(access.member()).position(access.instruction()));
    }
}
