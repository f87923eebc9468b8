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
import org.sporos.host.natives.AccessLocation;
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
 * The captured values of kernels that run as one, as local variables that their code takes it into before it loops.
 * Asking for something announces it; code can use it once {@link #prologue} has been written after all was announced.
 */
final class CaptureLoader {
    static final int NO_LOCAL = -1;

    private static final String BOUND = "org/sporos/host/jit/KernelArguments";
    private static final String WORK_ARRAYS = "org/sporos/host/jit/WorkArrays";

    private final List<KernelFacts> members;
    private final List<View> views = new ArrayList<>();
    private final Map<View, Integer> viewNumbers = new IdentityHashMap<>();
    private final List<Param> params = new ArrayList<>();
    private final List<Long> numbers = new ArrayList<>();
    private final Map<Object, Integer> numberPlaces = new HashMap<>();
    private final List<LocalArray> tables = new ArrayList<>();
    private final Map<Item, Integer> locals = new LinkedHashMap<>();
    private final int[] workLengths = new int[Storage.values().length];
    /** All that was asked for, in order: members of one code may mean one view here and two there. */
    private final List<Item> asked = new ArrayList<>();

    /**
     * Something that has a local variable: what it is, its place in the {@link KernelArguments}, and its type if it is
     * a number.
     */
    private record Item(Kind kind, int place, Type type) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Item item && item.kind == kind && item.place == place && item.type == type;
        }

        @Override
        public int hashCode() {
            return (31 * place + kind.ordinal()) * 31 + type.ordinal();
        }
    }

    private enum Kind {
        ARRAY,
        VIEW,
        NUMBER,
        PARAM,
        TABLE,
        /** The scratch array of a type of elements, which is its place. */
        WORK,
        /** A stride that is a literal of the code: its value is the slot. */
        STRIDE,
        /** The length of an array that has a local variable already. */
        LENGTH
    }

    CaptureLoader(List<KernelFacts> members) {
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

    /** Returns the local variable of a view's offset, or {@link #NO_LOCAL} if that is 0. */
    int offset(View view) {
        long offset = view.region().offset();
        return offset == 0 ? NO_LOCAL : shared("offset", offset);
    }

    /** Leaves a stride that is not 1 on the stack. */
    void stride(MethodWriter code, View view, int dimension) {
        long stride = view.stride(dimension);
        if (NeighbourStride.isNumber(view, dimension)) {
            asked.add(new Item(Kind.STRIDE, (int) stride, Type.VOID));
            code.number((int) stride);
        } else {
            code.load(Type.I32, shared("stride", stride));
        }
    }

    /**
     * Returns the local variable of an extent as an int; no Java array has a larger one. Where it is the length of the
     * array it is taken from there: the JVM's compiler then sees that a check of ours and its own are one.
     */
    int extent(View view, int dimension) {
        return isArray(view) ? length(view) : shared("extent", view.extent(dimension));
    }

    /** Returns the local variable of the number of elements as an int. */
    int size(View view) {
        return isArray(view) ? length(view) : shared("extent", view.size());
    }

    /** Returns whether a view is a whole Java array, element by element. */
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
     * A quantity that is equal for several views has one local variable. The JVM turns a loop over several arrays into
     * vectors only where it sees that all are touched at one distance from the loop's index, and of two variables it
     * cannot know that.
     */
    private int shared(String kind, long value) {
        return number(List.of(kind, value), Type.I32, value);
    }

    int scalar(FusedKernel.Place scalar, Type type) {
        long bits = members.get(scalar.member()).binding().scalars().get(scalar.scalar());
        return number(new ArgumentRecipe.Place(scalar.member(), scalar.scalar()), type, bits);
    }

    private int number(Object key, Type type, long value) {
        Integer place = numberPlaces.get(key);
        if (place == null) {
            place = numbers.size();
            numbers.add(value);
            numberPlaces.put(key, place);
        }
        return local(new Item(Kind.NUMBER, place, type));
    }

    int param(Param param, Type type) {
        int place = params.indexOf(param);
        if (place < 0) {
            place = params.size();
            params.add(param);
        }
        return local(new Item(Kind.PARAM, place, type));
    }

    /** Returns the local variable of the Java array of a table. */
    int table(LocalArray table) {
        int place = tables.indexOf(table);
        if (place < 0) {
            place = tables.size();
            tables.add(table);
        }
        return local(new Item(Kind.TABLE, place, Type.VOID));
    }

    /** Returns the first of some new places in the scratch array of a type. */
    int reserve(Storage element, int places) {
        int first = workLengths[element.ordinal()];
        workLengths[element.ordinal()] += places;
        return first;
    }

    /** Returns the local variable of the scratch array of a type. */
    int work(Storage element) {
        return local(new Item(Kind.WORK, element.ordinal(), Type.VOID));
    }

    private int local(Item item) {
        asked.add(item);
        Integer local = locals.putIfAbsent(item, NO_LOCAL);
        return local == null ? NO_LOCAL : local;
    }

    /**
     * Returns what decides about the code besides the IR and its proofs: what is taken, each time it is, of which kind.
     */
    List<Object> shape() {
        List<Object> shape = new ArrayList<>(asked);
        for (View view : views) {
            shape.add(view.elementType());
        }
        for (LocalArray table : tables) {
            shape.add(table.element());
        }
        return shape;
    }

    /** Writes what takes all that was announced out of the bound that is in a local variable. */
    void prologue(MethodWriter code, int bound) {
        for (Map.Entry<Item, Integer> entry : locals.entrySet()) {
            Item item = entry.getKey();
            if (item.kind() == Kind.WORK) {
                entry.setValue(work(code, item.place()));
                continue;
            }
            if (item.kind() == Kind.LENGTH) {
                entry.setValue(length(code, item));
                continue;
            }
            code.reference(bound);
            code.number(item.place());
            switch (item.kind()) {
                case ARRAY -> {
                    code.invokeOn(BOUND, "array", "(I)Ljava/lang/Object;");
                    code.out.visitTypeInsn(
                            Opcodes.CHECKCAST,
                            MethodWriter.arrayOf(
                                    Storage.of(views.get(item.place()).elementType())));
                    entry.setValue(object(code));
                }
                case TABLE -> {
                    code.invokeOn(BOUND, "table", "(I)Ljava/lang/Object;");
                    code.out.visitTypeInsn(
                            Opcodes.CHECKCAST,
                            MethodWriter.arrayOf(tables.get(item.place()).element()));
                    entry.setValue(object(code));
                }
                case VIEW -> {
                    code.invokeOn(BOUND, "view", "(I)Lorg/sporos/view/View;");
                    code.out.visitTypeInsn(Opcodes.CHECKCAST, type(views.get(item.place())));
                    entry.setValue(object(code));
                }
                default -> entry.setValue(value(code, item));
            }
        }
    }

    private int work(MethodWriter code, int element) {
        code.number(element);
        code.number(workLengths[element]);
        code.invoke(WORK_ARRAYS, "of", "(II)Ljava/lang/Object;");
        code.out.visitTypeInsn(Opcodes.CHECKCAST, MethodWriter.arrayOf(Storage.values()[element]));
        return object(code);
    }

    /** The array itself was asked for before, and is in its local variable. */
    private int length(MethodWriter code, Item item) {
        code.reference(Objects.requireNonNull(locals.get(new Item(Kind.ARRAY, item.place(), Type.VOID))));
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
        code.invokeOn(BOUND, item.kind() == Kind.PARAM ? "param" : "number", "(I)J");
        code.fromBits(item.type());
        int local = code.local(item.type());
        code.store(item.type(), local);
        return local;
    }

    /** Returns the name of a view's class in class files. */
    static String type(View view) {
        return view.getClass().getName().replace('.', '/');
    }

    /**
     * Returns how to find what the code stands for.
     *
     * @param merged whether the code is that of several nodes
     */
    ArgumentRecipe recipe(List<AccessLocation> sites, boolean merged) {
        long[] values = new long[numbers.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = numbers.get(k);
        }
        Map<Integer, ArgumentRecipe.Place> scalars = new HashMap<>();
        for (Map.Entry<Object, Integer> entry : numberPlaces.entrySet()) {
            if (entry.getKey() instanceof ArgumentRecipe.Place scalar) {
                scalars.put(entry.getValue(), scalar);
            }
        }
        List<Object> arrays =
                tables.stream().map(table -> table.contents().toArray()).toList();
        return new ArgumentRecipe(members, views, params, values, scalars, arrays, sites, merged);
    }
}
