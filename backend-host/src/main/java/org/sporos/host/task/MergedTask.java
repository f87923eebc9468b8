package org.sporos.host.task;

import org.sporos.host.natives.MemberFailure;

/**
 * The tasks of a merged unit one after the other, chunk by chunk: members have equal indexes and share elements only at
 * the same index, so a chunk of a member depends only on the same chunk of the others.
 */
record MergedTask(HostTask... members) implements HostTask {
    @Override
    public int chunks(int phase) {
        return members[0].chunks(phase);
    }

    @Override
    public Tier tier() {
        return members[0].tier();
    }

    @Override
    public String note() {
        return members[0].note();
    }

    @Override
    public boolean isCutAs(HostTask other) {
        return members[0].isCutAs(other instanceof MergedTask merged ? merged.members[0] : other);
    }

    @Override
    public void run(int phase, int chunk) {
        run(phase, chunk, 1);
    }

    @Override
    public void run(int phase, int first, int count) {
        for (int m = 0; m < members.length; m++) {
            try {
                members[m].run(phase, first, count);
            } catch (Throwable failure) {
                throw MemberFailure.of(m, failure);
            }
        }
    }
}
