package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.sporos.error.InternalException;

/**
 * The calls that the library makes to the driver of one GPU. Handles and addresses are longs, so that no native type is
 * seen; a handle belongs to whoever made it and must be destroyed once. Every method may throw a {@link GpuException}.
 *
 * <p>Implementations translate call by call and decide nothing, but for one thing: what gives an object back does so in
 * silence on a device that a failure has ended, since every call fails there with that failure. They are thread-safe
 * except for graphs: one thread at a time may use a graph and those nested in it.
 */
public interface GpuDriver extends AutoCloseable {

    /** Returns what the device is. */
    GpuProperties properties();

    /** Returns what its native graphs can do. */
    default GpuFeatures features() {
        return GpuFeatures.ALL;
    }

    /** Returns whether a status means that nothing more can be done on the device by this process. */
    boolean isFatal(int status);

    /** Returns whether a status means that there is no memory left. CUDA and HIP have the same number for it. */
    default boolean isOutOfMemory(int status) {
        return status == 2;
    }

    /** Makes the device the current one of this thread, for calls that others than the library make. */
    default void makeCurrent() {}

    // Memory

    /** Returns the address of new device memory. */
    long allocate(long bytes);

    /** Frees device memory. */
    void free(long address);

    /** Returns the address of new host memory that the device can copy from and to by itself. */
    long allocatePinned(long bytes);

    /** Frees pinned host memory. */
    void freePinned(long address);

    /** Returns a window onto pinned host memory, in native byte order; it does not own the memory. */
    ByteBuffer pinnedBuffer(long address, int bytes);

    /**
     * Lets the device copy from and to host memory of the caller by itself, until {@link #unregisterPinned} is called.
     */
    void registerPinned(long address, long bytes);

    /** Ends {@link #registerPinned}. */
    void unregisterPinned(long address);

    /** Returns where a direct buffer begins. */
    long addressOf(ByteBuffer memory);

    /** Returns whether an address lies in memory that this process has from the driver for this device. */
    boolean isOfDevice(long address);

    /** Returns the bytes of device memory that are free. */
    long freeBytes();

    /** Enqueues a copy between any two addresses that the device can reach. */
    void copy(CopyShape shape, long stream);

    /** Enqueues a copy of bytes that lie one after another. */
    default void copy(long to, long from, long bytes, long stream) {
        copy(CopyShape.linear(to, from, bytes), stream);
    }

    /** Enqueues the setting of rows of elements of 1, 2 or 4 bytes. */
    void fill(long address, long pitch, int value, int elementBytes, long width, long height, long stream);

    // Streams and events

    /** Returns a new stream that does not wait for the default one. */
    long createStream();

    /** Destroys a stream. */
    void destroyStream(long stream);

    /** Waits until all work of a stream has ended. */
    void synchronize(long stream);

    /** Returns whether all work of a stream has ended. */
    boolean isIdle(long stream);

    /** Returns a new event that takes no time. */
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

    /** Gives up an imported semaphore. */
    void destroySemaphore(long semaphore);

    // Kernels

    /** Returns the compiler's output for a program, an image for this device. */
    byte[] compile(String source, String name, List<String> options);

    /** Returns what identifies the compiler, for keys of a cache. */
    String compilerVersion();

    /** Loads an image and returns its module. */
    long loadModule(byte[] image);

    /** Unloads a module. */
    void unloadModule(long module);

    /** Returns a kernel of a module. */
    long function(long module, String name);

    /** Returns the block size with which a kernel keeps the device fullest. */
    int bestBlock(long function, int sharedBytes);

    /** Returns how many blocks of a kernel fit on a multiprocessor at once. */
    int blocksPerMultiprocessor(long function, int block, int sharedBytes);

    /**
     * Lets a kernel be launched with so many bytes of shared memory beyond what it declares, which are more than every
     * device has. Devices that need no permission do nothing.
     */
    default void allowShared(long function, int bytes) {}

    /** Launches a kernel on a stream, outside of a graph. */
    void launch(long function, LaunchShape shape, ByteBuffer arguments, long stream);

    // Graphs

    /** Returns a new graph without nodes. */
    long createGraph();

    /** Destroys a graph that is not part of another. */
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
     * Gives a kernel node another priority than the usual one. It is not called where {@link #features()} says that
     * there are none.
     *
     * @param priority 1 to {@link GpuFeatures#priorities}, the highest
     */
    default void setPriority(long node, int priority) {
        throw new InternalException("a driver without priorities is asked for one");
    }

    /** Adds a copy node. */
    long addCopy(long graph, CopyShape shape);

    /** Adds a node that sets rows of elements of 1, 2 or 4 bytes. */
    long addFill(long graph, long address, long pitch, int value, int elementBytes, long width, long height);

    /** Adds a node that runs Java code on a thread of the driver. It is kept reachable until the driver is closed. */
    long addHost(long graph, Runnable body);

    /** Gives up what {@link #addHost} keeps reachable for a node. */
    void releaseHost(Runnable body);

    /** Adds a node that does nothing. */
    long addEmpty(long graph);

    /** Adds a node that is a copy of another graph. */
    long addChild(long graph, long child);

    /**
     * Returns a new value that conditional nodes of a graph look at; kernels set it. It is not called where {@link
     * #features()} says that there are no such nodes: there kernels behind gates take their place.
     */
    default long createConditionalHandle(long graph, int initial) {
        throw new InternalException("a driver without conditional nodes is asked for one");
    }

    /** Adds a conditional node and returns its bodies, empty graphs that belong to it; the node comes first. */
    default long[] addConditional(long graph, long handle, ConditionalKind kind, int bodies) {
        throw new InternalException("a driver without conditional nodes is asked for one");
    }

    /** Adds a node that allocates device memory and returns the node, then the address. */
    long[] addAllocate(long graph, long bytes);

    /** Adds a node that frees what a node of {@link #addAllocate} allocated. */
    long addFree(long graph, long address);

    /** Adds a node that records an event. */
    long addEventRecord(long graph, long event);

    /** Adds a node that waits for an event. */
    long addEventWait(long graph, long event);

    /** Adds a node that raises an imported semaphore to a value. */
    long addSemaphoreSignal(long graph, long semaphore, long value);

    /** Adds a node that waits until an imported semaphore has at least a value. */
    long addSemaphoreWait(long graph, long semaphore, long value);

    /** Adds an edge. */
    void addEdge(long graph, long from, long to);

    /** Returns the number of nodes of a graph by kind, without those in bodies and children. */
    Map<NodeKind, Integer> countNodes(long graph);

    /** Makes an executable of a graph. */
    long instantiate(long graph);

    /** Destroys an executable. */
    void destroyExecutable(long executable);

    /** Moves the first launch's cost to now. */
    void upload(long executable, long stream);

    /** Enqueues a run of an executable. */
    void launchGraph(long executable, long stream);

    /**
     * Begins to record the calls that this thread makes on a stream.
     *
     * @param isRelaxed whether this thread may make calls meanwhile that are never recorded, such as allocations
     */
    void beginCapture(long stream, boolean isRelaxed);

    /** Ends recording and returns the graph; 0 if the recording was broken. */
    long endCapture(long stream);

    /** Returns the bytes that native graphs have for their allocations, in use or kept. */
    long graphMemoryBytes();

    /** Returns the bytes of these that are in use. */
    long graphMemoryInUse();

    /** Gives back what native graphs keep and do not use. */
    void trimGraphMemory();

    /** Gives the device back. Idempotent. */
    @Override
    void close();
}
