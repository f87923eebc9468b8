package org.sporos.gpu;

import java.util.HashMap;
import java.util.Map;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.view.View;

/** What the launches of one unit pass: the graph's addresses, and what belongs to the unit alone. Used by one thread. */
final class LaunchBindings implements Arguments.Bindings {
    private final LoweringState state;
    private final GraphAddresses addresses;
    private final Map<Class<? extends CppArgument>, Long> own = new HashMap<>();

    LaunchBindings(LoweringState state, GraphAddresses addresses) {
        this.state = state;
        this.addresses = addresses;
    }

    /** Forgets what belonged to the unit before. */
    void begin() {
        own.clear();
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
        return own.computeIfAbsent(CppArgument.ScratchAddress.class, c -> state.deviceMemory(Math.max(1, bytes)));
    }

    /** Kernels that count find a zero and leave one behind. */
    @Override
    public long own(CppArgument argument) {
        if (argument instanceof CppArgument.CounterAddress) {
            return own.computeIfAbsent(CppArgument.CounterAddress.class, c -> state.zeroedInt());
        }
        Long value = own.get(argument.getClass());
        if (value == null) {
            throw new AssertionError("a launch passes " + argument + ", which its unit does not have");
        }
        return value;
    }
}
