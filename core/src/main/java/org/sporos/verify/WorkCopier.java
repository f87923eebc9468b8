package org.sporos.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Required;
import org.sporos.graph.Graph;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.kernel.capture.CaptureRewriter;
import org.sporos.kernel.capture.RewriteException;
import org.sporos.policy.Condition;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LiveInt;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.Selector;
import org.sporos.policy.SingleBody;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Makes works that do the same as others on copies of their views. Memory of a graph has copies that exist all the
 * time, so that its allocation and its end become nothing. What cannot run twice is refused with the reason. Used by
 * one thread.
 */
final class WorkCopier implements WorkVisitor<Work> {
    private final ViewCopies views;
    private final CaptureRewriter bodies;

    WorkCopier(ViewCopies views) {
        this.views = views;
        this.bodies = new CaptureRewriter(views::of);
    }

    private Graph graph(Graph graph) {
        return graph.mapped(work -> work.accept(this));
    }

    private Policy policy(Policy policy) {
        if (policy instanceof IndexSet set && set.view() != null) {
            return IndexSet.promised((IntView) views.of(set.view()))
                    .withBlock(set.block())
                    .withGrid(set.grid())
                    .withChunk(set.chunk());
        } else if (policy instanceof RangePolicy range
                && range.liveEnd() != null
                && range.liveEnd().view() != null) {
            return range(range.liveBegin(), range.liveEnd())
                    .withBlock(range.block())
                    .withGrid(range.grid())
                    .withChunk(range.chunk());
        }
        return policy;
    }

    /** Where the end is in a view the begin is 0, or in a view too. */
    private RangePolicy range(@Nullable LiveInt begin, LiveInt end) {
        IntView last = (IntView) views.of(Required.internal(end.view(), "the view of a live bound"));
        return begin == null
                ? RangePolicy.of(last, end.highest())
                : RangePolicy.of(
                        (IntView) views.of(Required.internal(begin.view(), "the view of a live bound")),
                        last,
                        end.highest());
    }

    private static RewriteException refused(String reason) {
        return new RewriteException(reason);
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
                        .map(reduction -> reduction.mapped(views::of, bodies::rewritten))
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
    public Work hostCall(Work.HostCall work) {
        throw refused("is Java code of the host, which is not run");
    }

    @Override
    public Work deepCopy(Work.DeepCopy work) {
        return new Work.DeepCopy(views.of(work.to()), views.of(work.from()));
    }

    @Override
    public Work fill(Work.Fill work) {
        return new Work.Fill(views.of(work.view()), work.value());
    }

    @Override
    public Work subGraph(Work.SubGraph work) {
        return new Work.SubGraph(graph(work.graph()));
    }

    @Override
    public Work captured(Work.Captured work) {
        throw refused("is a capture, whose calls are not run");
    }

    @Override
    public Work branch(Work.If work) {
        Graph otherwise = work.otherwise();
        return new Work.If(
                (Condition) bodies.rewritten(work.condition()),
                graph(work.then()),
                otherwise == null ? null : graph(otherwise));
    }

    @Override
    public Work loop(Work.While work) {
        View passes = work.passes();
        return new Work.While(
                (Condition) bodies.rewritten(work.condition()), graph(work.body()), work.maxPasses(), counter(passes));
    }

    private @Nullable IntView counter(@Nullable View passes) {
        return passes == null ? null : (IntView) views.of(passes);
    }

    @Override
    public Work choice(Work.Switch work) {
        List<Graph> cases = work.cases().stream().map(this::graph).toList();
        return new Work.Switch((Selector) bodies.rewritten(work.selector()), cases);
    }

    @Override
    public Work allocate(Work.Allocate work) {
        return new Work.Join();
    }

    @Override
    public Work free(Work.Free work) {
        return new Work.Join();
    }

    /** The nodes behind it use other memory. */
    @Override
    public Work advance(Work.Advance work) {
        views.turn(work.ring().state());
        return new Work.Join();
    }

    @Override
    public Work recordEvent(Work.RecordEvent work) {
        throw refused("records an event, which others may wait for");
    }

    @Override
    public Work awaitEvent(Work.AwaitEvent work) {
        throw refused("waits for an event");
    }

    @Override
    public Work signalSemaphore(Work.SignalSemaphore work) {
        throw refused("signals a semaphore, which others may wait for");
    }

    @Override
    public Work waitSemaphore(Work.WaitSemaphore work) {
        throw refused("waits for a semaphore");
    }
}
