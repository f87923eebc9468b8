package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.Set;
import java.util.function.Predicate;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;

/**
 * The code of a team that all vector lanes of a member run redundantly: all but vector ranges, and ranges of the team
 * without nested vector ranges, whose indexes are spread over the lanes. The first lane alone performs its side
 * effects, and its loads of elements that the launch changes: all lanes must get the same value, to take the same path
 * to the next vector range.
 */
final class MemberCode {
    private final Set<Instruction> ofFirstLane = Sets.newIdentityHashSet();
    private final Set<Instruction> spread = Sets.newIdentityHashSet();
    private final boolean hasLanes;
    private final boolean hasWarp;
    private final Predicate<Instruction> isConstant;

    /**
     * @param hasLanes whether members have several lanes
     * @param hasWarp whether a team has a whole warp
     * @param isConstant whether a loaded element is constant during the launch
     */
    MemberCode(Kernel kernel, boolean hasLanes, boolean hasWarp, Predicate<Instruction> isConstant) {
        this.hasLanes = hasLanes;
        this.hasWarp = hasWarp;
        this.isConstant = isConstant;
        region(kernel.body(), hasLanes);
    }

    /** Returns whether members have several lanes. */
    boolean hasLanes() {
        return hasLanes;
    }

    private void region(Region region, boolean isRedundant) {
        for (Block block : region.blocks()) {
            for (Instruction at : block.instructions()) {
                if (isRedundant && isForOne(at)) {
                    ofFirstLane.add(at);
                }
                boolean isSpread = !Op.isVector(at.op()) && !at.regions().isEmpty() && canSpread(at);
                if (isSpread) {
                    spread.add(at);
                }
                for (Region nested : at.regions()) {
                    region(nested, hasLanes && isRedundant && !isSpread && !Op.isVector(at.op()));
                }
            }
        }
    }

    private boolean isForOne(Instruction at) {
        return at.op() instanceof Op.Store
                || at.op() instanceof Op.Atomic
                || at.op() instanceof Op.Print
                || at.op() instanceof Op.Load && !isConstant.test(at);
    }

    private boolean canSpread(Instruction at) {
        boolean isOfTeam = at.op() instanceof Op.Range || at.op() instanceof Op.Single;
        return !hasVector(at) && (isOfTeam || hasWarp);
    }

    /** Returns whether an operation has a vector range inside. */
    static boolean hasVector(Instruction at) {
        return at.regions().stream()
                .flatMap(region -> region.blocks().stream())
                .flatMap(block -> block.instructions().stream())
                .anyMatch(inner -> Op.isVector(inner.op()) || hasVector(inner));
    }

    /** Returns whether the first lane of a member runs an instruction for all of them. */
    boolean isOfFirstLane(Instruction at) {
        return ofFirstLane.contains(at);
    }

    /** Returns whether the work of an operation is spread over all threads of a team. */
    boolean isShared(Instruction at) {
        return spread.contains(at);
    }
}
