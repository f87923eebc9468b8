package org.sporos.kernel.ir;

import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.FloatParam;
import org.sporos.param.IntParam;
import org.sporos.param.Param;

/**
 * A param read by a kernel.
 *
 * @param index the index in {@link Kernel#params()}
 * @param name the name of its variable or field, unique in the kernel
 * @param param the param; its value changes between runs
 */
public record ParamRef(int index, String name, Param param) {

    /** Returns the type of its value. */
    public Type type() {
        if (param instanceof DoubleParam) {
            return Type.F64;
        } else if (param instanceof FloatParam) {
            return Type.F32;
        } else if (param instanceof IntParam) {
            return Type.I32;
        }
        return param instanceof BooleanParam ? Type.BOOL : Type.I64;
    }

    @Override
    public String toString() {
        return "$" + name;
    }
}
