package org.sporos.host.mpi;

import org.sporos.comm.Communicator;
import org.sporos.comm.Communicators;

/** A program that opens MPI again after it has closed it. */
final class RankTwice {
    private RankTwice() {}

    public static void main(String[] args) {
        try (Communicator world = Communicators.open()) {
            System.out.println(world);
        }
        try (Communicator again = Communicators.open()) {
            System.out.println(again);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
