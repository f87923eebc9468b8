package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.EditedKernel;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * A kernel in one launch, with its proofs there. Immutable.
 *
 * @param storesPlanes whether iterations along the last index are independent, and planes of a view are stored
 */
public record LaunchedKernel(Kernel kernel, Guarantees proofs, Launch launch, boolean storesPlanes) {

    /** The views of a launch. */
    public interface Launch {
        /** Returns the view that a name stands for. */
        View view(ViewRef.Captured ref);

        /** Returns a key that views of one dimension have in common if they have the same extent in all launches. */
        Object extentKey(ViewRef.Captured ref);

        /** Returns whether the launch stores nothing to the elements of a view. */
        boolean isConstant(ViewRef.Captured ref);
    }

    /** Returns it behind a pass. */
    LaunchedKernel with(EditedKernel edited) {
        return new LaunchedKernel(edited.kernel(), edited.guarantees(proofs), launch, storesPlanes);
    }

    RuntimeChecks checks() {
        return new RuntimeChecks(proofs);
    }

    /** Returns whether any access is checked. */
    public boolean isChecked() {
        return instructions().anyMatch(checks()::isChecked);
    }

    /** Returns whether it is run by teams. */
    public boolean isTeam() {
        return instructions()
                .map(Instruction::op)
                .anyMatch(op -> op instanceof TeamQuery
                        || op instanceof Op.Barrier
                        || op instanceof Op.ScratchNew
                        || op instanceof Op.Range
                        || op instanceof Op.Reduce
                        || op instanceof Op.Scan
                        || op instanceof Op.Single);
    }

    private Stream<Instruction> instructions() {
        return regions().stream()
                .flatMap(region -> region.blocks().stream())
                .flatMap(block -> block.instructions().stream());
    }

    /** Returns the regions, outer ones first. */
    List<Region> regions() {
        List<Region> all = new ArrayList<>(List.of(kernel.body()));
        for (int k = 0; k < all.size(); k++) {
            for (Block block : all.get(k).blocks()) {
                block.instructions().forEach(at -> all.addAll(at.regions()));
            }
        }
        return all;
    }

    /** Returns whether a view's extent is an int. */
    boolean isInt(ViewRef.Captured ref) {
        long extent = launch.view(ref).extent(0);
        return extent == (int) extent;
    }

    /** Returns whether any element can be loaded in the place of one that is out of bounds, without arithmetic. */
    public boolean canClamp(Instruction load) {
        return RuntimeChecks.viewOf(load.op()) instanceof ViewRef.Captured ref
                && ref.rank() == 1
                && launch.view(ref).stride(0) == 1
                && launch.view(ref).extent(0) > 0;
    }

    /** Returns the control flow of a region, or null if it is not reducible. */
    static @Nullable ControlFlow reducible(Region region) {
        ControlFlow flow = ControlFlow.of(region);
        return flow.isReducible() ? flow : null;
    }
}
