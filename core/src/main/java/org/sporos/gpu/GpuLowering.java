package org.sporos.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.GraphException;
import org.sporos.graph.Work;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.kernel.cpp.CppGeometry;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.Allocation;
import org.sporos.space.Event;
import org.sporos.space.Region;
import org.sporos.spi.KernelUnits;
import org.sporos.view.GraphMemory;
import org.sporos.view.View;

/**
 * Makes the native graph of a plan: one native node or a few for each unit, and the edges among them. What it takes from the
 * driver belongs to the given owner. Used by one thread, once.
 */
final class GpuLowering implements Arguments.Bindings {
    private static final String NOTHING = "sporos_nothing";
    private static final int BLOCK = 256;
    private static final int MOST_BLOCKS = 4096;

    private final GpuDriver driver;
    private final Owned owned;
    private final KernelUnits kernels;
    private final CppProgram text;
    private final GpuProgram program;
    private final ParamBlock params;
    private final long errors;
    private final HostCalls hostCalls;
    private final Arguments arguments = new Arguments(this);
    private final Map<Allocation, Long> graphMemory = new IdentityHashMap<>();
    private final List<LaunchSite> sites = new ArrayList<>();
    private final Map<Class<? extends CppArgument>, Long> own = new HashMap<>();

    /**
     * A launch as a fault names it.
     *
     * @param unit the unit that it is for
     */
    record LaunchSite(LaunchUnit unit, CppLaunch launch) {}

    GpuLowering(
            GpuDriver driver,
            Owned owned,
            KernelUnits kernels,
            CppProgram text,
            GpuProgram program,
            ParamBlock params,
            long errors,
            HostCalls hostCalls) {
        this.driver = driver;
        this.owned = owned;
        this.kernels = kernels;
        this.text = text;
        this.program = program;
        this.params = params;
        this.errors = errors;
        this.hostCalls = hostCalls;
    }

    /** Returns the launches that can fail, in the order of their numbers. */
    List<LaunchSite> sites() {
        return sites;
    }

    /** The first and last native node of a unit. */
    private record Span(long first, long last) {}

    /**
     * Adds the nodes of a plan to a native graph, several roots and several leaves joined by kernels that do nothing.
     * Returns the node that ends last, or null if there is none.
     */
    @Nullable
    Long lower(LaunchPlan plan, long graph) {
        Span[] spans = new Span[plan.size()];
        List<Long> roots = new ArrayList<>();
        List<Long> leaves = new ArrayList<>();
        for (LaunchUnit unit : plan.units()) {
            int u = unit.index();
            spans[u] = lower(unit, graph);
            for (int k = 0; k < plan.predecessorCount(u); k++) {
                driver.addEdge(graph, spans[plan.predecessor(u, k)].last, spans[u].first);
            }
            if (plan.predecessorCount(u) == 0) {
                roots.add(spans[u].first);
            }
            if (plan.successorCount(u) == 0) {
                leaves.add(spans[u].last);
            }
        }
        return gather(graph, roots, leaves);
    }

    /** A launch costs for each root and leaf beyond the first; an empty node would not help, the driver dissolves it. */
    private @Nullable Long gather(long graph, List<Long> roots, List<Long> leaves) {
        if (roots.size() > 1) {
            long root = nothing(graph);
            roots.forEach(node -> driver.addEdge(graph, root, node));
        }
        if (leaves.size() <= 1) {
            return leaves.isEmpty() ? null : leaves.get(0);
        }
        long leaf = nothing(graph);
        leaves.forEach(node -> driver.addEdge(graph, node, leaf));
        return leaf;
    }

    private long nothing(long graph) {
        return driver.addKernel(graph, program.function(NOTHING), LaunchShape.single(), arguments.pack(List.of()));
    }

    private Span lower(LaunchUnit unit, long graph) {
        Work work = unit.work();
        if (unit.empty()) {
            return one(driver.addEmpty(graph));
        } else if (work instanceof Work.Fill fill) {
            return fill(graph, fill.view().region(), fill.bits());
        } else if (work instanceof Work.DeepCopy copy) {
            return copy(graph, copy);
        } else if (work instanceof Work.HostCall call) {
            return one(driver.addHost(graph, hostCalls.of(unit, call)));
        } else if (work instanceof Work.Allocate allocate) {
            return allocate(graph, allocate);
        } else if (work instanceof Work.Free free) {
            return one(driver.addFree(graph, base(free.view().allocation())));
        } else if (work instanceof Work.RecordEvent record) {
            return one(driver.addEventRecord(graph, event(record.event())));
        } else if (work instanceof Work.AwaitEvent await) {
            return one(driver.addEventWait(graph, event(await.event())));
        } else if (!unit.bodies().isEmpty() || work instanceof Work.Switch) {
            return conditional(unit, graph);
        }
        int kernel = kernels.indexOf(unit);
        if (kernel < 0) {
            throw unknown(unit);
        }
        return kernels(unit, graph, text.launches().get(kernel));
    }

    private static GraphException unknown(LaunchUnit unit) {
        return new GraphException(List.of(Diagnostic.error(
                "D402",
                "node '" + unit.node().label() + "' (" + unit.node().where() + ") of graph '"
                        + unit.graph().label() + "' is a " + unit.work() + ", which GPU spaces do not run yet",
                "Run it outside of the graph, or the graph on a host space.")));
    }

    private static Span one(long node) {
        return new Span(node, node);
    }

    private Span then(long graph, @Nullable Span before, Span after) {
        if (before == null) {
            return after;
        }
        driver.addEdge(graph, before.last, after.first);
        return new Span(before.first, after.last);
    }

    // Kernels

    private Span kernels(LaunchUnit unit, long graph, List<CppLaunch> launches) {
        own.clear();
        Span span = null;
        for (CppLaunch launch : launches) {
            span = then(graph, span, launch(unit, graph, launch));
        }
        return span == null ? one(driver.addEmpty(graph)) : span;
    }

    private Span launch(LaunchUnit unit, long graph, CppLaunch launch) {
        own.put(CppArgument.NodeNumber.class, (long) sites.size());
        sites.add(new LaunchSite(unit, launch));
        CppGeometry g = launch.geometry();
        LaunchShape shape = new LaunchShape(
                Math.toIntExact(g.gridX()),
                Math.toIntExact(g.gridY()),
                Math.toIntExact(g.gridZ()),
                g.blockX(),
                g.blockY(),
                g.blockZ(),
                g.sharedBytes());
        return one(
                driver.addKernel(graph, program.function(launch.entry()), shape, arguments.pack(launch.arguments())));
    }

    // Conditionals

    private Span conditional(LaunchUnit unit, long graph) {
        Work work = unit.work();
        CppLaunch question = text.launches().get(kernels.indexOf(unit)).get(0);
        long handle = driver.createConditionalHandle(graph, 0);
        long answer = device(Integer.BYTES);
        long passes = device(Integer.BYTES);
        Span span = ask(unit, graph, question, handle, answer, passes);
        if (work instanceof Work.While) {
            span = then(graph, one(driver.addFill(graph, passes, Integer.BYTES, 0, Integer.BYTES, 1, 1)), span);
        }

        ConditionalKind kind = work instanceof Work.While
                ? ConditionalKind.WHILE
                : work instanceof Work.Switch ? ConditionalKind.SWITCH : ConditionalKind.IF;
        if (!unit.bodies().isEmpty()) {
            long[] node =
                    driver.addConditional(graph, handle, kind, unit.bodies().size());
            for (int b = 0; b < unit.bodies().size(); b++) {
                body(unit, unit.bodies().get(b), node[b + 1], question, handle, answer, passes);
            }
            span = then(graph, span, one(node[0]));
        }
        if (work instanceof Work.While loop && loop.passes() != null) {
            Region to = loop.passes().region();
            long target = base(to.allocation()) + to.offset() * Integer.BYTES;
            span = then(graph, span, one(driver.addCopy(graph, CopyShape.linear(target, passes, Integer.BYTES))));
        }
        return span;
    }

    private Span ask(LaunchUnit unit, long graph, CppLaunch question, long handle, long answer, long passes) {
        own.clear();
        own.put(CppArgument.ConditionalHandle.class, handle);
        own.put(CppArgument.AnswerAddress.class, answer);
        own.put(CppArgument.PassesAddress.class, passes);
        return launch(unit, graph, question);
    }

    /** The body of a loop asks again at its end. */
    private void body(
            LaunchUnit unit, LaunchPlan plan, long graph, CppLaunch question, long handle, long answer, long passes) {
        Long last = lower(plan, graph);
        if (unit.work() instanceof Work.While) {
            Span again = ask(unit, graph, question, handle, answer, passes);
            if (last != null) {
                driver.addEdge(graph, last, again.first);
            }
        }
    }

    // Fills and copies

    private Span fill(long graph, Region region, long bits) {
        int bytes = region.allocation().type().bytes();
        long to = base(region.allocation()) + region.offset() * bytes;
        if (region.size() == 0) {
            return one(driver.addEmpty(graph));
        }
        boolean halves = bytes == Integer.BYTES || (int) bits == (int) (bits >>> Integer.SIZE);
        if (halves && region.isContiguous()) {
            long words = region.size() * bytes / Integer.BYTES;
            return one(driver.addFill(graph, to, words * Integer.BYTES, (int) bits, Integer.BYTES, words, 1));
        }
        long[] n = padded(region.extents(), 1);
        long[] s = padded(region.strides(), 0);
        int l = Long.BYTES;
        return one(helper(
                graph,
                "sporos_fill" + bytes,
                region.size(),
                new int[] {l, bytes, l, l, l, l, l, l, l, l},
                to,
                bits,
                region.size(),
                n[1],
                n[2],
                n[3],
                s[0],
                s[1],
                s[2],
                s[3]));
    }

    private Span copy(long graph, Work.DeepCopy copy) {
        Region to = copy.to().region();
        Region from = copy.from().region();
        if (to.size() == 0) {
            return one(driver.addEmpty(graph));
        }
        long target = base(to.allocation());
        long source = base(from.allocation());
        List<CopyShape> shapes = CopyShapes.of(to, target, from, source);
        boolean inside = onDevice(to) && onDevice(from);
        if (shapes.size() > 1 && inside) {
            return one(copyKernel(graph, to, target, from, source));
        }
        Span span = null;
        for (CopyShape shape : shapes) {
            span = then(graph, span, one(driver.addCopy(graph, shape)));
        }
        return span == null ? one(driver.addEmpty(graph)) : span;
    }

    private static boolean onDevice(Region region) {
        return !region.allocation().space().isHostAccessible();
    }

    private long copyKernel(long graph, Region to, long target, Region from, long source) {
        int bytes = to.allocation().type().bytes();
        long[] n = padded(to.extents(), 1);
        long[] s = padded(to.strides(), 0);
        long[] f = padded(from.strides(), 0);
        int[] sizes = new int[14];
        Arrays.fill(sizes, Long.BYTES);
        return helper(
                graph,
                "sporos_copy" + bytes,
                to.size(),
                sizes,
                target + to.offset() * bytes,
                source + from.offset() * bytes,
                to.size(),
                n[1],
                n[2],
                n[3],
                s[0],
                s[1],
                s[2],
                s[3],
                f[0],
                f[1],
                f[2],
                f[3]);
    }

    private long helper(long graph, String name, long size, int[] bytes, long... values) {
        int blocks = (int) Math.min(MOST_BLOCKS, (size + BLOCK - 1) / BLOCK);
        return driver.addKernel(
                graph, program.function(name), LaunchShape.linear(blocks, BLOCK), arguments.pack(bytes, values));
    }

    /** Returns four values, the given ones last. */
    private static long[] padded(long[] values, long with) {
        long[] all = {with, with, with, with};
        System.arraycopy(values, 0, all, 4 - values.length, values.length);
        return all;
    }

    // Memory and events

    private Span allocate(long graph, Work.Allocate allocate) {
        Allocation memory = allocate.view().allocation();
        long bytes = Math.max(Integer.BYTES, (memory.bytes() + 3) / 4 * 4);
        long[] node = driver.addAllocate(graph, bytes);
        graphMemory.put(memory, node[1]);
        long clear = driver.addFill(graph, node[1], bytes, 0, Integer.BYTES, bytes / Integer.BYTES, 1);
        return then(graph, one(node[0]), one(clear));
    }

    private long event(Event event) {
        return GpuEvent.of(event, driver).handle();
    }

    private long device(long bytes) {
        return owned.add(driver.allocate(bytes), driver::free);
    }

    private long base(Allocation memory) {
        if (memory instanceof GraphMemory) {
            Long address = graphMemory.get(memory);
            if (address == null) {
                throw new AssertionError("'" + memory.label() + "' is used before it is allocated, which is checked");
            }
            return address;
        }
        return memory.address();
    }

    // What launches pass

    @Override
    public long address(View view) {
        Region region = view.region();
        return base(region.allocation())
                + region.offset() * region.allocation().type().bytes();
    }

    @Override
    public long param(CppArgument.ParamAddress param) {
        return params.address(param.param());
    }

    @Override
    public long errors() {
        return errors;
    }

    @Override
    public long scratch(long bytes) {
        return own.computeIfAbsent(CppArgument.ScratchAddress.class, c -> device(Math.max(1, bytes)));
    }

    @Override
    public long own(CppArgument argument) {
        if (argument instanceof CppArgument.CounterAddress) {
            return own.computeIfAbsent(CppArgument.CounterAddress.class, c -> zeroed());
        }
        Long value = own.get(argument.getClass());
        if (value == null) {
            throw new AssertionError("a launch passes " + argument + ", which its unit does not have");
        }
        return value;
    }

    /** Returns the address of an int of zero; kernels that count reset it themselves. */
    private long zeroed() {
        long address = device(Integer.BYTES);
        long stream = driver.createStream();
        driver.fill(address, Integer.BYTES, 0, Integer.BYTES, 1, 1, stream);
        driver.synchronize(stream);
        driver.destroyStream(stream);
        return address;
    }
}
