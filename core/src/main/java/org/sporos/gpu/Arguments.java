package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.view.View;

/**
 * Packs the arguments of a kernel launch, each aligned to its size as the kernel's parameters are. Used by one thread.
 */
final class Arguments {
    /** Reused: allocating a direct buffer takes longer than building a small graph. */
    private static final ThreadLocal<ByteBuffer> OF_THREAD = ThreadLocal.withInitial(() -> direct(1024));

    private final Bindings bindings;
    private ByteBuffer buffer = OF_THREAD.get();

    /** The argument values that are known only when the native graph is built. */
    interface Bindings {
        /** Returns the address of the first element of a view. */
        long address(View view);

        /** Returns the address of the value of a param. */
        long param(CppArgument.ParamAddress param);

        /** Returns the address of the error record. */
        long errors();

        /** Returns the address of scratch memory of the unit being launched. */
        long scratch(long bytes);

        /** Returns the value of an argument that belongs to the unit being launched. */
        long own(CppArgument argument);
    }

    Arguments(Bindings bindings) {
        this.bindings = bindings;
    }

    /** Returns packed arguments; valid until the next call on this thread. */
    ByteBuffer pack(List<CppArgument> arguments) {
        begin(arguments);
        return end();
    }

    /** Begins the packing of arguments, extended by {@link #add}. */
    void begin(List<CppArgument> arguments) {
        begin(0);
        add(arguments);
    }

    void add(List<CppArgument> arguments) {
        reserve(8 * arguments.size() + 8);
        for (CppArgument argument : arguments) {
            put(argument.bytes(), value(argument));
        }
    }

    /** Returns the values of arguments, each in the lower bytes of a long. */
    long[] values(List<CppArgument> arguments) {
        long[] values = new long[arguments.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = value(arguments.get(k));
        }
        return values;
    }

    /** Returns packed longs for a library kernel; valid until the next call on this thread. */
    ByteBuffer pack(int[] bytes, long... values) {
        begin(8 * values.length + 8);
        for (int k = 0; k < values.length; k++) {
            put(bytes[k], values[k]);
        }
        return end();
    }

    private void begin(int most) {
        buffer.clear();
        reserve(most);
    }

    private void reserve(int more) {
        if (buffer.remaining() < more) {
            ByteBuffer larger = direct(2 * (buffer.position() + more));
            buffer = larger.put(buffer.flip());
            OF_THREAD.set(buffer);
        }
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** Returns the packed arguments; valid until the next call on this thread. */
    ByteBuffer end() {
        return buffer.flip();
    }

    private void put(int bytes, long value) {
        while (buffer.position() % bytes != 0) {
            buffer.put((byte) 0);
        }
        switch (bytes) {
            case 1 -> buffer.put((byte) value);
            case 2 -> buffer.putShort((short) value);
            case 4 -> buffer.putInt((int) value);
            default -> buffer.putLong(value);
        }
    }

    private long value(CppArgument argument) {
        if (argument instanceof CppArgument.ViewAddress view) {
            return bindings.address(view.view());
        } else if (argument instanceof CppArgument.Constant constant) {
            return constant.bits();
        } else if (argument instanceof CppArgument.ParamAddress param) {
            return bindings.param(param);
        } else if (argument instanceof CppArgument.ErrorsAddress) {
            return bindings.errors();
        } else if (argument instanceof CppArgument.ScratchAddress scratch) {
            return bindings.scratch(scratch.size());
        }
        return bindings.own(argument);
    }
}
