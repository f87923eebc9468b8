[@perType views; t]
package org.sporos.space;

[#if t.atomics]
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
[/#if]
import java.util.Arrays;
[#if t.atomics]
[#else]
import org.sporos.error.InternalException;
[/#if]

/** The operations on arrays of ${t.type}s. */
final class ${t.Type}Arrays extends TypedArrays {
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
[/@perType]
