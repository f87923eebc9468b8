package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;

/**
 * A {@link Kernel} while it is made: regions and blocks are filled, then {@link Freeze} finishes it. Not thread-safe.
 */
public final class KernelBuilder {
    private final String label;
    private final SourcePosition position;
    private final DraftRegion body;
    private final CapturesBuilder captures = new CapturesBuilder();
    private int ids;
    private @Nullable SourcePosition firstPrint;
    private boolean silent = true;

    /** The regions of team operations. */
    final Map<Instruction, List<DraftRegion>> nested = new IdentityHashMap<>();

    /** The values that passes put in the place of others. */
    final Map<Value, Value> replaced = new IdentityHashMap<>();

    /** The loads of which one suffices, each with the list that it stands in. */
    final Map<Instruction, List<Instruction>> alternatives = new IdentityHashMap<>();

    private final Map<Value, String> names = new HashMap<>();

    public KernelBuilder(String label, SourcePosition position, Type result) {
        this.label = label;
        this.position = position;
        this.body = new DraftRegion(this, result);
    }

    /** Returns the body. */
    public DraftRegion body() {
        return body;
    }

    /** Returns a new region, for {@link DraftBlock#add(Op, Type, SourcePosition, java.util.List, DraftRegion...)}. */
    public DraftRegion region(Type result) {
        return new DraftRegion(this, result);
    }

    /** Returns the tables of what the kernel refers to. */
    public CapturesBuilder captures() {
        return captures;
    }

    /** Names a value after the variable that it is stored to, if it has no name yet. */
    public void name(Value value, String name) {
        if (value.name().isEmpty()) {
            names.putIfAbsent(value, name);
        }
    }

    /**
     * Says that loads fail at the same indexes, in the same line: those whose values nothing uses are dropped as long
     * as another one stays.
     */
    public void oneSuffices(List<Instruction> loads) {
        loads.forEach(load -> alternatives.put(load, loads));
    }

    /** Notes that there is a {@link Op.Print} at a position. */
    public void printsAt(SourcePosition print) {
        firstPrint = firstPrint == null ? print : firstPrint;
    }

    /** Says that what its work items print is wanted: else all that serves for nothing but that is dropped. */
    public void keepPrints() {
        silent = false;
    }

    @Nullable
    Printing printing() {
        return firstPrint == null ? null : new Printing(firstPrint, silent);
    }

    /** Returns all regions, outer ones first. */
    List<DraftRegion> regions() {
        List<DraftRegion> all = new ArrayList<>(List.of(body));
        for (int k = 0; k < all.size() && !nested.isEmpty(); k++) {
            for (DraftBlock block : all.get(k).blocks()) {
                for (Instruction instruction : block.instructions) {
                    all.addAll(nested.getOrDefault(instruction, List.of()));
                }
            }
        }
        return all;
    }

    int nextId() {
        return ids++;
    }

    /** Leaves the first ids to values of another kernel. */
    void skipIds(int count) {
        ids += count;
    }

    /** Returns a bound of the number of its values, by which tables of them are sized. */
    int size() {
        return ids;
    }

    String nameOf(Value value) {
        return value.name().isEmpty() ? names.getOrDefault(value, "") : value.name();
    }

    /** Returns what stands in the place of a value now. */
    Value resolve(Value value) {
        Value now = value;
        for (Value next = replaced.get(now); next != null; next = replaced.get(now)) {
            now = next;
        }
        return now;
    }

    String label() {
        return label;
    }

    public SourcePosition position() {
        return position;
    }
}
