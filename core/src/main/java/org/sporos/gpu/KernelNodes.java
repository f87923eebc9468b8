package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.view.RingState;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.kernel.cpp.CppGeometry;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.plan.LaunchUnit;

/** Adds the kernel nodes of launch units and of the library. Used by one thread. */
final class KernelNodes {
    private static final int BLOCK = 256;
    private static final int MOST_BLOCKS = 4096;

    private final LoweringState state;
    private final GraphAddresses addresses;
    private final LaunchBindings bindings;
    private final Arguments arguments;
    private final List<LaunchSite> sites = new ArrayList<>();
    private final Map<LaunchUnit, Map<Map<RingState, Integer>, Long>> tables = new HashMap<>();

    private boolean isInBody;
    private Gate gate = Gate.NONE;

    KernelNodes(LoweringState state, GraphAddresses addresses) {
        this.state = state;
        this.addresses = addresses;
        this.bindings = new LaunchBindings(state, addresses);
        this.arguments = new Arguments(bindings);
    }

    /** Returns the launches that can fail, in the order of their numbers. */
    List<LaunchSite> sites() {
        return sites;
    }

    /** Returns the gate of nodes added now. */
    Gate gate() {
        return gate;
    }

    /** Sets the gate of nodes added from now on. */
    void gate(Gate now) {
        gate = now;
    }

    /** Resets the bindings for a unit, with the current gate, and returns them. */
    LaunchBindings begin(LaunchUnit unit) {
        bindings.begin(unit, gate);
        return bindings;
    }

    /**
     * Adds the launch of a unit.
     *
     * @param before a predecessor, or null
     */
    Span addLaunch(@Nullable Span before, LaunchUnit unit, long graph, CppLaunch launch) {
        begin(unit);
        return add(before, unit, graph, launch);
    }

    /** Adds one launch of a unit with its current bindings. */
    Span add(LaunchUnit unit, long graph, CppLaunch launch) {
        return add(null, unit, graph, launch);
    }

    private Span add(@Nullable Span before, LaunchUnit unit, long graph, CppLaunch launch) {
        CppLaunch.Table table = launch.table();
        if (table == null) {
            number(unit, launch);
        } else if (table.isInMemory()) {
            bindings.put(CppArgument.TableAddress.class, table(unit, table));
        }
        bindings.beginLaunch();
        CppGeometry geometry = state.programs().kernels().geometry(launch);
        GpuDriver driver = state.driver();
        long function = state.programs().kernels().function(launch.entry(), geometry.sharedBytes());
        ByteBuffer packed =
                table == null || table.isInMemory() ? arguments.pack(launch.arguments()) : packed(unit, launch, table);
        // At most half of the threads that the device can hold.
        boolean isSmall = driver.features().programmaticEdges()
                && !isInBody
                && !geometry.isWave()
                && geometry.threads() <= driver.properties().residentThreads() / 2;
        boolean isProgrammatic = before != null && isSmall && before.endsSmall();
        long node = before != null && !isProgrammatic
                ? driver.addKernel(graph, before.last(), function, shape(geometry), packed)
                : driver.addKernel(graph, function, shape(geometry), packed);
        Span added = new Span(prior(unit, node), node, isSmall, isSmall);
        if (before != null && isProgrammatic) {
            addEdge(graph, before, added);
        }
        return added;
    }

    /**
     * Adds an edge. It is programmatic between launches that fit into the device together: that hides the latency of
     * the second one. Larger launches lose by blocks that wait where others could run;
     * docs/benchmarks/shapes-of-small-work-on-h100.md.
     *
     * <p>Every thread of a kernel waits for the programmatic predecessors before it touches memory. So a kernel that
     * has ended follows the end of all its predecessors, and full edges from it order the others, too.
     */
    void addEdge(long graph, Span from, Span to) {
        if (from.endsSmall() && to.startsSmall()) {
            state.driver().addProgrammaticEdge(graph, from.last(), to.first());
        } else {
            state.driver().addEdge(graph, from.last(), to.first());
        }
    }

    /** Sets whether nodes added now are in the body of a conditional node, which has full edges only. */
    boolean inBody(boolean now) {
        boolean before = isInBody;
        isInBody = now;
        return before;
    }

    /** Gives a node the priority of its unit, and returns it. */
    long prior(LaunchUnit unit, long node) {
        int priority = state.driver().features().priority(unit);
        if (priority > 0) {
            state.driver().setPriority(node, priority);
        }
        return node;
    }

    /** Numbers the nodes of a launch for faults; the launch has the number of its first node. */
    private void number(LaunchUnit unit, CppLaunch launch) {
        bindings.number(sites.size());
        if (!unit.isMerged()) {
            sites.add(new LaunchSite(unit, launch));
        }
        for (LaunchUnit member : unit.members()) {
            sites.add(new LaunchSite(member, launch));
        }
    }

    /** Packs the arguments of a launch, followed by those of its members. */
    private ByteBuffer packed(LaunchUnit unit, CppLaunch launch, CppLaunch.Table table) {
        List<LaunchUnit> units = unit.launched();
        arguments.begin(launch.arguments());
        for (int m = 0; m < table.members().size(); m++) {
            CppLaunch member = table.members().get(m).launch();
            bindings.begin(units.get(m), gate);
            number(units.get(m), member);
            arguments.add(member.arguments());
        }
        return arguments.end();
    }

    /** Fills the table of a horizontal or phased launch, and returns its address. */
    private long table(LaunchUnit unit, CppLaunch.Table table) {
        // Unrolled iterations with the same ring positions share a table.
        Map<Map<RingState, Integer>, Long> ofUnit = tables.computeIfAbsent(unit, u -> new HashMap<>());
        Map<RingState, Integer> positions = addresses.positions();
        Long known = ofUnit.get(positions);
        if (known != null) {
            return known;
        }
        List<LaunchUnit> units = unit.launched();
        long address = state.tables().next();
        for (int m = 0; m < table.members().size(); m++) {
            CppLaunch.Table.Member member = table.members().get(m);
            bindings.begin(units.get(m), gate);
            number(units.get(m), member.launch());
            bindings.put(CppArgument.BlockNumber.class, 0);
            bindings.put(CppArgument.BlockCount.class, member.blocks());
            state.tables().add(table, member, arguments.values(member.launch().arguments()));
        }
        ofUnit.put(positions, address);
        return address;
    }

    private static LaunchShape shape(CppGeometry g) {
        return new LaunchShape(
                Math.toIntExact(g.gridX()),
                Math.toIntExact(g.gridY()),
                Math.toIntExact(g.gridZ()),
                g.blockX(),
                g.blockY(),
                g.blockZ(),
                g.sharedBytes(),
                g.isWave());
    }

    /** Adds an empty kernel of one thread. */
    long emptyKernel(long graph) {
        return state.driver()
                .addKernel(
                        graph,
                        state.programs().function(LibraryProgram.NOTHING),
                        LaunchShape.single(),
                        arguments.pack(List.of()));
    }

    /**
     * Adds a library kernel: a grid-stride loop over {@code size} elements.
     *
     * @param bytes the size of each argument after those of the gate
     */
    long addLibraryKernel(long graph, LibraryProgram kernel, long size, int[] bytes, long... values) {
        int blocks = (int) Math.min(MOST_BLOCKS, (size + BLOCK - 1) / BLOCK);
        int[] sizes = new int[bytes.length + 2];
        long[] all = new long[values.length + 2];
        sizes[0] = Long.BYTES;
        sizes[1] = Long.BYTES;
        all[0] = gate.address();
        all[1] = gate.open();
        System.arraycopy(bytes, 0, sizes, 2, bytes.length);
        System.arraycopy(values, 0, all, 2, values.length);
        return state.driver()
                .addKernel(
                        graph,
                        state.programs().function(kernel),
                        LaunchShape.linear(blocks, BLOCK),
                        arguments.pack(sizes, all));
    }
}
