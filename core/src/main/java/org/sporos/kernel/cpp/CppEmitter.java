package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes one C++ program of the units of a graph. Stateless: the same units give the same text. */
public final class CppEmitter {
    private final CppDialect dialect;
    private final CppOptions options;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> known = new HashMap<>();

    private CppEmitter(CppDialect dialect, CppOptions options) {
        this.dialect = dialect;
        this.options = options;
    }

    /** Returns the program of some units; units whose text is the same share an entry. */
    public static CppProgram emit(List<? extends CppUnit> units, CppDialect dialect, CppOptions options) {
        CppEmitter emitter = new CppEmitter(dialect, options);
        List<List<CppLaunch>> launches = new ArrayList<>();
        for (CppUnit unit : units) {
            launches.add(emitter.unit(unit));
        }
        return new CppProgram(dialect, options, emitter.text.toString(), launches);
    }

    private List<CppLaunch> unit(CppUnit unit) {
        UnitScope scope = new UnitScope(unit.bodies());
        wrapperNames(unit).forEach(scope.names::keep);
        noteResults(unit, scope);
        List<BodyFunction> bodies = new ArrayList<>();
        for (ProvenKernel body : unit.bodies()) {
            bodies.add(new BodyFunction("@body" + bodies.size(), body, scope, options));
        }
        List<Entry> entries = new ArrayList<>();
        List<CppGeometry> geometries = new ArrayList<>();
        if (unit instanceof CppUnit.Prefix prefix) {
            ScanEntry.write(prefix, scope, dialect, bodies, entries, geometries);
        } else {
            Entry entry = new Entry(scope, dialect, "", bodies);
            geometries.add(write(unit, entry, bodies));
            entries.add(entry);
        }
        StringBuilder template = new StringBuilder();
        // All parameters are known only now: entries add some of their own.
        bodies.forEach(body -> template.append(body.text(dialect)).append('\n'));
        entries.forEach(entry -> template.append(entry.text()).append('\n'));
        String name = name(template.toString(), unit.label());
        List<CppLaunch> launches = new ArrayList<>();
        for (int k = 0; k < entries.size(); k++) {
            Entry entry = entries.get(k);
            String function = entry.name().replace("@entry", name);
            launches.add(new CppLaunch(unit.label(), function, entry.arguments(), scope.sites, geometries.get(k)));
        }
        return launches;
    }

    /** Returns the names of the parameters of lambdas that entries write, which would hide a view of the same name. */
    private static List<String> wrapperNames(CppUnit unit) {
        if (unit instanceof CppUnit.Reduce) {
            return List.of("p", "a", "b", "v", "first", "own");
        }
        return unit instanceof CppUnit.Prefix ? List.of("p", "sum") : List.of();
    }

    /** Results are written by the entry, which no body shows. */
    private static void noteResults(CppUnit unit, UnitScope scope) {
        if (unit instanceof CppUnit.Reduce reduce) {
            reduce.parts().forEach(part -> {
                scope.writes(part.reduction().result());
                if (part.reduction().location() != null) {
                    scope.writes(part.reduction().location());
                }
            });
        }
    }

    private static CppGeometry write(CppUnit unit, Entry entry, List<BodyFunction> bodies) {
        if (unit instanceof CppUnit.For loop) {
            return ForEntry.write(entry, loop, bodies.get(0));
        } else if (unit instanceof CppUnit.Reduce reduce) {
            return ReduceEntry.write(entry, reduce, bodies);
        } else if (unit instanceof CppUnit.Single single) {
            return SingleEntry.write(entry, single, bodies.get(0));
        }
        return SingleEntry.write(entry, (CppUnit.Answer) unit, bodies.get(0));
    }

    private String name(String template, String label) {
        return known.computeIfAbsent(template, t -> {
            String name = "k" + known.size() + "_" + Names.identifier(label);
            text.append(t.replace("@entry", name).replace("@body", name + "_body"));
            return name;
        });
    }
}
