package org.sporos.graph;

import java.time.Duration;
import java.util.Locale;
import org.sporos.internal.error.Labels;

/**
 * The progress of an instantiation. Immutable.
 *
 * <pre>{@code
 * InstantiationListener bar = progress -> {
 *     if (progress.step() == InstantiationProgress.Step.COMPILE) {
 *         System.err.println(progress.kernel() + " of " + progress.kernels() + " kernels are compiled");
 *     }
 * };
 * graph.instantiate(space, InstantiateOption.onProgress(bar));
 * }</pre>
 *
 * @param graph the label of the graph
 * @param space the name of the space that it is instantiated on
 * @param step the current step
 * @param kernel the number of kernels that the step has completed
 * @param kernels the number of kernels of the step; 0 if it does not handle kernels one by one
 * @param elapsed the time since the instantiation began
 * @since 0.1.0
 */
public record InstantiationProgress(String graph, String space, Step step, int kernel, int kernels, Duration elapsed) {

    /** The steps of an instantiation, in their order. */
    public enum Step {
        /** The captured values of the bodies are read. */
        CAPTURE,
        /** The memory effects of each node are computed. */
        EFFECTS,
        /** The bytecode of the bodies is translated, body by body. */
        LIFT,
        /** The reads and writes of the kernels are analysed, kernel by kernel. */
        FACTS,
        /** The graph is checked. */
        CHECK,
        /** Nodes are merged and ordered. */
        PLAN,
        /** The launches are created, one by one, including those in bodies of conditional nodes. */
        LOWER,
        /**
         * A compiler outside of this library runs, or its cache is read. Kernels of one batch complete together: on
         * GPUs all kernels of a graph, on host up to 64. Plain {@code host} compiles in the background later, and skips
         * this step.
         */
        COMPILE,
        /** The instantiation has ended. */
        READY
    }

    /** Returns one line, such as {@code step on cuda: compile, 0 of 63 kernels, 1.2 s}. */
    @Override
    public String toString() {
        String count = kernels == 0 ? "" : ", " + kernel + " of " + kernels + (kernels == 1 ? " kernel" : " kernels");
        return Labels.shown(graph) + " on " + space + ": " + step.name().toLowerCase(Locale.ROOT) + count
                + String.format(Locale.ROOT, ", %.1f s", elapsed.toMillis() / 1e3);
    }
}
