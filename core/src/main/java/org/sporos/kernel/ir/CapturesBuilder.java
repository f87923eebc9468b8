package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sporos.param.Param;
import org.sporos.space.ElementType;
import org.sporos.view.View;

/** Builds the {@link Captures} of a kernel with unique names; a view, param or Java array has one entry. */
public final class CapturesBuilder {
    private final List<ViewRef.Captured> views = new ArrayList<>();
    private final List<ParamRef> params = new ArrayList<>();
    private final List<ScalarRef> scalars = new ArrayList<>();
    private final List<LocalArray> arrays = new ArrayList<>();
    private final List<ViewRef.Scratch> scratches = new ArrayList<>();
    private final List<TableRef> tables = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();

    /** Returns the entry of a view. */
    public ViewRef.Captured view(String name, View view) {
        for (ViewRef.Captured known : views) {
            if (known.view() == view) {
                return known;
            }
        }
        ViewRef.Captured added = new ViewRef.Captured(views.size(), unique(name), view);
        views.add(added);
        return added;
    }

    /** Returns the entry of a param. */
    public ParamRef param(String name, Param param) {
        for (ParamRef known : params) {
            if (known.param() == param) {
                return known;
            }
        }
        ParamRef added = new ParamRef(params.size(), unique(name), param);
        params.add(added);
        return added;
    }

    /** Returns a new entry for a scalar. */
    public ScalarRef scalar(String name, Type type, long bits) {
        ScalarRef added = new ScalarRef(scalars.size(), unique(name), type, bits);
        scalars.add(added);
        return added;
    }

    /** Returns a new entry for a local array. */
    public LocalArray array(String name, Storage element, int length) {
        LocalArray added = new LocalArray(arrays.size(), unique(name), element, length, null);
        arrays.add(added);
        return added;
    }

    /** Returns the entry of a table of the contents of a Java array. */
    public LocalArray table(String name, Object source, ConstantTable table) {
        for (TableRef known : tables) {
            if (known.source() == source) {
                return known.array();
            }
        }
        LocalArray added = new LocalArray(arrays.size(), unique(name), table.element(), table.length(), table);
        arrays.add(added);
        tables.add(new TableRef(added, source));
        return added;
    }

    /** Returns a new entry for a scratch view. */
    public ViewRef.Scratch scratch(String name, ElementType element, ScratchLevel level) {
        ViewRef.Scratch added = new ViewRef.Scratch(scratches.size(), unique(name), element, level);
        scratches.add(added);
        return added;
    }

    /** Returns the entries. */
    public Captures build() {
        return new Captures(views, params, scalars, arrays, scratches, tables);
    }

    private String unique(String wanted) {
        String name = wanted;
        for (int k = 2; !taken.add(name); k++) {
            name = wanted + k;
        }
        return name;
    }
}
