package org.sporos.kernel.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.error.InternalException;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.policy.RangeBody;
import org.sporos.policy.TeamBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Kernels with a violation are named, with the violation. */
class VerifierTest {
    private static final IntView OUT = IntView.of("out", MemorySpace.host(), 8);

    private static final RangeBody BRANCHES = i -> {
        if (i > 3) {
            OUT.set(i, i * 2);
        } else {
            OUT.set(0, i * 3);
        }
    };

    private static Kernel with(Kernel kernel, Block changed) {
        List<Block> blocks = new ArrayList<>(kernel.body().blocks());
        blocks.set(changed.id(), changed);
        return kernel.with(blocks, Type.VOID, kernel.valueCount());
    }

    private static Block with(Block block, List<Instruction> instructions) {
        return new Block(block.id(), block.arguments(), instructions, block.terminator());
    }

    @Test
    void a_lifted_kernel_has_no_violations_also_where_regions_use_values_around_them() {
        assertThat(Verifier.violations(Lifting.lift("body", BRANCHES))).isEmpty();
        TeamBody team = member -> {
            int league = member.leagueRank();
            member.parallelFor(4, k -> OUT.set(k, league + k));
        };
        assertThat(Verifier.violations(Lifting.lift("team", team))).isEmpty();
    }

    @Test
    void a_use_before_its_definition_is_a_violation() {
        Kernel kernel = Lifting.lift("body", (RangeBody) i -> OUT.set(i, i * i));
        Block entry = kernel.body().entry();
        Kernel violationed = with(kernel, with(entry, Lists.reverse(entry.instructions())));
        assertThat(Verifier.violations(violationed))
                .hasSize(1)
                .first()
                .asString()
                .contains("which is not defined there");
        assertThatThrownBy(() -> Verifier.verified(violationed))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("malformed");
    }

    @Test
    void a_use_that_its_definition_does_not_dominate_is_a_violation() {
        Kernel kernel = Lifting.lift("body", BRANCHES);
        Block then = kernel.body().block(1);
        Block otherwise = kernel.body().block(2);
        Instruction product = then.instructions().stream()
                .filter(at -> at.op() == Binary.MUL)
                .findFirst()
                .orElseThrow();
        List<Instruction> changed = new ArrayList<>(otherwise.instructions());
        Instruction store = changed.remove(changed.size() - 1);
        changed.add(new Instruction(
                store.id(),
                store.type(),
                "",
                store.position(),
                store.op(),
                List.of(store.operand(0), product),
                List.of()));
        assertThat(Verifier.violations(with(kernel, with(otherwise, changed))))
                .singleElement()
                .asString()
                .contains(product.toString());
    }
}
