package org.sporos.pipeline;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.ExecutableGraph;
import org.sporos.spi.Backend;
import org.sporos.spi.LoweringContext;

/** A backend's executable with its inputs. Used by one thread at a time. */
final class LoweredGraph {
    private final LoweringContext context;
    private final ExecutableGraph executable;
    /** Null until the first change, as most executables are never changed. */
    private @Nullable String text;

    /** @param text the text of the kernels, or null if not yet known */
    LoweredGraph(LoweringContext context, ExecutableGraph executable, @Nullable String text) {
        this.context = context;
        this.executable = executable;
        this.text = text;
    }

    LoweringContext context() {
        return context;
    }

    ExecutableGraph executable() {
        return executable;
    }

    /** Returns the text of its kernels, or null if not yet known. */
    @Nullable
    String knownText() {
        return text;
    }

    /** Returns the text of its kernels. */
    String text(Backend backend) {
        String known = text;
        if (known == null) {
            known = backend.kernelText(context);
            text = known;
        }
        return known;
    }
}
