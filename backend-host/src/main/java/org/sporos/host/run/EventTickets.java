package org.sporos.host.run;

import org.sporos.host.schedule.EventUse;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StepKind;

/** The tickets that a submit draws for the record and await nodes of its run, in the order of their definition. */
public record EventTickets(Program program) {
    /** The tickets of a run without events. */
    public static final long[] NONE = {};

    /** Returns the number of tickets of a run. */
    public int count() {
        return program.eventSteps().length;
    }

    /** Draws all tickets; on failure, completes the tickets drawn so far, so that they block no waiter. */
    public void draw(long[] tickets) {
        int drawn = 0;
        try {
            for (int step : program.eventSteps()) {
                HostEvent event = HostEvent.of(use(step).event());
                tickets[use(step).ticket()] = isRecord(step) ? event.submitRecord() : event.submitAwait();
                drawn++;
            }
        } catch (Throwable noMemory) {
            giveUp(tickets, drawn);
            throw noMemory;
        }
    }

    /** Completes the records of a run that never starts, which releases their waiters. */
    private void giveUp(long[] tickets, int drawn) {
        for (int i = 0; i < drawn; i++) {
            int step = program.eventSteps()[i];
            if (isRecord(step)) {
                HostEvent.of(use(step).event()).happen(tickets[use(step).ticket()]);
            }
        }
    }

    private EventUse use(int step) {
        return (EventUse) program.extra()[step];
    }

    private boolean isRecord(int step) {
        return program.kind()[step] == StepKind.RECORD;
    }
}
