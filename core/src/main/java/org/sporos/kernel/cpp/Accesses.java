package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.sporos.error.InternalException;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/** Writes loads, stores and atomics as C++, with the bounds checks that are not proven away. */
final class Accesses {
    private final FunctionContext body;
    private final Function<Value, Expr> uses;
    private final AddressCse cse;

    /** @param uses returns the expression of an operand */
    Accesses(FunctionContext body, Function<Value, Expr> uses) {
        this.body = body;
        this.uses = uses;
        this.cse = new AddressCse(body);
    }

    /** Returns the value of a load or an atomic; the first lane of a member may load it for all lanes. */
    Expr of(Instruction at) {
        Expr value = value(at);
        return body.members.isOfFirstLane(at)
                ? new Expr("team.once([&] { return " + value.text() + "; })", Expr.PRIMARY, value.names())
                : value;
    }

    private Expr value(Instruction at) {
        Op op = at.op();
        if (op instanceof Op.Load load && isPlain(at, load.view())) {
            return widened(
                    load.view().storage(),
                    Expr.call(
                            "java::load",
                            Expr.word("fault"),
                            Expr.word(body.pointer(load.view())),
                            uses.apply(at.operand(0)),
                            Expr.word(bound(at, 0)),
                            Expr.word(Integer.toString(site(at, 1)))));
        } else if (op instanceof Op.Load load) {
            return guarded(at, element(at, load.view()), load.view().storage());
        } else if (op instanceof Op.ArrayLoad load) {
            return guarded(at, element(at, load.array()), load.array().element());
        } else if (op instanceof Op.Check) {
            return guarded(at, uses.apply(at.operand(0)), Storage.I32);
        } else if (op instanceof Op.Atomic atomic) {
            Expr value = atomic(at, atomic);
            return body.checks.isChecked(at) ? Expr.conditional(check(at), value, Words.zero(at.type())) : value;
        }
        throw new InternalException("no C++ for " + op);
    }

    /**
     * Returns whether a checked load on the host has one int index within an int extent, equal to the offset of the
     * element.
     */
    private boolean isPlain(Instruction load, ViewRef ref) {
        return body.options.hoists()
                && body.checks.isChecked(load)
                && ref instanceof ViewRef.Captured captured
                && captured.rank() == 1
                && body.view(captured).stride(0) == 1
                && load.operand(0).type() == Type.I32
                && body.isInt(captured, 0);
    }

    /** Returns a store, or an atomic with an unused result, as a statement. */
    Stmt statement(Instruction at) {
        Op op = at.op();
        Expr effect;
        if (op instanceof Op.Atomic atomic) {
            effect = atomic(at, atomic);
        } else {
            boolean toView = op instanceof Op.Store;
            Expr value = uses.apply(at.operand(at.operands().size() - 1));
            Expr target = toView ? element(at, ((Op.Store) op).view()) : element(at, ((Op.ArrayStore) op).array());
            String cast = narrowing(
                    toView
                            ? ((Op.Store) op).view().storage()
                            : ((Op.ArrayStore) op).array().element());
            String text = target.text() + " = " + (cast.isEmpty() ? value.text() : cast + value.in(Expr.UNARY));
            effect = new Expr(text, Expr.PRIMARY, Expr.union(target, value));
        }
        Stmt.Line line = new Stmt.Line(effect.text(), effect.names());
        return body.checks.isChecked(at)
                ? new Stmt.If(check(at), new ArrayList<>(List.of(line)), new ArrayList<>())
                : line;
    }

    private static String narrowing(Storage element) {
        return switch (element) {
            case BOOL -> "(bool) ";
            case I8, I16, U16 -> "(" + Words.type(element) + ") ";
            default -> "";
        };
    }

    private Expr guarded(Instruction at, Expr access, Storage storage) {
        return body.checks.isChecked(at)
                ? Expr.conditional(check(at), access, Words.zero(storage.value()))
                : widened(storage, access);
    }

    /** Returns a value promoted to int if it is narrower, as in Java; overloads and templates depend on its type. */
    private static Expr widened(Storage storage, Expr access) {
        boolean isNarrow = storage == Storage.BOOL || Conversion.narrowing(storage) != null;
        return isNarrow ? Expr.cast("int", access) : access;
    }

    private Expr atomic(Instruction at, Op.Atomic atomic) {
        Expr target = element(at, atomic.view());
        List<Expr> arguments = new ArrayList<>(List.of(Expr.unary("&", target)));
        for (int k = atomic.view().rank(); k < at.operands().size(); k++) {
            arguments.add(uses.apply(at.operand(k)));
        }
        String name = atomic.kind().name().toLowerCase(Locale.ROOT);
        String prefix = body.isCopied(atomic.view()) ? "java::update_" : "java::atomic_";
        return Expr.call(prefix + name, arguments.toArray(Expr[]::new));
    }

    /** Returns the condition that an access is in bounds; its evaluation records a fault otherwise. */
    private Expr check(Instruction at) {
        int n = RuntimeChecks.indexes(at);
        Expr inside = null;
        List<Expr> arguments = new ArrayList<>();
        List<Expr> indexes = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            Expr index = uses.apply(at.operand(k));
            indexes.add(index);
            if (!body.checks.isInside(at, k)) {
                Expr one = Expr.call("java::in", index, Expr.word(bound(at, k)));
                inside = inside == null ? one : Expr.binary(inside, "&&", Expr.AND, one);
            }
        }
        arguments.add(java.util.Objects.requireNonNull(inside));
        arguments.add(Expr.word(Integer.toString(site(at, n))));
        arguments.addAll(indexes);
        return Expr.call("fault.check", arguments.toArray(Expr[]::new));
    }

    private int site(Instruction at, int n) {
        boolean wide = at.operand(0).type() == Type.I64;
        if (at.op() instanceof Op.ArrayLoad load) {
            return body.site(load.array(), n, at);
        } else if (at.op() instanceof Op.ArrayStore store) {
            return body.site(store.array(), n, at);
        } else if (at.op() instanceof Op.Check check) {
            return body.site(check, at);
        }
        return body.site(RuntimeChecks.viewOf(at.op()), n, wide, at);
    }

    private String bound(Instruction at, int k) {
        if (at.op() instanceof Op.ArrayLoad load) {
            return Integer.toString(load.array().length());
        } else if (at.op() instanceof Op.ArrayStore store) {
            return Integer.toString(store.array().length());
        } else if (at.op() instanceof Op.Check check) {
            return Integer.toString(check.bound());
        }
        return body.extent(RuntimeChecks.viewOf(at.op()), k);
    }

    private Expr element(Instruction at, LocalArray array) {
        Expr element = subscript(body.memory(array), uses.apply(at.operand(0)));
        return TableText.holdsBits(array) ? TableText.ofBits(array, element) : element;
    }

    private Expr element(Instruction at, ViewRef ref) {
        String pointer = body.pointer(ref);
        if (ref.rank() == 0) {
            return at.op() instanceof Op.Load && body.isUniform(ref)
                    ? Expr.word(body.uniform((ViewRef.Captured) ref))
                    : Expr.unary("*", Expr.word(pointer));
        }
        Instruction earlier = cse.earlier(at);
        if (earlier != null && !isWide((ViewRef.Captured) ref)) {
            return subscript(pointer, relativeOffset(at, earlier, (ViewRef.Captured) ref));
        }
        return subscript(pointer, offset(at, ref));
    }

    /** Returns the offset of an earlier access plus the constant distance to it. */
    private Expr relativeOffset(Instruction at, Instruction earlier, ViewRef.Captured ref) {
        Expr offset = offset(earlier, ref);
        for (int d = 0; d < ref.rank(); d++) {
            long distance = AddressCse.distance(at.operand(d), earlier.operand(d));
            if (distance != 0) {
                Expr elements = Expr.word(Long.toString(distance));
                if (body.view(ref).stride(d) != 1) {
                    Expr stride = Expr.word(body.stride(ref, d));
                    elements = distance == 1 ? stride : Expr.binary(elements, "*", Expr.PRODUCT, stride);
                }
                offset = Expr.binary(offset, "+", Expr.SUM, elements);
            }
        }
        return offset;
    }

    private Expr offset(Instruction at, ViewRef ref) {
        Expr offset = null;
        for (int d = 0; d < ref.rank(); d++) {
            Expr term = uses.apply(at.operand(d));
            if (term.text().equals("0") && (offset != null || d + 1 < ref.rank())) {
                continue;
            } else if (ref instanceof ViewRef.Captured captured
                    && body.view(captured).stride(d) != 1) {
                Expr index = isWide(captured) ? Expr.cast("long long", term) : term;
                term = Expr.binary(index, "*", Expr.PRODUCT, Expr.word(body.stride(captured, d)));
            }
            offset = offset == null ? term : Expr.binary(offset, "+", Expr.SUM, term);
        }
        return java.util.Objects.requireNonNull(offset);
    }

    /** Returns whether offsets in a view may not fit into an int. */
    private boolean isWide(ViewRef.Captured captured) {
        StridedRegion region = body.view(captured).region();
        return region.lastOffset() - region.offset() > Integer.MAX_VALUE;
    }

    private static Expr subscript(String pointer, Expr index) {
        return new Expr(pointer + "[" + index.text() + "]", Expr.PRIMARY, index.names());
    }
}
