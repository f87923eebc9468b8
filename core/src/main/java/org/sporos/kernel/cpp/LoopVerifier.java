package org.sporos.kernel.cpp;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sporos.error.InternalException;

/**
 * Verifies loops after a pass: a variable is used in its scope and declared once; a kernel is called with as many
 * indexes as it has; a loop with a stride has one call, and a function for its first index; no thread exits before a
 * barrier because of its own number.
 */
final class LoopVerifier {
    private static final Pattern NAME = Pattern.compile("(?<![\\w:.])[A-Za-z_]\\w*(?![\\w:(])");
    private static final String FAULT = "fault";
    private static final Pattern DECLARED = Pattern.compile("(?<![\\w:])([A-Za-z_]\\w*) = ");

    private final List<? extends LoopIr> loops;
    /** What made the loops, for the text of a violation. */
    private final String made;

    private final Set<String> declared = new HashSet<>();
    private final Deque<Set<String>> scopes = new ArrayDeque<>();
    private boolean hasLeft;

    private LoopVerifier(List<? extends LoopIr> loops, String made) {
        this.loops = loops;
        this.made = made;
    }

    /**
     * Returns true, for assertions: verification takes longer than most passes.
     *
     * @throws InternalException if loops are wrong; the text shows them and names the pass
     */
    static boolean isVerified(List<? extends LoopIr> loops, LoopPass after) {
        verify(loops, " after " + after.getClass().getSimpleName());
        return true;
    }

    /** @throws InternalException if loops are wrong; the text shows them */
    static void verify(List<? extends LoopIr> loops) {
        verify(loops, "");
    }

    private static void verify(List<? extends LoopIr> loops, String made) {
        LoopVerifier verifier = new LoopVerifier(loops, made);
        verifier.collect(loops);
        verifier.block(loops, List.of());
    }

    private void require(boolean holds, String violation) {
        if (!holds) {
            throw new InternalException(violation + made + " in\n" + LoopListing.of(loops));
        }
    }

    private void collect(List<? extends LoopIr> nodes) {
        for (LoopIr node : nodes) {
            if (node instanceof LoopIr.Loop loop) {
                declared.add(loop.axis().index());
            } else if (node instanceof LoopIr.For loop) {
                declared.addAll(names(DECLARED, loop.first()));
            } else if (node instanceof LoopIr.Let let) {
                declared.addAll(declaredBy(let));
            } else if (node instanceof LoopIr.LetCall let) {
                declared.add(let.name());
            } else if (node instanceof LoopIr.BoundsCheck check) {
                declared.add(check.inside());
                declared.addAll(check.farthest().values());
                collect(List.of(check.loop()));
            } else if (node instanceof LoopIr.Lambda function) {
                declared.addAll(parameters(function));
                declared.add(function.name());
            } else if (node instanceof LoopIr.Rows rows) {
                declared.addAll(List.of(rows.lane(), rows.positions().index()));
            } else if (node instanceof LoopIr.Lanes lanes) {
                declared.add(lanes.name());
            }
            node.inside(body -> {
                collect(body);
                return body;
            });
        }
    }

    private static List<String> parameters(LoopIr.Lambda function) {
        return function.parameters().stream()
                .map(parameter -> parameter.substring(parameter.lastIndexOf(' ') + 1))
                .toList();
    }

    /** A declaration may contain a second one, after a comma. */
    private static Set<String> declaredBy(LoopIr.Let let) {
        Set<String> all = names(DECLARED, let.value());
        all.add(let.name());
        return all;
    }

    private static Set<String> names(Pattern pattern, String text) {
        Set<String> names = new HashSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(matcher.groupCount()));
        }
        return names;
    }

    private void block(List<? extends LoopIr> nodes, Collection<String> known) {
        scopes.push(new HashSet<>());
        known.forEach(this::declare);
        nodes.forEach(this::one);
        scopes.pop();
    }

    private void declare(String name) {
        require(scopes.stream().noneMatch(scope -> scope.contains(name)), name + " is declared twice");
        scopes.element().add(name);
    }

    private void use(String expression) {
        for (String name : names(NAME, expression)) {
            require(isKnown(name) || !declared.contains(name), name + " is not known in " + expression);
        }
    }

    private boolean isKnown(String name) {
        return scopes.stream().anyMatch(scope -> scope.contains(name));
    }

    private void one(LoopIr node) {
        if (node instanceof LoopIr.Loop loop) {
            loop(loop);
        } else if (node instanceof LoopIr.For loop) {
            scopes.push(new HashSet<>());
            Set<String> first = names(DECLARED, loop.first());
            first.forEach(this::declare);
            use(loop.first());
            use(loop.condition());
            use(loop.next());
            block(loop.body(), List.of());
            scopes.pop();
        } else if (node instanceof LoopIr.Guard guard) {
            use(guard.condition());
            block(guard.then(), List.of());
            block(guard.otherwise(), List.of());
        } else if (node instanceof LoopIr.Scope scope) {
            block(scope.body(), List.of());
        } else if (node instanceof LoopIr.Phase phase) {
            block(phase.body(), List.of());
        } else if (node instanceof LoopIr.Let let) {
            declaredBy(let).forEach(this::declare);
            use(let.value());
        } else if (node instanceof LoopIr.LetCall let) {
            indexes(let.value().version(), let.value().arguments());
            declare(let.name());
        } else if (node instanceof LoopIr.Update update) {
            use(update.statement());
        } else if (node instanceof LoopIr.BoundsCheck check) {
            declare(check.inside());
            scopes.push(new HashSet<>());
            check.farthest().values().forEach(this::declare);
            loop(check.loop());
            scopes.pop();
        } else if (node instanceof LoopIr.Lambda function) {
            function(function);
            declare(function.name());
        } else if (node instanceof LoopIr.Rows rows) {
            use(rows.positions().to());
            block(rows.body(), List.of(rows.lane(), rows.positions().index()));
        } else if (node instanceof LoopIr.Prelude call) {
            if (!call.target().isEmpty()) {
                use(call.target());
            }
            call.arguments().forEach(this::use);
            if (call.last() != null) {
                function(call.last());
            }
        } else if (node instanceof LoopIr.Give give) {
            use(give.result());
            function(give.to());
        } else if (node instanceof LoopIr.Reduce reduce) {
            require(!reduce.parts().isEmpty(), "nothing is reduced");
        } else {
            leaf(node);
        }
    }

    private void function(LoopIr.Lambda function) {
        block(function.body(), parameters(function));
    }

    private void leaf(LoopIr node) {
        if (node instanceof LoopIr.Leave leave) {
            hasLeft |= leave.condition().contains("threadIdx");
            use(leave.condition());
        } else if (node instanceof LoopIr.Barrier) {
            require(!hasLeft, "a barrier that some threads do not reach");
        } else if (node instanceof LoopIr.Lanes lanes) {
            declare(lanes.name());
        } else if (node instanceof LoopIr.Faults) {
            declare(FAULT);
        } else if (node instanceof LoopIr.Report) {
            require(isKnown(FAULT), "a report without faults");
        } else if (node instanceof LoopIr.Return end) {
            value(end.value());
        } else if (node instanceof LoopIr.Evaluate evaluate) {
            use(evaluate.target());
            value(evaluate.value());
        } else if (node instanceof LoopIr.Store store) {
            use(store.target());
            use(store.value());
        } else if (node instanceof LoopIr.Combine combine) {
            List.of(combine.into(), combine.operator(), combine.value()).forEach(this::use);
        } else if (node instanceof LoopIr.Team team) {
            team.arguments().forEach(this::use);
        } else {
            call(node);
        }
    }

    private void value(LoopIr.Value value) {
        require(!value.version().canFail() || isKnown(FAULT), value.version() + " may fail where no fault is noted");
        indexes(value.version(), value.arguments());
    }

    private void loop(LoopIr.Loop loop) {
        use(loop.axis().from());
        use(loop.axis().to());
        boolean isStrided = loop.stride().distance() > 1;
        require(!isStrided || loop.onlyCall() != null, "a stride needs one call");
        require(isStrided == (loop.stride().skipped() != null), "a stride needs a function for its begin");
        block(loop.body(), List.of(loop.axis().index()));
    }

    private void call(LoopIr node) {
        if (node instanceof LoopIr.Call call) {
            indexes(call.version(), call.indexes());
        } else if (node instanceof LoopIr.Farthest farthest) {
            indexes(farthest.version(), farthest.indexes());
            farthest.variables().forEach(this::use);
        } else {
            ((LoopIr.Elements) node).indexes().forEach(this::use);
        }
    }

    private void indexes(CppFunction version, List<String> indexes) {
        int wanted = version.proven().kernel().body().arguments().size();
        require(indexes.size() == wanted, version + " has " + wanted + " indexes, not " + indexes.size());
        indexes.forEach(this::use);
    }
}
