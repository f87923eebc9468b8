package org.sporos.kernel.analysis.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.IrInterpreter;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;

class ZooProofsTest {

    @Test
    void most_operations_and_accesses_of_the_named_kernels_are_proven() {
        int operations = 0;
        int exact = 0;
        int accesses = 0;
        int inBounds = 0;
        for (NamedKernel named : Zoo.all()) {
            NamedKernel.Instance instance = named.fresh();
            Kernel kernel = Lifting.lift(named.name(), instance.body());
            Proofs proofs = IntervalAnalysis.of(kernel, Binding.of(kernel), Lifting.launch(instance.policy()));
            System.out.println(named + ": " + proofs.count());
            Set<Value> data = new DataValues(kernel).values();
            for (Instruction i : DataValues.instructions(kernel.body())) {
                // Numbers that come from memory or from casts of floats can be anything.
                if (ProofCount.canOverflow(i) && proofs.isReached(i) && !data.contains(i)) {
                    operations++;
                    exact += proofs.isExact(i) ? 1 : 0;
                }
            }
            accesses += proofs.count().accesses();
            inBounds += proofs.count().inBounds();
        }
        System.out.printf("zoo: %d of %d exact, %d of %d in bounds%n", exact, operations, inBounds, accesses);
        assertThat(exact).isGreaterThanOrEqualTo(operations * 130 / 184);
        assertThat(inBounds).isGreaterThanOrEqualTo(accesses * 152 / 166);
    }

    @Test
    void every_value_of_the_named_kernels_is_in_its_interval() {
        for (NamedKernel named : Zoo.all()) {
            NamedKernel.Instance instance = named.fresh();
            Kernel kernel = Lifting.lift(named.name(), instance.body());
            Proofs proofs = IntervalAnalysis.of(kernel, Binding.of(kernel), Lifting.launch(instance.policy()));
            IrInterpreter.run(kernel, instance, (value, computed) -> {
                if (value instanceof Instruction instruction) {
                    assertThat(proofs.isReached(instruction))
                            .as("%s %s", named, value)
                            .isTrue();
                }
                if (computed instanceof Integer || computed instanceof Long || computed instanceof Boolean) {
                    long number = computed instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) computed).longValue();
                    assertThat(proofs.interval(value).contains(number))
                            .as("%s: %s is %s, not in %s", named, value, number, proofs.interval(value))
                            .isTrue();
                }
            });
        }
    }
}
