package org.sporos.verify;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
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

    @Override
    protected Work rewritten(Node node) {
        Work work = node.work();
        String refusal = refusal(work);
        if (refusal != null) {
            throw new RewriteException(refusal);
        }
        if (work instanceof Work.Allocate || work instanceof Work.Free) {
            return new Work.Join();
        }
        if (work instanceof Work.Advance advance) {
            return new Work.Advance(
                    views.of(advance.ring()),
                    advance.levels().stream().map(views::of).toList());
        }
        return super.rewritten(node);
    }

    private static @Nullable String refusal(Work work) {
        if (work instanceof Work.HostCall) {
            return "is Java code of the host, which is not run";
        }
        if (work instanceof Work.Captured) {
            return "is a capture, whose calls are not run";
        }
        if (work instanceof Work.RecordEvent) {
            return "records an event, which others may wait for";
        }
        if (work instanceof Work.AwaitEvent) {
            return "waits for an event";
        }
        if (work instanceof Work.SignalSemaphore) {
            return "signals a semaphore, which others may wait for";
        }
        return work instanceof Work.WaitSemaphore ? "waits for a semaphore" : null;
    }
}
