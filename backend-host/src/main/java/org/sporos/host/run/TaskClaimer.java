package org.sporos.host.run;

/**
 * Work stealing: finds and claims tasks for the owner of one queue. It looks in its own queue; then in unowned queues;
 * then it steals from owners that were preempted; and last from victims that make progress, the tasks farthest from
 * what they do now. Used by one thread at a time.
 *
 * <p><b>Why in this order.</b> The own queue keeps the affinity of chunks and caches: the thread that ran chunk k of a
 * loop runs chunk k of the next one. Unowned queues and those of preempted threads have no owner whose cache they would
 * miss. To steal from an owner that makes progress costs that owner a cache miss for each line that it meets again, so
 * it is tried last: single calls soon, chunks of loops after a patience of sixteen of them. Stealing all that is ready
 * made conjugate gradients take either 0.4 or 1.8 ms a step, by chance.
 *
 * <p>Tasks that are ready by the own {@link CompletedPrefix} are claimed first, without reading cache lines that other
 * threads write. Only then the prefix advances, which reads such lines.
 */
final class TaskClaimer extends CacheLinePadded {
    /** The polls between two looks at the clock and at queues that others own. */
    static final int POLLS = 4;

    /** One claim from unowned queues of this many calls for another thread. */
    private static final int CALL = 16;
    /** The time without progress, on top of the time of some tasks, after which tasks are stolen from an owner. */
    private static final long PATIENCE_NANOS = 2_000;
    /**
     * An owner that ends no task in the time of this many was preempted, or does one that is worth more than the rest.
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

    /**
     * @param callOthers wakes another thread for work that nobody does
     */
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

    /** Returns the queue of what it has claimed last. */
    TaskQueue queue() {
        return queues[from];
    }

    /** Returns the place in that queue that the lowest bit of {@link #bits()} stands for. */
    int place() {
        return queues[from].place(word);
    }

    /** Returns what it has claimed last. */
    int bits() {
        return bits;
    }

    /** Claims what it knows to be ready in its own queue, without a look at what others write. */
    boolean claimsKnown(int epoch) {
        return claims(slot, own().claimKnown(epoch, completedPrefix.known(epoch), tasks.batch()));
    }

    /**
     * Claims what to do next; returns false if there is nothing.
     *
     * @param idleSince since when it has found nothing, or 0
     * @param polls how often it has looked since then
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
     * Claims from the queue of the first task that is not done, if no thread works on it: so a thread alone does single
     * calls in the order of their definition, and the prefix of completed tasks grows.
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

    /** Steals from an owner that was preempted and has done nothing since. */
    private boolean stealFromPreempted(int epoch, int known) {
        return stallDetector.isPreempted() && claimsOf(stallDetector.queue(), epoch, known);
    }

    /** Steals from an owner: a preempted one, or after some patience any. */
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
