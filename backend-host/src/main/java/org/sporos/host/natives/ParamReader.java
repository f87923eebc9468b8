package org.sporos.host.natives;

import java.util.List;
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
        return params[param].current();
    }
}
