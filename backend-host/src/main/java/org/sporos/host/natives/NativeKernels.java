package org.sporos.host.natives;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.view.LevelMemory;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.cpp.PrivatizeAtomics;
import org.sporos.kernel.cpp.ProvenKernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOp;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementType;
import org.sporos.view.View;

/** The test for kernels that C++ can run with bits equal to Java's, and the ranges for which they are emitted. */
final class NativeKernels {
    private static final long FAR = 1L << 40;
    private static final int TILE = 2048;
    /** The bounds of a tile, and the arguments for errors. */
    private static final int CALL_ARGUMENTS = 4;

    private static final String ATOMICS = "it has atomics";

    private NativeKernels() {}

    /** Returns the reason why C++ cannot run a kernel with bits equal to Java's, or null. */
    static @Nullable String refusal(KernelFacts facts) {
        String reason = refusalOfOthers(facts);
        return reason == null && hasAtomics(facts) ? ATOMICS : reason;
    }

    /** Returns the reason why C++ cannot run the loop of some kernels, or null; it makes atomics on copies alone. */
    static @Nullable String refusal(List<KernelFacts> members) {
        for (KernelFacts facts : members) {
            String reason = refusalOfOthers(facts);
            if (reason != null) {
                return reason;
            }
        }
        boolean atomics = members.stream().anyMatch(NativeKernels::hasAtomics);
        List<ProvenKernel> kernels = members.stream().map(ProvenKernel::of).toList();
        return atomics && !PrivatizeAtomics.isFree(kernels) ? ATOMICS : null;
    }

    /** Kernels of loops have no nested regions. */
    private static boolean hasAtomics(KernelFacts facts) {
        return facts.kernel().body().blocks().stream()
                .flatMap(block -> block.instructions().stream())
                .anyMatch(at -> at.op() instanceof Op.Atomic);
    }

    /** Returns the reason other than atomics. */
    private static @Nullable String refusalOfOthers(KernelFacts facts) {
        for (View view : facts.binding().views()) {
            if (LevelMemory.sample(view.allocation()).openArray() == null) {
                return "view " + Labels.quoted(view.label()) + " is in no Java array that is open to it";
            }
        }
        if (facts.launch().isTeams() || facts.launch().indexes().isEmpty()) {
            return "it is no loop over indexes";
        }
        return refusal(facts.kernel().body());
    }

    private static @Nullable String refusal(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                Op op = instruction.op();
                if (op instanceof MathFunction function && !function.isExact()) {
                    String name = function.name().toLowerCase(Locale.ROOT);
                    return "only the JVM has the last bits of Math." + name + "; those of StrictMath." + name
                            + " are the same in C++";
                } else if (op instanceof TeamQuery
                        || op instanceof Op.Barrier
                        || op instanceof Op.ScratchNew
                        || !instruction.regions().isEmpty()) {
                    return "it has nested work";
                }
            }
        }
        return null;
    }

    /** Returns whether C++ can fold the tiles of a reduction, and store their results into an array. */
    static boolean folds(KernelFacts facts, Reduction reduction) {
        ReductionOp op = reduction.op();
        boolean logical = op == ReductionOp.LOGICAL_AND || op == ReductionOp.LOGICAL_OR;
        Object result = reduction.result().allocation();
        // Results of ints are stored into the first halves of longs.
        boolean fits = reduction.type() != ElementType.INT || ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        return fits
                && op != ReductionOp.CUSTOM
                && !op.hasLocation()
                && facts.launch().indexes().size() == 1
                && facts.kernel().body().result()
                        == (logical ? Type.BOOL : Storage.of(reduction.type()).value())
                && facts.binding().views().stream().noneMatch(view -> view.allocation() == result);
    }

    /**
     * Returns whether one call can fold tiles of several reductions: each can be folded, none reads a result, and all
     * arrays and arguments fit one call.
     */
    static boolean foldTogether(List<KernelFacts> facts, List<Reduction> reductions) {
        Set<Object> results = Collections.newSetFromMap(new IdentityHashMap<>());
        reductions.forEach(reduction -> results.add(reduction.result().allocation()));
        Set<View> views = Collections.newSetFromMap(new IdentityHashMap<>());
        reductions.forEach(reduction -> views.add(reduction.result()));
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        int arguments = CALL_ARGUMENTS + reductions.size();
        for (int k = 0; k < facts.size(); k++) {
            if (refusal(facts.get(k)) != null || !folds(facts.get(k), reductions.get(k))) {
                return false;
            }
            Binding binding = facts.get(k).binding();
            for (View view : binding.views()) {
                arrays.add(view.allocation());
                arguments += 2 + 2 * view.rank();
            }
            arguments += binding.params().size() + binding.scalars().size();
        }
        return views.size() == reductions.size()
                && arrays.stream().noneMatch(results::contains)
                && arrays.size() + reductions.size() <= JniStub.MOST_ARRAYS
                && arguments <= JniStub.MOST_ARGUMENTS;
    }

    /**
     * Returns a sample policy of the same kind with bounds that are not 0 and need the width of the index, so that the
     * emitter makes all of them arguments.
     */
    static Policy open(Policy policy) {
        if (policy instanceof RangePolicy) {
            return RangePolicy.of(1, 2);
        } else if (policy instanceof MDRangePolicy box) {
            int[] begin = new int[box.rank()];
            int[] end = new int[box.rank()];
            Arrays.fill(begin, 1);
            Arrays.fill(end, 2);
            return MDRangePolicy.of(begin, end);
        }
        return LongRangePolicy.of(FAR, FAR + 1);
    }

    /** Returns a policy of the same kind that is one tile. */
    static Policy tile(Policy policy) {
        return policy instanceof RangePolicy ? RangePolicy.of(1, 1 + TILE) : LongRangePolicy.of(FAR, FAR + TILE);
    }
}
