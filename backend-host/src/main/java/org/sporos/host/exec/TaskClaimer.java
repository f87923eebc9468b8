package org.sporos.host.exec;

/**
 * Finds and claims tasks for the thread that holds one list: from its own list, then from lists that nobody holds, then
 * from lists of threads that were preempted; from a list of a thread that gets on it takes the last tasks. Used by one
 * thread at a time.
 */
final class TaskClaimer extends Apart {
    /** How many polls pass between two looks at lists that others hold. */
    static final int LOOK_UP = 4;

    private static final int CALL = 16;
    private static final long PATIENCE_NANOS = 2_000;
    /** Who does not end a task in the time of so many has lost its core, or does one that is worth more than the rest. */
    private static final int STALL_TASKS = 4;
    /** The time that a chunk gains where its data is in the cache, in tasks. */
    private static final int AFFINE_TASKS = 16;

    private final ScheduledTasks tasks;
    private final TapeList[] lists;
    private final int slot;
    private final Frontier frontier;
    private final Watch watch;
    private final Runnable callOthers;

    /** What it has claimed last: a list, a word of it, and bits of that. */
    private int from;

    private int word;
    private int bits;
    private int foreign;

    /**
     * @param callOthers tells other threads that there is work which nobody does
     */
    TaskClaimer(ScheduledTasks tasks, TapeList[] lists, Frontier frontier, int slot, Runnable callOthers) {
        this.tasks = tasks;
        this.lists = lists;
        this.frontier = frontier;
        this.slot = slot;
        this.watch = new Watch(lists, slot);
        this.callOthers = callOthers;
    }

    int slot() {
        return slot;
    }

    /** Returns the own list. */
    TapeList own() {
        return lists[slot];
    }

    /** Returns the list of what it has claimed last. */
    TapeList list() {
        return lists[from];
    }

    /** Returns the place in that list that the lowest bit of {@link #bits()} stands for. */
    int place() {
        return lists[from].place(word);
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
        return claims(slot, own().claimKnown(epoch, frontier.known(epoch), tasks.batch(), tasks.piece()));
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
        int known = frontier.advance(epoch);
        if (ofBehind(epoch, known)
                || claimsOf(slot, epoch, known)
                || ofFree(epoch, known)
                || ofStalled(epoch, known)) {
            return true;
        }
        return idleSince != 0 && polls % LOOK_UP == 0 && ofHeld(epoch, known, idleSince, polls);
    }

    private boolean claimsOf(int list, int epoch, int known) {
        return claims(list, lists[list].claim(epoch, known, tasks.batch(), tasks.piece()));
    }

    private boolean claims(int list, long claim) {
        if (claim == TapeList.NONE) {
            return false;
        }
        from = list;
        word = (int) (claim >>> 32);
        bits = (int) claim;
        return true;
    }

    /**
     * Takes from the list whose task all wait for first, if nobody works on it: so what waits for many tasks becomes ready
     * early, and is found by one comparison.
     */
    private boolean ofBehind(int epoch, int known) {
        int behind = frontier.slot();
        return behind != slot
                && !tasks.isAffine()
                && (claimsOfFree(behind, epoch, known) || behind == watch.list() && ofStalled(epoch, known));
    }

    /** Takes from a list that nobody holds. */
    private boolean ofFree(int epoch, int known) {
        for (int i = 1; i < lists.length; i++) {
            if (claimsOfFree(other(i), epoch, known)) {
                return true;
            }
        }
        return false;
    }

    /** Takes from a list if nobody holds it, and calls for somebody who does. */
    private boolean claimsOfFree(int other, int epoch, int known) {
        if (lists[other].isFree() && claimsOf(other, epoch, known)) {
            if (foreign++ % CALL == 0) {
                callOthers.run();
            }
            return true;
        }
        return false;
    }

    private int other(int i) {
        return (slot + i) % lists.length;
    }

    /** Takes from a list whose holder had lost its core and has not got on since. */
    private boolean ofStalled(int epoch, int known) {
        return watch.isLost() && claimsOf(watch.list(), epoch, known);
    }

    /** Takes from a list that somebody holds. */
    private boolean ofHeld(int epoch, int known, long idleSince, int polls) {
        long now = System.nanoTime();
        watch.look(now, PATIENCE_NANOS + STALL_TASKS * tasks.taskNanos(), polls / LOOK_UP);
        if (ofStalled(epoch, known)) {
            return true;
        }
        boolean affine = tasks.isAffine();
        long patience = affine ? AFFINE_TASKS * tasks.taskNanos() + PATIENCE_NANOS : tasks.taskNanos();
        if (now - idleSince > patience) {
            for (int i = 1; i < lists.length; i++) {
                if (claims(other(i), lists[other(i)].claimLast(epoch, known))) {
                    return true;
                }
            }
        }
        return false;
    }
}
