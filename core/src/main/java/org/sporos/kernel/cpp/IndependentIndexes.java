package org.sporos.kernel.cpp;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.SetMultimap;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * The proof that iterations of a loop along the last index are independent: all accesses to a stored view have that
 * index, plus a constant, along one dimension, and different index tuples are different elements.
 */
final class IndependentIndexes {
    private final LaunchViews views;
    private final int stride;
    private final Value along;
    private final Map<View, List<Value>> tuples = new IdentityHashMap<>();
    /** The distances of accessed elements from the loop index. */
    private final SetMultimap<View, Long> accessed = HashMultimap.create();

    private final SetMultimap<View, Long> stored = HashMultimap.create();
    private boolean proven = true;
    private boolean several;
    private boolean loadsStored;

    private IndependentIndexes(LaunchViews views, int stride, Value along) {
        this.views = views;
        this.stride = stride;
        this.along = along;
    }

    /**
     * Returns whether the iterations of a kernel are independent, and access several elements of a stored view, such as
     * planes.
     */
    static boolean of(LaunchViews views, int stride) {
        if (views.kernel().kernel().body().arguments().isEmpty()) {
            return false;
        }
        IndependentIndexes proof = proof(views, stride);
        return proof.proven && proof.several;
    }

    /** Returns whether the iterations of a body are independent and idempotent: no view is both loaded and stored. */
    static boolean mayRepeat(LaunchViews views, int stride) {
        IndependentIndexes proof = proof(views, stride);
        return proof.proven && !proof.loadsStored;
    }

    private static IndependentIndexes proof(LaunchViews views, int stride) {
        Kernel kernel = views.kernel().kernel();
        List<? extends Value> indexes = kernel.body().arguments();
        IndependentIndexes proof = new IndependentIndexes(views, stride, indexes.get(indexes.size() - 1));
        Walk.instructions(kernel, proof::add);
        proof.proven &= proof.areApart();
        return proof;
    }

    private void add(Instruction at) {
        boolean access = at.op() instanceof Op.Load || at.op() instanceof Op.Store;
        if (!access || !(RuntimeChecks.viewOf(at.op()) instanceof ViewRef.Captured ref)) {
            proven &= at.regions().isEmpty() && !(at.op() instanceof Op.Atomic) && !(at.op() instanceof Op.Print);
            return;
        }
        View view = views.view(ref);
        if (views.unit().isWritten(view)) {
            loadsStored |= at.op() instanceof Op.Load;
            List<Value> tuple = at.operands().subList(0, ref.rank());
            Long offset = offset(view, tuple);
            proven &= views.unit().isAlone(view) && offset != null && hasDistinctElements(view);
            if (offset != null) {
                accessed.put(view, offset);
                if (at.op() instanceof Op.Store) {
                    stored.put(view, offset);
                }
            }
            List<Value> first = tuples.putIfAbsent(view, tuple);
            several |= first != null && !first.equals(tuple);
        }
    }

    /**
     * Returns the distance of an access from the loop index along the dimension of stride 1; null if it is unknown, or
     * not 0 in a loop without a stride.
     */
    private @Nullable Long offset(View view, List<Value> tuple) {
        for (int d = 0; d < tuple.size(); d++) {
            Long offset = view.stride(d) == 1 ? offset(tuple.get(d)) : null;
            if (offset != null && (offset == 0 || stride > 1)) {
                return offset;
            }
        }
        return null;
    }

    private @Nullable Long offset(Value index) {
        return index == along ? (Long) 0L : AffineExpr.distance(index, along, ConstantFolding::literal);
    }

    /** Returns whether no iteration of a loop with a stride accesses an element stored by another one. */
    private boolean areApart() {
        return stored.entries().stream()
                .allMatch(store -> accessed.get(store.getKey()).stream()
                        .mapToLong(offset -> offset - store.getValue())
                        .allMatch(distance -> distance == 0 || distance % stride != 0));
    }

    private static boolean hasDistinctElements(View view) {
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
