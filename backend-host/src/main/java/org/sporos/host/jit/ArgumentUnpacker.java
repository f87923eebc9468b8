package org.sporos.host.jit;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.sporos.backend.FaultSite;
import org.sporos.internal.view.LevelMemory;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.cpp.NeighbourStride;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.transform.FusedKernel;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * Unpacks {@link KernelArguments} into local variables before the loops of generated code. Each accessor registers a
 * request; the {@link #prologue} loads all requested values, so bodies are written twice: dry for the requests, then
 * for code.
 */
final class ArgumentUnpacker {
    static final int NO_LOCAL = -1;

    private static final String ARGUMENTS = "org/sporos/host/jit/KernelArguments";
    private static final String OWN = "org/sporos/host/jit/ArgumentUnpacker";

    /**
     * Local arrays of the running kernel by element type: JDK objects only, so that a thread-local does not keep the
     * library's class loader alive.
     */
    private static final ThreadLocal<Object[]> SCRATCH_ARRAYS = ThreadLocal.withInitial(() -> new Object[8]);

    private static final Class<?>[] ELEMENTS = {
        boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class
    };

    private final List<KernelFacts> members;
    private final List<View> views = new ArrayList<>();
    private final Map<View, Integer> viewNumbers = new IdentityHashMap<>();
    private final List<Param> params = new ArrayList<>();
    private final List<Long> numbers = new ArrayList<>();
    private final Map<Object, Integer> numberSlots = new HashMap<>();
    private final List<LocalArray> tables = new ArrayList<>();
    private final Map<Item, Integer> locals = new LinkedHashMap<>();
    private final int[] scratchLengths = new int[Storage.values().length];
    /** All requests in order: the members of one loop may use the same view in one graph, and two views in another. */
    private final List<Item> requested = new ArrayList<>();

    /**
     * A value with a local variable: its kind, its slot in the {@link KernelArguments}, and its type if it is a number.
     */
    private record Item(Kind kind, int slot, Type type) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Item item && item.kind == kind && item.slot == slot && item.type == type;
        }

        @Override
        public int hashCode() {
            return (31 * slot + kind.ordinal()) * 31 + type.ordinal();
        }
    }

    private enum Kind {
        ARRAY,
        VIEW,
        NUMBER,
        PARAM,
        TABLE,
        /** The scratch array of an element type, whose ordinal is the slot. */
        SCRATCH,
        /** A stride that is a literal of the code; the slot is its value. */
        STRIDE,
        /** The length of an array in a local variable. */
        LENGTH
    }

    ArgumentUnpacker(List<KernelFacts> members) {
        this.members = List.copyOf(members);
    }

    List<KernelFacts> members() {
        return members;
    }

    /** Returns the local variable of a view's Java array. */
    int array(View view) {
        return local(new Item(Kind.ARRAY, number(view), Type.VOID));
    }

    /** Returns the local variable of a view itself. */
    int object(View view) {
        return local(new Item(Kind.VIEW, number(view), Type.VOID));
    }

    private int number(View view) {
        Integer known = viewNumbers.putIfAbsent(view, views.size());
        if (known == null) {
            views.add(view);
        }
        return known == null ? views.size() - 1 : known;
    }

    /** Returns the local variable of a view's offset, or {@link #NO_LOCAL} for 0. */
    int offset(View view) {
        long offset = view.region().offset();
        return offset == 0 ? NO_LOCAL : number("offset", offset);
    }

    /** Pushes a stride other than 1. */
    void stride(MethodWriter code, View view, int dimension) {
        long stride = view.stride(dimension);
        if (NeighbourStride.isNumber(view, dimension)) {
            requested.add(new Item(Kind.STRIDE, (int) stride, Type.VOID));
            code.number((int) stride);
        } else {
            code.load(Type.I32, number("stride", stride));
        }
    }

    /**
     * Returns the local variable of an extent, which fits an int as all views are Java arrays. The extent of a whole
     * array is its length: the JVM's compiler then merges our bounds check with its own.
     */
    int extent(View view, int dimension) {
        return isArray(view) ? length(view) : number("extent", view.extent(dimension));
    }

    /** Returns the local variable of the number of elements, an int. */
    int size(View view) {
        return isArray(view) ? length(view) : number("extent", view.size());
    }

    /** Returns whether a view covers a whole Java array with stride 1. */
    static boolean isArray(View view) {
        Object array = LevelMemory.sample(view.allocation()).openArray();
        return array != null
                && view.rank() == 1
                && view.region().offset() == 0
                && view.stride(0) == 1
                && Array.getLength(array) == view.extent(0);
    }

    private int length(View view) {
        array(view);
        return local(new Item(Kind.LENGTH, number(view), Type.VOID));
    }

    /**
     * Returns one local variable for equal offsets, strides or extents of several views, by kind and value. The JVM
     * vectorizes a loop over several arrays only if all are accessed at the same distance from the loop's index, which
     * two variables would hide.
     */
    int number(String kind, long value) {
        return number(List.of(kind, value), Type.I32, value);
    }

    int scalar(FusedKernel.Place scalar, Type type) {
        long bits = members.get(scalar.member()).binding().scalars().get(scalar.scalar());
        return number(new ArgumentRecipe.Slot(scalar.member(), scalar.scalar()), type, bits);
    }

    private int number(Object key, Type type, long value) {
        Integer slot = numberSlots.get(key);
        if (slot == null) {
            slot = numbers.size();
            numbers.add(value);
            numberSlots.put(key, slot);
        }
        return local(new Item(Kind.NUMBER, slot, type));
    }

    int param(Param param, Type type) {
        int slot = params.indexOf(param);
        if (slot < 0) {
            slot = params.size();
            params.add(param);
        }
        return local(new Item(Kind.PARAM, slot, type));
    }

    /** Returns the local variable of the Java array of a table. */
    int table(LocalArray table) {
        int slot = tables.indexOf(table);
        if (slot < 0) {
            slot = tables.size();
            tables.add(table);
        }
        return local(new Item(Kind.TABLE, slot, Type.VOID));
    }

    /** Reserves elements of a scratch array and returns the offset of the first. */
    int reserve(Storage element, int count) {
        int first = scratchLengths[element.ordinal()];
        scratchLengths[element.ordinal()] += count;
        return first;
    }

    /** Returns the local variable of the scratch array of a type. */
    int scratch(Storage element) {
        return local(new Item(Kind.SCRATCH, element.ordinal(), Type.VOID));
    }

    private int local(Item item) {
        requested.add(item);
        Integer local = locals.putIfAbsent(item, NO_LOCAL);
        return local == null ? NO_LOCAL : local;
    }

    /**
     * Returns the properties that determine the code besides IR and proofs: all requests in order, and element types.
     */
    List<Object> shape() {
        List<Object> shape = new ArrayList<>(requested);
        for (View view : views) {
            shape.add(view.elementType());
        }
        for (LocalArray table : tables) {
            shape.add(table.element());
        }
        return shape;
    }

    /** Writes the loads of all requested values from the {@link KernelArguments} in a local variable. */
    void prologue(MethodWriter code, int arguments) {
        for (Map.Entry<Item, Integer> entry : locals.entrySet()) {
            Item item = entry.getKey();
            if (item.kind() == Kind.SCRATCH) {
                entry.setValue(scratch(code, item.slot()));
                continue;
            }
            if (item.kind() == Kind.LENGTH) {
                entry.setValue(length(code, item));
                continue;
            }
            code.reference(arguments);
            code.number(item.slot());
            switch (item.kind()) {
                case ARRAY -> {
                    code.invokeOn(ARGUMENTS, "array", "(I)Ljava/lang/Object;");
                    code.out.visitTypeInsn(
                            Opcodes.CHECKCAST,
                            MethodWriter.arrayOf(
                                    Storage.of(views.get(item.slot()).elementType())));
                    entry.setValue(object(code));
                }
                case TABLE -> {
                    code.invokeOn(ARGUMENTS, "table", "(I)Ljava/lang/Object;");
                    code.out.visitTypeInsn(
                            Opcodes.CHECKCAST,
                            MethodWriter.arrayOf(tables.get(item.slot()).element()));
                    entry.setValue(object(code));
                }
                case VIEW -> {
                    code.invokeOn(ARGUMENTS, "view", "(I)Lorg/sporos/view/View;");
                    code.out.visitTypeInsn(Opcodes.CHECKCAST, className(views.get(item.slot())));
                    entry.setValue(object(code));
                }
                default -> entry.setValue(value(code, item));
            }
        }
    }

    private int scratch(MethodWriter code, int element) {
        code.number(element);
        code.number(scratchLengths[element]);
        code.invoke(OWN, "scratchArray", "(II)Ljava/lang/Object;");
        code.out.visitTypeInsn(Opcodes.CHECKCAST, MethodWriter.arrayOf(Storage.values()[element]));
        return object(code);
    }

    /** Its array was requested before and is loaded already. */
    private int length(MethodWriter code, Item item) {
        code.reference(Objects.requireNonNull(locals.get(new Item(Kind.ARRAY, item.slot(), Type.VOID))));
        code.op(Opcodes.ARRAYLENGTH);
        int local = code.local(Type.I32);
        code.store(Type.I32, local);
        return local;
    }

    private static int object(MethodWriter code) {
        int local = code.reference();
        code.out.visitVarInsn(Opcodes.ASTORE, local);
        return local;
    }

    private static int value(MethodWriter code, Item item) {
        code.invokeOn(ARGUMENTS, item.kind() == Kind.PARAM ? "param" : "number", "(I)J");
        code.fromBits(item.type());
        int local = code.local(item.type());
        code.store(item.type(), local);
        return local;
    }

    /** Returns the internal name of a view's class. */
    static String className(View view) {
        return view.getClass().getName().replace('.', '/');
    }

    /**
     * Returns the recipe of the code's arguments.
     *
     * @param merged whether the code is of several nodes
     */
    ArgumentRecipe recipe(List<FaultSite> sites, boolean merged) {
        long[] values = new long[numbers.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = numbers.get(k);
        }
        Map<Integer, ArgumentRecipe.Slot> scalars = new HashMap<>();
        for (Map.Entry<Object, Integer> entry : numberSlots.entrySet()) {
            if (entry.getKey() instanceof ArgumentRecipe.Slot scalar) {
                scalars.put(entry.getValue(), scalar);
            }
        }
        List<Object> arrays =
                tables.stream().map(table -> table.contents().toArray()).toList();
        return new ArgumentRecipe(members, views, params, values, scalars, arrays, sites, merged);
    }

    /**
     * Returns this thread's array of an element type, at least of a length. Called by generated code.
     *
     * @param type the ordinal of a {@link Storage}
     */
    static Object scratchArray(int type, int length) {
        Object[] arrays = SCRATCH_ARRAYS.get();
        Object array = arrays[type];
        if (array == null || Array.getLength(array) < length) {
            array = Array.newInstance(ELEMENTS[type], length);
            arrays[type] = array;
        }
        return array;
    }
}
