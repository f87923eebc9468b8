package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * Unrolls and jams two rows of a box that load many of the same elements. The kernel stores only to views that it does
 * not load, so that the order of rows does not matter; docs/benchmarks/host-kernels.md, "Rows", measures it.
 */
final class JamRows implements LoopPass {
    /** With fewer loads, the gain depends on the addresses of rows. */
    private static final int MANY = 8;

    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return LoopIr.loops(loops, JamRows::jammed);
    }

    private static @Nullable List<LoopIr> jammed(LoopIr.Loop rows) {
        boolean isRows = rows.body().size() == 1
                && rows.body().get(0) instanceof LoopIr.Loop row
                && row.stage() == LoopIr.Stage.OPEN;
        LoopIr.Call call = isRows ? ((LoopIr.Loop) rows.body().get(0)).onlyCall() : null;
        if (call == null
                || call.version().canFail()
                || !sharesRows(call.version().body())) {
            return null;
        }
        LoopIr.Loop row = ((LoopIr.Loop) rows.body().get(0)).with(LoopIr.Stage.SHAPED);
        LoopIr.Axis axis = rows.axis();
        String i = axis.index();
        List<String> next = new ArrayList<>(call.indexes());
        next.set(next.size() - 2, i + " + 1");
        // The difference: i + 1 could overflow an int.
        String two = axis.left() + " > 1";
        return List.of(
                new LoopIr.Let(axis.type(), i, axis.from()),
                new LoopIr.For("", two, i + " += 2", Set.of(), List.of(row.with(List.of(call, call.at(next))))),
                new LoopIr.Guard(axis.isInside(), List.of(row), List.of()));
    }

    private static boolean sharesRows(FunctionContext body) {
        Region region = body.kernel.body();
        return VectorizationHeuristics.hasShortLoops(region) && loadsMany(body);
    }

    private static boolean loadsMany(FunctionContext body) {
        Region region = body.kernel.body();
        boolean repeats = !ControlFlow.of(region).loops().isEmpty();
        Map<View, List<Value>> loaded = new IdentityHashMap<>();
        Set<View> stored = Sets.newIdentityHashSet();
        boolean[] severalElements = new boolean[1];
        boolean[] atomics = new boolean[1];
        int[] loads = new int[1];
        ReuseAcrossRows shared =
                new ReuseAcrossRows(region.arguments().get(region.arguments().size() - 2));
        Walk.instructions(body.kernel, at -> {
            Op op = at.op();
            if (op instanceof Op.Load load && load.view() instanceof ViewRef.Captured from) {
                List<Value> first = loaded.putIfAbsent(body.view(from), at.operands());
                severalElements[0] |= repeats && !region.arguments().containsAll(at.operands());
                if (first != null) {
                    severalElements[0] |= !first.equals(at.operands());
                }
                loads[0]++;
                shared.add(body.view(from), at.operands());
            } else if (op instanceof Op.Store store && store.view() instanceof ViewRef.Captured to) {
                stored.add(body.view(to));
            }
            atomics[0] |= op instanceof Op.Atomic;
        });
        return severalElements[0]
                && (repeats || loads[0] >= MANY && shared.areMany())
                && !atomics[0]
                && stored.stream().allMatch(view -> body.unit.isAlone(view) && !loaded.containsKey(view));
    }

    /** The loads that two adjacent rows of a body have in common. */
    private static final class ReuseAcrossRows {
        /**
         * The greatest ratio of loads to shared loads: with fewer shared loads, jammed rows are slower than single
         * ones.
         */
        private static final int PART = 4;

        private final Value row;
        private final Map<View, Integer> views = new IdentityHashMap<>();
        private final List<Access> accesses = new ArrayList<>();

        /** The operands of a load: constants, or values with a constant added. */
        private record Access(int view, List<AffineExpr<Integer>> indexes) {}

        /** @param row the index that counts rows */
        ReuseAcrossRows(Value row) {
            this.row = row;
        }

        /** Adds a load of a view. */
        void add(View view, List<Value> operands) {
            int number = views.computeIfAbsent(view, v -> views.size());
            accesses.add(new Access(
                    number, operands.stream().map(ReuseAcrossRows::index).toList()));
        }

        private static AffineExpr<Integer> index(Value operand) {
            AffineExpr<Integer> sum = operand instanceof Instruction at
                    ? AffineExpr.fitting(() -> AffineExpr.of(at, ReuseAcrossRows::valueOrLiteral))
                    : null;
            return sum != null && sum.size() == 1 && sum.factorAt(0) == 1 ? sum : valueOrLiteral(operand);
        }

        private static AffineExpr<Integer> valueOrLiteral(Value operand) {
            Long literal = ConstantFolding.literal(operand);
            return literal == null ? AffineExpr.unknown(operand.id()) : AffineExpr.of(literal);
        }

        /** Returns whether enough loads of a row are also loads of the previous row. */
        boolean areMany() {
            Set<Access> all = new HashSet<>(accesses);
            long shared = accesses.stream()
                    .filter(access -> all.contains(inRowBefore(access)))
                    .count();
            return shared * PART >= accesses.size();
        }

        private Access inRowBefore(Access access) {
            return new Access(
                    access.view(),
                    access.indexes().stream()
                            .map(index -> index.factor(row.id()) == 0 ? index : index.plus(1))
                            .toList());
        }
    }
}
