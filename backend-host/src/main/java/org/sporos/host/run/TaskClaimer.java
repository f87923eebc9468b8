package org.sporos.host.run;

/**
 * Finds and claims tasks for the thread that holds one list: from its own list, then from lists that nobody holds, then
 * from lists of threads that were preempted; from a list of a thread that gets on it takes the last tasks. Used by one
 * thread at a time.
 */
final class TaskClaimer extends CacheLinePadded {
    /** How many polls pass between two looks at lists that others hold. */
    static final int LOOK_UP = 4;

    private static final int CALL = 16;
    private static final long PATIENCE_NANOS = 2_000;
    /** Who does not end a task in the time of so many has lost its core, or does one that is worth more than the rest. */
    private static final int STALL_TASKS = 4;
    /** The time that a chunk gains where its data is in the cache, in tasks. */
    private static final int AFFINE_TASKS = 16;

    private final ScheduledTasks tasks;
    private final TaskQueue[] queues;
    private final int slot;
    private final CompletedPrefix completedPrefix;
    private final StallDetector stallDetector;
    private final Runnable callOthers;

    /** What it has claimed last: a list, a word of it, and bits of that. */
    private int from;

    private int word;
    private int bits;
    private int foreign;

    /**
     * @param callOthers tells other threads that there is work which nobody does
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

    /** Returns the own list. */
    TaskQueue own() {
        return queues[slot];
    }

    /** Returns the list of what it has claimed last. */
    TaskQueue queue() {
        return queues[from];
    }

    /** Returns the place in that list that the lowest bit of {@link #bits()} stands for. */
    int place() {
        return queues[from].place(word);
    }

    /** Returns what it has claimed last. */
    int bits() {
        return bits;
    }

    /** Claims all of its own list; returns false if others have begun with it. */
    boolean claimsWhole(int epoch, boolean claimedAhead) {
        return claims(slot, claimedAhead ? own().whole() : own().claimWhole(epoch));
    }

    /** Claims what is ready by what it knows already: in its own list, without a look at what others write. */
    boolean claimsKnown(int epoch) {
        return claims(slot, own().claimKnown(epoch, completedPrefix.known(epoch), tasks.batch(), tasks.piece()));
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
        return idleSince != 0 && polls % LOOK_UP == 0 && stealFromOwner(epoch, known, idleSince, polls);
    }

    private boolean claimsOf(int queue, int epoch, int known) {
        return claims(queue, queues[queue].claim(epoch, known, tasks.batch(), tasks.piece()));
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
     * Takes from the list whose task all wait for first, if nobody works on it: so what waits for many tasks becomes ready
     * early, and is found by one comparison.
     */
    private boolean takeFirstMissing(int epoch, int known) {
        int behind = completedPrefix.slot();
        return behind != slot
                && !tasks.isAffine()
                && (takesUnowned(behind, epoch, known)
                        || behind == stallDetector.queue() && stealFromPreempted(epoch, known));
    }

    /** Takes from a list that nobody holds. */
    private boolean takeUnowned(int epoch, int known) {
        for (int i = 1; i < queues.length; i++) {
            if (takesUnowned(other(i), epoch, known)) {
                return true;
            }
        }
        return false;
    }

    /** Takes from a list if nobody holds it, and calls for somebody who does. */
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

    /** Takes from a list whose holder had lost its core and has not got on since. */
    private boolean stealFromPreempted(int epoch, int known) {
        return stallDetector.isLost() && claimsOf(stallDetector.queue(), epoch, known);
    }

    /** Takes from a list that somebody holds. */
    private boolean stealFromOwner(int epoch, int known, long idleSince, int polls) {
        long now = System.nanoTime();
        stallDetector.look(now, PATIENCE_NANOS + STALL_TASKS * tasks.taskNanos(), polls / LOOK_UP);
        if (stealFromPreempted(epoch, known)) {
            return true;
        }
        boolean affine = tasks.isAffine();
        long patience = affine ? AFFINE_TASKS * tasks.taskNanos() + PATIENCE_NANOS : tasks.taskNanos();
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
