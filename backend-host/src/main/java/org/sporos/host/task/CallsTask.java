package org.sporos.host.task;

import org.sporos.host.cpp.MemberFailure;
import org.sporos.policy.SingleBody;

/** The single calls of a merged unit, one after the other. */
final class CallsTask implements UncutTask {
    private final boolean watched;
    private final SingleBody[] bodies;

    /** @param watched whether any of them prints */
    CallsTask(boolean watched, SingleBody... bodies) {
        this.watched = watched;
        this.bodies = bodies;
    }

    @Override
    public boolean isWatched() {
        return watched;
    }

    @Override
    public void run(int phase, int chunk) {
        int member = 0;
        try {
            for (; member < bodies.length; member++) {
                bodies[member].run();
            }
        } catch (Throwable failure) {
            throw MemberFailure.of(member, failure);
        }
    }
}
