package org.sporos.host.run;

import org.sporos.host.schedule.EventUse;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StepKind;

/**
 * The tickets that a submit draws for the nodes of its run that record or await events, in the order of their
 * definition.
 */
public record EventTickets(Program program) {
    /** The tickets of a run that has none. */
    public static final long[] NONE = {};

    /** Returns how many a run has. */
    public int count() {
        return program.eventSteps().length;
    }

    /** Draws all of them; if one cannot be drawn, those drawn before hold nobody up. */
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

    /** Lets those go on that wait for the records of a run that never begins. */
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
