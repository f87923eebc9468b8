package org.sporos.host.task;

/** A task whose pieces are noted, with the times when they began and ended. */
public record RecordedTask(HostTask inner, int launch, PieceRecorder recorder) implements HostTask {
    @Override
    public int phases() {
        return inner.phases();
    }

    @Override
    public int chunks(int phase) {
        return inner.chunks(phase);
    }

    @Override
    public boolean isWatched() {
        return true;
    }

    @Override
    public void run(int phase, int chunk) {
        long begin = System.nanoTime();
        inner.run(phase, chunk);
        recorder.add(launch, 1, begin, System.nanoTime());
    }

    @Override
    public void run(int phase, int first, int count) {
        long begin = System.nanoTime();
        inner.run(phase, first, count);
        recorder.add(launch, count, begin, System.nanoTime());
    }

    @Override
    public void runAll(int phase) {
        long begin = System.nanoTime();
        inner.runAll(phase);
        recorder.add(launch, inner.chunks(phase), begin, System.nanoTime());
    }
}
