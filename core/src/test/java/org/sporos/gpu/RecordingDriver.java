package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A driver without a device: it gives out handles, keeps native graphs as text, and runs nothing. Pinned memory is
 * ordinary memory. Used by one thread.
 */
class RecordingDriver implements GpuDriver {
    private static final long STEP = 1L << 32;

    private final Map<Long, RecordedGraph> graphs = new HashMap<>();
    private final Map<Long, RecordedGraph> graphOfNode = new HashMap<>();
    private int waves;
    private final TreeMap<Long, String> memory = new TreeMap<>();
    private final TreeMap<Long, ByteBuffer> pinned = new TreeMap<>();
    private final Map<Long, String> functions = new HashMap<>();
    private long insideBytes;
    private long next;
    private long nextAddress = STEP;
    private RecordedGraph instantiated;
    private RecordedGraph recording;

    /** Returns the graph that was instantiated last. */
    RecordedGraph lastGraph() {
        return instantiated;
    }

    private long handle() {
        return ++next;
    }

    private long address(String name) {
        nextAddress += STEP;
        memory.put(nextAddress, name);
        return nextAddress;
    }

    /** Returns an address as the block that it lies in and the bytes from its begin. */
    private String at(long address) {
        Map.Entry<Long, String> block = memory.floorEntry(address);
        if (block == null || address - block.getKey() >= STEP) {
            throw new AssertionError("no memory at " + address);
        }
        long offset = address - block.getKey();
        return block.getValue() + (offset == 0 ? "" : " + " + offset);
    }

    @Override
    public GpuProperties properties() {
        return new GpuProperties("recorder", "sm_90", 0, 32, 132, 1024, 1L << 41, 48 << 10, 1L << 40, "1.0");
    }

    @Override
    public boolean isFatal(int status) {
        return status == 700;
    }

    @Override
    public long allocate(long bytes) {
        return address("device");
    }

    @Override
    public void free(long address) {
        memory.remove(address);
    }

    @Override
    public long allocatePinned(long bytes) {
        long address = address("pinned");
        pinned.put(address, ByteBuffer.allocateDirect((int) bytes).order(ByteOrder.nativeOrder()));
        return address;
    }

    @Override
    public void freePinned(long address) {
        memory.remove(address);
        pinned.remove(address);
    }

    @Override
    public ByteBuffer pinnedBuffer(long address, int bytes) {
        Map.Entry<Long, ByteBuffer> block = pinned.floorEntry(address);
        return block.getValue().slice((int) (address - block.getKey()), bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void registerPinned(long address, long bytes) {
        memory.put(address, "registered");
    }

    @Override
    public void unregisterPinned(long address) {
        memory.remove(address);
    }

    @Override
    public long addressOf(ByteBuffer memory) {
        return STEP / 2;
    }

    @Override
    public boolean isOfDevice(long address) {
        Map.Entry<Long, String> block = memory.floorEntry(address);
        return block != null
                && address - block.getKey() < STEP
                && block.getValue().equals("device");
    }

    @Override
    public long freeBytes() {
        return 1L << 30;
    }

    @Override
    public void copy(CopyShape shape, long stream) {
        if (recording != null) {
            addCopy(recording, shape);
        }
    }

    @Override
    public void copy(long to, long from, long bytes, long stream) {}

    @Override
    public void fill(long address, long pitch, int value, int elementBytes, long width, long height, long stream) {}

    @Override
    public long createStream(int priority) {
        return handle();
    }

    @Override
    public void destroyStream(long stream) {}

    @Override
    public void synchronize(long stream) {}

    @Override
    public boolean isIdle(long stream) {
        return true;
    }

    @Override
    public long createEvent() {
        return handle();
    }

    @Override
    public void destroyEvent(long event) {}

    @Override
    public void record(long event, long stream) {}

    @Override
    public void await(long event, long stream) {}

    @Override
    public void synchronizeEvent(long event) {}

    @Override
    public long importSemaphore(int fileDescriptor) {
        return handle();
    }

    @Override
    public void destroySemaphore(long semaphore) {}

    @Override
    public byte[] compile(String source, String name, List<String> options) {
        return source.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String compilerVersion() {
        return "recorder 1";
    }

    @Override
    public long loadModule(byte[] image) {
        return handle();
    }

    @Override
    public void unloadModule(long module) {}

    @Override
    public long function(long module, String name) {
        long handle = handle();
        functions.put(handle, name);
        return handle;
    }

    @Override
    public int blocksPerMultiprocessor(long function, int block, int sharedBytes) {
        return 2048 / block;
    }

    @Override
    public void launch(long function, LaunchShape shape, ByteBuffer arguments, long stream) {}

    @Override
    public long createGraph() {
        long handle = handle();
        graphs.put(handle, new RecordedGraph());
        return handle;
    }

    @Override
    public void destroyGraph(long graph) {
        graphs.remove(graph);
    }

    private long add(long graph, NodeKind kind, String text, RecordedGraph... bodies) {
        return add(graphs.get(graph), kind, text, bodies);
    }

    private long add(RecordedGraph graph, NodeKind kind, String text, RecordedGraph... bodies) {
        long node = handle();
        graph.add(node, kind, text, List.of(bodies));
        graphOfNode.put(node, graph);
        return node;
    }

    @Override
    public long addKernel(long graph, long function, LaunchShape shape, ByteBuffer arguments) {
        String grid = shape.gridX() + "," + shape.gridY() + "," + shape.gridZ();
        String block = shape.blockX() + "," + shape.blockY() + "," + shape.blockZ();
        String text = functions.get(function) + " (" + grid + ") x (" + block + ")"
                + (shape.sharedBytes() == 0 ? "" : ", " + shape.sharedBytes() + " bytes shared") + ", "
                + arguments.remaining() + " bytes of arguments";
        waves += shape.isWave() ? 1 : 0;
        return add(graph, NodeKind.KERNEL, text);
    }

    @Override
    public void setPriority(long node, int priority) {
        graphOfNode.get(node).priority(node, priority);
    }

    /** Returns the number of nodes whose blocks all run at once. */
    int waves() {
        return waves;
    }

    @Override
    public long addCopy(long graph, CopyShape shape) {
        return addCopy(graphs.get(graph), shape);
    }

    private long addCopy(RecordedGraph graph, CopyShape shape) {
        String text = shape.width() + " x " + shape.height() + " x " + shape.depth() + " bytes to " + at(shape.to())
                + " from " + at(shape.from());
        return add(graph, NodeKind.COPY, text);
    }

    @Override
    public long addFill(long graph, long address, long pitch, int value, int elementBytes, long width, long height) {
        String text = at(address) + " with " + value + ", " + width + " x " + height + " of " + elementBytes + " bytes";
        return add(graph, NodeKind.FILL, text);
    }

    @Override
    public long addHost(long graph, Runnable body) {
        return add(graph, NodeKind.HOST, "");
    }

    @Override
    public void releaseHost(Runnable body) {}

    @Override
    public long addEmpty(long graph) {
        return add(graph, NodeKind.EMPTY, "");
    }

    @Override
    public long addChild(long graph, long child) {
        return add(graph, NodeKind.CHILD, "", graphs.get(child));
    }

    @Override
    public long createConditionalHandle(long graph, int initial) {
        return handle();
    }

    @Override
    public long[] addConditional(long graph, long handle, ConditionalKind kind, int bodies) {
        long[] all = new long[bodies + 1];
        RecordedGraph[] inner = new RecordedGraph[bodies];
        for (int b = 0; b < bodies; b++) {
            inner[b] = new RecordedGraph();
            all[b + 1] = handle();
            graphs.put(all[b + 1], inner[b]);
        }
        all[0] = add(graph, NodeKind.CONDITIONAL, kind.toString(), inner);
        return all;
    }

    @Override
    public long[] addAllocate(long graph, long bytes) {
        insideBytes += bytes;
        return new long[] {add(graph, NodeKind.ALLOCATE, bytes + " bytes"), address("inside")};
    }

    @Override
    public long addFree(long graph, long address) {
        return add(graph, NodeKind.FREE, at(address));
    }

    @Override
    public long addEventRecord(long graph, long event) {
        return add(graph, NodeKind.EVENT_RECORD, "");
    }

    @Override
    public long addEventWait(long graph, long event) {
        return add(graph, NodeKind.EVENT_WAIT, "");
    }

    @Override
    public long addSemaphoreSignal(long graph, long semaphore, long value) {
        return add(graph, NodeKind.SEMAPHORE_SIGNAL, "to " + value);
    }

    @Override
    public long addSemaphoreWait(long graph, long semaphore, long value) {
        return add(graph, NodeKind.SEMAPHORE_WAIT, "for " + value);
    }

    @Override
    public void addEdge(long graph, long from, long to) {
        if (graphOfNode.get(from) != graphs.get(graph) || graphOfNode.get(to) != graphs.get(graph)) {
            throw new AssertionError("an edge between nodes that are not of its graph");
        }
        graphs.get(graph).edge(from, to);
    }

    @Override
    public void addProgrammaticEdge(long graph, long from, long to) {
        graphs.get(graph).programmaticEdge(from, to);
    }

    @Override
    public Map<NodeKind, Integer> countNodes(long graph) {
        return graphs.get(graph).counts();
    }

    @Override
    public long instantiate(long graph) {
        instantiated = graphs.get(graph);
        return handle();
    }

    @Override
    public void destroyExecutable(long executable) {}

    @Override
    public void upload(long executable, long stream) {}

    @Override
    public void launchGraph(long executable, long stream) {}

    @Override
    public void beginCapture(long stream, boolean isRelaxed) {
        recording = new RecordedGraph();
    }

    @Override
    public long endCapture(long stream) {
        long handle = handle();
        graphs.put(handle, recording);
        recording = null;
        return handle;
    }

    /** The bytes that are kept are those of all nodes that allocate; none are in use, since nothing runs. */
    @Override
    public long graphMemoryBytes() {
        return insideBytes;
    }

    @Override
    public long graphMemoryInUse() {
        return 0;
    }

    @Override
    public void trimGraphMemory() {
        insideBytes = 0;
    }

    @Override
    public void close() {}
}
