package org.sporos.kernel.ir;

import java.util.List;

/**
 * Blocks with one entry, the first. The blocks are in reverse postorder: each stands after its dominators. Instructions
 * of a nested region may use values of the regions around it that dominate the instruction that runs it.
 */
public final class Region {
    private final List<Block> blocks;
    private final Type result;
    private final Derived derived = new Derived();

    Region(List<Block> blocks, Type result) {
        this.blocks = List.copyOf(blocks);
        this.result = result;
    }

    /** Returns the blocks, the entry first. */
    public List<Block> blocks() {
        return blocks;
    }

    /** Returns a block by its number. */
    public Block block(int id) {
        return blocks.get(id);
    }

    /** Returns the entry. */
    public Block entry() {
        return blocks.get(0);
    }

    /** Returns the values that the region is run with: the indexes. */
    public List<Argument> arguments() {
        return entry().arguments();
    }

    /** Returns what was derived from it before. */
    public Derived derived() {
        return derived;
    }

    /** Returns the type of what it returns, or VOID. */
    public Type result() {
        return result;
    }
}
