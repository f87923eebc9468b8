package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;

/**
 * The interface to the driver of one GPU. Handles and addresses are longs, so that native types stay in the backends; a
 * handle belongs to its creator and must be destroyed once. Every method may throw a {@link GpuException}.
 *
 * <p>Implementations map each method to a native call, without policy of their own, with one exception: after a fatal
 * failure, when every call fails, methods that destroy or free an object ignore the error. Implementations are
 * thread-safe except for graphs: one thread at a time may use a graph and its nested graphs.
 */
public interface GpuDriver extends AutoCloseable {

    /** Returns the properties of the device. */
    GpuProperties properties();

    /** Returns the features of its native graphs. */
    default GpuFeatures features() {
        return GpuFeatures.ALL;
    }

    /** Returns whether a status is fatal: this process can no longer use the device. */
    boolean isFatal(int status);

    /** Returns whether a status means out of memory, which has the same number in CUDA and HIP. */
    default boolean isOutOfMemory(int status) {
        return status == 2;
    }

    /** Makes the device current on this thread, for native calls outside of the library. */
    default void makeCurrent() {}

    /** Returns the library of collectives on this device, not yet loaded, or null if the backend has none. */
    default @Nullable NcclCalls collectives() {
        return null;
    }

    /**
     * Gives this device access to the memory of a device of the same library, if the hardware supports it: copies
     * between the two then take no detour through the host. Idempotent.
     */
    default void reach(GpuDriver peer) {}

    /** Returns whether a native graph of this device can have child graphs of a device of the same library. */
    default boolean joins(GpuDriver other) {
        return false;
    }

    // Memory

    /** Returns the address of new device memory. */
    long allocate(long bytes);

    /** Frees device memory. */
    void free(long address);

    /** Returns the address of new pinned host memory, which the device copies by DMA. */
    long allocatePinned(long bytes);

    /** Frees pinned host memory. */
    void freePinned(long address);

    /** Returns a buffer over pinned host memory, in native byte order; it does not own the memory. */
    ByteBuffer pinnedBuffer(long address, int bytes);

    /** Pins host memory of the caller until {@link #unregisterPinned}. */
    void registerPinned(long address, long bytes);

    /** Unpins memory of {@link #registerPinned}. */
    void unregisterPinned(long address);

    /** Returns the address of a direct buffer. */
    long addressOf(ByteBuffer memory);

    /** Returns whether an address is in memory of this device, allocated by this process. */
    boolean isOfDevice(long address);

    /** Returns the bytes of device memory that are free. */
    long freeBytes();

    /** Enqueues a copy between any two addresses accessible to the device. */
    void copy(CopyShape shape, long stream);

    /** Enqueues a copy of contiguous bytes. */
    default void copy(long to, long from, long bytes, long stream) {
        copy(CopyShape.linear(to, from, bytes), stream);
    }

    /** Enqueues a fill of rows of elements of 1, 2 or 4 bytes. */
    void fill(long address, long pitch, int value, int elementBytes, long width, long height, long stream);

    // Streams and events

    /** Returns a new stream that does not synchronize with the default stream. */
    default long createStream() {
        return createStream(0);
    }

    /**
     * Returns a new stream that does not synchronize with the default stream.
     *
     * @param priority that of its kernels: 0 to {@link GpuFeatures#priorities}, the highest
     */
    long createStream(int priority);

    /** Destroys a stream. */
    void destroyStream(long stream);

    /** Waits until all work of a stream is complete. */
    void synchronize(long stream);

    /** Returns whether all work of a stream is complete. */
    boolean isIdle(long stream);

    /** Returns a new event without timing. */
    long createEvent();

    /** Destroys an event. */
    void destroyEvent(long event);

    /** Records an event on a stream. */
    void record(long event, long stream);

    /** Makes a stream wait for the last record of an event. */
    void await(long event, long stream);

    /** Waits on this thread for the last record of an event. */
    void synchronizeEvent(long event);

    /**
     * Returns a timeline semaphore that another API exported as a POSIX file descriptor, which belongs to the driver
     * from then on.
     */
    long importSemaphore(int fileDescriptor);

    /** Destroys an imported semaphore. */
    void destroySemaphore(long semaphore);

    // Kernels

    /** Compiles a program to an image for this device. */
    byte[] compile(String source, String name, List<String> options);

    /** Returns the compiler version, a part of cache keys. */
    String compilerVersion();

    /** Loads an image and returns its module. */
    long loadModule(byte[] image);

    /** Unloads a module. */
    void unloadModule(long module);

    /** Returns a kernel of a module. */
    long function(long module, String name);

    /** Returns the number of resident blocks of a kernel per multiprocessor. */
    int blocksPerMultiprocessor(long function, int block, int sharedBytes);

    /**
     * Permits launches of a kernel with a number of bytes of shared memory beyond its declaration, more than every
     * device has. No effect on devices without this limit.
     */
    default void allowShared(long function, int bytes) {}

    /** Launches a kernel on a stream, outside of a graph. */
    void launch(long function, LaunchShape shape, ByteBuffer arguments, long stream);

    // Graphs

    /** Returns a new graph without nodes. */
    long createGraph();

    /** Destroys a graph that is not a child or body of another. */
    void destroyGraph(long graph);

    /** Adds a kernel node. The arguments, packed as the kernel declares them, are copied. */
    long addKernel(long graph, long function, LaunchShape shape, ByteBuffer arguments);

    /** Adds a kernel node that depends on another node. */
    default long addKernel(long graph, long before, long function, LaunchShape shape, ByteBuffer arguments) {
        long node = addKernel(graph, function, shape, arguments);
        addEdge(graph, before, node);
        return node;
    }

    /**
     * Sets the priority of a kernel node. Called only if {@link GpuFeatures#priorities} is not 0.
     *
     * @param priority 1 to {@link GpuFeatures#priorities}, the highest
     */
    default void setPriority(long node, int priority) {
        throw new InternalException("a driver without priorities is asked for one");
    }

    /** Adds a copy node. */
    long addCopy(long graph, CopyShape shape);

    /** Adds a fill node for rows of elements of 1, 2 or 4 bytes. */
    long addFill(long graph, long address, long pitch, int value, int elementBytes, long width, long height);

    /**
     * Adds a host node, which runs Java code on a driver thread. The body stays reachable until {@link #releaseHost} or
     * the close of the driver.
     */
    long addHost(long graph, Runnable body);

    /** Releases the body of a node of {@link #addHost}. */
    void releaseHost(Runnable body);

    /** Adds an empty node. */
    long addEmpty(long graph);

    /** Adds a child node, a copy of another graph. */
    long addChild(long graph, long child);

    /**
     * Returns a new conditional handle of a graph, which kernels set. Called only with {@link
     * GpuFeatures#conditionalNodes}; other drivers have gated kernels instead.
     */
    default long createConditionalHandle(long graph, int initial) {
        throw new InternalException("a driver without conditional nodes is asked for one");
    }

    /** Adds a conditional node; returns the node, then its bodies: empty graphs owned by it. */
    default long[] addConditional(long graph, long handle, ConditionalKind kind, int bodies) {
        throw new InternalException("a driver without conditional nodes is asked for one");
    }

    /** Adds a node that allocates device memory and returns the node, then the address. */
    long[] addAllocate(long graph, long bytes);

    /** Adds a node that frees the memory of a node of {@link #addAllocate}. */
    long addFree(long graph, long address);

    /** Adds a node that records an event. */
    long addEventRecord(long graph, long event);

    /** Adds a node that waits for an event. */
    long addEventWait(long graph, long event);

    /** Adds a node that signals an imported semaphore with a value. */
    long addSemaphoreSignal(long graph, long semaphore, long value);

    /** Adds a node that waits until an imported semaphore is at least a value. */
    long addSemaphoreWait(long graph, long semaphore, long value);

    /** Adds an edge. */
    void addEdge(long graph, long from, long to);

    /**
     * Adds an edge between kernel nodes after which the second starts as soon as all blocks of the first have started;
     * its entry waits until the first has ended. Called only with {@link GpuFeatures#programmaticEdges}.
     */
    default void addProgrammaticEdge(long graph, long from, long to) {
        throw new InternalException("a driver without programmatic edges is asked for one");
    }

    /** Returns the number of nodes of a graph by kind, without bodies and children. */
    Map<NodeKind, Integer> countNodes(long graph);

    /** Instantiates a graph, and returns the executable. */
    long instantiate(long graph);

    /** Destroys an executable. */
    void destroyExecutable(long executable);

    /** Uploads an executable, so that its first launch is as fast as later ones. */
    void upload(long executable, long stream);

    /** Enqueues a run of an executable. */
    void launchGraph(long executable, long stream);

    /**
     * Starts the capture of calls to a stream by this thread.
     *
     * @param isRelaxed whether this thread may call functions that cannot be captured meanwhile, such as allocations
     */
    void beginCapture(long stream, boolean isRelaxed);

    /** Ends the capture and returns the graph; 0 if the capture was invalidated. */
    long endCapture(long stream);

    /** Returns the bytes reserved for allocation nodes, in use or cached. */
    long graphMemoryBytes();

    /** Returns the bytes in use by allocation nodes. */
    long graphMemoryInUse();

    /** Frees the cached memory of allocation nodes. */
    void trimGraphMemory();

    /** Releases the device. Idempotent. */
    @Override
    void close();
}
