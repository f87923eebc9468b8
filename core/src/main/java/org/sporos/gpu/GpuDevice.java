package org.sporos.gpu;

import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;

/**
 * The state that streams and executables of one space share: the driver of its GPU, what was made with it, and the
 * failure that has ended it. Thread-safe.
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
    private volatile @Nullable GpuException ended;
    private volatile boolean closed;

    /**
     * @param setup a stream for what is made ready while graphs run
     * @param settling waits for all runs
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

    /** Returns the owner of what graphs leave to the space because it outlives them. */
    NativeResources owned() {
        return owned;
    }

    /** Returns a stream for what is made ready while graphs run. */
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

    /** Returns its name, with what it is. */
    String description() {
        GpuProperties p = driver.properties();
        return name() + ": " + p.name() + " (" + p.architecture() + ", " + p.multiprocessors() + " multiprocessors, "
                + (p.memoryBytes() >> 30) + " GiB, driver " + p.driverVersion() + ")";
    }

    /** Waits for all runs and keeps what failed for the next fence. */
    void settle() {
        settling.run();
    }

    /** Notes a failure of the driver; some of them end the device's context. */
    void failed(GpuException failure) {
        if (ended == null && driver.isFatal(failure.status())) {
            ended = failure;
        }
    }

    /** Ends the use of it, and returns whether this is the first call. */
    synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    boolean isUsable() {
        return !closed && ended == null;
    }

    boolean isClosed() {
        return closed;
    }

    void requireUsable() {
        GpuException end = ended;
        if (closed || end != null) {
            String how = closed ? " is closed" : " was ended by a failure of the device: " + end;
            throw new CodedStateException("S217", "space " + Labels.quoted(name()) + how, end);
        }
    }

    @Override
    public String toString() {
        return description();
    }
}
