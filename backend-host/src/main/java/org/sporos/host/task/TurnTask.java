package org.sporos.host.task;

import java.util.stream.IntStream;
import org.sporos.error.Required;
import org.sporos.run.RunFrame;
import org.sporos.view.RingState;
import org.sporos.view.View;

/** Turns the levels of a ring for the tasks after it: in the frame of the run, which kernels and host nodes share. */
final class TurnTask implements UncutTask {
    /** The memories of the levels of each part. */
    private final Object[][] levels;

    TurnTask(RingState ring) {
        this.levels = IntStream.range(0, ring.parts())
                .mapToObj(
                        part -> ring.levels(part).stream().map(View::allocation).toArray())
                .toArray(Object[][]::new);
    }

    @Override
    public void run(int phase, int chunk) {
        RunFrame frame = Required.internal(RunFrame.current(), "the frame of a run that turns a ring");
        for (Object[] part : levels) {
            frame.turn(part);
        }
    }
}
