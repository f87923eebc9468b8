package org.sporos.kernel.bytecode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The bytecode of a method as basic blocks in reverse postorder, with what is live and what loops change. Immutable.
 */
final class MethodCode {
    final ClassNode owner;
    final MethodNode method;
    private final InsnList code;
    private final List<Part> parts = new ArrayList<>();
    private final int[] partAt;
    private final int[] lines;
    private List<Part> ordered = List.of();

    /** A basic block of bytecode: {@code [begin, end)}. */
    static final class Part {
        final int begin;
        final int end;
        final List<Part> successors = new ArrayList<>();
        final List<Part> predecessors = new ArrayList<>();
        final BitSet live = new BitSet();
        /** The locals that the loop which begins here changes. */
        final BitSet changed = new BitSet();
        /** The blocks of the loop which begins here, itself among them. */
        final Set<Part> loop = new LinkedHashSet<>();
        /** The place in reverse postorder, -1 where it cannot be reached. */
        int order = -1;

        boolean isLoopHeader;

        Part(int begin, int end) {
            this.begin = begin;
            this.end = end;
        }
    }

    MethodCode(ClassNode owner, MethodNode method) {
        this.owner = owner;
        this.method = method;
        this.code = method.instructions;
        this.partAt = new int[code.size() + 1];
        this.lines = new int[code.size() + 1];
        cut();
        connect();
        order();
        findLive();
        findLoops();
    }

    AbstractInsnNode instruction(int at) {
        return code.get(at);
    }

    /** Returns whether an instruction is the hash code of a string that the next instruction switches on. */
    boolean isStringSwitch(int at) {
        boolean hashes = at >= 0
                && code.get(at) instanceof MethodInsnNode call
                && call.owner.equals("java/lang/String")
                && call.name.equals("hashCode");
        int next = hashes ? beside(at, 1) : -1;
        return next >= 0
                && (code.get(next).getOpcode() == Opcodes.LOOKUPSWITCH
                        || code.get(next).getOpcode() == Opcodes.TABLESWITCH);
    }

    /** Returns the place of the next instruction in a direction that is no label or line number, or -1. */
    int beside(int at, int direction) {
        int place = at + direction;
        while (place >= 0 && place < code.size() && code.get(place).getOpcode() < 0) {
            place += direction;
        }
        return place < code.size() ? place : -1;
    }

    /** Returns the line of an instruction, or 0. */
    int line(int at) {
        return lines[at];
    }

    /** Returns the first line, or 0. */
    int firstLine() {
        for (int line : lines) {
            if (line > 0) {
                return line;
            }
        }
        return 0;
    }

    /** Returns the name of the variable that takes the result of an instruction at once, or the empty string. */
    String nameTaking(int at) {
        boolean taken = at >= 0
                && at + 1 < code.size()
                && code.get(at + 1) instanceof VarInsnNode variable
                && variable.getOpcode() == Opcodes.ASTORE;
        return taken ? storedName(((VarInsnNode) code.get(at + 1)).var, at + 1) : "";
    }

    /** Returns the name of the variable that the first instruction from a place on stores to, or the empty string. */
    String nameStoredFrom(int at) {
        int first = at;
        while (first < code.size() - 1 && code.get(first).getOpcode() < 0) {
            first++;
        }
        boolean store =
                code.get(first).getOpcode() >= Opcodes.ISTORE && code.get(first).getOpcode() <= Opcodes.ASTORE;
        return store ? storedName(((VarInsnNode) code.get(first)).var, first) : "";
    }

    /** Returns the name of the local variable that has a slot from an instruction on, or the empty string. */
    String name(int slot, int at) {
        if (method.localVariables != null) {
            for (LocalVariableNode variable : method.localVariables) {
                if (variable.index == slot && code.indexOf(variable.start) <= at && at < code.indexOf(variable.end)) {
                    return variable.name;
                }
            }
        }
        return "";
    }

    /** Returns the name of the variable that a store writes; the variable begins right after its first store. */
    String storedName(int slot, int at) {
        int next = at + 1;
        while (next < code.size() && code.get(next).getOpcode() < 0) {
            next++;
        }
        String name = name(slot, Math.min(next, code.size() - 1));
        return name.isEmpty() ? name(slot, at) : name;
    }

    Part partOf(LabelNode label) {
        return parts.get(partAt[code.indexOf(label)]);
    }

    Part partFrom(int at) {
        return parts.get(partAt[at]);
    }

    private void cut() {
        TreeSet<Integer> leaders = new TreeSet<>(List.of(0));
        int line = 0;
        for (int at = 0; at < code.size(); at++) {
            AbstractInsnNode node = code.get(at);
            if (node instanceof LineNumberNode number) {
                line = number.line;
            }
            lines[at] = line;
            List<LabelNode> targets = targets(node);
            for (LabelNode target : targets) {
                leaders.add(code.indexOf(target));
            }
            if (!targets.isEmpty() || endsFlow(node)) {
                leaders.add(at + 1);
            }
        }
        leaders.remove(code.size());
        // A label stands before the line number of its instruction.
        for (int at = code.size() - 2; at >= 0; at--) {
            lines[at] = code.get(at).getOpcode() < 0 ? lines[at + 1] : lines[at];
        }
        List<Integer> begins = new ArrayList<>(leaders);
        for (int k = 0; k < begins.size(); k++) {
            int end = k + 1 < begins.size() ? begins.get(k + 1) : code.size();
            parts.add(new Part(begins.get(k), end));
            java.util.Arrays.fill(partAt, begins.get(k), end, k);
        }
    }

    static List<LabelNode> targets(AbstractInsnNode node) {
        List<LabelNode> targets = new ArrayList<>();
        if (node instanceof JumpInsnNode jump) {
            targets.add(jump.label);
        } else if (node instanceof TableSwitchInsnNode table) {
            targets.addAll(table.labels);
            targets.add(table.dflt);
        } else if (node instanceof LookupSwitchInsnNode lookup) {
            targets.addAll(lookup.labels);
            targets.add(lookup.dflt);
        }
        return targets;
    }

    private static boolean endsFlow(AbstractInsnNode node) {
        int opcode = node.getOpcode();
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                || opcode == Opcodes.ATHROW
                || opcode == Opcodes.GOTO
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH;
    }

    private void connect() {
        for (int k = 0; k < parts.size(); k++) {
            Part part = parts.get(k);
            AbstractInsnNode last = code.get(part.end - 1);
            if (!endsFlow(last) && k + 1 < parts.size()) {
                link(part, parts.get(k + 1));
            }
            for (LabelNode target : targets(last)) {
                link(part, partOf(target));
            }
        }
    }

    private static void link(Part from, Part to) {
        if (!from.successors.contains(to)) {
            from.successors.add(to);
            to.predecessors.add(from);
        }
    }

    /** Returns the blocks that can be reached, in reverse postorder. */
    List<Part> inOrder() {
        return ordered;
    }

    private void order() {
        List<Part> postorder = new ArrayList<>();
        BitSet seen = new BitSet();
        Deque<int[]> stack = new ArrayDeque<>();
        stack.push(new int[] {0, 0});
        seen.set(0);
        while (!stack.isEmpty()) {
            int[] top = stack.element();
            Part part = parts.get(top[0]);
            // The last successor first: then the block that follows in the source comes first in the order.
            int next = part.successors.size() - 1 - top[1]++;
            if (next < 0) {
                postorder.add(part);
                stack.pop();
            } else {
                int index = parts.indexOf(part.successors.get(next));
                if (!seen.get(index)) {
                    seen.set(index);
                    stack.push(new int[] {index, 0});
                }
            }
        }
        Collections.reverse(postorder);
        for (int k = 0; k < postorder.size(); k++) {
            postorder.get(k).order = k;
        }
        ordered = postorder;
    }

    private void findLive() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int k = ordered.size() - 1; k >= 0; k--) {
                Part part = ordered.get(k);
                BitSet live = new BitSet();
                for (Part next : part.successors) {
                    live.or(next.live);
                }
                for (int at = part.end - 1; at >= part.begin; at--) {
                    step(code.get(at), live);
                }
                changed |= !live.equals(part.live);
                part.live.clear();
                part.live.or(live);
            }
        }
    }

    private static void step(AbstractInsnNode node, BitSet live) {
        if (node instanceof VarInsnNode variable) {
            boolean store = node.getOpcode() >= Opcodes.ISTORE && node.getOpcode() <= Opcodes.ASTORE;
            live.set(variable.var, !store);
        } else if (node instanceof IincInsnNode increment) {
            live.set(increment.var);
        }
    }

    private void findLoops() {
        for (Part latch : ordered) {
            for (Part header : latch.successors) {
                if (header.order <= latch.order) {
                    header.isLoopHeader = true;
                    collectChanged(header, latch);
                }
            }
        }
    }

    private void collectChanged(Part header, Part latch) {
        BitSet seen = new BitSet();
        seen.set(header.order);
        header.loop.add(header);
        stores(header, header.changed);
        Deque<Part> work = new ArrayDeque<>(List.of(latch));
        while (!work.isEmpty()) {
            Part part = work.pop();
            if (part.order >= 0 && !seen.get(part.order)) {
                seen.set(part.order);
                header.loop.add(part);
                stores(part, header.changed);
                part.predecessors.forEach(work::push);
            }
        }
    }

    private void stores(Part part, BitSet into) {
        for (int at = part.begin; at < part.end; at++) {
            AbstractInsnNode node = code.get(at);
            if (node instanceof VarInsnNode variable
                    && node.getOpcode() >= Opcodes.ISTORE
                    && node.getOpcode() <= Opcodes.ASTORE) {
                into.set(variable.var);
            } else if (node instanceof IincInsnNode increment) {
                into.set(increment.var);
            }
        }
    }
}
