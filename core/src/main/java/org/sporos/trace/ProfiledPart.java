package org.sporos.trace;

import java.util.List;
import org.sporos.graph.Node;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.LoweringContext;

/** An executable under the profiler: the whole of a user's graph, or a part. */
public final class ProfiledPart {
    private final ProfiledPlan plan;
    private final ProfiledRuns runs;

    private ProfiledPart(ProfiledPlan plan, ProfiledRuns runs) {
        this.plan = plan;
        this.runs = runs;
    }

    /**
     * Creates the whole of a user's graph.
     *
     * @param context the input of its lowering
     * @param stream the stream of its runs
     */
    public ProfiledPart(LoweringContext context, ExecutionStream stream, ProfiledRuns runs) {
        this(new ProfiledPlan(context, stream, List.of()), runs);
    }

    /** Returns this part with the nodes of the user's graph that its own are copies of. */
    ProfiledPart of(List<Node> originals) {
        return new ProfiledPart(new ProfiledPlan(plan.context(), plan.stream(), List.copyOf(originals)), runs);
    }

    ProfiledPlan plan() {
        return plan;
    }

    LoweringContext context() {
        return plan.context();
    }

    ExecutionStream stream() {
        return plan.stream();
    }

    ProfiledRuns runs() {
        return runs;
    }
}
