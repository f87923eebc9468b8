package org.sporos.host.cpp;

import java.util.List;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.FloatParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;

/** Live params as raw bits, as the run of the calling thread sees them. Immutable. */
public final class ParamReader {
    private final Param[] params;

    /** Reads these params. */
    public ParamReader(List<Param> params) {
        this.params = params.toArray(new Param[0]);
    }

    int count() {
        return params.length;
    }

    /** Returns the raw bits of a param, those of 32 bits in the low half. */
    public long bits(int param) {
        Param live = params[param];
        if (live instanceof DoubleParam real) {
            return Double.doubleToRawLongBits(real.get());
        } else if (live instanceof FloatParam real) {
            return Float.floatToRawIntBits(real.get());
        } else if (live instanceof IntParam integer) {
            return integer.get();
        } else if (live instanceof LongParam integer) {
            return integer.get();
        }
        return ((BooleanParam) live).get() ? 1 : 0;
    }
}
