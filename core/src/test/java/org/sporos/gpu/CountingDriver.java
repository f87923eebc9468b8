package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A {@link RecordingDriver} that counts what is made, and notes what is passed to kernels and what is launched. */
class CountingDriver extends RecordingDriver {
    /** The arguments of each kernel node, as longs. */
    final List<List<Long>> passed = new ArrayList<>();

    /** The executable of each launch. */
    final List<Long> launched = new ArrayList<>();

    int compiled;
    int loaded;
    int instantiated;
    int destroyed;

    /** True if there is no room for an executable. */
    boolean refuses;

    /** Returns the arguments of all kernel nodes. */
    List<Long> allPassed() {
        return passed.stream().flatMap(List::stream).toList();
    }

    @Override
    public long addKernel(long graph, long function, LaunchShape shape, ByteBuffer arguments) {
        note(arguments);
        return super.addKernel(graph, function, shape, arguments);
    }

    @Override
    public long addKernel(long graph, long after, long function, LaunchShape shape, ByteBuffer arguments) {
        note(arguments);
        return super.addKernel(graph, after, function, shape, arguments);
    }

    private void note(ByteBuffer arguments) {
        List<Long> longs = new ArrayList<>();
        for (int at = 0; at + Long.BYTES <= arguments.limit(); at += Long.BYTES) {
            longs.add(arguments.getLong(at));
        }
        passed.add(longs);
    }

    @Override
    public byte[] compile(String source, String name, List<String> options) {
        compiled++;
        return super.compile(source, name, options);
    }

    @Override
    public long loadModule(byte[] image) {
        loaded++;
        return super.loadModule(image);
    }

    @Override
    public long instantiate(long graph) {
        if (refuses) {
            throw new GpuException("instantiate", 2, "OUT_OF_MEMORY", "no room");
        }
        instantiated++;
        return super.instantiate(graph);
    }

    @Override
    public void destroyExecutable(long executable) {
        destroyed++;
        super.destroyExecutable(executable);
    }

    @Override
    public void launchGraph(long executable, long stream) {
        launched.add(executable);
    }
}
