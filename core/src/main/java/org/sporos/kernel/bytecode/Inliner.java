package org.sporos.kernel.bytecode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.SourcePosition;

/** Inlines called methods. */
record Inliner(LiftContext context, Emitter emitter) {
    private static final int MAX_DEPTH = 100;

    private record Method(ClassNode owner, MethodNode node) {}

    /**
     * Lifts a declared or inherited method.
     *
     * @param arguments the arguments; the receiver of an instance method is first
     * @param caller the position of the call, or null for the kernel's own method
     */
    @Nullable
    Slot inline(
            @Nullable ClassLoader loader,
            String owner,
            String name,
            String descriptor,
            List<Slot> arguments,
            @Nullable SourcePosition caller) {
        return context.calling(
                owner, name, emitter.position, () -> inlineMethod(loader, owner, name, descriptor, arguments, caller));
    }

    private @Nullable Slot inlineMethod(
            @Nullable ClassLoader loader,
            String owner,
            String name,
            String descriptor,
            List<Slot> arguments,
            @Nullable SourcePosition caller) {
        Method method = find(loader, owner, name, descriptor);
        String shown = SourceNames.method(owner, name) + "()";
        if (method == null) {
            refuseMissing(loader, owner, shown);
            return null;
        }
        if ((method.node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            context.problem(KernelCode.K105, "calls " + shown + ", which has no code in Java", emitter.position);
            return null;
        }
        String key = key(method, arguments);
        if (context.active.contains(key)) {
            context.problem(KernelCode.K205, "calls " + shown + ", which calls itself", emitter.position);
            return null;
        }
        if (context.active.size() > MAX_DEPTH) {
            String clause = "calls " + shown + " more than " + MAX_DEPTH + " calls deep";
            context.problem(KernelCode.K217, clause, "call fewer methods in one another", emitter.position, null);
            return null;
        }
        MethodCode code = context.classes.code(method.owner, method.node);
        if (context.isTooLarge(method.node.instructions.size())) {
            return null;
        }
        context.active.add(key);
        Slot result = context.withLoader(loader, () -> context.methods.lift(context, code, emitter, arguments, caller));
        context.active.remove(context.active.size() - 1);
        return result;
    }

    /** Returns whether a class declares a private method, which is not overridden. */
    boolean isPrivate(@Nullable ClassLoader loader, String owner, String name, String descriptor) {
        ClassNode node = node(loader, owner);
        MethodNode method = node == null ? null : ClassFiles.declared(node, name, descriptor);
        return method != null && (method.access & Opcodes.ACC_PRIVATE) != 0;
    }

    /** Recursion is allowed only with other captured objects, as in a composition of functions. */
    private static String key(Method method, List<Slot> arguments) {
        StringBuilder key = new StringBuilder(method.owner.name)
                .append('.')
                .append(method.node.name)
                .append(method.node.desc);
        for (Slot argument : arguments) {
            if (argument instanceof Slot.Known known) {
                key.append('@').append(System.identityHashCode(known.object()));
            } else if (argument instanceof Slot.Lambda lambda) {
                key.append('@').append(lambda.hashCode());
            }
        }
        return key.toString();
    }

    private void refuseMissing(@Nullable ClassLoader loader, String owner, String shown) {
        if (context.classes.find(loader, owner) == null) {
            context.problem(
                    KernelCode.K102,
                    "calls " + shown + ", and the class file of " + SourceNames.simple(owner) + " cannot be read",
                    emitter.position);
        } else {
            context.call("calls " + shown, KernelCode.K204.cure(), emitter.position, null);
        }
    }

    /** Searches the superclasses, then all interfaces. */
    private @Nullable Method find(@Nullable ClassLoader loader, String start, String name, String descriptor) {
        Deque<String> interfaces = new ArrayDeque<>();
        List<ClassNode> chain = new ArrayList<>();
        for (ClassNode c = node(loader, start); c != null; c = c.superName == null ? null : node(loader, c.superName)) {
            chain.add(c);
            interfaces.addAll(c.interfaces);
        }
        for (ClassNode c : chain) {
            MethodNode found = ClassFiles.declared(c, name, descriptor);
            if (found != null && (found.access & Opcodes.ACC_ABSTRACT) == 0) {
                return new Method(c, found);
            }
        }
        return findDefault(loader, interfaces, name, descriptor);
    }

    private @Nullable Method findDefault(
            @Nullable ClassLoader loader, Deque<String> interfaces, String name, String descriptor) {
        Set<String> seen = new HashSet<>();
        while (!interfaces.isEmpty()) {
            String next = interfaces.poll();
            ClassNode c = seen.add(next) ? node(loader, next) : null;
            if (c != null) {
                MethodNode found = ClassFiles.declared(c, name, descriptor);
                if (found != null && (found.access & Opcodes.ACC_ABSTRACT) == 0) {
                    return new Method(c, found);
                }
                interfaces.addAll(c.interfaces);
            }
        }
        return null;
    }

    private @Nullable ClassNode node(@Nullable ClassLoader loader, String owner) {
        return ForeignCalls.isForeign(owner) ? null : context.classes.find(loader, owner);
    }
}
