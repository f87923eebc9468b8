package org.sporos.internal.space;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.sporos.error.InternalException;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;

/** The operations on Java arrays of one element type. Stateless. */
abstract class TypedArrays {
[#list views as t]
    private static final TypedArrays ${t.TYPE} = new ${t.Type}Arrays();
[/#list]

    /** Returns the operations of a type. */
    static TypedArrays of(ElementType type) {
        return switch (type) {
[#list views as t]
            case ${t.TYPE} -> ${t.TYPE};
[/#list]
        };
    }

    /** Returns a new array of zeros. */
    abstract Object allocate(int size);

    /** Returns the raw bits of an element. */
    abstract long bits(Object array, int index);

    /** Sets the raw bits of an element. */
    abstract void bits(Object array, int index, long bits);

    /** Returns the raw bits of an element in a total order with all atomics. Only for types with atomics. */
    abstract long volatileBits(Object array, int index);

    /** Sets the raw bits of an element if they are as expected, atomically. Only for types with atomics. */
    abstract boolean compareAndSetBits(Object array, int index, long expected, long bits);

    /** Copies n elements with a stride in either array. */
    abstract void copy(Object target, int t, int targetStride, Object source, int s, int sourceStride, int n);

    /** Sets the elements {@code [begin, end)}. */
    abstract void fill(Object array, int begin, int end, ElementValue value);
[#list views as t]

    /** The operations on arrays of ${t.type}s. */
    private static final class ${t.Type}Arrays extends TypedArrays {
[#if t.atomics]
        private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(${t.type}[].class);

[/#if]
        @Override
        Object allocate(int size) {
            return new ${t.type}[size];
        }

        @Override
        long bits(Object array, int index) {
            return ${apply(t.toBits, "((${t.type}[]) array)[index]")};
        }

        @Override
        void bits(Object array, int index, long bits) {
            ((${t.type}[]) array)[index] = ${apply(t.fromBits, "bits")};
        }

        @Override
        long volatileBits(Object array, int index) {
[#if t.atomics]
            ${t.type} value = (${t.type}) ELEMENTS.getVolatile((${t.type}[]) array, index);
            return ${apply(t.toBits, "value")};
[#else]
            throw new InternalException("elements of type ${t.type} have no atomic operations");
[/#if]
        }

        @Override
        boolean compareAndSetBits(Object array, int index, long expected, long bits) {
[#if t.atomics]
            return ELEMENTS.compareAndSet((${t.type}[]) array, index, ${apply(t.fromBits, "expected")}, ${apply(t.fromBits, "bits")});
[#else]
            throw new InternalException("elements of type ${t.type} have no atomic operations");
[/#if]
        }

        @Override
        void copy(Object target, int t, int targetStride, Object source, int s, int sourceStride, int n) {
            ${t.type}[] to = (${t.type}[]) target;
            ${t.type}[] from = (${t.type}[]) source;
            for (int i = 0; i < n; i++) {
                to[t + i * targetStride] = from[s + i * sourceStride];
            }
        }

        @Override
        void fill(Object array, int begin, int end, ElementValue value) {
            Arrays.fill((${t.type}[]) array, begin, end, value.as${t.Type}());
        }
    }
[/#list]
}
