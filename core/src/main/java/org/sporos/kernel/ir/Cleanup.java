package org.sporos.kernel.ir;

/** The passes over a finished draft, in order. */
final class Cleanup {
    /** Bounds the passes for an endless loop of empty blocks, which would never reach a fixed point. */
    private static final int MAX_ROUNDS = 200;

    private final KernelBuilder kernel;

    Cleanup(KernelBuilder kernel) {
        this.kernel = kernel;
    }

    void run() {
        TrivialArguments.drop(kernel);
        Printing printing = kernel.printing();
        if (printing != null && printing.silent()) {
            DeadCodeElimination.dropPrints(kernel);
        }
        if (!kernel.alternatives.isEmpty()) {
            // Unused loads would prevent if-conversion.
            DeadCodeElimination.drop(kernel);
        }
        boolean changed = true;
        for (int round = 0; changed && round < MAX_ROUNDS; round++) {
            BooleanArguments.infer(kernel);
            changed = BooleanAlgebra.simplify(kernel)
                    | EmptyBlocks.skip(kernel)
                    | LoadHoisting.hoist(kernel)
                    | IfConversion.form(kernel)
                    | BlockMerging.join(kernel);
            TrivialArguments.drop(kernel);
        }
        DeadCodeElimination.drop(kernel);
    }
}
