package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/** The state that the functions of one unit share: parameters (each thing once), names, and the sites that can fail. */
final class UnitScope {
    /** The fact that is the extent of a dimension. */
    static final String EXTENT = "extent";

    final CppNames names = new CppNames();
    final List<CppSite> sites = new ArrayList<>();
    private final Map<CppSite, Integer> numbers = new HashMap<>();
    final List<CppPrints.Site> prints = new ArrayList<>();
    private final int scratchBytes;
    private final boolean sharesExtents;
    private boolean isPhase;
    private int body;
    private final Map<Object, CppParameter> parameters = new HashMap<>();
    private final List<CppParameter> order = new ArrayList<>();
    private final Set<View> views = Sets.newIdentityHashSet();
    private final Set<View> written = Sets.newIdentityHashSet();
    private final Set<View> late = Sets.newIdentityHashSet();

    /**
     * @param scratchBytes the bytes of scratch memory that each team has
     * @param sharesExtents whether equal extents are one parameter, so that a compiler sees that an index which was
     *     compared with one of them is inside the other views as well
     */
    UnitScope(List<ProvenKernel> kernels, int scratchBytes, boolean sharesExtents) {
        this.scratchBytes = scratchBytes;
        this.sharesExtents = sharesExtents;
        for (ProvenKernel kernel : kernels) {
            views.addAll(kernel.views());
            Walk.instructions(kernel.kernel(), instruction -> noteWrites(kernel, instruction));
        }
    }

    private void noteWrites(ProvenKernel kernel, Instruction instruction) {
        Op op = instruction.op();
        if (op instanceof Op.Store store && store.view() instanceof ViewRef.Captured to) {
            written.add(kernel.view(to));
        } else if (op instanceof Op.Atomic atomic && atomic.view() instanceof ViewRef.Captured to) {
            written.add(kernel.view(to));
        }
    }

    /** Notes a view that a wrapper itself writes: the result of a reduction. */
    void writes(View view) {
        views.add(view);
        written.add(view);
    }

    /** Notes that other phases of its launch write to its views, which a compiler must not take for its own. */
    void phase() {
        isPhase = true;
    }

    /** Notes a view that the last block touches when others have ended, which a compiler must not take for its own. */
    void touchesLate(View view) {
        late.add(view);
    }

    /** Notes a view that a wrapper itself reads. */
    void reads(View view) {
        views.add(view);
    }

    /** Returns the pointer to the elements of a view. */
    CppParameter pointer(View view, String name) {
        return parameter(
                new Key(view, "pointer", 0),
                name,
                () -> {
                    boolean isShared = isPhase || late.contains(view);
                    String constant = written.contains(view) || isShared ? "" : "const ";
                    String alone = isAlone(view) && !isShared ? " __restrict__" : "";
                    return constant + Words.type(view.elementType()) + "*" + alone;
                },
                new CppArgument.ViewAddress(view));
    }

    /** Returns whether anything in the unit writes to a view. */
    boolean isWritten(View view) {
        return written.contains(view);
    }

    /** Returns whether a view certainly shares no memory with any other of the unit. */
    boolean isAlone(View view) {
        return Aliasing.isAlone(view, views);
    }

    /** Returns a key that views of one dimension have in common if one parameter is the extent of both. */
    Object extentKey(View view) {
        return sharesExtents ? new Extent(view.extent(0)) : view;
    }

    /** Returns a fact about a view: an extent, a stride or the size. An int where it fits one. */
    CppParameter fact(View view, String what, int dimension, String name, long value) {
        Type type = value == (int) value ? Type.I32 : Type.I64;
        Object key = sharesExtents && what.equals(EXTENT) ? new Extent(value) : new Key(view, what, dimension);
        return parameter(key, name, () -> Words.type(type), new CppArgument.Constant(type, value));
    }

    /** Returns a parameter that belongs to a key. */
    CppParameter parameter(Object key, String name, java.util.function.Supplier<String> type, CppArgument argument) {
        CppParameter known = parameters.get(key);
        if (known == null) {
            known = new CppParameter(type.get(), names.fresh(name), argument);
            parameters.put(key, known);
            order.add(known);
        }
        return known;
    }

    /** The key of a captured scalar in its unit. */
    record ScalarKey(ProvenKernel kernel, int scalar) {}

    /** Returns the number of the captured scalar that a parameter passes, or -1. */
    int scalarOf(CppParameter parameter) {
        for (Map.Entry<Object, CppParameter> known : parameters.entrySet()) {
            if (known.getValue() == parameter && known.getKey() instanceof ScalarKey key) {
                return key.scalar();
            }
        }
        return -1;
    }

    /** Returns the parameters: pointers first, all else in the order of first use. */
    List<CppParameter> parameters() {
        List<CppParameter> sorted = new ArrayList<>();
        order.stream()
                .filter(p -> p.argument() instanceof CppArgument.ViewAddress)
                .forEach(sorted::add);
        order.stream()
                .filter(p -> !(p.argument() instanceof CppArgument.ViewAddress))
                .forEach(sorted::add);
        return sorted;
    }

    /** Says which kernel of the unit is translated now. */
    void body(int number) {
        body = number;
    }

    int scratchBytes() {
        return scratchBytes;
    }

    int body() {
        return body;
    }

    int site(CppSite site) {
        return numbers.computeIfAbsent(site, key -> {
            sites.add(key);
            return sites.size();
        });
    }

    /** Returns the number of a new place that prints. */
    int print(Op.Print print) {
        prints.add(new CppPrints.Site(print, body));
        return prints.size();
    }

    /** An extent of any views. */
    private record Extent(long value) {}

    /** A view by identity, and what about it. */
    private record Key(View view, String what, int dimension) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key that
                    && that.view == view
                    && that.what.equals(what)
                    && that.dimension == dimension;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(view) * 31 + what.hashCode() + dimension;
        }
    }
}
