package org.sporos.host.task;

import java.util.stream.IntStream;
import org.sporos.error.Required;
import org.sporos.run.RunFrame;
import org.sporos.view.ViewRing;

/** Turns the levels of a ring for the tasks after it: in the frame of the run, which kernels and host nodes share. */
final class TurnTask implements UncutTask {
    private final Object[] levels;

    TurnTask(ViewRing<?> ring) {
        this.levels = IntStream.range(0, ring.size())
                .mapToObj(level -> ring.level(level).allocation())
                .toArray();
    }

    @Override
    public void run(int phase, int chunk) {
        Required.internal(RunFrame.current(), "the frame of a run that turns a ring")
                .turn(levels);
    }
}
