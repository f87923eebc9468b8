package org.sporos.gpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.plan.LaunchUnit;
import org.sporos.view.View;

/**
 * The argument values for the launches of one unit: addresses of the graph, and values of the unit itself. Used by one
 * thread.
 */
final class LaunchBindings implements Arguments.Bindings {
    private final LoweringState state;
    private final GraphAddresses addresses;
    private final Map<Class<? extends CppArgument>, Long> own = new HashMap<>();
    private final Map<LaunchUnit, UnitMemory> memories = new HashMap<>();
    private @Nullable LaunchUnit unit;
    /** The memory of the unit, created at first use: most kernels need none. */
    private @Nullable UnitMemory memory;

    private Gate gate = Gate.NONE;
    private int number;
    private @Nullable View lastView;
    private long lastAddress;
    private int nextScratch;
    private int nextCounter;

    LaunchBindings(LoweringState state, GraphAddresses addresses) {
        this.state = state;
        this.addresses = addresses;
    }

    /** The memory of one unit, shared by all iterations of an unrolled loop, because they run in sequence. */
    private record UnitMemory(List<Long> scratch, List<Long> counters) {
        UnitMemory() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    /** Starts the bindings of another unit. */
    void begin(LaunchUnit next, Gate ofUnit) {
        own.clear();
        unit = next;
        memory = null;
        gate = ofUnit;
        beginLaunch();
    }

    /** Sets the node number of the next launch, by which faults refer to it. */
    void number(int node) {
        number = node;
    }

    private UnitMemory memory() {
        UnitMemory found = memory;
        if (found == null) {
            found = memories.computeIfAbsent(Objects.requireNonNull(unit), u -> new UnitMemory());
            memory = found;
        }
        return found;
    }

    /**
     * Starts the arguments of the next launch, which reuses the scratch memory and counters of the previous launch in
     * order.
     */
    void beginLaunch() {
        nextScratch = 0;
        nextCounter = 0;
    }

    /** Sets the value of an argument of the unit. */
    void put(Class<? extends CppArgument> argument, long value) {
        own.put(argument, value);
    }

    @Override
    public long address(View view) {
        if (view != lastView) {
            lastAddress = addresses.of(view.region());
            // Not cached: graph memory may be allocated again, and a level has other memory after a rotation.
            Allocation memory = view.allocation();
            lastView = memory instanceof GraphMemory || memory instanceof LevelMemory ? null : view;
        }
        return lastAddress;
    }

    @Override
    public long param(CppArgument.ParamAddress param) {
        return state.params().address(param.param());
    }

    @Override
    public long errors() {
        return state.errors();
    }

    @Override
    public long scratch(long bytes) {
        List<Long> scratch = memory().scratch;
        if (nextScratch == scratch.size()) {
            scratch.add(state.memory().device(bytes));
        }
        return scratch.get(nextScratch++);
    }

    private long counters(long count) {
        List<Long> counters = memory().counters;
        if (nextCounter == counters.size()) {
            GpuMemory from = state.memory();
            counters.add(count == 1 ? from.zeroedInt() : from.zeroed(count * Integer.BYTES));
        }
        return counters.get(nextCounter++);
    }

    @Override
    public long own(CppArgument argument) {
        if (argument instanceof CppArgument.CounterAddress counters) {
            return counters(counters.count());
        } else if (argument instanceof CppArgument.NodeNumber) {
            return number;
        } else if (argument instanceof CppArgument.PrintsAddress) {
            return state.prints();
        } else if (argument instanceof CppArgument.GateAddress) {
            return gate.address();
        } else if (argument instanceof CppArgument.GateValue) {
            return gate.open();
        }
        Long value = own.get(argument.getClass());
        if (value == null) {
            throw new InternalException("a launch passes " + argument + ", which its unit does not have");
        }
        return value;
    }
}
