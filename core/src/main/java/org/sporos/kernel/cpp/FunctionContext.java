package org.sporos.kernel.cpp;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.internal.error.Required;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ScratchLevel;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.kernel.transform.LaunchedKernel;
import org.sporos.param.Param;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.View;

/** The state of emission of one kernel: names, used parameters, and decisions of passes. Not thread-safe. */
final class FunctionContext {
    /** The kernel before the passes over its loops and branches. */
    final Kernel kernel;
    /** The kernel after them. */
    final Kernel code;

    private final LaunchedKernel launched;

    private final LaunchViews views;
    /** The kernel whose captured scalars it shares. */
    private final ProvenKernel owner;

    final UnitScope unit;
    final CppOptions options;
    final CheckedAccesses checks;
    final Inlining inlining;
    final MemberCode members;
    private final Coalescing coalescing;
    final CppNames names;
    final int stride;
    private final Set<View> copied;
    private final Map<Value, String> variables = new HashMap<>();
    private final Map<Object, String> memories = new HashMap<>();
    private final Set<CppParameter> used = new LinkedHashSet<>();
    private final String function;
    /** The names of constant tables. */
    final Map<LocalArray, String> tables = new LinkedHashMap<>();
    /** The declarations of local arrays, by name. */
    final Map<String, String> arrays = new LinkedHashMap<>();
    /** The variables of loop-invariant elements, by pointer. */
    final Map<String, String> uniforms = new LinkedHashMap<>();

    /** The parameters of the largest indexes of loads, by extent. */
    final Map<DeferredBoundsChecks.Bound, String> farthest = new LinkedHashMap<>();

    private boolean canFail;
    private final boolean isChecked;

    /**
     * @param function its name, a prefix of the names of tables
     * @param owner the kernel whose captured scalars it shares
     * @param launched the kernel after the passes over its loops and branches
     * @param stride the stride of the loop over the last index
     * @param copied the views whose copies it updates without atomics
     */
    FunctionContext(
            String function,
            LaunchViews views,
            ProvenKernel owner,
            LaunchedKernel launched,
            CppOptions options,
            int stride,
            Set<View> copied) {
        this.stride = stride;
        this.copied = copied;
        this.function = function;
        this.views = views;
        this.owner = owner;
        this.kernel = views.kernel().kernel();
        this.launched = launched;
        this.code = launched.kernel();
        this.unit = views.unit();
        this.options = options;
        this.checks = new CheckedAccesses(launched.proofs(), options);
        this.members = members();
        this.inlining = new Inlining(this.code, checks, members);
        this.coalescing = new Coalescing(this.code, inlining);
        this.names = unit.names.inner();
        this.isChecked = options.checked() && launched.isChecked();
    }

    private MemberCode members() {
        TeamShape team = unit.team();
        boolean hasLanes = team != null && team.policy().vector() > 1;
        return new MemberCode(code, hasLanes, team != null && team.hasWarp(), this::isConstant);
    }

    /** Returns whether any access is checked; such loops are not vectorized. */
    boolean isChecked() {
        return isChecked;
    }

    /** Returns the variable of a value. */
    String variable(Value value) {
        List<Value> group = coalescing.group(value);
        return variables.computeIfAbsent(group.get(0), v -> {
            String name = Coalescing.name(group);
            return names.fresh(name.isEmpty() ? "t" : name);
        });
    }

    /** Returns whether a value shares its variable with others. */
    boolean isShared(Value value) {
        return coalescing.group(value).size() > 1;
    }

    /** Returns the name of a local array or of scratch memory. */
    String memory(LocalArray array) {
        if (array.isTable()) {
            return tables.computeIfAbsent(array, a -> function + "_" + names.fresh(array.name()));
        }
        return memories.computeIfAbsent(array, a -> {
            String name = names.fresh(array.name());
            int length = Math.max(1, array.length());
            arrays.put(name, Words.type(array.element()) + " " + name + "[" + length + "]");
            return name;
        });
    }

    String memory(ViewRef.Scratch scratch) {
        return memories.computeIfAbsent(scratch, s -> names.fresh(scratch.name()));
    }

    /** Returns the name of the extent of scratch memory. */
    String extent(ViewRef.Scratch scratch) {
        return memories.computeIfAbsent("extent " + scratch.index(), s -> names.fresh(scratch.name() + "_n0"));
    }

    LaunchViews views() {
        return views;
    }

    /** Returns the view of a reference. */
    View view(ViewRef.Captured ref) {
        return views.view(ref);
    }

    /** Returns the pointer to the elements of a view. */
    String pointer(ViewRef ref) {
        if (ref instanceof ViewRef.Scratch scratch) {
            return memory(scratch);
        }
        ViewRef.Captured captured = (ViewRef.Captured) ref;
        return use(unit.pointer(view(captured), captured.name()));
    }

    /**
     * Returns whether the element of a view of rank 0 is loop-invariant in the unit, on the host. It is loaded at the
     * start of a body, from where compilers hoist it out of loops; a load after a branch would prevent vectorization.
     */
    boolean isUniform(ViewRef ref) {
        return options.hoists()
                && ref instanceof ViewRef.Captured captured
                && unit.isAlone(view(captured))
                && !unit.isWritten(view(captured));
    }

    /** Returns whether a load reads a captured view that the unit does not write. */
    boolean isConstant(Instruction load) {
        return RuntimeChecks.viewOf(load.op()) instanceof ViewRef.Captured ref && views.isConstant(ref);
    }

    /** Returns whether a clamped index makes a load valid. */
    boolean canClamp(Instruction load) {
        return launched.canClamp(load);
    }

    /** Returns the parameter of the largest index into a view. */
    String farthest(Instruction at, Op.Farthest op) {
        boolean isWide = at.operand(0).type() == Type.I64;
        return farthest.computeIfAbsent(
                new DeferredBoundsChecks.Bound(extent(op.view(), 0), isWide), bound -> names.fresh("farthest"));
    }

    /** Returns the variable of a loop-invariant element. */
    String uniform(ViewRef.Captured ref) {
        String pointer = pointer(ref);
        String known = uniforms.get(pointer);
        if (known != null) {
            return known;
        }
        String name = names.fresh(ref.name() + "_now");
        uniforms.put(pointer, name);
        return name;
    }

    String extent(ViewRef ref, int dimension) {
        if (ref instanceof ViewRef.Scratch scratch) {
            return extent(scratch);
        }
        ViewRef.Captured captured = (ViewRef.Captured) ref;
        View view = view(captured);
        if (dimension == Op.Extent.SIZE) {
            return use(unit.fact(view, UnitScope.Fact.SIZE, 0, captured.name() + "_size"));
        }
        return use(unit.fact(view, UnitScope.Fact.EXTENT, dimension, captured.name() + "_n" + dimension));
    }

    /** Returns whether an extent or size is passed as an int. */
    boolean isInt(ViewRef ref, int dimension) {
        if (ref instanceof ViewRef.Captured captured) {
            View view = view(captured);
            long value = dimension == Op.Extent.SIZE ? view.size() : view.extent(dimension);
            return value == (int) value;
        }
        return true;
    }

    String stride(ViewRef.Captured captured, int dimension) {
        if (options.hoists() && NeighbourStride.isNumber(view(captured), dimension)) {
            return Long.toString(view(captured).stride(dimension));
        }
        return use(unit.fact(view(captured), UnitScope.Fact.STRIDE, dimension, captured.name() + "_s" + dimension));
    }

    String scalar(Instruction instruction) {
        if (instruction.op() instanceof Op.Scalar op) {
            CppArgument value = new CppArgument.Constant(
                    op.scalar().type(), views.kernel().scalars().get(op.scalar().index()));
            return use(unit.parameter(
                    new UnitScope.Scalar(owner, op.scalar().index()),
                    op.scalar().name(),
                    () -> Words.type(instruction.type()),
                    value));
        }
        Op.Param op = (Op.Param) instruction.op();
        Param param = views.kernel().params().get(op.param().index());
        return use(unit.parameter(
                param,
                op.param().name(),
                () -> "const " + Words.type(instruction.type()) + "*",
                new CppArgument.ParamAddress(param)));
    }

    private String use(CppParameter parameter) {
        used.add(parameter);
        return parameter.name();
    }

    /** Returns whether it uses a parameter of its unit. */
    boolean uses(CppParameter parameter) {
        return used.contains(parameter);
    }

    /** Returns the number of a new site that is a division. */
    int division(Instruction at) {
        return site(new CppSite(CppSite.Kind.DIVISION, "", 0, false, at.position(), unit.body()));
    }

    /** Returns the number of a new site that is an access to a local array. */
    int site(LocalArray array, int indexes, Instruction at) {
        CppSite.Kind kind = CppSite.Kind.ARRAY_INDEX;
        return site(new CppSite(kind, array.name(), indexes, false, at.position(), unit.body(), null, array.length()));
    }

    /** Returns the number of a new site that is a separate check. */
    int site(Op.Check check, Instruction at) {
        CppSite.Kind kind = switch (check.failure()) {
            case INDEX -> CppSite.Kind.ARRAY_INDEX;
            case INT_OVERFLOW -> CppSite.Kind.INT_OVERFLOW;
            case LONG_OVERFLOW -> CppSite.Kind.LONG_OVERFLOW;
            case BEGIN_BEHIND_END -> CppSite.Kind.BEGIN_BEHIND_END;
        };
        return site(new CppSite(kind, check.subject(), 1, false, at.position(), unit.body(), null, check.bound()));
    }

    /** Returns the number of a new site that is an access to a view. */
    int site(ViewRef ref, int indexes, boolean wide, Instruction at) {
        View view = ref instanceof ViewRef.Captured captured ? view(captured) : null;
        String subject = view == null ? ref.name() : view.label();
        CppSite.Kind kind = CppSite.Kind.VIEW_INDEX;
        return site(new CppSite(kind, subject, indexes, wide, at.position(), unit.body(), view, 0));
    }

    /** Returns whether it updates a copy of a view, without atomics. */
    boolean isCopied(ViewRef ref) {
        return ref instanceof ViewRef.Captured captured && copied.contains(view(captured));
    }

    /** Returns the number of a new site that requests scratch memory. */
    int site(ViewRef.Scratch scratch, Instruction at) {
        boolean isShared = scratch.level() == ScratchLevel.SHARED;
        CppSite.Kind kind = isShared ? CppSite.Kind.SCRATCH : CppSite.Kind.DEVICE_SCRATCH;
        int bytes = scratch.level().bytes(team().policy());
        return site(new CppSite(kind, scratch.name(), 0, false, at.position(), unit.body(), null, bytes));
    }

    /** Returns the parameter of the bytes of scratch memory of a team. */
    String scratchBytes(ScratchLevel level) {
        String name = level == ScratchLevel.SHARED ? "scratch_bytes" : "device_scratch_bytes";
        CppArgument bytes = new CppArgument.Constant(Type.I32, level.bytes(team().policy()));
        return use(unit.parameter(level, name, () -> "int", bytes));
    }

    /** Returns the parameter of the memory of the device with the scratch memory of all teams. */
    String deviceScratch() {
        TeamPolicy policy = team().policy();
        long all = policy.league() * ((policy.deviceScratchBytes() + 7L) / 8 * 8);
        return use(unit.parameter(
                "device scratch", "device_scratch", () -> "unsigned char*", new CppArgument.ScratchAddress(all)));
    }

    /** Returns the first arguments of a print: the buffer, the number of the launch, and that of the print. */
    String print(Op.Print print) {
        String prints = use(unit.parameter("prints", "prints", () -> "java::Prints*", new CppArgument.PrintsAddress()));
        String node = use(unit.parameter("print node", "print_node", () -> "int", new CppArgument.NodeNumber()));
        return prints + ", " + node + ", " + unit.print(print);
    }

    private int site(CppSite site) {
        canFail = true;
        return unit.site(site);
    }

    /** Returns whether it has a check. */
    boolean canFail() {
        return canFail;
    }

    boolean isTeam() {
        return launched.isTeam() || members.hasLanes();
    }

    /** Returns the type of the team in C++. */
    String teamType() {
        return team().type();
    }

    private TeamShape team() {
        return Required.internal(unit.team(), "the team of a unit");
    }
}
