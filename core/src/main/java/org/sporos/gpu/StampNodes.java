package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sporos.plan.LaunchUnit;
import org.sporos.trace.LaunchTable;
import org.sporos.trace.RunRecord;

/**
 * Adds a kernel of one thread before and after each launch, which writes a stamp of the device clock. Unlike events,
 * kernels work in bodies of conditionals and behind gates, with stamps for each iteration of a loop. Used by one
 * thread.
 */
final class StampNodes {
    private static final int WORDS = 2;
    /** The capacity in stamps with loops, whose iterations are not known in advance: 4 MiB. */
    private static final int ROOM_FOR_LOOPS = 1 << 18;

    private static final int STEPS = 100;
    private static final int TRIES = 10;
    private static final long CALIBRATION_NANOS = 20_000_000;
    /** An error of 0.5 % in all times, which is below their variation. */
    private static final long CALIBRATION_FACTOR = 200;

    private final GpuDriver driver;
    private final GpuMemory memory;
    private final GpuProgram program;
    private final LaunchTable table;
    private final int room;
    private final long stamps;
    private final long pinned;
    private final ByteBuffer copy;
    private final double nanosPerTick;
    private final double clockNanos;

    /**
     * @param program {@link LibraryProgram#STAMPS}
     * @param loops whether there is a loop among the launches
     */
    StampNodes(GpuMemory memory, GpuProgram program, LaunchTable table, boolean loops) {
        this.driver = memory.driver();
        this.memory = memory;
        this.table = table;
        this.program = program;
        this.room = loops ? ROOM_FOR_LOOPS : Math.max(1, 2 * table.size());
        int bytes = Math.toIntExact((1 + (long) WORDS * room) * Long.BYTES);
        this.stamps = memory.device(bytes);
        this.pinned = memory.pinned(bytes);
        this.copy = driver.pinnedBuffer(pinned, bytes);
        Reading first = read(TRIES);
        Reading last = first;
        while (!last.isFarFrom(first)) {
            pause();
            last = read(TRIES);
        }
        this.nanosPerTick = (double) (last.at() - first.at()) / Math.max(1, last.ticks - first.ticks);
        this.clockNanos = Math.min(first.step, last.step) * nanosPerTick;
    }

    /**
     * A reading of the device clock, with the host time before and after it.
     *
     * @param step the smallest observed step of the clock, in ticks
     */
    private record Reading(long before, long after, long step, long ticks) {
        long at() {
            return before + (after - before) / 2;
        }

        /** Returns whether the interval between two readings is large against their uncertainty. */
        boolean isFarFrom(Reading other) {
            long passed = at() - other.at();
            long doubt = (after - before + other.after - other.before) / 2;
            return passed >= CALIBRATION_NANOS && passed >= CALIBRATION_FACTOR * doubt;
        }
    }

    /** Returns the fastest of some readings: on a busy machine most are interrupted. */
    private Reading read(int tries) {
        Reading best = readOnce();
        for (int again = 1; again < tries; again++) {
            Reading next = readOnce();
            best = next.after - next.before < best.after - best.before ? next : best;
        }
        return best;
    }

    private static void pause() {
        long end = System.nanoTime() + CALIBRATION_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private Reading readOnce() {
        long before = System.nanoTime();
        driver.launch(
                program.function(LibraryProgram.CLOCK_STEPS),
                LaunchShape.single(),
                packed(stamps, STEPS),
                memory.stream());
        fetch(2);
        return new Reading(before, System.nanoTime(), copy.getLong(0), copy.getLong(Long.BYTES));
    }

    /** Returns arguments of eight bytes each, packed. */
    private static ByteBuffer packed(long... values) {
        ByteBuffer buffer =
                ByteBuffer.allocateDirect(values.length * Long.BYTES).order(ByteOrder.nativeOrder());
        for (long value : values) {
            buffer.putLong(value);
        }
        return buffer.flip();
    }

    private void fetch(int words) {
        driver.copy(pinned, stamps, (long) words * Long.BYTES, memory.stream());
        memory.settle();
    }

    /** Returns the resolution of the device clock. */
    double clockNanos() {
        return clockNanos;
    }

    /** Adds stamps before and after the nodes of a unit, predicated on a gate; none if the unit is no launch. */
    Span surround(LaunchUnit unit, Span span, long graph, Gate gate) {
        int launch = table.number(unit);
        if (launch < 0) {
            return span;
        }
        long before = stamp(graph, gate, 2L * launch);
        long after = stamp(graph, gate, 2L * launch + 1);
        driver.addEdge(graph, before, span.first());
        driver.addEdge(graph, span.last(), after);
        return new Span(before, after, false, false);
    }

    private long stamp(long graph, Gate gate, long tag) {
        ByteBuffer packed = packed(gate.address(), gate.open(), stamps, room, tag);
        return driver.addKernel(graph, program.function(LibraryProgram.STAMP), LaunchShape.single(), packed);
    }

    /** Clears the stamps before a run. */
    void clear() {
        memory.zero(stamps, Long.BYTES);
        memory.settle();
    }

    /** Returns the launches of a complete run. The start stamp of a launch precedes its end stamp. */
    RunRecord record() {
        fetch(1);
        long all = copy.getLong(0);
        int count = (int) Math.min(room, all);
        fetch(1 + WORDS * count);
        RunRecord record = new RunRecord();
        record.lose((all - count + 1) / 2);
        long origin = count == 0 ? 0 : ticks(0);
        long[] begins = new long[table.size()];
        for (int stamp = 0; stamp < count; stamp++) {
            long tag = copy.getLong((1 + WORDS * stamp) * Long.BYTES);
            int launch = (int) (tag >> 1);
            long nanos = Math.round((ticks(stamp) - origin) * nanosPerTick);
            if ((tag & 1) == 0) {
                begins[launch] = nanos;
            } else {
                record.add(launch, 0, 1, begins[launch], Math.max(begins[launch], nanos));
            }
        }
        record.assignRows();
        return record;
    }

    private long ticks(int stamp) {
        return copy.getLong((2 + WORDS * stamp) * Long.BYTES);
    }
}
