package org.sporos.kernel.cpp;

import org.sporos.kernel.ir.Type;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * The argument of a launch for one parameter of an entry; the order of parameters is that of {@link
 * CppLaunch#arguments()}.
 */
public sealed interface CppArgument {

    /** Returns the size of the argument in bytes: 1, 4 or 8. */
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

    /** The device address of the value of a param: little-endian, of the param's own type, aligned to 8 bytes. */
    record ParamAddress(Param param) implements CppArgument {}

    /** The number of the node in the error record, an int chosen by the backend. */
    record NodeNumber() implements CppArgument {
        @Override
        public int bytes() {
            return Integer.BYTES;
        }
    }

    /** The address of the error record, {@link CppFault#BYTES} bytes of device memory, zero before a run. */
    record ErrorsAddress() implements CppArgument {}

    /** The address of the print buffer, see {@link CppPrints}. */
    record PrintsAddress() implements CppArgument {}

    /** The address of device memory that belongs to this unit alone; its content is undefined at first. */
    record ScratchAddress(long size) implements CppArgument {}

    /**
     * The address of counters of this unit alone: unsigned ints of device memory, all 0 before the first run and kept
     * between runs.
     */
    record CounterAddress(long count) implements CppArgument {}

    /** The address of the gate: an int that selects the body of a conditional. */
    record GateAddress() implements CppArgument {}

    /** The value of the gate for which this launch runs. */
    record GateValue() implements CppArgument {
        @Override
        public int bytes() {
            return Integer.BYTES;
        }
    }

    /** The address of the int result of a condition or selector. */
    record AnswerAddress() implements CppArgument {}

    /** The address of the int that counts the iterations of a loop; it is 0 when the loop starts. */
    record PassesAddress() implements CppArgument {}

    /** The conditional handle of a CUDA graph, an unsigned long long; on CUDA only. */
    record ConditionalHandle() implements CppArgument {}

    /**
     * The handle of the conditional that guards the next layout of a loop's body, set to the same result, or 0 for
     * none; on CUDA only.
     */
    record NextHandle() implements CppArgument {}

    /** The number of a block within its member, in a launch of several members. */
    record BlockNumber() implements CppArgument {
        @Override
        public int bytes() {
            return Integer.BYTES;
        }
    }

    /** The number of blocks of a member, in a launch of several members. */
    record BlockCount() implements CppArgument {
        @Override
        public int bytes() {
            return Integer.BYTES;
        }
    }

    /** The address of the launch's table, in device memory that the launch only reads. */
    record TableAddress() implements CppArgument {}
}
