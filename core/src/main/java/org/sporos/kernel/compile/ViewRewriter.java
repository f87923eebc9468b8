package org.sporos.kernel.compile;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.kernel.capture.CaptureRewriter;
import org.sporos.policy.Condition;
import org.sporos.policy.Policy;
import org.sporos.policy.Selector;
import org.sporos.policy.SingleBody;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Clones works with views replaced: kernels, copies, fills and nested graphs. Throws
 * {@link org.sporos.kernel.capture.RewriteException} if a body cannot be cloned. Works with opaque code or without
 * views are returned unchanged. Not thread-safe.
 */
public class ViewRewriter implements WorkVisitor<Work> {
    private final UnaryOperator<View> views;
    private final CaptureRewriter bodies;

    /** @param views maps each view to its replacement */
    public ViewRewriter(UnaryOperator<View> views) {
        this.views = views;
        this.bodies = new CaptureRewriter(views);
    }

    /** Returns a clone of a graph with views replaced. */
    public Graph rewritten(Graph graph) {
        return graph.mapped(this::rewritten);
    }

    /** Returns the work of a node of the clone. */
    protected Work rewritten(Node node) {
        return node.work().accept(this);
    }

    private Policy policy(Policy policy) {
        return policy.mapped(views);
    }

    @Override
    public Work join(Work.Join work) {
        return work;
    }

    @Override
    public Work parallelFor(Work.ParallelFor work) {
        return new Work.ParallelFor(policy(work.policy()), bodies.rewritten(work.body()));
    }

    @Override
    public Work parallelReduce(Work.ParallelReduce work) {
        return new Work.ParallelReduce(
                policy(work.policy()),
                work.reductions().stream()
                        .map(reduction -> reduction.mapped(views, bodies::rewritten))
                        .toList());
    }

    @Override
    public Work parallelScan(Work.ParallelScan work) {
        return new Work.ParallelScan(
                policy(work.policy()),
                bodies.rewritten(work.contribution()),
                bodies.rewritten(work.consumer()),
                work.scan());
    }

    @Override
    public Work single(Work.Single work) {
        return new Work.Single((SingleBody) bodies.rewritten(work.body()));
    }

    @Override
    public Work deepCopy(Work.DeepCopy work) {
        return new Work.DeepCopy(views.apply(work.to()), views.apply(work.from()));
    }

    @Override
    public Work fill(Work.Fill work) {
        return new Work.Fill(views.apply(work.view()), work.value());
    }

    @Override
    public Work subGraph(Work.SubGraph work) {
        return new Work.SubGraph(rewritten(work.graph()));
    }

    @Override
    public Work branch(Work.If work) {
        Graph otherwise = work.otherwise();
        return new Work.If(
                (Condition) bodies.rewritten(work.condition()),
                rewritten(work.then()),
                otherwise == null ? null : rewritten(otherwise));
    }

    @Override
    public Work loop(Work.While work) {
        View iterations = work.iterations();
        return new Work.While(
                (Condition) bodies.rewritten(work.condition()),
                rewritten(work.body()),
                work.maxIterations(),
                counter(iterations));
    }

    private @Nullable IntView counter(@Nullable View iterations) {
        return iterations == null ? null : (IntView) views.apply(iterations);
    }

    @Override
    public Work choice(Work.Switch work) {
        List<Graph> cases = work.cases().stream().map(this::rewritten).toList();
        return new Work.Switch((Selector) bodies.rewritten(work.selector()), cases);
    }

    @Override
    public Work hostCall(Work.HostCall work) {
        return work;
    }

    @Override
    public Work captured(Work.Captured work) {
        return work;
    }

    @Override
    public Work allocate(Work.Allocate work) {
        return work;
    }

    @Override
    public Work free(Work.Free work) {
        return work;
    }

    @Override
    public Work advance(Work.Advance work) {
        return work;
    }

    @Override
    public Work recordEvent(Work.RecordEvent work) {
        return work;
    }

    @Override
    public Work awaitEvent(Work.AwaitEvent work) {
        return work;
    }

    @Override
    public Work signalSemaphore(Work.SignalSemaphore work) {
        return work;
    }

    @Override
    public Work waitSemaphore(Work.WaitSemaphore work) {
        return work;
    }
}
