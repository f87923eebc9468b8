package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/**
 * The largest indexes of loads in a loop, one for each extent, as arguments of its header: all loads are checked by
 * them after the loop. Indexes are compared as unsigned numbers (a negative one becomes large) by flipping their sign
 * bits: g++ does not vectorize a reduction with casts.
 */
final class LargestIndexes {
    private final LaunchedKernel kernel;
    private final Set<Instruction> loads;
    private final Map<Key, Value> lasts = new LinkedHashMap<>();
    private final Map<Key, Argument> largest = new LinkedHashMap<>();
    private final Map<Key, Value> now = new HashMap<>();
    private final Set<List<Object>> known = new HashSet<>();

    /** An extent, and whether it or an index is a long. */
    private record Key(Object extent, Type type) {}

    /** @param before code before the loop, for the last index of each extent */
    LargestIndexes(LaunchedKernel kernel, Set<Instruction> loads, Code before) {
        this.kernel = kernel;
        this.loads = loads;
        for (Instruction load : loads) {
            Key key = key(load);
            if (!lasts.containsKey(key)) {
                Value extent = before.extent(view(load), key.type);
                lasts.put(key, before.exact(Binary.SUB, extent, before.literal(key.type, 1)));
            }
        }
    }

    private static ViewRef.Captured view(Instruction load) {
        return (ViewRef.Captured) RuntimeChecks.viewOf(load.op());
    }

    private Key key(Instruction load) {
        boolean isWide = load.operand(0).type() == Type.I64 || !kernel.isInt(view(load));
        return new Key(kernel.launch().extentKey(view(load)), isWide ? Type.I64 : Type.I32);
    }

    /** Adds the arguments of a header. */
    void declare(DraftBlock header) {
        for (Instruction load : loads) {
            largest.computeIfAbsent(key(load), key -> header.argument(key.type(), "farthest", load.position()));
        }
        now.putAll(largest);
    }

    private static Instruction signBit(Code code, Type type) {
        return code.literal(type, type == Type.I32 ? Integer.MIN_VALUE : Long.MIN_VALUE);
    }

    private static Value flipped(Code code, Value index) {
        return code.add(Binary.XOR, index.type(), index, signBit(code, index.type()));
    }

    /** Returns the values that enter the header. */
    List<Value> first(Code before) {
        List<Value> first = new ArrayList<>();
        largest.forEach((key, argument) -> first.add(signBit(before, key.type())));
        return first;
    }

    /** Adds an index to the maximum, and returns it in the type of its extent. */
    Value add(Code body, Instruction load, Value index) {
        Key key = key(load);
        Value wide = body.converted(key.type, index);
        if (known.add(List.of(key, index))) {
            Value before = Objects.requireNonNull(now.get(key));
            now.put(key, body.add(MathFunction.MAX, key.type, before, flipped(body, wide)));
        }
        return wide;
    }

    /** Returns an index clamped to its extent. */
    Value clamped(Code body, Instruction load, Value index) {
        Key key = key(load);
        return body.add(MathFunction.MIN_UNSIGNED, key.type, index, Objects.requireNonNull(lasts.get(key)));
    }

    /** Returns the values for the next iteration. */
    List<Value> next() {
        return largest.keySet().stream()
                .map(key -> Objects.requireNonNull(now.get(key)))
                .toList();
    }

    /** Adds the condition after the loop that all indexes are in bounds. */
    Value areInBounds(Code after) {
        Value all = after.literal(Type.BOOL, 1);
        for (Map.Entry<Key, Argument> entry : largest.entrySet()) {
            Argument index = entry.getValue();
            Value last = Objects.requireNonNull(lasts.get(entry.getKey()));
            all = after.both(all, after.compare(Compare.LE, index, flipped(after, last)));
        }
        return all;
    }
}
