package org.sporos.kernel.cpp;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A C++ statement. Lists of statements are mutable while a function is made. */
sealed interface Stmt {

    /** A declaration of a variable with a value; constant if it has no other. */
    record Define(String type, String name, Expr value, boolean constant) implements Stmt {
        Define(String type, String name, Expr value) {
            this(type, name, value, true);
        }
    }

    /** A new value of a variable. */
    record Assign(String type, String target, Expr value) implements Stmt {}

    /** A variable without a value. */
    record Declare(String type, String name) implements Stmt {}

    /** A line of text, without the semicolon; it reads the names. */
    record Line(String text, Set<String> names) implements Stmt {}

    record If(Expr condition, List<Stmt> then, List<Stmt> otherwise) implements Stmt {}

    /** A loop without a condition. */
    record Loop(List<Stmt> body) implements Stmt {}

    record While(Expr condition, List<Stmt> body) implements Stmt {}

    record For(@Nullable Assign first, boolean declares, Expr condition, Assign step, List<Stmt> body)
            implements Stmt {}

    /** Text before a block, such as a loop over the members of a team, and text after it. */
    record Around(String head, Set<String> names, List<Stmt> body, String tail) implements Stmt {}

    /**
     * The definition of a variable by a call with lambdas, which are functions of their own. A call without a result
     * has no name.
     */
    record Lambda(String type, String name, Set<String> names, List<Function> functions) implements Stmt {}

    /** A lambda argument, and the text before its block; that of the first one begins the call. */
    record Function(String head, List<Stmt> body) {}

    record Switch(Expr value, List<Case> cases) implements Stmt {}

    /** Some keys of a switch; none for the default. */
    record Case(List<Integer> keys, List<Stmt> body) {}

    record Goto(String label) implements Stmt {}

    record Label(String label) implements Stmt {}

    record Break() implements Stmt {}

    record Continue() implements Stmt {}

    record Return(@Nullable Expr value) implements Stmt {}

    /** Returns its nested lists of statements of the same function. */
    default List<List<Stmt>> parts() {
        if (this instanceof If branch) {
            return List.of(branch.then, branch.otherwise);
        } else if (this instanceof Loop loop) {
            return List.of(loop.body);
        } else if (this instanceof While loop) {
            return List.of(loop.body);
        } else if (this instanceof For loop) {
            return List.of(loop.body);
        } else if (this instanceof Around around) {
            return List.of(around.body);
        } else if (this instanceof Switch choice) {
            return choice.cases.stream().map(Case::body).toList();
        }
        return List.of();
    }

    /** Returns whether control never continues behind it. */
    default boolean leaves() {
        return this instanceof Goto || this instanceof Break || this instanceof Continue || this instanceof Return;
    }
}
