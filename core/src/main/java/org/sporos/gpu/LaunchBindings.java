package org.sporos.gpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.plan.LaunchUnit;
import org.sporos.view.View;

/** What the launches of one unit pass: the graph's addresses, and what belongs to the unit alone. Used by one thread. */
final class LaunchBindings implements Arguments.Bindings {
    private final LoweringState state;
    private final GraphAddresses addresses;
    private final Map<Class<? extends CppArgument>, Long> own = new HashMap<>();
    private final Map<LaunchUnit, UnitMemory> memories = new IdentityHashMap<>();
    private UnitMemory memory = new UnitMemory();
    private int nextScratch;
    private int nextCounter;

    LaunchBindings(LoweringState state, GraphAddresses addresses) {
        this.state = state;
        this.addresses = addresses;
    }

    /** The memory of one unit: it is the same for all passes of an unrolled loop, as they follow each other. */
    private record UnitMemory(List<Long> scratch, List<Long> counters) {
        UnitMemory() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    /** Forgets what belonged to the unit before. */
    void begin(LaunchUnit unit) {
        own.clear();
        memory = memories.computeIfAbsent(unit, u -> new UnitMemory());
        beginLaunch();
    }

    /** Says that the arguments of the next launch follow: its first scratch memory is that of the launch before, and so on. */
    void beginLaunch() {
        nextScratch = 0;
        nextCounter = 0;
    }

    /** Says what an argument of the unit is. */
    void put(Class<? extends CppArgument> argument, long value) {
        own.put(argument, value);
    }

    @Override
    public long address(View view) {
        return addresses.of(view.region());
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
        if (nextScratch == memory.scratch.size()) {
            memory.scratch.add(state.memory().device(bytes));
        }
        return memory.scratch.get(nextScratch++);
    }

    /** Kernels that count find a zero and leave one behind. */
    private long counter() {
        if (nextCounter == memory.counters.size()) {
            memory.counters.add(state.memory().zeroed(Integer.BYTES));
        }
        return memory.counters.get(nextCounter++);
    }

    @Override
    public long own(CppArgument argument) {
        if (argument instanceof CppArgument.CounterAddress) {
            return counter();
        }
        Long value = own.get(argument.getClass());
        if (value == null) {
            throw new AssertionError("a launch passes " + argument + ", which its unit does not have");
        }
        return value;
    }
}
