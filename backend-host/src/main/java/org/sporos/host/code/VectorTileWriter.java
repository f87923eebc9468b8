package org.sporos.host.code;

import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.ReductionOp;

/**
 * Writes {@link KernelLoop#tile} with the 32 lanes of the order of reductions as the elements of vectors, and a copy of
 * the body for each of these. They are combined as {@link TileWriter} combines its own: halves of the vectors first,
 * then of the elements.
 */
final class VectorTileWriter {
    private static final int BEGIN = 2;
    private static final int LANES = 32;
    private static final int TILE = 2048;

    /** The JVM's compiler gives up methods with more calls to look into. */
    private static final int MOST_CALLS = 250;

    private final VectorRows rows;
    private final BodyWriter.Shared member;
    private final ReductionOp op;
    private final Type type;
    private final Type index;

    VectorTileWriter(VectorRows rows, BodyWriter.Shared member, ReductionOp op) {
        this.rows = rows;
        this.member = member;
        this.op = op;
        Region body = member.captured().members().get(0).kernel().body();
        this.type = body.result();
        this.index = body.arguments().get(0).type();
    }

    /** Returns whether there is such a method: no element of a tile may need to be asked about. */
    static boolean fits(ReductionOp op, VectorPlan plan, Region body) {
        int copies = LANES / plan.lanes();
        long calls = body.entry().instructions().stream()
                .map(Instruction::type)
                .filter(type -> type != Type.VOID)
                .count();
        return !plan.asks()
                && !plan.stores()
                && Translatable.isSmall(body)
                && copies * (calls + 1) <= MOST_CALLS
                && TileWriter.isVectorised(op, body.result());
    }

    void write(MethodWriter code) {
        VectorCode vectors = new VectorCode(code);
        int width = rows.lanes();
        int count = LANES / width;
        int first = CountedLoopWriter.first(code, index, BEGIN);
        int end = code.local(Type.I32);
        code.number(TILE);
        code.store(Type.I32, end);
        // Nothing is asked, so nobody goes there.
        VectorBody body = rows.before(code, end, new Label(), first).get(0);
        int[] sums = new int[count];
        for (int v = 0; v < count; v++) {
            sums[v] = code.reference();
            vectors.species(type);
            code.constant(type, TileWriter.identity(op, type));
            vectors.broadcast(type);
            code.storeReference(sums[v]);
        }
        int at = code.local(Type.I32);
        code.number(0);
        code.store(Type.I32, at);
        CountedLoopWriter.upTo(code, at, end, LANES, () -> {
            for (int v = 0; v < count; v++) {
                int mark = code.mark();
                // The value just computed comes first: the JVM's compiler knows its class.
                code.reference(body.write(at, v * width, null));
                code.reference(sums[v]);
                vectors.operate(TileWriter.operator(op), type);
                code.storeReference(sums[v]);
                code.forget(mark);
            }
        });
        fold(code, vectors, sums, width);
        code.toBits(type);
        code.op(Opcodes.LRETURN);
    }

    private void fold(MethodWriter code, VectorCode vectors, int[] sums, int width) {
        for (int s = sums.length / 2; s > 0; s /= 2) {
            for (int v = 0; v < s; v++) {
                code.reference(sums[v]);
                code.reference(sums[v + s]);
                vectors.operate(TileWriter.operator(op), type);
                code.storeReference(sums[v]);
            }
        }
        int[] lane = new int[width];
        for (int l = 0; l < width; l++) {
            lane[l] = code.local(type);
            code.reference(sums[0]);
            vectors.lane(type, l);
            code.store(type, lane[l]);
        }
        TileWriter.fold(code, op, type, lane);
    }
}
