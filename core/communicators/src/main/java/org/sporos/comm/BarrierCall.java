package org.sporos.comm;

/** Waits until all ranks have come to it. */
final class BarrierCall extends Collective {
    BarrierCall(RankProgress progress, String label) {
        super(progress, "barrier", label, 0);
    }

    @Override
    void move(OperationHeader operation) {
        gatherHeaders(operation, null);
    }
}
