package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sporos.internal.run.PrintedLine;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ScratchLevel;
import org.sporos.kernel.ir.ViewRef;

/** Writes instructions and their nested regions as statements. */
final class Instructions {
    /** The loads in flight per thread that keep a device of full occupancy busy. */
    private static final int LOADS_AT_ONCE = 8;

    private static final int BRANCHES_AT_ONCE = 2;

    private final FunctionContext body;
    private final CppExpressions expressions;

    Instructions(FunctionContext body) {
        this.body = body;
        this.expressions = new CppExpressions(body);
    }

    /** Returns the statements of a region. */
    List<Stmt> of(Region region, Structurizer.Leave leave) {
        return new Structurizer(body, expressions, this::of, region, leave).statements();
    }

    private List<Stmt> of(Block block) {
        List<Stmt> out = new ArrayList<>();
        for (Instruction instruction : block.instructions()) {
            if (!body.inlining.isInlined(instruction)) {
                write(instruction, out);
            }
        }
        return out;
    }

    private void write(Instruction at, List<Stmt> out) {
        Op op = at.op();
        if (op instanceof Op.ArrayNew make) {
            String name = body.memory(make.array());
            out.add(new Stmt.Line("java::clear(" + name + ")", Set.of(name)));
        } else if (op instanceof Op.Store || op instanceof Op.ArrayStore) {
            out.add(ofFirstLane(at, expressions.accesses().statement(at)));
        } else if (op instanceof Op.Atomic && !body.inlining.isUsed(at)) {
            out.add(ofFirstLane(at, expressions.accesses().statement(at)));
        } else if (op instanceof Op.Print print) {
            out.add(ofFirstLane(at, print(at, print)));
        } else if (op instanceof Op.Farthest farthest) {
            String name = body.farthest(at, farthest);
            Expr raised = Expr.call("java::farther", Expr.variable(name), expressions.use(at.operand(0)));
            out.add(new Stmt.Line(name + " = " + raised.text(), raised.names()));
        } else if (op instanceof Op.Barrier) {
            out.add(new Stmt.Line("team.barrier()", Set.of()));
        } else if (op instanceof Op.ScratchNew make) {
            scratch(at, make.view(), out);
        } else if (op instanceof Op.Range range) {
            out.add(range.vector() ? vectorFor(at) : range(at));
        } else if (op instanceof Op.Single) {
            List<Stmt> inner = of(at.region(), Structurizer.Leave.FALL_OUT);
            boolean isShared = body.members.hasLanes() && body.members.isShared(at);
            String first = isShared ? "team.thread() == 0" : "team.team_rank == 0";
            out.add(new Stmt.If(Expr.word(first), inner, new ArrayList<>()));
            out.add(new Stmt.Line("team.barrier()", Set.of()));
        } else if (op instanceof Op.Reduce reduce) {
            out.add(reduce(at, reduce));
        } else if (op instanceof Op.Scan scan) {
            out.add(scan(at, scan));
        } else {
            Expr value = expressions.of(at);
            String type = Words.type(at.type());
            if (!body.inlining.isUsed(at)) {
                // An instruction with an unused result may still fail.
                out.add(new Stmt.Line("(void) (" + value.text() + ")", value.names()));
            } else if (body.isShared(at)) {
                out.add(new Stmt.Assign(type, body.variable(at), value));
            } else {
                out.add(new Stmt.Define(type, body.variable(at), value));
            }
        }
    }

    /** Missing indexes and values are zeros. */
    private Stmt print(Instruction at, Op.Print print) {
        StringBuilder call = new StringBuilder("java::print(").append(body.print(print));
        Set<String> names = new HashSet<>();
        List<Value> operands = at.operands();
        printed(operands.subList(0, print.indexes()), PrintedLine.MOST_INDEXES, call, names);
        printed(operands.subList(print.indexes(), operands.size()), PrintedLine.MOST_VALUES, call, names);
        return new Stmt.Line(call.append(')').toString(), names);
    }

    private Stmt ofFirstLane(Instruction at, Stmt effect) {
        return body.members.isOfFirstLane(at)
                ? new Stmt.If(Expr.word("team.is_first_lane()"), new ArrayList<>(List.of(effect)), new ArrayList<>())
                : effect;
    }

    private void printed(List<? extends Value> operands, int slots, StringBuilder call, Set<String> names) {
        for (Value operand : operands) {
            Expr value = expressions.use(operand);
            call.append(", ").append(value.text());
            names.addAll(value.names());
        }
        call.append(", 0".repeat(slots - operands.size()));
    }

    private void scratch(Instruction at, ViewRef.Scratch view, List<Stmt> out) {
        String element = Words.type(view.element());
        String extent = body.extent(view);
        Expr n = expressions.use(at.operand(0));
        if (body.checks.isScratchChecked()) {
            Expr site = Expr.word(Integer.toString(body.site(view, at)));
            Expr bytes = Expr.word(body.scratchBytes(view.level()));
            String type = view.level() == ScratchLevel.SHARED ? element : element + ", 1";
            n = Expr.call("team.granted<" + type + ">", Expr.word("fault"), site, n, bytes);
        }
        out.add(new Stmt.Define("int", extent, n));
        String request = view.level() == ScratchLevel.SHARED
                ? "team.scratch<" + element + ">(" + extent + ")"
                : "team.device_scratch<" + element + ">(" + body.deviceScratch() + ", "
                        + body.scratchBytes(view.level()) + ", " + extent + ")";
        Expr memory = new Expr(request, Expr.PRIMARY, Set.of(extent));
        out.add(new Stmt.Define(element + "*", body.memory(view), memory));
    }

    /** A range shared by lanes assigns an index to the same member as with one lane. */
    private Stmt range(Instruction at) {
        Expr n = expressions.use(at.operand(0));
        String i = body.variable(at.region().arguments().get(0));
        boolean isShared = body.members.hasLanes() && body.members.isShared(at);
        String from = isShared ? "team.first_index()" : "team.team_rank";
        String by = isShared ? "team.threads()" : "team.team_size";
        String head =
                "for (int " + i + " = " + from + "; " + i + " < " + n.in(Expr.SHIFT) + "; " + i + " += " + by + ")";
        List<Stmt> inner = of(at.region(), Structurizer.Leave.CONTINUE);
        return new Stmt.Around(head, n.names(), inner, "");
    }

    private Stmt vectorFor(Instruction at) {
        Expr n = expressions.use(at.operand(0));
        Stmt.Function inner = lambda("team.vector_for(" + n.text() + ", ", at.region(), "");
        return new Stmt.Lambda("void", "", n.names(), List.of(inner));
    }

    private Stmt reduce(Instruction at, Op.Reduce reduce) {
        Expr n = expressions.use(at.operand(0));
        String type = Words.type(at.type());
        Expr identity = Words.literal(at.type(), Operators.identity(reduce.operator(), at.type()));
        String threads = body.members.isShared(at) ? "reduce<" + atOnce(at.region()) + ">" : "reduce_members";
        String call = "team." + (reduce.vector() ? "vector_reduce" : threads) + "(" + n.text() + ", " + identity.text()
                + ", " + Operators.functor(reduce.operator()) + "(), ";
        Stmt.Function contribution = lambda(call, at.region(), " -> " + type);
        return new Stmt.Lambda(type, body.variable(at), n.names(), List.of(contribution));
    }

    /**
     * Returns the number of contributions that a thread evaluates before it combines the first; each is a copy of the
     * code.
     */
    private static int atOnce(Region contribution) {
        return contribution.blocks().size() == 1 ? LOADS_AT_ONCE : BRANCHES_AT_ONCE;
    }

    private Stmt scan(Instruction at, Op.Scan scan) {
        Expr n = expressions.use(at.operand(0));
        String type = Words.type(at.type());
        String threads = body.members.isShared(at) ? "scan" : "scan_members";
        String call = "team." + (scan.vector() ? "vector_scan" : threads) + "<" + type + ">(" + n.text() + ", "
                + scan.inclusive() + ", ";
        List<Region> regions = at.regions();
        Stmt.Function contribution = lambda(call, regions.get(0), " -> " + type);
        Stmt.Function consumer = lambda("", regions.get(1), "");
        return new Stmt.Lambda(type, body.variable(at), n.names(), List.of(contribution, consumer));
    }

    /** Returns a lambda whose parameters are the arguments of a region. */
    private Stmt.Function lambda(String before, Region region, String result) {
        List<Stmt> inner = of(region, Structurizer.Leave.RETURN);
        List<String> parameters = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Argument argument : region.arguments()) {
            parameters.add(Words.type(argument.type()) + " " + body.variable(argument));
            names.add(body.variable(argument));
        }
        DeclarationPlacement.place(inner, names, body);
        return new Stmt.Function(before + "[&](" + String.join(", ", parameters) + ")" + result, inner);
    }
}
