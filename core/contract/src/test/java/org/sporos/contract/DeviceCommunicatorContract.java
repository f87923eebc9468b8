package org.sporos.contract;

import java.time.Duration;
import org.sporos.comm.Communicator;
import org.sporos.comm.ThreadRanks;
import org.sporos.space.ExecutionSpace;

/** The contract of communicators whose operations the library of a device makes; each rank has a device of its own. */
public abstract class DeviceCommunicatorContract extends CommunicatorContract {
    private final String kind;

    /** @param kind the kind of the spaces, such as {@code cuda} */
    protected DeviceCommunicatorContract(String kind) {
        this.kind = kind;
    }

    @Override
    final String spec() {
        return kind;
    }

    @Override
    final String specOf(int rank) {
        return kind + ":" + rank;
    }

    @Override
    final Communicator communicator(ThreadRanks ranks, int rank, Duration deadline, ExecutionSpace own) {
        return ranks.communicator(rank, deadline).on(own);
    }

    @Override
    final boolean isByHost() {
        return false;
    }
}
