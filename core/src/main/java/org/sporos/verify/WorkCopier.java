package org.sporos.verify;

import org.sporos.graph.Work;
import org.sporos.kernel.capture.RewriteException;
import org.sporos.kernel.compile.ViewRewriter;

/**
 * Rewrites works onto copies of their views. Copies of graph memory are permanent, so that allocating and freeing
 * become no-ops. Works that cannot run twice are refused with a reason. Used by one thread.
 */
final class WorkCopier extends ViewRewriter {
    private final ViewCopies views;

    WorkCopier(ViewCopies views) {
        super(views::of);
        this.views = views;
    }

    private static RewriteException refused(String reason) {
        return new RewriteException(reason);
    }

    @Override
    public Work hostCall(Work.HostCall work) {
        throw refused("is Java code of the host, which is not run");
    }

    @Override
    public Work captured(Work.Captured work) {
        throw refused("is a capture, whose calls are not run");
    }

    @Override
    public Work allocate(Work.Allocate work) {
        return new Work.Join();
    }

    @Override
    public Work free(Work.Free work) {
        return new Work.Join();
    }

    @Override
    public Work advance(Work.Advance work) {
        return new Work.Advance(
                views.of(work.ring()), work.levels().stream().map(views::of).toList());
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
