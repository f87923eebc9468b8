package org.sporos.host.task;

import java.util.List;

/** A task whose bodies promise to write different elements: a phase before all others forgets the run before. */
record DistinctTask(HostTask task, List<ItemAccesses> accesses) implements ForwardingTask {

    @Override
    public int phases() {
        return task.phases() + 1;
    }

    @Override
    public int chunks(int phase) {
        return phase == 0 ? 1 : task.chunks(phase - 1);
    }

    @Override
    public boolean isWatched() {
        return true;
    }

    @Override
    public void run(int phase, int chunk) {
        if (phase == 0) {
            accesses.forEach(ItemAccesses::clear);
        } else {
            task.run(phase - 1, chunk);
        }
    }
}
