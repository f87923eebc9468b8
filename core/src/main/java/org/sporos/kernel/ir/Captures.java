package org.sporos.kernel.ir;

import java.util.List;

/** The symbol tables of a kernel: captured objects, arrays and scratch views. Immutable. */
public record Captures(
        List<ViewRef.Captured> views,
        List<ParamRef> params,
        List<ScalarRef> scalars,
        List<LocalArray> arrays,
        List<ViewRef.Scratch> scratches,
        List<TableRef> tables) {
    public Captures {
        views = List.copyOf(views);
        params = List.copyOf(params);
        scalars = List.copyOf(scalars);
        arrays = List.copyOf(arrays);
        scratches = List.copyOf(scratches);
        tables = List.copyOf(tables);
    }
}
