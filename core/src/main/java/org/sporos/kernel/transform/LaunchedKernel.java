package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.EditedKernel;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * A kernel in one launch during the passes, with its proofs. Immutable.
 *
 * @param storesPlanes whether iterations along the last index are independent, and planes of a view are stored
 * @param origins returns the original of a value, in the kernel before all passes
 */
public record LaunchedKernel(Kernel kernel, Guarantees proofs, Launch launch, boolean storesPlanes, Origins origins) {

    /** The views of a launch. */
    public interface Launch {
        /** Returns the view of a reference. */
        View view(ViewRef.Captured ref);

        /**
         * Returns the key of the extent of a view of one dimension: views with equal keys have equal extents in all
         * launches.
         */
        default Object extentKey(ViewRef.Captured ref) {
            return view(ref);
        }

        /** Returns whether the elements of a view are constant during the launch. */
        default boolean isConstant(ViewRef.Captured ref) {
            return false;
        }
    }

    /** The originals of the values of a kernel. */
    public interface Origins {
        /** Returns the value before all passes, or null if it is new. */
        @Nullable
        Value of(Value value);
    }

    /** Returns a kernel before all passes. */
    public static LaunchedKernel of(Kernel kernel, Guarantees proofs, Launch launch, boolean storesPlanes) {
        return new LaunchedKernel(kernel, proofs, launch, storesPlanes, value -> value);
    }

    /** Returns the kernel after a pass. */
    LaunchedKernel with(EditedKernel edited) {
        return new LaunchedKernel(edited.kernel(), edited.guarantees(proofs), launch, storesPlanes, value -> {
            Value before = edited.origin(value);
            return before == null ? null : origins.of(before);
        });
    }

    /** Returns the kernel after a pass, the same one if there is no edit. */
    LaunchedKernel with(@Nullable KernelEdit edit) {
        return edit == null ? this : with(edit.finish());
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

    /** Returns the loops of all regions whose control flow is reducible. */
    List<LoopInfo> loops() {
        List<LoopInfo> loops = new ArrayList<>();
        for (Region region : regions()) {
            ControlFlow flow = reducible(region);
            loops.addAll(flow == null ? List.of() : LoopInfo.of(region, flow));
        }
        return loops;
    }

    /** Returns whether a view's extent is an int. */
    boolean isInt(ViewRef.Captured ref) {
        long extent = launch.view(ref).extent(0);
        return extent == (int) extent;
    }

    /** Returns whether a clamped index makes a load valid: a nonempty view of one dimension and stride 1. */
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
