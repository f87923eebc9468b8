package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.dependence.Aliasing;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/** The shared state of the functions of one unit: parameters without duplicates, names, and the sites that can fail. */
final class UnitScope {
    /** The numbers of a view that are parameters. */
    enum Fact {
        EXTENT,
        STRIDE,
        SIZE;

        /** @param dimension 0 for the size */
        long of(View view, int dimension) {
            return switch (this) {
                case EXTENT -> view.extent(dimension);
                case STRIDE -> view.stride(dimension);
                case SIZE -> view.size();
            };
        }
    }

    final CppNames names = new CppNames();
    final List<CppSite> sites = new ArrayList<>();
    private final Map<CppSite, Integer> numbers = new HashMap<>();
    final List<CppPrints.Site> prints = new ArrayList<>();
    private final @Nullable TeamShape team;
    private final CppDialect dialect;
    private boolean isPhase;
    private int body;
    private final Map<Object, CppParameter> parameters = new HashMap<>();
    /** The facts and scalars that are the sources of parameters. */
    private final Map<CppParameter, Object> sources = new IdentityHashMap<>();

    private final List<CppParameter> order = new ArrayList<>();
    private final Set<View> views = Sets.newIdentityHashSet();
    private final Set<View> written = Sets.newIdentityHashSet();
    private final Set<View> late = Sets.newIdentityHashSet();

    /** @param team the shape of the teams of its policy, or null */
    UnitScope(List<ProvenKernel> kernels, @Nullable TeamShape team, CppDialect dialect) {
        this.team = team;
        this.dialect = dialect;
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

    /** Records a view that the entry itself writes, such as the result of a reduction. */
    void writes(View view) {
        views.add(view);
        written.add(view);
    }

    /** Records that other phases of the launch write to its views, so that no pointer is restrict. */
    void phase() {
        isPhase = true;
    }

    /** Records a view that the last block accesses after the others, so that its pointer is not restrict. */
    void touchesLate(View view) {
        late.add(view);
    }

    /** Records a view that the entry itself reads. */
    void reads(View view) {
        views.add(view);
    }

    /** Returns the pointer to the elements of a view. */
    CppParameter pointer(View view, String name) {
        return parameter(
                new Pointer(view),
                name,
                () -> {
                    boolean isShared = isPhase || late.contains(view);
                    String constant = written.contains(view) || isShared ? "" : "const ";
                    String alone = isAlone(view) && !isShared && mayBeRestrict(view) ? " __restrict__" : "";
                    return constant + Words.type(view.elementType()) + "*" + alone;
                },
                new CppArgument.ViewAddress(view));
    }

    /**
     * Returns whether the pointer to a view may be restrict: not if the unit only reads the view, and waits in its entry
     * for launches that write it. Loads by restrict pointers to constants are for memory that nothing writes during the
     * launch, so ptxas moves them before that wait.
     */
    private boolean mayBeRestrict(View view) {
        return dialect.await().isEmpty() || written.contains(view);
    }

    /** Returns whether the unit writes to a view. */
    boolean isWritten(View view) {
        return written.contains(view);
    }

    /** Returns whether the unit may write to the memory of a view, which need not be one of its own. */
    boolean mayWrite(View view) {
        return isWritten(view) || !Aliasing.isAlone(view, written);
    }

    /** Returns whether a view provably shares no memory with any other of the unit. */
    boolean isAlone(View view) {
        return Aliasing.isAlone(view, views);
    }

    /** Returns the key of the extent of a view of one dimension; equal keys are one parameter. */
    Object extentKey(View view) {
        return !dialect.isGpu() ? new Extent(view.extent(0)) : view;
    }

    /** Returns the parameter of a fact about a view: an int if it fits. */
    CppParameter fact(View view, Fact fact, int dimension, String name) {
        long value = fact.of(view, dimension);
        Type type = value == (int) value ? Type.I32 : Type.I64;
        ViewFact source = new ViewFact(view, fact, dimension);
        Object key = !dialect.isGpu() && fact == Fact.EXTENT ? new Extent(value) : source;
        return parameter(key, source, name, () -> Words.type(type), new CppArgument.Constant(type, value));
    }

    /** Returns the parameter of a key, made on first use. */
    CppParameter parameter(Object key, String name, Supplier<String> type, CppArgument argument) {
        return parameter(key, key, name, type, argument);
    }

    private CppParameter parameter(
            Object key, Object source, String name, Supplier<String> type, CppArgument argument) {
        CppParameter known = parameters.get(key);
        if (known == null) {
            known = new CppParameter(type.get(), names.fresh(name), argument);
            parameters.put(key, known);
            sources.put(known, source);
            order.add(known);
        }
        return known;
    }

    /** Returns the {@link ViewFact} or the {@link Scalar} that a parameter passes, else another object or null. */
    @Nullable
    Object source(CppParameter parameter) {
        return sources.get(parameter);
    }

    /** Returns the parameters: pointers first, then others, in the order of first use. */
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

    /** Sets the number of the kernel that is translated. */
    void body(int number) {
        body = number;
    }

    @Nullable
    TeamShape team() {
        return team;
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

    /** Returns the number of a new print statement. */
    int print(Op.Print print) {
        prints.add(new CppPrints.Site(print, body));
        return prints.size();
    }

    /** An extent, shared by views. */
    private record Extent(long value) {}

    /** The pointer to a view. */
    private record Pointer(View view) {}

    /** A number of a view. */
    record ViewFact(View view, Fact fact, int dimension) {}

    /** A captured scalar of a kernel. */
    record Scalar(ProvenKernel kernel, int index) {}
}
