package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.List;

/** The passes that run on a finished draft, in order. */
final class Cleanup {
    /** Far more than any kernel needs: a loop of empty blocks would be led in circles for ever. */
    private static final int MAX_ROUNDS = 200;

    private final KernelBuilder kernel;

    Cleanup(KernelBuilder kernel) {
        this.kernel = kernel;
    }

    void run() {
        TrivialArguments.drop(kernel);
        Printing printing = kernel.printing();
        if (printing != null && printing.silent()) {
            DeadValues.dropPrints(kernel);
        }
        if (!kernel.alternatives.isEmpty()) {
            // Unused loads would keep arms of branches from being merged.
            DeadValues.drop(kernel);
        }
        boolean changed = true;
        for (int round = 0; changed && round < MAX_ROUNDS; round++) {
            BooleanArguments.infer(kernel);
            changed = BooleanAlgebra.simplify(kernel)
                    | EmptyBlocks.skip(kernel)
                    | CommonLoads.hoist(kernel)
                    | Selects.form(kernel)
                    | StraightLines.join(kernel);
            TrivialArguments.drop(kernel);
        }
        DeadValues.drop(kernel);
    }

    /** Returns all regions, outer ones first. */
    static List<DraftRegion> regions(KernelBuilder kernel) {
        List<DraftRegion> all = new ArrayList<>(List.of(kernel.body()));
        for (int k = 0; k < all.size(); k++) {
            for (DraftBlock block : all.get(k).blocks()) {
                for (Instruction instruction : block.instructions) {
                    all.addAll(kernel.nested.getOrDefault(instruction, List.of()));
                }
            }
        }
        return all;
    }
}
