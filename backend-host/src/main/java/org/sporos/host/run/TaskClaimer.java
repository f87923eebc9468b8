package org.sporos.host.run;

/**
 * Work stealing: finds and claims tasks for the owner of one queue. The search order is its own queue; unowned queues;
 * queues of preempted owners; and last the queues of running owners, from the tail, farthest from their current tasks.
 * Used by one thread at a time.
 *
 * <p><b>Reasons for this order.</b> The own queue keeps the affinity of chunks and caches: the thread that ran chunk k
 * of a loop runs chunk k of the next one. Unowned queues and those of preempted threads have no owner whose cache they
 * would miss. Stealing from a running owner costs that owner a cache miss for each line that it touches again, so it is
 * the last resort: single calls soon, chunks of loops after a patience of sixteen of them. Unlimited stealing made
 * conjugate gradients take either 0.4 or 1.8 ms per step, by chance.
 *
 * <p>Tasks that are ready by the own {@link CompletedPrefix} are claimed first, without reading cache lines that other
 * threads write. The prefix advances, which reads such lines, only afterwards.
 */
final class TaskClaimer extends CacheLinePadded {
    /** The number of polls between two checks of the clock and of owned queues. */
    static final int POLLS = 4;

    /** The number of claims from unowned queues per call for another thread. */
    private static final int CALL = 16;
    /** The time without progress, in addition to the time of some tasks, after which tasks are stolen from an owner. */
    private static final long PATIENCE_NANOS = 2_000;
    /**
     * An owner that completes no task in the time of this many was preempted, or runs one that is worth more than the
     * rest.
     */
    private static final int STALL_TASKS = 4;
    /** The patience with owners of chunks of loops, whose data is in their caches, in tasks. */
    private static final int AFFINITY_TASKS = 16;

    private final ScheduledTasks tasks;
    private final TaskQueue[] queues;
    private final int slot;
    private final CompletedPrefix completedPrefix;
    private final StallDetector stallDetector;
    private final Runnable callOthers;

    /** The last claim: a queue, a word of it, and bits of that word. */
    private int from;

    private int word;
    private int bits;
    private int foreign;

    /** @param callOthers wakes another thread for unowned work */
    TaskClaimer(
            ScheduledTasks tasks, TaskQueue[] queues, CompletedPrefix completedPrefix, int slot, Runnable callOthers) {
        this.tasks = tasks;
        this.queues = queues;
        this.completedPrefix = completedPrefix;
        this.slot = slot;
        this.stallDetector = new StallDetector(queues, slot);
        this.callOthers = callOthers;
    }

    int slot() {
        return slot;
    }

    /** Returns the own queue. */
    TaskQueue own() {
        return queues[slot];
    }

    /** Returns the queue of the last claim. */
    TaskQueue queue() {
        return queues[from];
    }

    /** Returns the index in that queue of the lowest bit of {@link #bits()}. */
    int firstIndex() {
        return queues[from].firstIndex(word);
    }

    /** Returns the bits of the last claim. */
    int bits() {
        return bits;
    }

    /**
     * Claims tasks of its own queue that the completed prefix makes ready, without reading cache lines of other
     * threads.
     */
    boolean claimsKnown(int epoch) {
        return claims(slot, own().claimKnown(epoch, completedPrefix.known(epoch), tasks.batch()));
    }

    /**
     * Claims the next tasks; returns false if none is found.
     *
     * @param idleSince the time since which nothing was found, or 0
     * @param polls the number of searches since then
     */
    boolean claims(int epoch, long idleSince, int polls) {
        if (claimsKnown(epoch)) {
            return true;
        }
        int known = completedPrefix.advance(epoch);
        if (takeFirstMissing(epoch, known)
                || claimsOf(slot, epoch, known)
                || takeUnowned(epoch, known)
                || stealFromPreempted(epoch, known)) {
            return true;
        }
        return idleSince != 0 && polls % POLLS == 0 && stealFromOwner(epoch, known, idleSince, polls);
    }

    private boolean claimsOf(int queue, int epoch, int known) {
        return claims(queue, queues[queue].claim(epoch, known, tasks.batch()));
    }

    private boolean claims(int queue, long claim) {
        if (claim == TaskQueue.NONE) {
            return false;
        }
        from = queue;
        word = (int) (claim >>> 32);
        bits = (int) claim;
        return true;
    }

    /**
     * Claims from the queue of the first incomplete task, if it has no running owner: so a single thread runs single
     * calls in the order of their definition, and the completed prefix grows.
     */
    private boolean takeFirstMissing(int epoch, int known) {
        int behind = completedPrefix.slot();
        return behind != slot
                && !tasks.isAffine()
                && (takesUnowned(behind, epoch, known)
                        || behind == stallDetector.queue() && stealFromPreempted(epoch, known));
    }

    /** Claims from an unowned queue. */
    private boolean takeUnowned(int epoch, int known) {
        for (int i = 1; i < queues.length; i++) {
            if (takesUnowned(other(i), epoch, known)) {
                return true;
            }
        }
        return false;
    }

    /** Calls another thread if a queue without an owner has ready tasks; returns whether it did. */
    boolean callsForReady(int epoch) {
        for (int i = 1; i < queues.length; i++) {
            TaskQueue queue = queues[other(i)];
            if (queue.isUnowned() && queue.hasReady(epoch)) {
                callOthers.run();
                return true;
            }
        }
        return false;
    }

    /** Claims from a queue if it is unowned, and calls for a thread to own it. */
    private boolean takesUnowned(int other, int epoch, int known) {
        if (queues[other].isUnowned() && claimsOf(other, epoch, known)) {
            if (foreign++ % CALL == 0) {
                callOthers.run();
            }
            return true;
        }
        return false;
    }

    private int other(int i) {
        return (slot + i) % queues.length;
    }

    /** Steals from an owner that was preempted and has completed nothing since. */
    private boolean stealFromPreempted(int epoch, int known) {
        return stallDetector.isPreempted() && claimsOf(stallDetector.queue(), epoch, known);
    }

    /** Steals from a preempted owner, or after some patience from any. */
    private boolean stealFromOwner(int epoch, int known, long idleSince, int polls) {
        long now = System.nanoTime();
        stallDetector.look(now, PATIENCE_NANOS + STALL_TASKS * tasks.taskNanos(), polls / POLLS);
        if (stealFromPreempted(epoch, known)) {
            return true;
        }
        boolean affine = tasks.isAffine();
        long patience = affine ? AFFINITY_TASKS * tasks.taskNanos() + PATIENCE_NANOS : tasks.taskNanos();
        if (now - idleSince > patience) {
            for (int i = 1; i < queues.length; i++) {
                if (claims(other(i), queues[other(i)].stealTail(epoch, known))) {
                    return true;
                }
            }
        }
        return false;
    }
}
