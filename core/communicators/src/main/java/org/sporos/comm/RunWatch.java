package org.sporos.comm;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Coded;
import org.sporos.gpu.GpuCollectives;
import org.sporos.graph.RunGuard;
import org.sporos.internal.error.LibraryException;
import org.sporos.internal.error.RunRefusal;

/**
 * Monitors the runs with operations on a device, in the order of their launches, on a thread of its own. If the library
 * reports a failure, or the other ranks do not reach the same run, it aborts the group of ranks: pending calls return,
 * and the run fails.
 *
 * <p>A launch only appends to a queue. The thread polls the end of the first run in it, see {@link RankProgress}.
 */
final class RunWatch implements RunGuard {
    /** The timeout of an idle thread, so that an unclosed communicator retains none. */
    private static final long IDLE = TimeUnit.SECONDS.toNanos(10);

    private final RankProgress operations;
    private final RankProgress progress;
    private final GpuCollectives.Group group;
    private final Queue<Run> runs = new ArrayDeque<>();
    private @Nullable Thread thread;
    private boolean isFollowing;
    private volatile boolean isClosing;
    private boolean isClosed;
    private int executables;
    /** A hash of all runs so far, which detects ranks with different histories. Used by the thread alone. */
    private int history;

    private volatile @Nullable RuntimeException failure;

    /**
     * @param operations the progress of operations of host code and of instantiations
     * @param progress the progress of the runs
     */
    RunWatch(RankProgress operations, RankProgress progress, GpuCollectives.Group group) {
        this.operations = operations;
        this.progress = progress;
        this.group = group;
    }

    /** A run that was launched. */
    private record Run(String nodes, BooleanSupplier isEnded) {}

    @Override
    public Object sequence() {
        return operations;
    }

    @Override
    public synchronized void instantiated(String nodes) {
        executables++;
    }

    @Override
    public synchronized void closed(String nodes) {
        executables--;
        leaveAfterLast();
    }

    /** The group must outlive all native graphs with its calls, such as those of cached eager calls. */
    private void leaveAfterLast() {
        if (isClosed && executables == 0) {
            group.close();
        }
    }

    @Override
    public void submitting(String nodes) {
        RuntimeException known = failure;
        String why = known != null ? known.getMessage() : operations.failure();
        if (why != null) {
            throw RunRefusal.ofCall("C407", "the communicator is dead: " + why);
        } else if (isClosing) {
            throw RunRefusal.ofCall("C407", "the communicator is closed; fence before you close it");
        }
    }

    @Override
    public synchronized void submitted(String nodes, BooleanSupplier isEnded) {
        runs.add(new Run(nodes, isEnded));
        if (thread == null) {
            Thread made = new Thread(
                    this::follow,
                    "sporos-comm-runs-of-rank-" + progress.transport().rank());
            made.setDaemon(true);
            made.start();
            thread = made;
        } else if (!isFollowing) {
            notifyAll();
        }
    }

    @Override
    public @Nullable RuntimeException failure() {
        return failure;
    }

    private void follow() {
        for (Run run = next(); run != null; run = next()) {
            if (failure == null) {
                follow(run);
            }
        }
    }

    private synchronized @Nullable Run next() {
        isFollowing = false;
        notifyAll();
        long end = System.nanoTime() + IDLE;
        for (long left = IDLE; runs.isEmpty() && !isClosing && left > 0; left = end - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException strangers) {
                // Interrupts are ignored: the thread belongs to the library.
            }
        }
        Run taken = runs.poll();
        isFollowing = taken != null;
        if (taken == null) {
            thread = null;
        }
        return taken;
    }

    private void follow(Run run) {
        history = 31 * history + run.nodes.hashCode();
        OperationHeader operation;
        try {
            operation = progress.begin("run", run.nodes, history);
        } catch (RuntimeException dead) {
            end(dead);
            return;
        }
        try {
            progress.takeNotices();
            progress.awaitRun(operation, () -> isEnded(run));
            progress.count(operation);
            progress.compare(operation);
        } catch (RuntimeException e) {
            boolean ofLibrary = e instanceof IllegalStateException thrown && !(thrown instanceof Coded);
            end(ofLibrary ? progress.libraryFailure(operation, (IllegalStateException) e) : e);
        } finally {
            progress.end();
        }
    }

    private boolean isEnded(Run run) {
        String broken = group.failure();
        if (broken != null) {
            throw new LibraryException(broken);
        }
        return run.isEnded.getAsBoolean();
    }

    /** The failure is set first: aborted calls end the run, whose failure is read then. */
    private void end(RuntimeException why) {
        failure = why;
        group.abort();
    }

    /**
     * Closes the group once the runs so far have ended, all ranks have called this, and the last executable is closed.
     *
     * @param patience the timeout, in nanoseconds
     * @return whether no rank has failed
     */
    boolean close(long patience) {
        boolean isWell = hasFollowedAll(patience) && progress.close(patience) && failure == null;
        int other = isWell ? progress.rankWithOtherRuns() : -1;
        if (other >= 0) {
            isWell = false;
            failure = RunRefusal.ofCall(
                    "C405",
                    "rank " + other + " has made other runs than rank "
                            + progress.transport().rank()
                            + "; submit the same graphs in the same order on all ranks");
        }
        if (!isWell) {
            String why = progress.failure();
            if (failure == null && why != null) {
                failure = RunRefusal.ofCall("C403", why);
            }
            group.abort();
        }
        synchronized (this) {
            isClosed = true;
            leaveAfterLast();
        }
        return isWell;
    }

    private synchronized boolean hasFollowedAll(long patience) {
        isClosing = true;
        notifyAll();
        long end = System.nanoTime() + patience;
        for (long left = patience; left > 0 && (isFollowing || !runs.isEmpty()); left = end - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return !isFollowing && runs.isEmpty();
    }
}
