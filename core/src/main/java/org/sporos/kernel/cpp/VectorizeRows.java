package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * Runs a row of a box in whole vectors: the first and the last one overlap others and repeat indexes, the others are
 * aligned to cache lines as far as possible. For idempotent kernels without branches along the row;
 * docs/benchmarks/host-kernels.md, "Rows", measures it.
 */
final class VectorizeRows implements LoopPass {
    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return LoopIr.innermost(loops, loop -> vectors(loop, names));
    }

    /**
     * A row of a view whose elements follow each other in memory.
     *
     * @param pointer the address of the element at 0
     * @param bytes the size of an element
     */
    record Row(String pointer, int bytes) {}

    private static List<LoopIr> vectors(LoopIr.Loop loop, UnaryOperator<String> names) {
        LoopIr.Call call = loop.onlyCall();
        Row row = call == null || loop.stage() != LoopIr.Stage.OPEN ? null : row(call);
        if (call == null || row == null) {
            return List.of(loop);
        }
        LoopIr.Axis axis = loop.axis();
        String j = axis.index();
        boolean isIndependent = MarkIndependent.isIndependent(call);
        String lanes = names.apply("lanes");
        List<LoopIr> whole = new ArrayList<>();
        whole.add(vector(loop, call, j, lanes, isIndependent, names));
        String toLine = "java::behind_line(" + row.pointer() + " + " + j + ")";
        whole.add(new LoopIr.Update(j + " += " + lanes + " - " + toLine + ";"));
        whole.add(new LoopIr.For(
                "",
                axis.left() + " >= " + lanes,
                j + " += " + lanes,
                Set.of(),
                List.of(vector(loop, call, j, lanes, isIndependent, names))));
        LoopIr last = vector(loop, call, axis.to() + " - " + lanes, lanes, isIndependent, names);
        whole.add(new LoopIr.Guard(axis.isInside(), List.of(last), List.of()));
        Set<LoopIr.Hint> hints = isIndependent ? Set.of(LoopIr.Hint.INDEPENDENT) : Set.of();
        LoopIr rest = new LoopIr.For("", axis.isInside(), j + "++", hints, loop.body());
        // Planes gain if a vector is a whole line, and lose a little if it is half a line.
        String lines = isIndependent ? "java::VECTOR == 64 && " : "";
        return List.of(
                new LoopIr.Let(axis.type(), j, axis.from()),
                new LoopIr.Let("constexpr int", lanes, "java::VECTOR / " + row.bytes()),
                new LoopIr.Guard(lines + axis.left() + " >= " + lanes, whole, List.of(rest)));
    }

    private static LoopIr vector(
            LoopIr.Loop loop,
            LoopIr.Call call,
            String from,
            String lanes,
            boolean isIndependent,
            UnaryOperator<String> names) {
        String k = names.apply("k");
        LoopIr.Axis axis = new LoopIr.Axis(loop.axis().type(), k, from, from + " + " + lanes);
        LoopIr.Loop vector = LoopIr.Loop.over(axis, List.of(call.along(k)))
                .with(LoopIr.Stage.SHAPED)
                .with(LoopIr.Hint.WIDE);
        return isIndependent ? vector.with(LoopIr.Hint.ROLLED) : vector;
    }

    /** Returns the row of a view that the call of a kernel accesses along the last index, or null. */
    static @Nullable Row row(LoopIr.Call call) {
        CppFunction version = call.version();
        ViewRef.Captured along = version.canFail() ? null : along(version.body());
        if (along == null) {
            return null;
        }
        FunctionContext body = version.body();
        StringBuilder pointer = new StringBuilder(body.pointer(along));
        int rank = call.indexes().size() - 1;
        // If the first indexes of the view select a plane, the row is that of plane 0.
        int planes = along.rank() - 1 - rank;
        for (int d = 0; d < rank; d++) {
            pointer.append(" + (long long) ")
                    .append(call.indexes().get(d))
                    .append(" * ")
                    .append(body.stride(along, planes + d));
        }
        return new Row(pointer.toString(), body.view(along).elementType().bytes());
    }

    /**
     * Returns a view that a kernel accesses along a row, if the kernel is idempotent and has no branches along the row;
     * else null. Among several, it is the view with most accesses per index, where a store to one of several planes
     * counts as two loads.
     */
    private static ViewRef.@Nullable Captured along(FunctionContext body) {
        Region region = body.kernel.body();
        boolean planes = IndependentIndexes.of(body.views(), body.stride);
        // With branches and a single store, short rows were slower, and long ones faster.
        boolean isUniform = region.blocks().size() == 1 || planes && hasInvariantBranches(region);
        if (region.arguments().size() < 2 || !isUniform || !IndependentIndexes.mayRepeat(body.views(), body.stride)) {
            return null;
        }
        Set<View> stored = Sets.newIdentityHashSet();
        Map<View, Integer> accesses = new IdentityHashMap<>();
        ViewRef.Captured[] most = new ViewRef.Captured[1];
        Walk.instructions(body.kernel, at -> {
            if (!(at.op() instanceof Op.Load || at.op() instanceof Op.Store)
                    || !(RuntimeChecks.viewOf(at.op()) instanceof ViewRef.Captured ref)) {
                return;
            }
            View view = body.view(ref);
            if (at.op() instanceof Op.Store) {
                stored.add(view);
            }
            if (isAlongRow(view, at.operands(), region.arguments())) {
                int times = accesses.merge(view, planes && at.op() instanceof Op.Store ? 2 : 1, Integer::sum);
                boolean more = most[0] == null || times > accesses.getOrDefault(body.view(most[0]), 0);
                most[0] = more ? ref : most[0];
            }
        });
        return !stored.isEmpty() && areAlike(accesses.keySet(), stored) ? most[0] : null;
    }

    /** Returns whether all branches depend only on values that are invariant along a row. */
    private static boolean hasInvariantBranches(Region region) {
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

    /** Returns whether an access along a row has stride 1; the first indexes may select a plane of the view. */
    private static boolean isAlongRow(View view, List<Value> operands, List<Argument> indexes) {
        int last = view.rank() - 1;
        return view.rank() >= indexes.size()
                && operands.get(last) == indexes.get(indexes.size() - 1)
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
}
