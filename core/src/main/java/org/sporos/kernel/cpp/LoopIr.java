package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;

/**
 * The loops of a launch, between kernels and the text of a program. A list of nodes is lowered from a unit,
 * transformed by the passes of a pipeline, and printed by {@link LoopPrinter}. Nodes are immutable and compare by
 * structure. Bounds and indexes are expressions of C++; {@link LoopListing} shows nodes to people.
 */
sealed interface LoopIr {

    /** An index, its type and its bounds. */
    record Axis(String type, String index, String from, String to) {
        Axis between(String first, String end) {
            return new Axis(type, index, first, end);
        }

        /** Returns the number of remaining indexes. */
        String left() {
            return "(long long) " + to + " - " + index;
        }

        String isInside() {
            return index + " < " + to;
        }
    }

    /** The hints of a loop for a compiler. */
    enum Hint {
        /** Iterations are independent: no run-time checks for overlap. */
        INDEPENDENT,
        /** Unrolled by eight, to keep a core's load and store units busy. */
        UNROLLED,
        /** Not unrolled; on the host, unrolling before vectorization loses the independence of iterations. */
        ROLLED,
        /** The widest vectors of the processor. */
        WIDE
    }

    /** The transformations of a loop that are still allowed. */
    enum Stage {
        /** All. */
        OPEN,
        /** Hints: a pass has fixed its shape. */
        SHAPED,
        /** None. */
        FINAL
    }

    /**
     * The stride between the indexes of a loop.
     *
     * @param skipped a function that returns the number of indexes before the first one of the loop, or -1 if there is
     *     none; null if the distance is 1
     */
    record Stride(int distance, @Nullable CppFunction skipped) {
        static final Stride ONE = new Stride(1, null);
    }

    /** A loop over an axis. */
    record Loop(Axis axis, Stride stride, Stage stage, Set<Hint> hints, List<LoopIr> body) implements LoopIr {
        public Loop {
            hints = Set.copyOf(hints);
            body = List.copyOf(body);
        }

        static Loop over(Axis axis, List<? extends LoopIr> body) {
            return new Loop(axis, Stride.ONE, Stage.OPEN, Set.of(), List.copyOf(body));
        }

        Loop with(Axis other) {
            return new Loop(other, stride, stage, hints, body);
        }

        Loop with(Stage other) {
            return new Loop(axis, stride, other, hints, body);
        }

        Loop with(List<? extends LoopIr> other) {
            return new Loop(axis, stride, stage, hints, List.copyOf(other));
        }

        Loop with(Hint hint) {
            Set<Hint> more = EnumSet.of(hint);
            more.addAll(hints);
            return new Loop(axis, stride, stage, more, body);
        }

        boolean isInnermost() {
            return body.stream().noneMatch(LoopIr::hasLoop);
        }

        /** Returns its calls, or an empty list if it has other nodes. */
        List<Call> calls() {
            boolean all = body.stream().allMatch(node -> node instanceof Call);
            return all ? body.stream().map(node -> (Call) node).toList() : List.of();
        }

        /** Returns its call if it has no other node, else null. */
        @Nullable
        Call onlyCall() {
            return body.size() == 1 && body.get(0) instanceof Call call ? call : null;
        }
    }

    /** A loop with an explicit head, whose parts may be empty. */
    record For(String first, String condition, String next, Set<Hint> hints, List<LoopIr> body) implements LoopIr {
        public For {
            hints = Set.copyOf(hints);
            body = List.copyOf(body);
        }
    }

    /** A branch. */
    record Guard(String condition, List<LoopIr> then, List<LoopIr> otherwise) implements LoopIr {
        public Guard {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }

    /**
     * An early exit of a thread without work.
     *
     * @param how a statement: {@code return;}, or {@code continue;} in a loop
     */
    record Leave(String condition, String how) implements LoopIr {
        static Leave entry(String condition) {
            return new Leave(condition, "return;");
        }
    }

    /** A barrier of all threads of a block. */
    record Barrier() implements LoopIr {}

    /**
     * A part that all threads finish before any of them starts the next phase.
     *
     * @param endsWithBarrier whether the body itself ends with a barrier of all threads, or with one and work that each
     *     block repeats for itself
     */
    record Phase(List<LoopIr> body, boolean endsWithBarrier) implements LoopIr {
        public Phase {
            body = List.copyOf(body);
        }

        Phase(List<LoopIr> body) {
            this(body, false);
        }
    }

    /** A scope of variables. */
    record Scope(List<LoopIr> body) implements LoopIr {
        public Scope {
            body = List.copyOf(body);
        }
    }

    /** A variable with a value. */
    record Let(String type, String name, String value) implements LoopIr {}

    /**
     * The value of a kernel in an expression.
     *
     * @param before the text of the expression before the call
     * @param item the indexes that begin a work item; null if one has begun
     */
    record Value(
            String before, CppFunction version, @Nullable List<String> item, List<String> arguments, String after) {
        public Value {
            item = item == null ? null : List.copyOf(item);
            arguments = List.copyOf(arguments);
        }

        static Value of(CppFunction version, List<String> indexes) {
            return new Value("", version, indexes, indexes, "");
        }

        /** Returns the value with some text around it. */
        Value in(String head, String tail) {
            return new Value(head + before, version, item, arguments, after + tail);
        }
    }

    /** A variable with the value of a kernel. */
    record LetCall(String type, String name, Value value) implements LoopIr {}

    /** A return of the value of a kernel. */
    record Return(Value value) implements LoopIr {}

    /** A call of a kernel in the scope of {@link Faults}; its value is stored unless the target is empty. */
    record Evaluate(String target, Value value) implements LoopIr {}

    /** A store of a value. */
    record Store(String target, String value) implements LoopIr {}

    /** A statement that changes variables of loops. */
    record Update(String statement) implements LoopIr {}

    /**
     * A function of an entry, which functions of the prelude call.
     *
     * @param name its variable, or empty for an argument of a call
     * @param parameters each with its type
     */
    record Lambda(String name, List<String> parameters, boolean isInlined, List<LoopIr> body) implements LoopIr {
        public Lambda {
            parameters = List.copyOf(parameters);
            body = List.copyOf(body);
        }
    }

    /**
     * A call of a function of the prelude, which implements lanes, tiles and barriers.
     *
     * @param target the variable for its value, or empty
     * @param last the last argument, if that is a function
     */
    record Prelude(
            String target,
            String function,
            List<String> arguments,
            @Nullable Lambda last) implements LoopIr {
        public Prelude {
            arguments = List.copyOf(arguments);
        }

        Prelude(String function, List<String> arguments, @Nullable Lambda last) {
            this("", function, arguments, last);
        }
    }

    /** A call of a function with a result as its argument. */
    record Give(Lambda to, String result) implements LoopIr {}

    /**
     * The team of a thread.
     *
     * @param type its type in C++
     * @param arguments the arguments of its constructor: the number of teams first; none if each block is a team
     */
    record Team(String type, List<String> arguments) implements LoopIr {
        public Team {
            arguments = List.copyOf(arguments);
        }
    }

    /** The declaration of the variable for the first fault of the calls that follow. */
    record Faults() implements LoopIr {}

    /**
     * A report of the first fault.
     *
     * @param member the number of the node, counted from the first of the unit
     */
    record Report(int member) implements LoopIr {}

    /** A value for each lane of a tile. */
    record Lanes(String type, String name) implements LoopIr {}

    /** A loop over the positions of a tile, row by row; the lanes of a row are independent. */
    record Rows(Axis positions, String lane, List<LoopIr> body) implements LoopIr {
        public Rows {
            body = List.copyOf(body);
        }
    }

    /** A combination of a value into a lane. */
    record Combine(String into, String operator, String value) implements LoopIr {}

    /**
     * Reductions over the positions of a policy, in the library's order: a tile has 2048 positions in rows of 32 lanes;
     * each lane folds its column, the lanes are folded by halves, and the results of tiles are reduced in the same way.
     * Operators of users have the order of scans.
     *
     * @param steps calls and stores of other nodes for each position, before its contribution
     * @param after calls of other nodes after all results, each once; on GPUs only
     */
    record Reduce(Policy policy, List<LoopIr> steps, List<Part> parts, List<LoopIr> after) implements LoopIr {
        public Reduce {
            steps = List.copyOf(steps);
            parts = List.copyOf(parts);
            after = List.copyOf(after);
        }
    }

    /**
     * One result of a reduction.
     *
     * @param join the operator of a user, or null
     */
    record Part(
            Reduction reduction,
            CppFunction contribution,
            @Nullable CppFunction join) {}

    /**
     * A call of one version of a kernel.
     *
     * @param member the number of the node that the kernel belongs to, counted from the first of the unit
     */
    record Call(CppFunction version, int member, List<String> indexes) implements LoopIr {
        public Call {
            indexes = List.copyOf(indexes);
        }

        Call of(CppFunction other) {
            return new Call(other, member, indexes);
        }

        Call at(List<String> others) {
            return new Call(version, member, others);
        }

        /** Returns the call for another last index. */
        Call along(String index) {
            List<String> others = new ArrayList<>(indexes);
            others.set(others.size() - 1, index);
            return at(others);
        }
    }

    /** A store of a value or of an element of another view. */
    record Elements(CppUnit.Elements unit, List<String> indexes) implements LoopIr {
        public Elements {
            indexes = List.copyOf(indexes);
        }
    }

    /** The largest index of some loads of an iteration, for each extent. */
    record Farthest(CppFunction version, List<String> variables, List<String> indexes) implements LoopIr {
        public Farthest {
            variables = List.copyOf(variables);
            indexes = List.copyOf(indexes);
        }
    }

    /**
     * A bounds check of all iterations of a loop at once.
     *
     * @param inside the variable that is true after it if all loads are in bounds
     * @param farthest the variable of the largest index for each extent, in order
     * @param loop the iterations, each a {@link Farthest}
     */
    record BoundsCheck(String inside, Map<DeferredBoundsChecks.Bound, String> farthest, Loop loop) implements LoopIr {}

    /** The names of indexes. */
    String INDEXES = "ijkl";

    /** Returns the name of an index of a box. */
    static String index(int dimension) {
        return INDEXES.substring(dimension, dimension + 1);
    }

    /** Returns calls and stores for an index. */
    static List<LoopIr> at(List<? extends LoopIr> steps, List<String> indexes) {
        List<LoopIr> out = new ArrayList<>();
        for (LoopIr step : steps) {
            out.add(step instanceof Call call ? call.at(indexes) : new Elements(((Elements) step).unit(), indexes));
        }
        return out;
    }

    /** Returns nodes with each of their innermost loops replaced. */
    static List<LoopIr> innermost(List<? extends LoopIr> nodes, Function<Loop, List<LoopIr>> by) {
        return loops(nodes, loop -> loop.isInnermost() ? by.apply(loop) : null);
    }

    /** Returns nodes with their loops replaced; for null, a loop stays, and the loops in it are replaced. */
    static List<LoopIr> loops(List<? extends LoopIr> nodes, Function<Loop, @Nullable List<LoopIr>> by) {
        List<LoopIr> out = new ArrayList<>();
        for (LoopIr node : nodes) {
            if (node instanceof Loop loop) {
                List<LoopIr> replaced = by.apply(loop);
                out.addAll(replaced != null ? replaced : List.of(loop.with(loops(loop.body(), by))));
            } else {
                out.add(node.inside(body -> loops(body, by)));
            }
        }
        return out;
    }

    /** Returns whether it is or contains a loop. */
    default boolean hasLoop() {
        return this instanceof Loop
                || this instanceof For
                || this instanceof Rows
                || this instanceof Reduce
                || this instanceof Lambda function && function.body().stream().anyMatch(LoopIr::hasLoop)
                || this instanceof Scope scope && scope.body().stream().anyMatch(LoopIr::hasLoop)
                || this instanceof Guard guard
                        && Stream.concat(guard.then().stream(), guard.otherwise().stream())
                                .anyMatch(LoopIr::hasLoop);
    }

    /** Returns the node with its nested nodes replaced. */
    default LoopIr inside(UnaryOperator<List<LoopIr>> by) {
        if (this instanceof Loop loop) {
            return loop.with(by.apply(loop.body()));
        } else if (this instanceof For head) {
            return new For(head.first(), head.condition(), head.next(), head.hints(), by.apply(head.body()));
        } else if (this instanceof Guard guard) {
            return new Guard(guard.condition(), by.apply(guard.then()), by.apply(guard.otherwise()));
        } else if (this instanceof Scope scope) {
            return new Scope(by.apply(scope.body()));
        } else if (this instanceof Phase phase) {
            return new Phase(by.apply(phase.body()), phase.endsWithBarrier());
        } else if (this instanceof Lambda function) {
            return new Lambda(function.name(), function.parameters(), function.isInlined(), by.apply(function.body()));
        } else if (this instanceof Rows rows) {
            return new Rows(rows.positions(), rows.lane(), by.apply(rows.body()));
        }
        return this;
    }
}
