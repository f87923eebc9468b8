//#if view
package org.sporos.space;

//#if atomics
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
//#end
import java.util.Arrays;
//#if atomics
//#else
import org.sporos.error.InternalException;
//#end

/** The operations on arrays of $type$s. */
final class $Type$Arrays extends TypedArrays {
//#if atomics
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle($type$[].class);

//#end
    @Override
    Object allocate(int size) {
        return new $type$[size];
    }

    @Override
    long bits(Object array, int index) {
        return $toBits$((($type$[]) array)[index]);
    }

    @Override
    void bits(Object array, int index, long bits) {
        (($type$[]) array)[index] = $fromBits$(bits);
    }

    @Override
    long volatileBits(Object array, int index) {
//#if atomics
        $type$ value = ($type$) ELEMENTS.getVolatile(($type$[]) array, index);
        return $toBits$(value);
//#else
        throw new InternalException("elements of type $type$ have no atomic operations");
//#end
    }

    @Override
    boolean compareAndSetBits(Object array, int index, long expected, long bits) {
//#if atomics
        return ELEMENTS.compareAndSet(($type$[]) array, index, $fromBits$(expected), $fromBits$(bits));
//#else
        throw new InternalException("elements of type $type$ have no atomic operations");
//#end
    }

    @Override
    void copy(Object target, int t, int targetStride, Object source, int s, int sourceStride, int n) {
        $type$[] to = ($type$[]) target;
        $type$[] from = ($type$[]) source;
        for (int i = 0; i < n; i++) {
            to[t + i * targetStride] = from[s + i * sourceStride];
        }
    }

    @Override
    void fill(Object array, int begin, int end, ElementValue value) {
        Arrays.fill(($type$[]) array, begin, end, value.as$Type$());
    }
}
//#end
