package org.sporos.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.sporos.comm.Communicator;
import org.sporos.comm.ThreadRanks;
import org.sporos.gpu.GpuCollectives;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** The contract of communicators whose operations the library of a device makes; each rank has a device of its own. */
public abstract class DeviceCommunicatorContract extends CommunicatorContract {
    private final String kind;

    /** @param kind the kind of the spaces, such as {@code cuda} */
    protected DeviceCommunicatorContract(String kind) {
        this.kind = kind;
    }

    @BeforeEach
    final void requireLibrary() {
        Availability found = Objects.requireNonNull(GpuCollectives.of(space())).probe();
        assumeTrue(found.available(), found::toString);
    }

    @Override
    final int ranks() {
        List<ExecutionSpace> devices = ExecutionSpaces.all(kind);
        devices.forEach(ExecutionSpace::close);
        return Math.min(3, devices.size());
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
