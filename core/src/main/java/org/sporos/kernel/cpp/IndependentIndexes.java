package org.sporos.kernel.cpp;

import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * The proof that the passes of a loop along the last index are independent. All places of a view that is stored to have
 * that index as their index along one dimension, and places that differ in an index are different elements.
 */
final class IndependentIndexes {
    private final Body body;
    private final Value along;
    private final Map<View, List<Value>> places = new IdentityHashMap<>();
    private boolean proven = true;
    private boolean several;
    private boolean loadsStored;

    private IndependentIndexes(Body body, Value along) {
        this.body = body;
        this.along = along;
    }

    /**
     * Returns whether the passes of a body are independent, and it has several places of a view that it stores to, such
     * as planes of it.
     */
    static boolean of(Body body) {
        if (body.kernel.body().arguments().isEmpty()) {
            return false;
        }
        IndependentIndexes proof = proof(body);
        return proof.proven && proof.several;
    }

    /**
     * Returns whether the passes of a body are independent, and to take one twice is to take it once: nothing that one
     * stores is loaded by any.
     */
    static boolean mayRepeat(Body body) {
        IndependentIndexes proof = proof(body);
        return proof.proven && !proof.loadsStored;
    }

    private static IndependentIndexes proof(Body body) {
        List<? extends Value> indexes = body.kernel.body().arguments();
        IndependentIndexes proof = new IndependentIndexes(body, indexes.get(indexes.size() - 1));
        Walk.instructions(body.kernel, proof::add);
        return proof;
    }

    private void add(Instruction at) {
        boolean access = at.op() instanceof Op.Load || at.op() instanceof Op.Store;
        if (!access || !(CheckedAccesses.viewOf(at.op()) instanceof ViewRef.Captured ref)) {
            proven &= at.regions().isEmpty() && !(at.op() instanceof Op.Atomic) && !(at.op() instanceof Op.Print);
            return;
        }
        View view = body.view(ref);
        if (body.unit.isWritten(view)) {
            loadsStored |= at.op() instanceof Op.Load;
            List<Value> place = at.operands().subList(0, ref.rank());
            proven &= body.unit.isAlone(view) && isDense(view, place);
            List<Value> first = places.putIfAbsent(view, place);
            several |= first != null && !first.equals(place);
        }
    }

    /** Returns whether neighbours along the loop follow each other, and no two places are one element. */
    private boolean isDense(View view, List<Value> place) {
        boolean follows = IntStream.range(0, place.size()).anyMatch(d -> place.get(d) == along && view.stride(d) == 1);
        return follows && hasDistinctPlaces(view);
    }

    private static boolean hasDistinctPlaces(View view) {
        List<Integer> dimensions = IntStream.range(0, view.rank())
                .filter(d -> view.extent(d) > 1)
                .boxed()
                .sorted(Comparator.comparingLong(view::stride))
                .toList();
        long reach = 0;
        for (int d : dimensions) {
            if (view.stride(d) <= reach) {
                return false;
            }
            reach += (view.extent(d) - 1) * view.stride(d);
        }
        return true;
    }
}
