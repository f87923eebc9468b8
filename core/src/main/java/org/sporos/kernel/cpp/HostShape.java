package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/** The properties of a body that decide how a loop over its indexes is best written for a CPU. */
final class HostShape {
    /** The most passes of a loop that compilers unroll. */
    private static final long FEW = 16;

    /** With fewer loads of what is in a cache two rows at once are now faster, now slower, as their memory lies. */
    private static final int MANY = 8;

    /** Views of more bytes together are mostly in no cache near the core. */
    private static final long NEAR_BYTES = 16L << 20;

    private HostShape() {}

    /** Returns whether most of some views is in no cache near the core, once all of it has been used. */
    static boolean areFar(Collection<? extends View> views) {
        long bytes = 0;
        for (View view : views) {
            bytes += view.size() * view.elementType().bytes();
        }
        return bytes > NEAR_BYTES;
    }

    /** Returns a view whose element at the one index a body stores into, if it has no branches; else null. */
    static ViewRef.@Nullable Captured filled(Body body) {
        Region region = body.kernel.body();
        if (region.arguments().size() != 1 || region.blocks().size() > 1) {
            return null;
        }
        for (Instruction at : region.entry().instructions()) {
            if (at.op() instanceof Op.Store store
                    && store.view() instanceof ViewRef.Captured to
                    && to.rank() == 1
                    && body.view(to).stride(0) == 1
                    && at.operand(0) == region.arguments().get(0)) {
                return to;
            }
        }
        return null;
    }

    /**
     * Returns a view of which a body takes the elements along a row, if all of a row goes one way and to do an index
     * twice is to do it once; else null. Of several views it is the one of which most elements are taken that lie in
     * one column, where a store to one of several planes counts as two loads.
     */
    static ViewRef.@Nullable Captured row(Body body) {
        Region region = body.kernel.body();
        boolean planes = IndependentIndexes.of(body);
        // With one store and branches short rows lost what long ones gained.
        boolean oneWay = region.blocks().size() == 1 || planes && branchesBeside(region);
        if (region.arguments().size() < 2 || !oneWay || !IndependentIndexes.mayRepeat(body)) {
            return null;
        }
        Set<View> stored = Sets.newIdentityHashSet();
        Map<View, Integer> taken = new IdentityHashMap<>();
        ViewRef.Captured[] most = new ViewRef.Captured[1];
        Walk.instructions(body.kernel, at -> {
            if (!(at.op() instanceof Op.Load || at.op() instanceof Op.Store)
                    || !(CheckedAccesses.viewOf(at.op()) instanceof ViewRef.Captured ref)) {
                return;
            }
            View view = body.view(ref);
            if (at.op() instanceof Op.Store) {
                stored.add(view);
            }
            if (isAlongRow(view, at.operands(), region.arguments())) {
                int times = taken.merge(view, planes && at.op() instanceof Op.Store ? 2 : 1, Integer::sum);
                boolean more = most[0] == null || times > taken.getOrDefault(body.view(most[0]), 0);
                most[0] = more ? ref : most[0];
            }
        });
        return !stored.isEmpty() && areAlike(taken.keySet(), stored) ? most[0] : null;
    }

    /** Returns whether all branches depend only on what is the same for all indexes of a row. */
    private static boolean branchesBeside(Region region) {
        List<Argument> indexes = region.arguments();
        Set<Value> same = new HashSet<>(indexes.subList(0, indexes.size() - 1));
        for (Block block : region.blocks()) {
            for (Instruction at : block.instructions()) {
                boolean reads = at.op() instanceof Op.Load || at.op() instanceof Op.ArrayLoad;
                if (at.isPure() && !reads && same.containsAll(at.operands())) {
                    same.add(at);
                }
            }
            if (!same.containsAll(block.terminator().operands())) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether neighbours along a row are neighbours in a view; the first indexes may choose a plane of it. */
    private static boolean isAlongRow(View view, List<Value> place, List<Argument> indexes) {
        int last = view.rank() - 1;
        return view.rank() >= indexes.size()
                && place.get(last) == indexes.get(indexes.size() - 1)
                && view.stride(last) == 1;
    }

    /** Returns whether all elements have the same size. */
    private static boolean areAlike(Collection<? extends View> some, Collection<? extends View> others) {
        return Stream.concat(some.stream(), others.stream())
                        .mapToInt(view -> view.elementType().bytes())
                        .distinct()
                        .count()
                == 1;
    }

    /** Returns the views whose elements at the one index a body loads or stores, by their pointers. */
    static Map<String, View> along(Body body) {
        Map<String, View> views = new TreeMap<>();
        List<? extends Value> indexes = body.kernel.body().arguments();
        Walk.instructions(body.kernel, at -> {
            boolean access = at.op() instanceof Op.Load || at.op() instanceof Op.Store;
            if (access
                    && CheckedAccesses.viewOf(at.op()) instanceof ViewRef.Captured ref
                    && ref.rank() == 1
                    && body.view(ref).stride(0) == 1
                    && indexes.equals(at.operands().subList(0, 1))) {
                views.put(body.pointer(ref), body.view(ref));
            }
        });
        return views;
    }

    /**
     * Returns whether a body loads many elements of one view, so that two neighbours load far less than each alone, and
     * stores to other views only: neighbours in turns then see what they would see one after the other.
     */
    static boolean sharesRows(Body body) {
        Region region = body.kernel.body();
        return region.arguments().size() > 1 && hasShortLoops(region) && isLargeStencil(body);
    }

    private static boolean isLargeStencil(Body body) {
        Region region = body.kernel.body();
        boolean repeats = !ControlFlow.of(region).loops().isEmpty();
        Map<View, List<Value>> loaded = new IdentityHashMap<>();
        Set<View> stored = Sets.newIdentityHashSet();
        boolean[] severalPlaces = new boolean[1];
        boolean[] atomics = new boolean[1];
        int[] loads = new int[1];
        SharedRows shared =
                new SharedRows(region.arguments().get(region.arguments().size() - 2));
        Walk.instructions(body.kernel, at -> {
            Op op = at.op();
            if (op instanceof Op.Load load && load.view() instanceof ViewRef.Captured from) {
                List<Value> place = loaded.putIfAbsent(body.view(from), at.operands());
                severalPlaces[0] |= repeats && !region.arguments().containsAll(at.operands());
                if (place != null) {
                    severalPlaces[0] |= !place.equals(at.operands());
                }
                loads[0]++;
                shared.add(body.view(from), at.operands());
            } else if (op instanceof Op.Store store && store.view() instanceof ViewRef.Captured to) {
                stored.add(body.view(to));
            }
            atomics[0] |= op instanceof Op.Atomic;
        });
        return severalPlaces[0]
                && (repeats || loads[0] >= MANY && shared.areMany())
                && !atomics[0]
                && stored.stream().allMatch(view -> body.unit.isAlone(view) && !loaded.containsKey(view));
    }

    private static boolean hasShortLoops(Region region) {
        return LoopInfo.of(region, ControlFlow.of(region)).stream().allMatch(HostShape::isShort);
    }

    /** Returns whether a loop ends by a comparison with a small constant. */
    static boolean isShort(LoopInfo loop) {
        Long bound =
                loop.test() == null ? null : ConstantFolding.literal(loop.test().right());
        return bound != null && Math.abs(bound) <= FEW;
    }

    /**
     * Returns whether a body has branches that depend on its data. Loops without such branches are unrolled by
     * compilers.
     */
    static boolean branches(Body body) {
        Region region = body.kernel.body();
        Set<Block> tests = new HashSet<>();
        LoopInfo.of(region, ControlFlow.of(region)).stream()
                .filter(HostShape::isShort)
                .forEach(loop -> tests.add(loop.header()));
        return region.blocks().stream()
                .anyMatch(block -> block.terminator().edges().size() > 1 && !tests.contains(block));
    }
}
