package org.sporos.kernel.cpp;

import org.sporos.kernel.ir.Type;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * The argument of a launch for one parameter of an entry; the order of parameters is that of {@link
 * CppLaunch#arguments()}.
 */
public sealed interface CppArgument {

    /** Returns the size in bytes of what is passed: 1, 4 or 8. */
    default int bytes() {
        return Long.BYTES;
    }

    /** The address of the first element of a view: that of its memory plus its offset. */
    record ViewAddress(View view) implements CppArgument {}

    /** A value that is known at instantiation: an extent, a stride, a captured scalar, a bound of the range. */
    record Constant(Type type, long bits) implements CppArgument {
        @Override
        public int bytes() {
            return type == Type.BOOL ? 1 : type == Type.I32 || type == Type.F32 ? Integer.BYTES : Long.BYTES;
        }
    }

    /** The device address of the value of a live param: little-endian, of the param's own type, aligned to 8 bytes. */
    record ParamAddress(Param param) implements CppArgument {}

    /** The number that the error record names the node by, an int chosen by the backend. */
    record NodeNumber() implements CppArgument {
        @Override
        public int bytes() {
            return Integer.BYTES;
        }
    }

    /** The address of the error record, {@link CppFault#BYTES} bytes of device memory, zero before a run. */
    record ErrorsAddress() implements CppArgument {}

    /** The address of the memory that lines are printed into, see {@link CppPrints}. */
    record PrintsAddress() implements CppArgument {}

    /** The address of device memory that belongs to this unit alone; its content is undefined at first. */
    record ScratchAddress(long size) implements CppArgument {}

    /**
     * The address of unsigned ints of device memory for this unit alone, all 0 before the first run; runs leave what
     * they count on.
     */
    record CounterAddress(long count) implements CppArgument {}

    /** The address of the int that says which body of a conditional is open. */
    record GateAddress() implements CppArgument {}

    /** The int for which the gate lets this launch through. */
    record GateValue() implements CppArgument {
        @Override
        public int bytes() {
            return Integer.BYTES;
        }
    }

    /** The address of the int that takes the answer of a condition or selector. */
    record AnswerAddress() implements CppArgument {}

    /** The address of the int that counts the iterations of a loop; it is 0 when the loop starts. */
    record PassesAddress() implements CppArgument {}

    /** The conditional handle of a CUDA graph, an unsigned long long; on CUDA only. */
    record ConditionalHandle() implements CppArgument {}

    /**
     * The handle of the conditional that guards the next layout of a loop's body, or 0 for none; on CUDA only. It gets
     * the answer too.
     */
    record NextHandle() implements CppArgument {}

    /** The number of a block among those of a member of a launch of several. */
    record BlockNumber() implements CppArgument {
        @Override
        public int bytes() {
            return Integer.BYTES;
        }
    }

    /** The number of blocks of a member of a launch of several. */
    record BlockCount() implements CppArgument {
        @Override
        public int bytes() {
            return Integer.BYTES;
        }
    }

    /** The address of the rows of the launch's own table, in device memory that the launch never writes. */
    record TableAddress() implements CppArgument {}
}
