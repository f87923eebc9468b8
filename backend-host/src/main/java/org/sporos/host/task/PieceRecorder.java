package org.sporos.host.task;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.sporos.trace.RunRecord;

/**
 * A recorder of the pieces of launches in recorded runs, with arrays per thread. A thread records a piece before it
 * counts it as complete, so all are present at the end of the run. One run at a time.
 */
public final class PieceRecorder {
    private static final int WORDS = 3;

    private final List<Pieces> threads = new CopyOnWriteArrayList<>();
    private final ThreadLocal<Pieces> own = ThreadLocal.withInitial(this::ofNewThread);
    private long begin;
    private long end;

    /** The pieces of one thread: launch and parts in one word, begin, end. */
    private static final class Pieces {
        private long[] words = new long[WORDS * 64];
        private int size;

        void add(int launch, int parts, long beginNanos, long endNanos) {
            if (size == words.length) {
                words = Arrays.copyOf(words, 2 * size);
            }
            words[size] = (long) launch << 32 | parts;
            words[size + 1] = beginNanos;
            words[size + 2] = endNanos;
            size += WORDS;
        }

        void addTo(RunRecord record, int row) {
            for (int at = 0; at < size; at += WORDS) {
                record.add((int) (words[at] >>> 32), row, (int) words[at], words[at + 1], words[at + 2]);
            }
        }
    }

    private Pieces ofNewThread() {
        Pieces pieces = new Pieces();
        threads.add(pieces);
        return pieces;
    }

    /** Returns a task that records the start and end of each of its pieces. */
    public HostTask recorded(HostTask task, int launch) {
        return new RecordedTask(task, launch, this);
    }

    private record RecordedTask(HostTask task, int launch, PieceRecorder recorder) implements ForwardingTask {
        @Override
        public boolean isWatched() {
            return true;
        }

        @Override
        public void run(int phase, int chunk) {
            long begin = System.nanoTime();
            task.run(phase, chunk);
            add(1, begin);
        }

        @Override
        public void run(int phase, int first, int count) {
            long begin = System.nanoTime();
            task.run(phase, first, count);
            add(count, begin);
        }

        @Override
        public void runAll(int phase) {
            long begin = System.nanoTime();
            task.runAll(phase);
            add(task.chunks(phase), begin);
        }

        private void add(int parts, long begin) {
            long end = System.nanoTime();
            recorder.own.get().add(launch, parts, begin, end);
        }
    }

    /** Marks the start of a run. */
    public void begin() {
        threads.forEach(pieces -> pieces.size = 0);
        begin = System.nanoTime();
    }

    /** Marks the end of the run. */
    public void end() {
        end = System.nanoTime();
    }

    /** Returns the record of the run that has ended: a row for each thread with a piece. */
    public RunRecord record() {
        RunRecord record = new RunRecord();
        int row = 0;
        for (Pieces pieces : threads) {
            if (pieces.size > 0) {
                pieces.addTo(record, row++);
            }
        }
        record.span(begin, end);
        return record;
    }
}
