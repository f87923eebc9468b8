package org.sporos.samples.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.sporos.samples.StabilitySweep;
import org.sporos.samples.StabilitySweep.Outcome;
import org.sporos.samples.StabilitySweep.Rod;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.sweep.Sweep;
import org.sporos.sweep.SweepCase;
import org.sporos.sweep.SweepFunction;
import org.sporos.sweep.SweepTable;

/** The function of {@link StabilitySweep} as tasks of Spark, in this JVM; its table is that of the library's sweep. */
public final class SparkSweep {
    private static final String SPACE = "host,threads=1";

    private SparkSweep() {}

    /** Runs it: the Spark master, by default {@code local[2]}. */
    public static void main(String... args) {
        String master = args.length == 0 ? "local[2]" : args[0];
        SweepFunction<Rod, Outcome> function = StabilitySweep::outcome;
        List<Rod> cases = StabilitySweep.cases();
        SweepTable<Rod, Outcome> table = onSpark(master, function, cases);
        System.out.print(table);
        SweepTable<Rod, Outcome> here =
                Sweep.of("stability", function).on(SPACE, 2).run(cases);
        boolean same = table.toCsv().equals(here.toCsv());
        System.out.println(same ? "the same table as without Spark" : "WRONG: another table than without Spark");
        if (!same) {
            System.exit(1);
        }
    }

    static SweepTable<Rod, Outcome> onSpark(String master, SweepFunction<Rod, Outcome> function, List<Rod> cases) {
        SparkConf conf = new SparkConf().setAppName("stability").setMaster(master).set("spark.ui.enabled", "false");
        List<Integer> indexes = new ArrayList<>();
        cases.forEach(one -> indexes.add(indexes.size()));
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            spark.setLogLevel("WARN");
            List<SweepCase<Rod, Outcome>> rows = spark.parallelize(indexes)
                    .mapPartitions(part -> rows(part, function, cases))
                    .collect();
            return SweepTable.of("stability", rows);
        }
    }

    /** A space is not serializable: each partition opens its own. */
    private static Iterator<SweepCase<Rod, Outcome>> rows(
            Iterator<Integer> indexes, SweepFunction<Rod, Outcome> function, List<Rod> cases) {
        List<SweepCase<Rod, Outcome>> rows = new ArrayList<>();
        try (ExecutionSpace space = ExecutionSpaces.open(SPACE)) {
            indexes.forEachRemaining(k -> rows.add(SweepCase.run(k, cases.get(k), function, space)));
        }
        return rows.iterator();
    }
}
