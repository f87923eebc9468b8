package org.sporos.host.natives;

import java.util.List;
import org.sporos.param.Param;

/** Reads params as raw bits in the run of the calling thread. Immutable. */
public final class ParamReader {
    private final Param[] params;

    /** Creates a reader of params. */
    public ParamReader(List<Param> params) {
        this.params = params.toArray(new Param[0]);
    }

    int count() {
        return params.length;
    }

    /** Returns the raw bits of a param; 32-bit types use the low half. */
    public long bits(int param) {
        return params[param].current();
    }
}
