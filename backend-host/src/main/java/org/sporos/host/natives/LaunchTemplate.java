package org.sporos.host.natives;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.FaultSite;
import org.sporos.error.InternalException;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.LevelMemory;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.kernel.cpp.CppSite;
import org.sporos.param.Param;
import org.sporos.space.ElementType;
import org.sporos.view.View;

/**
 * The argument buffer of a launch: a head, then kind and value of each argument. A call copies it and sets the
 * arguments that vary. Immutable.
 */
final class LaunchTemplate {
    /**
     * The head: entry function, number of calls, number of arguments, argument with the first index of a tile, number
     * of results. After the error record follow argument and element size of each result.
     */
    static final int ENTRY = 0;

    static final int CALLS = 1;
    static final int ARGUMENTS = 2;
    static final int FIRST_INDEX = 3;
    static final int RESULTS = 4;
    static final int HEAD = 5;

    /** The kind of a plain value. Kinds from 0 are array numbers, with an offset in bytes as value. */
    private static final int VALUE = -1;

    /** The kind of a value passed by address. */
    private static final int BY_ADDRESS = -2;

    /** The kind of the error record, which follows all arguments. */
    private static final int ERRORS = -3;

    /**
     * The length of the error record: number of the failed site from 1, its packed indexes, and those of the work item.
     */
    static final int ERROR_LONGS = 5;

    /** A placeholder for the array of a row, set by each call. */
    private static final Object ROW = new long[0];

    private final long[] longs;
    private final Object[] arrays;
    private final boolean levels;
    private int rowArgument = -1;
    private int rowArray = -1;
    /** The arrays of int results, which C++ stores into the lower halves of longs. */
    private final List<long[]> ints = new ArrayList<>();
    /** The index of the error record, followed by the records of results. */
    private final int errors;

    private final List<Param> params = new ArrayList<>();
    private final List<Integer> paramSlots = new ArrayList<>();
    private final int[] bounds;
    private final boolean fails;
    private final boolean merged;
    private final List<CppSite> sites;

    private final Map<Object, Integer> arrayNumbers = new IdentityHashMap<>();
    private final List<Object> arrayList = new ArrayList<>();

    /**
     * @param boundCount the number of trailing arguments, before those for errors, that are bounds of the range
     * @param merged whether the launch is of fused kernels
     * @param results the views whose arguments are replaced by arrays of results
     * @param outs the arrays of results
     */
    LaunchTemplate(CppLaunch launch, int entry, int boundCount, boolean merged, List<View> results, List<Object> outs) {
        List<CppArgument> arguments = launch.arguments();
        this.merged = merged;
        sites = launch.sites();
        fails = arguments.stream().anyMatch(CppArgument.ErrorsAddress.class::isInstance);
        errors = HEAD + 2 * arguments.size();
        longs = new long[errors + ERROR_LONGS + 2 * results.size()];
        longs[ENTRY] = entry;
        longs[CALLS] = 1;
        longs[ARGUMENTS] = arguments.size();
        longs[FIRST_INDEX] = -1;
        longs[RESULTS] = results.size();
        for (int k = 0; k < arguments.size(); k++) {
            int result =
                    arguments.get(k) instanceof CppArgument.ViewAddress address ? results.indexOf(address.view()) : -1;
            if (result < 0) {
                put(k, arguments.get(k));
            } else {
                result(k, result, results.get(result), outs.get(result));
            }
        }
        int last = arguments.size() - (fails ? 2 : 0);
        bounds = new int[boundCount];
        for (int b = 0; b < boundCount; b++) {
            bounds[b] = value(last - boundCount + b);
        }
        arrays = arrayList.toArray();
        levels = arrayList.stream().anyMatch(LevelMemory.class::isInstance);
    }

    private void result(int k, int result, View view, Object out) {
        int at = errors + ERROR_LONGS + 2 * result;
        longs[at] = k;
        longs[at + 1] = out instanceof float[] ? Float.BYTES : Long.BYTES;
        if (view.elementType() == ElementType.INT) {
            ints.add((long[]) out);
        }
        put(k, number(out), 0);
    }

    private void put(int k, CppArgument argument) {
        if (argument instanceof CppArgument.ViewAddress address) {
            View view = address.view();
            Object array = arrayOf(view.allocation());
            put(k, number(array), view.region().offset() * view.elementType().bytes());
        } else if (argument instanceof CppArgument.Constant constant) {
            put(k, VALUE, constant.bits());
        } else if (argument instanceof CppArgument.ParamAddress address) {
            params.add(address.param());
            paramSlots.add(value(k));
            put(k, BY_ADDRESS, 0);
        } else if (argument instanceof CppArgument.ScratchAddress) {
            rowArgument = k;
            rowArray = number(ROW);
            put(k, rowArray, 0);
        } else if (argument instanceof CppArgument.ErrorsAddress) {
            put(k, ERRORS, 0);
        } else if (argument instanceof CppArgument.NodeNumber) {
            put(k, VALUE, 0);
        } else {
            throw new InternalException("no argument of a loop on host: " + argument);
        }
    }

    /** Returns the array of memory, or the level itself for a ring, resolved by each call. */
    private static Object arrayOf(Allocation memory) {
        return memory instanceof LevelMemory ? memory : Objects.requireNonNull(memory.openArray());
    }

    private int number(Object array) {
        return arrayNumbers.computeIfAbsent(array, added -> {
            arrayList.add(added);
            return arrayList.size() - 1;
        });
    }

    private void put(int k, int kind, long value) {
        longs[HEAD + 2 * k] = kind;
        longs[value(k)] = value;
    }

    private static int value(int k) {
        return HEAD + 2 * k + 1;
    }

    /** Returns whether the launch is of fused kernels. */
    boolean isMerged() {
        return merged;
    }

    int boundCount() {
        return bounds.length;
    }

    int arrayCount() {
        return arrays.length;
    }

    Object[] arrays() {
        return arrays;
    }

    List<Param> params() {
        return params;
    }

    /** Returns whether some arrays are levels of rings, resolved by each call. */
    boolean hasLevels() {
        return levels;
    }

    /** Resolves the levels of rings to their arrays in this run. */
    void fillLevels(Object[] given) {
        for (int k = 0; k < arrays.length; k++) {
            given[k] = arrays[k] instanceof LevelMemory level
                    ? Objects.requireNonNull(LevelMemory.of(level).backingArray())
                    : arrays[k];
        }
    }

    /** Sets the array of a row and the offset in it. */
    void row(long[] buffer, Object[] given, Object row, int at) {
        if (levels) {
            fillLevels(given);
        } else {
            System.arraycopy(arrays, 0, given, 0, arrays.length);
        }
        given[rowArray] = row;
        buffer[value(rowArgument)] = (long) at * (row instanceof float[] ? Float.BYTES : Long.BYTES);
    }

    /** Copies the template into a call's buffer. */
    void copyTo(long[] buffer) {
        System.arraycopy(longs, 0, buffer, 0, longs.length);
    }

    void bound(long[] buffer, int bound, long value) {
        buffer[bounds[bound]] = value;
    }

    void param(long[] buffer, int param, long bits) {
        buffer[paramSlots.get(param)] = bits;
    }

    /** Sets the number of tiles and the index of the first result. */
    void tiles(long[] buffer, int bound, int count, long index) {
        buffer[CALLS] = count;
        buffer[FIRST_INDEX] = (bounds[bound] - HEAD) / 2;
        for (int at = errors + ERROR_LONGS; at < longs.length; at += 2) {
            buffer[value((int) longs[at])] = index * longs[at + 1];
        }
    }

    /** Widens int results to longs. */
    void widen(int index, int count) {
        for (long[] results : ints) {
            for (int k = index; k < index + count; k++) {
                results[k] = (int) results[k];
            }
        }
    }

    /** Returns the site at which a call has failed, or null. */
    @Nullable
    FaultSite failed(long[] buffer) {
        long site = fails ? buffer[errors] : 0;
        return site == 0 ? null : FaultSite.of(sites.get((int) site - 1));
    }

    /** Returns the indexes of the failed access. */
    long[] failedIndexes(long[] buffer) {
        long first = buffer[errors + 1];
        long second = buffer[errors + 2];
        boolean wide = sites.get((int) buffer[errors] - 1).wide();
        return wide
                ? new long[] {first}
                : new long[] {(int) first, (int) (first >> 32), (int) second, (int) (second >> 32)};
    }

    /** Returns the failure of a call's work item. */
    RuntimeException failure(long[] buffer, RuntimeException thrown) {
        return ItemFailure.packed(thrown, buffer[errors + 3], buffer[errors + 4]);
    }
}
