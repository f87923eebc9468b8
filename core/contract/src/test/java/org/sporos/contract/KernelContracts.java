package org.sporos.contract;

import org.junit.jupiter.api.Nested;

/** The contract tests of what kernels compute: loops, reductions, scans and teams, whatever graph they stand in. */
public abstract class KernelContracts extends ContractSuite {
    @Nested
    class NativeNodes extends NativeNodesContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class ParallelFor extends ParallelForContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Boundaries extends BoundariesContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class RankFour extends RankFourContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class IndexSets extends IndexSetContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class DistinctWriters extends DisjointWritesContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Atomics extends AtomicsContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Prints extends PrintContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class DynamicRanges extends DynamicRangeContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class LivePolicies extends DynamicPolicyContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Reduce extends ReduceContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class OperatorOrder extends OperatorOrderContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Scan extends ScanContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Team extends TeamContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Vector extends VectorContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class VectorOrder extends VectorOrderContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class TeamScan extends TeamScanContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Elements extends ElementsContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class WorkItem extends WorkItemContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class NamedKernels extends NamedKernelContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class StrictMath extends StrictMathContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Arithmetic extends ArithmeticContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class LocalArrays extends LocalArrayContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class ConstantTables extends ConstantTableContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class EmptyAlgorithms extends EmptyAlgorithmContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Records extends RecordContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class InterleavedRecords extends InterleavedRecordContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class RecordScans extends RecordScanContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class RecordReductions extends RecordReductionContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class ViewArrays extends ViewArrayContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class RangeEnds extends RangeEndsContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Merged extends MergingContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Phases extends PhasesContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Loops extends PersistentLoopsContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Waves extends WaveLoopsContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class RandomNumbers extends RandomNumbersContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Algorithms extends AlgorithmContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Segments extends SegmentContract {
        @Override
        String spec() {
            return spec;
        }
    }
}
