package org.sporos.host.natives;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
 * The arguments of a launch as the native function reads them: a head, then two longs for each, its kind and its value.
 * The parts that differ among calls are filled in at known places. Immutable.
 */
final class LaunchTemplate {
    /**
     * The head: the entry, how often it is called, the number of arguments, the argument that is the first index, and
     * the number of results. Behind all else stand, for each result, its argument and the bytes of an element.
     */
    static final int ENTRY = 0;

    static final int CALLS = 1;
    static final int ARGUMENTS = 2;
    static final int MOVING = 3;
    static final int RESULTS = 4;
    static final int HEAD = 5;

    /** The kind of a value; from 0 up a kind is the number of an array, and the value an offset in bytes. */
    private static final int VALUE = -1;

    /** The kind of a value that is passed by its address. */
    private static final int BY_ADDRESS = -2;

    /** The kind of the error record, which lies behind all arguments. */
    private static final int ERRORS = -3;

    /** The number of the site that failed, counted from 1, its indexes, packed, and those of the work item. */
    static final int ERROR_LONGS = 5;

    /** Stands for the array of a row among the others until a call says which one it is. */
    private static final Object ROW = new long[0];

    private final long[] longs;
    private final Object[] arrays;
    private final boolean levels;
    private int rowArgument = -1;
    private int rowArray = -1;
    /** The arrays of results that are ints, which are stored into the lower halves of longs. */
    private final List<long[]> ints = new ArrayList<>();
    /** Where the record of the error begins, and behind it those of the results. */
    private final int errors;

    private final List<Param> params = new ArrayList<>();
    private final List<Integer> paramPlaces = new ArrayList<>();
    private final int[] bounds;
    private final boolean fails;
    private final boolean merged;
    private final List<CppSite> sites;

    private final Map<Object, Integer> arrayNumbers = new IdentityHashMap<>();
    private final List<Object> arrayList = new ArrayList<>();

    /**
     * @param boundCount how many arguments, the last but those of errors, are bounds of the range
     * @param merged whether it is the launch of several kernels that run as one
     * @param results the views whose places stand for arrays of results
     * @param outs these arrays
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
        longs[MOVING] = -1;
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
            paramPlaces.add(value(k));
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

    /** Returns the array of memory, or for a level of a ring that level itself: each call fills its array in. */
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

    int length() {
        return longs.length;
    }

    /** Returns whether it is the launch of several kernels that run as one. */
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

    /** Returns whether some of the arrays are those of levels of rings, which each call has to fill in. */
    boolean hasLevels() {
        return levels;
    }

    /** Makes a call with the arrays that levels of rings have in this run. */
    void levels(Object[] given) {
        for (int k = 0; k < arrays.length; k++) {
            given[k] = arrays[k] instanceof LevelMemory level
                    ? Objects.requireNonNull(LevelMemory.of(level).backingArray())
                    : arrays[k];
        }
    }

    /** Makes a call for a row of an array from a place on. */
    void row(long[] room, Object[] given, Object row, int at) {
        if (levels) {
            levels(given);
        } else {
            System.arraycopy(arrays, 0, given, 0, arrays.length);
        }
        given[rowArray] = row;
        room[value(rowArgument)] = (long) at * (row instanceof float[] ? Float.BYTES : Long.BYTES);
    }

    /** Copies it to where a call reads it. */
    void copyTo(long[] room) {
        System.arraycopy(longs, 0, room, 0, longs.length);
    }

    void bound(long[] room, int bound, long value) {
        room[bounds[bound]] = value;
    }

    void param(long[] room, int param, long bits) {
        room[paramPlaces.get(param)] = bits;
    }

    /** Makes a call of many tiles, the first results of which go to a place of the arrays of results. */
    void tiles(long[] room, int bound, int count, long place) {
        room[CALLS] = count;
        room[MOVING] = (bounds[bound] - HEAD) / 2;
        for (int at = errors + ERROR_LONGS; at < longs.length; at += 2) {
            room[value((int) longs[at])] = place * longs[at + 1];
        }
    }

    /** Turns results that are ints into longs of the same value. */
    void widen(int place, int count) {
        for (long[] results : ints) {
            for (int k = place; k < place + count; k++) {
                results[k] = (int) results[k];
            }
        }
    }

    /** Returns where a call has failed, or null. */
    @Nullable
    FaultSite failed(long[] room) {
        long site = fails ? room[errors] : 0;
        return site == 0 ? null : FaultSite.of(sites.get((int) site - 1));
    }

    /** Returns the indexes by which a call has failed. */
    long[] failedIndexes(long[] room) {
        long first = room[errors + 1];
        long second = room[errors + 2];
        boolean wide = sites.get((int) room[errors] - 1).wide();
        return wide
                ? new long[] {first}
                : new long[] {(int) first, (int) (first >> 32), (int) second, (int) (second >> 32)};
    }

    /** Returns the failure of a call by what the work item that it was in has thrown. */
    RuntimeException failure(long[] room, RuntimeException thrown) {
        return ItemFailure.packed(thrown, room[errors + 3], room[errors + 4]);
    }
}
