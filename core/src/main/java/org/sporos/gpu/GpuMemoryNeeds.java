package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Conditional;
import org.sporos.graph.Work;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.MemorySpace;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.MemoryNeeds;

/**
 * Computes the memory that a {@link GpuExecutable} allocates from its {@link GpuMemory}; a test compares both for each
 * kind of node. With rings, it counts the native graph of one position: others are built when a run first needs them.
 * Used once, by one thread.
 */
final class GpuMemoryNeeds {
    private final GpuFeatures features;
    private final GpuSource source;
    private final MemorySpace device;
    private final MemorySpace pinned;
    private final List<MemoryNeeds.Scratch> all = new ArrayList<>();
    /** The number of counters, condition results and gates, of one int each. */
    private int ints;

    private GpuMemoryNeeds(GpuDevice device, GpuSource source) {
        this.features = device.driver().features();
        this.source = source;
        this.device = device.memory();
        this.pinned = device.memory().mirrorSpace();
    }

    static MemoryNeeds of(GpuDevice device, LoweringContext context, GpuSource source) {
        GpuMemoryNeeds needs = new GpuMemoryNeeds(device, source);
        LaunchPlan plan = context.plan();
        needs.faults();
        needs.params(context.params().size());
        needs.tables(plan);
        needs.conditionals(plan);
        needs.units(plan);
        for (int block = 0; block < GpuMemory.zeroedBlocks(needs.ints); block++) {
            needs.add("counters, answers and gates", needs.device, GpuMemory.ZEROED_BYTES);
        }
        boolean isNative = LaunchSequenceBuilder.isOneGraph(needs.features, plan) && needs.features.allocationNodes();
        return new MemoryNeeds(needs.device, GpuLowering.buffers(plan), isNative, needs.all);
    }

    private void add(String label, MemorySpace space, long bytes) {
        if (bytes > 0) {
            all.add(new MemoryNeeds.Scratch(label, space, bytes));
        }
    }

    private void faults() {
        add("record of faults", device, FaultRecord.BYTES);
        add("record of faults, copy", pinned, FaultRecord.PINNED_BYTES);
    }

    private void params(int count) {
        add("values of params", device, ParamBlock.bytes(count));
        add("values of params, for waiting runs", pinned, ParamBlock.pinnedBytes(count));
    }

    private void tables(LaunchPlan plan) {
        long bytes = LaunchTables.bytes(source, plan);
        add("tables of kernels", device, bytes);
        add("tables of kernels, copy", pinned, bytes);
    }

    private void conditionals(LaunchPlan plan) {
        boolean isGated = !features.conditionalNodes();
        if (isGated && plan.units().stream().anyMatch(unit -> unit.isConditional(Conditional.Kind.WHILE))) {
            ints++;
        }
        conditionInts(plan, isGated);
    }

    private void conditionInts(LaunchPlan plan, boolean isGated) {
        for (LaunchUnit unit : plan.units()) {
            if (!unit.isMerged() && !unit.empty() && unit.work().conditional() != null) {
                ints += 2;
                if (isGated && unit.isConditional(Conditional.Kind.WHILE)) {
                    String name = Labels.quoted(unit.node().label());
                    add("flag of " + name, pinned, LaunchSequenceBuilder.FLAG_BYTES);
                }
            }
            for (LaunchPlan body : unit.bodies()) {
                conditionInts(body, isGated);
            }
        }
    }

    private void units(LaunchPlan plan) {
        for (LaunchUnit unit : plan.units()) {
            if (!unit.isMerged() && !unit.empty() && unit.work() instanceof Work.Captured captured) {
                add(
                        "workspace of " + Labels.quoted(unit.node().label()),
                        device,
                        captured.capture().workspaceBytes());
            }
            int kernel = source.kernels().indexOf(unit);
            if (kernel >= 0) {
                launch(unit, source.text().launches().get(kernel));
            }
            for (LaunchPlan body : unit.bodies()) {
                units(body);
            }
        }
    }

    private void launch(LaunchUnit unit, CppLaunch launch) {
        own(unit.isMerged() ? launch.label() : unit.node().label(), launch);
        CppLaunch.Table table = launch.table();
        if (table != null) {
            table.members().forEach(member -> own(member.launch().label(), member.launch()));
        }
    }

    private void own(String label, CppLaunch launch) {
        for (CppArgument argument : launch.arguments()) {
            if (argument instanceof CppArgument.ScratchAddress own) {
                // A pool allocates at least one byte.
                add("scratch of " + Labels.quoted(label), device, Math.max(1, own.size()));
            } else if (argument instanceof CppArgument.CounterAddress own) {
                ints += own.count() == 1 ? 1 : 0;
                long bytes = own.count() == 1 ? 0 : own.count() * Integer.BYTES;
                add("counters of " + Labels.quoted(label), device, bytes);
            }
        }
    }
}
