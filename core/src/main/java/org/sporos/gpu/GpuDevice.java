package org.sporos.gpu;

import java.lang.ref.Cleaner;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.space.Event;

/**
 * The shared state of the streams and executables of one space: the driver of its GPU, the objects made by it, and the
 * fatal failure if there was one. Thread-safe.
 */
final class GpuDevice {
    private final String kind;
    private final GpuDriver driver;
    private final CppDialect dialect;
    private final GpuImages images;
    private final GpuPrograms programs;
    private final GpuEvents events;
    private final long setup;
    private final DeviceMemorySpace memory;
    private final Runnable settling;
    private final NativeResources owned = new NativeResources();
    private volatile @Nullable GpuException fatal;
    private volatile boolean closed;

    /**
     * @param setup a stream for preparing executables while graphs run
     * @param settling waits for all runs in flight
     */
    GpuDevice(String kind, GpuDriver driver, CppDialect dialect, BinaryCache cache, long setup, Runnable settling) {
        this.kind = kind;
        this.driver = driver;
        this.dialect = dialect;
        this.events = new GpuEvents(driver);
        this.images = new GpuImages(driver, cache);
        this.programs = new GpuPrograms(driver, images);
        this.setup = setup;
        this.memory = new DeviceMemorySpace(name(), driver, setup);
        this.settling = settling;
    }

    /** Returns the kind of its space, such as {@code cuda}. */
    String kind() {
        return kind;
    }

    GpuDriver driver() {
        return driver;
    }

    CppDialect dialect() {
        return dialect;
    }

    /** Returns the owner of resources that outlive the graphs that made them. */
    NativeResources owned() {
        return owned;
    }

    /** Returns a stream for preparing executables while graphs run. */
    long setup() {
        return setup;
    }

    GpuEvents events() {
        return events;
    }

    GpuPrograms programs() {
        return programs;
    }

    GpuImages images() {
        return images;
    }

    DeviceMemorySpace memory() {
        return memory;
    }

    /** Returns its name, such as {@code cuda:0}. */
    String name() {
        return kind + ":" + driver.properties().ordinal();
    }

    /** Returns its name and properties. */
    String description() {
        GpuProperties p = driver.properties();
        return name() + ": " + p.name() + " (" + p.architecture() + ", " + p.multiprocessors() + " multiprocessors, "
                + (p.memoryBytes() >> 30) + " GiB, driver " + p.driverVersion() + ")";
    }

    /** Waits for all runs in flight; their failures are thrown by the next fence. */
    void settle() {
        settling.run();
    }

    /** Records a failure of the driver; a fatal one ends the device's context. */
    void failed(GpuException failure) {
        if (fatal == null && driver.isFatal(failure.status())) {
            fatal = failure;
        }
    }

    /** Closes it, and returns whether this is the first call. */
    synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    boolean isUsable() {
        return !closed && fatal == null;
    }

    boolean isClosed() {
        return closed;
    }

    void requireUsable() {
        GpuException failure = fatal;
        if (closed || failure != null) {
            String how = closed ? " is closed" : " was ended by a failure of the device: " + failure;
            throw new CodedStateException("S217", "space " + Labels.quoted(name()) + how, failure);
        }
    }

    @Override
    public String toString() {
        return description();
    }

    /**
     * The native events of {@link Event}s on one device; each is destroyed once its event is unreachable. Thread-safe.
     */
    static final class GpuEvents {
        private static final Cleaner CLEANER = Cleaner.create();

        private final GpuDriver driver;
        private final Set<Long> handles = new HashSet<>();
        private final Map<Long, StreamQueue.Ticket> waiting = new ConcurrentHashMap<>();
        private volatile boolean closed;

        GpuEvents(GpuDriver driver) {
            this.driver = driver;
        }

        /** Returns the native event of an event, created at first use. */
        long of(Event event) {
            return event.state(this, Long.class, () -> create(event));
        }

        private synchronized Long create(Event event) {
            long handle = driver.createEvent();
            handles.add(handle);
            CLEANER.register(event, () -> destroy(handle));
            return handle;
        }

        private synchronized void destroy(long handle) {
            waiting.remove(handle);
            if (handles.remove(handle)) {
                driver.destroyEvent(handle);
            }
        }

        /**
         * Notes that an event is recorded here last.
         *
         * @param enqueued the queued call that records it; null if the record was enqueued already
         */
        void recorded(Event event, StreamQueue.@Nullable Ticket enqueued) {
            long handle = of(event);
            event.state(Recorder.class, Recorder.class, Recorder::new).last = this;
            if (enqueued != null) {
                waiting.put(handle, enqueued);
            } else if (!waiting.isEmpty()) {
                waiting.remove(handle);
            }
        }

        /** Returns the events of the device with the last record of an event, or this object if there is none. */
        GpuEvents recorder(Event event) {
            GpuEvents last = event.state(Recorder.class, Recorder.class, Recorder::new).last;
            // An event can be waited for by devices of its library; all work of a closed one is complete.
            return last != null && last.driver.getClass() == driver.getClass() && !last.closed ? last : this;
        }

        /** Returns the queued call that records an event, or null if the record is enqueued already. */
        StreamQueue.@Nullable Ticket waiting(long handle) {
            StreamQueue.Ticket ticket = waiting.isEmpty() ? null : waiting.get(handle);
            return ticket == null || !ticket.isOpen() ? null : ticket;
        }

        /** Destroys the remaining native events. */
        synchronized void close() {
            closed = true;
            handles.forEach(driver::destroyEvent);
            handles.clear();
        }

        /** The device that has recorded an event last. */
        private static final class Recorder {
            private volatile @Nullable GpuEvents last;
        }
    }
}
