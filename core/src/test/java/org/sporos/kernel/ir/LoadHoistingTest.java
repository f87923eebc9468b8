package org.sporos.kernel.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Two arms of a branch, and the loads in them. */
class LoadHoistingTest {
    private static final SourcePosition HERE = new SourcePosition("Test.java", 1, "Test.body", null);
    private static final SourcePosition BELOW = new SourcePosition("Test.java", 2, "Test.body", null);

    private final KernelBuilder kernel = new KernelBuilder("test", HERE, Type.I32);
    private final ViewRef.Captured view = kernel.captures().view("v", IntView.of("v", MemorySpace.host(), 8));
    private final ViewRef.Captured other = kernel.captures().view("w", IntView.of("w", MemorySpace.host(), 8));
    private final DraftBlock entry = kernel.body().entry();
    private final Argument condition = entry.argument(Type.BOOL, "", HERE);
    private final Argument index = entry.argument(Type.I32, "i", HERE);
    private final DraftBlock one = kernel.block();
    private final DraftBlock two = kernel.block();

    LoadHoistingTest() {
        entry.branch(condition, one, two, HERE);
    }

    private static Instruction load(DraftBlock block, ViewRef.Captured from, Value at, SourcePosition position) {
        return block.add(new Op.Load(from), Type.I32, position, List.of(at));
    }

    private Instruction next(DraftBlock block) {
        Instruction number = block.add(new Op.Constant(Type.I32, 1), Type.I32, HERE, List.of());
        return block.add(Binary.ADD, Type.I32, HERE, List.of(index, number));
    }

    private boolean hoist(Value result, Value otherResult) {
        one.leave(result, HERE);
        two.leave(otherResult, HERE);
        return LoadHoisting.hoist(kernel);
    }

    @Test
    void a_load_of_both_arms_moves_above_the_branch_with_its_operands() {
        Instruction loaded = load(one, view, next(one), HERE);
        Instruction same = load(two, view, next(two), HERE);
        assertThat(hoist(loaded, same)).isTrue();
        assertThat(entry.instructions).last().isSameAs(loaded);
        assertThat(entry.instructions).containsAll(kernelOperands(loaded));
        assertThat(one.instructions).isEmpty();
        assertThat(two.instructions).doesNotContain(same);
        assertThat(kernel.resolve(same)).isSameAs(loaded);
        assertThat(LoadHoisting.hoist(kernel)).isFalse();
    }

    private static List<Instruction> kernelOperands(Instruction load) {
        Instruction sum = (Instruction) load.operand(0);
        return List.of((Instruction) sum.operand(1), sum);
    }

    @Test
    void loads_in_a_row_move_in_their_order_also_where_one_loads_the_index_of_the_next() {
        Instruction first = load(one, view, index, HERE);
        Instruction second = load(one, other, first, HERE);
        Instruction same = load(two, other, load(two, view, index, HERE), HERE);
        assertThat(hoist(second, same)).isTrue();
        assertThat(entry.instructions).containsExactly(first, second);
        assertThat(two.instructions).isEmpty();
        assertThat(kernel.resolve(same)).isSameAs(second);
    }

    @Test
    void loads_of_two_lines_two_views_or_two_indexes_stay() {
        Instruction mine = load(one, view, index, HERE);
        assertThat(hoist(mine, load(two, view, index, BELOW))).isFalse();
        two.clear();
        assertThat(hoist(mine, load(two, other, index, HERE))).isFalse();
        two.clear();
        assertThat(hoist(mine, load(two, view, next(two), HERE))).isFalse();
        assertThat(entry.instructions).isEmpty();
    }

    /** The store may change the loaded element. */
    @Test
    void a_load_behind_a_store_stays() {
        for (DraftBlock arm : List.of(one, two)) {
            arm.add(new Op.Store(view), Type.VOID, HERE, List.of(index, index));
        }
        assertThat(hoist(load(one, view, index, HERE), load(two, view, index, HERE)))
                .isFalse();
    }

    @Test
    void a_load_of_a_block_with_another_way_in_stays() {
        DraftBlock three = kernel.block();
        DraftBlock start = entry;
        start.branch(condition, one, three, HERE);
        three.branch(condition, one, two, HERE);
        assertThat(hoist(load(one, view, index, HERE), load(two, view, index, HERE)))
                .isFalse();
    }
}
