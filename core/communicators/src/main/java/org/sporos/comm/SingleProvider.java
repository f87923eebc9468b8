package org.sporos.comm;

import org.sporos.space.Availability;

/** Opens communicators of one rank. Always available, so that a program for several processes runs alone. */
final class SingleProvider implements CommunicatorProvider {
    static final String KIND = "single";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public int launchedProcesses() {
        return 0;
    }

    @Override
    public Availability probe() {
        return new Availability(KIND, true, "one rank, this process");
    }

    @Override
    public Transport open() {
        return new SingleTransport();
    }
}
