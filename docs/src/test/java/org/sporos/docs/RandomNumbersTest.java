package org.sporos.docs;

import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.param.LongParam;
import org.sporos.policy.RangePolicy;
import org.sporos.random.Direction;
import org.sporos.random.Distributions;
import org.sporos.random.Philox;
import org.sporos.view.DoubleView;

/** The page on random numbers. */
final class RandomNumbersTest extends OnASpace {

    @Test
    void monte_carlo() {
        // snippet: random-pi
        DoubleView inside = DoubleView.of("inside", space);
        int points = 1_000_000;
        long seed = 42;
        Graph pi = Graph.define("pi", root -> {
            root.thenParallelReduce("count", RangePolicy.of(points), Sum.into(inside, i -> {
                double x = Distributions.uniform(Philox.bits(seed, 0, i));
                double y = Distributions.uniform(Philox.bits(seed, 1, i));
                return x * x + y * y < 1 ? 1 : 0;
            }));
        });
        run(pi);
        System.out.println(4 * inside.read() / points);
        // end
    }

    @Test
    void walk() {
        // snippet: random-walk
        int walkers = 10_000;
        DoubleView x = DoubleView.of("x", space, walkers);
        LongParam step = LongParam.of("step", 0);
        Graph walk = Graph.define("walk", root -> {
            root.thenParallelFor("step", RangePolicy.of(walkers), w -> {
                Direction d = Distributions.direction(Philox.bits(2026, w, step.get()));
                x.set(w, x.get(w) + d.x());
            });
        });
        // end
        run(walk);
    }
}
