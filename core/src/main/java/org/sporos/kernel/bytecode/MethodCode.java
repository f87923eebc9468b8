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

/** The control-flow graph of a method in reverse postorder, with live locals and locals changed by loops. Immutable. */
final class MethodCode {
    final ClassNode owner;
    final MethodNode method;
    private final InsnList code;
    private final List<BasicBlock> blocks = new ArrayList<>();
    private final int[] blockIndex;
    private final int[] lines;
    private List<BasicBlock> ordered = List.of();

    /** A basic block of bytecode: {@code [begin, end)}. */
    static final class BasicBlock {
        final int begin;
        final int end;
        final List<BasicBlock> successors = new ArrayList<>();
        final List<BasicBlock> predecessors = new ArrayList<>();
        final BitSet live = new BitSet();
        /** The locals changed by the loop of this header. */
        final BitSet changed = new BitSet();
        /** The blocks of the loop of this header, with the header. */
        final Set<BasicBlock> loop = new LinkedHashSet<>();
        /** The index in reverse postorder, -1 if unreachable. */
        int order = -1;

        boolean isLoopHeader;

        BasicBlock(int begin, int end) {
            this.begin = begin;
            this.end = end;
        }
    }

    MethodCode(ClassNode owner, MethodNode method) {
        this.owner = owner;
        this.method = method;
        this.code = method.instructions;
        this.blockIndex = new int[code.size() + 1];
        this.lines = new int[code.size() + 1];
        findBlocks();
        connect();
        order();
        findLive();
        findLoops();
    }

    AbstractInsnNode instruction(int at) {
        return code.get(at);
    }

    /** Returns whether an instruction computes the hash code of a switch on a string. */
    boolean isStringSwitch(int at) {
        boolean hashes = at >= 0
                && code.get(at) instanceof MethodInsnNode call
                && call.owner.equals("java/lang/String")
                && call.name.equals("hashCode");
        int next = hashes ? adjacent(at, 1) : -1;
        return next >= 0
                && (code.get(next).getOpcode() == Opcodes.LOOKUPSWITCH
                        || code.get(next).getOpcode() == Opcodes.TABLESWITCH);
    }

    /** Returns the index of the adjacent instruction in a direction, skipping labels and line numbers, or -1. */
    int adjacent(int at, int direction) {
        int index = at + direction;
        while (index >= 0 && index < code.size() && code.get(index).getOpcode() < 0) {
            index += direction;
        }
        return index < code.size() ? index : -1;
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

    /** Returns the name of the variable stored by the next instruction, or the empty string. */
    String nextStoredName(int at) {
        boolean taken = at >= 0
                && at + 1 < code.size()
                && code.get(at + 1) instanceof VarInsnNode variable
                && variable.getOpcode() == Opcodes.ASTORE;
        return taken ? storedName(((VarInsnNode) code.get(at + 1)).var, at + 1) : "";
    }

    /** Returns the name of the variable stored by the first instruction at or after an index, or the empty string. */
    String firstStoredName(int at) {
        int first = at;
        while (first < code.size() - 1 && code.get(first).getOpcode() < 0) {
            first++;
        }
        boolean store =
                code.get(first).getOpcode() >= Opcodes.ISTORE && code.get(first).getOpcode() <= Opcodes.ASTORE;
        return store ? storedName(((VarInsnNode) code.get(first)).var, first) : "";
    }

    /** Returns the name of the local variable in a slot at an instruction, or the empty string. */
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

    /** Returns the name of a stored variable; its scope begins after its first store. */
    String storedName(int slot, int at) {
        int next = at + 1;
        while (next < code.size() && code.get(next).getOpcode() < 0) {
            next++;
        }
        String name = name(slot, Math.min(next, code.size() - 1));
        return name.isEmpty() ? name(slot, at) : name;
    }

    BasicBlock blockOf(LabelNode label) {
        return blocks.get(blockIndex[code.indexOf(label)]);
    }

    BasicBlock blockAt(int at) {
        return blocks.get(blockIndex[at]);
    }

    private void findBlocks() {
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
        // A label precedes the line number of its instruction.
        for (int at = code.size() - 2; at >= 0; at--) {
            lines[at] = code.get(at).getOpcode() < 0 ? lines[at + 1] : lines[at];
        }
        List<Integer> begins = new ArrayList<>(leaders);
        for (int k = 0; k < begins.size(); k++) {
            int end = k + 1 < begins.size() ? begins.get(k + 1) : code.size();
            blocks.add(new BasicBlock(begins.get(k), end));
            java.util.Arrays.fill(blockIndex, begins.get(k), end, k);
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
        for (int k = 0; k < blocks.size(); k++) {
            BasicBlock block = blocks.get(k);
            AbstractInsnNode last = code.get(block.end - 1);
            if (!endsFlow(last) && k + 1 < blocks.size()) {
                link(block, blocks.get(k + 1));
            }
            for (LabelNode target : targets(last)) {
                link(block, blockOf(target));
            }
        }
    }

    private static void link(BasicBlock from, BasicBlock to) {
        if (!from.successors.contains(to)) {
            from.successors.add(to);
            to.predecessors.add(from);
        }
    }

    /** Returns the reachable blocks in reverse postorder. */
    List<BasicBlock> inOrder() {
        return ordered;
    }

    private void order() {
        List<BasicBlock> postorder = new ArrayList<>();
        BitSet seen = new BitSet();
        Deque<int[]> stack = new ArrayDeque<>();
        stack.push(new int[] {0, 0});
        seen.set(0);
        while (!stack.isEmpty()) {
            int[] top = stack.element();
            BasicBlock block = blocks.get(top[0]);
            // Visits the last successor first, so that reverse postorder follows the source.
            int next = block.successors.size() - 1 - top[1]++;
            if (next < 0) {
                postorder.add(block);
                stack.pop();
            } else {
                int index = blocks.indexOf(block.successors.get(next));
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
                BasicBlock block = ordered.get(k);
                BitSet live = new BitSet();
                for (BasicBlock next : block.successors) {
                    live.or(next.live);
                }
                for (int at = block.end - 1; at >= block.begin; at--) {
                    step(code.get(at), live);
                }
                changed |= !live.equals(block.live);
                block.live.clear();
                block.live.or(live);
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
        for (BasicBlock latch : ordered) {
            for (BasicBlock header : latch.successors) {
                if (header.order <= latch.order) {
                    header.isLoopHeader = true;
                    collectChanged(header, latch);
                }
            }
        }
    }

    private void collectChanged(BasicBlock header, BasicBlock latch) {
        BitSet seen = new BitSet();
        seen.set(header.order);
        header.loop.add(header);
        stores(header, header.changed);
        Deque<BasicBlock> work = new ArrayDeque<>(List.of(latch));
        while (!work.isEmpty()) {
            BasicBlock block = work.pop();
            if (block.order >= 0 && !seen.get(block.order)) {
                seen.set(block.order);
                header.loop.add(block);
                stores(block, header.changed);
                block.predecessors.forEach(work::push);
            }
        }
    }

    private void stores(BasicBlock block, BitSet into) {
        for (int at = block.begin; at < block.end; at++) {
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
