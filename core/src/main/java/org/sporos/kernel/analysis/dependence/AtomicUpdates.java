package org.sporos.kernel.analysis.dependence;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.policy.ReductionOp;
import org.sporos.view.View;

/**
 * A view of integers that a loop updates by atomics of one operator alone, without their results. So a copy of its
 * elements, which begins with the identity of the operator, can take the updates of some indexes and be merged later:
 * neither a result nor the order of updates shows.
 *
 * @param kernel the number of the first kernel with such an update
 * @param ref the view in that kernel
 */
public record AtomicUpdates(View view, ReductionOp operator, int kernel, ViewRef.Captured ref) {

    /**
     * A kernel of a loop.
     *
     * @param views its views, in the order of their references
     */
    public record Member(Region body, List<View> views) {}

    /**
     * Returns the privatizable views of a loop, in the order of their first atomic update.
     *
     * @param others the views that the loop accesses outside of its kernels
     * @param isAlone whether a view shares no element with any other view of the loop
     */
    public static List<AtomicUpdates> of(List<Member> members, Collection<View> others, Predicate<View> isAlone) {
        Set<View> excluded = Sets.newIdentityHashSet();
        excluded.addAll(others);
        Map<View, ReductionOp> operators = new IdentityHashMap<>();
        List<AtomicUpdates> found = new ArrayList<>();
        for (int m = 0; m < members.size(); m++) {
            Member member = members.get(m);
            Uses uses = new Uses(member.body);
            int kernel = m;
            forEach(member.body, at -> {
                if (accesses(at) && RuntimeChecks.viewOf(at.op()) instanceof ViewRef.Captured ref) {
                    View view = member.views.get(ref.index());
                    ReductionOp operator = operator(at, uses);
                    ReductionOp known = operators.get(view);
                    if (operator == null || known != null && known != operator) {
                        excluded.add(view);
                    } else if (known == null) {
                        operators.put(view, operator);
                        found.add(new AtomicUpdates(view, operator, kernel, ref));
                    }
                }
            });
        }
        return found.stream()
                .filter(updates -> !excluded.contains(updates.view) && isAlone.test(updates.view))
                .toList();
    }

    private static boolean accesses(Instruction at) {
        return at.op() instanceof Op.Load || at.op() instanceof Op.Store || at.op() instanceof Op.Atomic;
    }

    /** Returns whether some launch of a kernel may have privatizable views. */
    public static boolean arePossible(Region kernel) {
        Object known = kernel.derived().get(AtomicUpdates.class);
        if (known == null) {
            Uses uses = new Uses(kernel);
            boolean[] found = {false};
            forEach(kernel, at -> found[0] |= operator(at, uses) != null);
            known = kernel.derived().keep(AtomicUpdates.class, found[0]);
        }
        return (boolean) known;
    }

    private static void forEach(Region region, Consumer<Instruction> visitor) {
        for (Block block : region.blocks()) {
            for (Instruction at : block.instructions()) {
                visitor.accept(at);
                at.regions().forEach(nested -> forEach(nested, visitor));
            }
        }
    }

    /** Returns the operator of an atomic on integers whose result is not used, or null. */
    private static @Nullable ReductionOp operator(Instruction at, Uses uses) {
        return !(at.op() instanceof Op.Atomic atomic) || !at.type().isInteger() || uses.count(at) > 0
                ? null
                : switch (atomic.kind()) {
                    case ADD -> ReductionOp.SUM;
                    case MIN -> ReductionOp.MIN;
                    case MAX -> ReductionOp.MAX;
                    default -> null;
                };
    }

    /** Returns the number of elements of a copy: from the first to the last one of the view, with gaps. */
    public long elements() {
        StridedRegion region = view.region();
        return region.lastOffset() - region.offset() + 1;
    }
}
