package org.sporos.host.task;

/** A task whose pieces are noted, with the times when they began and ended. */
public record RecordedTask(HostTask task, int launch, PieceRecorder recorder) implements ForwardingTask {

    @Override
    public boolean isWatched() {
        return true;
    }

    @Override
    public void run(int phase, int chunk) {
        long begin = System.nanoTime();
        task.run(phase, chunk);
        recorder.add(launch, 1, begin, System.nanoTime());
    }

    @Override
    public void run(int phase, int first, int count) {
        long begin = System.nanoTime();
        task.run(phase, first, count);
        recorder.add(launch, count, begin, System.nanoTime());
    }

    @Override
    public void runAll(int phase) {
        long begin = System.nanoTime();
        task.runAll(phase);
        recorder.add(launch, task.chunks(phase), begin, System.nanoTime());
    }
}
