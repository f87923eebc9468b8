package org.sporos.contract;

import org.junit.jupiter.api.Nested;

/** The contract tests of what kernels compute: loops, reductions, scans and teams, whatever graph they stand in. */
public abstract class KernelContracts extends ContractSuite {
    @Nested
    class NativeNodes extends NativeNodesContract {}

    @Nested
    class ParallelFor extends ParallelForContract {}

    @Nested
    class Boundaries extends BoundariesContract {}

    @Nested
    class RankFour extends RankFourContract {}

    @Nested
    class IndexSets extends IndexSetContract {}

    @Nested
    class DistinctWriters extends DisjointWritesContract {}

    @Nested
    class Atomics extends AtomicsContract {}

    @Nested
    class Prints extends PrintContract {}

    @Nested
    class DynamicRanges extends DynamicRangeContract {}

    @Nested
    class LivePolicies extends DynamicPolicyContract {}

    @Nested
    class Reduce extends ReduceContract {}

    @Nested
    class OperatorOrder extends OperatorOrderContract {}

    @Nested
    class Scan extends ScanContract {}

    @Nested
    class Team extends TeamContract {}

    @Nested
    class Vector extends VectorContract {}

    @Nested
    class VectorOrder extends VectorOrderContract {}

    @Nested
    class DeviceScratch extends DeviceScratchContract {}

    @Nested
    class TeamScan extends TeamScanContract {}

    @Nested
    class Elements extends ElementsContract {}

    @Nested
    class WorkItem extends WorkItemContract {}

    @Nested
    class NamedKernels extends NamedKernelContract {}

    @Nested
    class StrictMath extends StrictMathContract {}

    @Nested
    class Arithmetic extends ArithmeticContract {}

    @Nested
    class LocalArrays extends LocalArrayContract {}

    @Nested
    class ConstantTables extends ConstantTableContract {}

    @Nested
    class EmptyAlgorithms extends EmptyAlgorithmContract {}

    @Nested
    class Records extends RecordContract {}

    @Nested
    class InterleavedRecords extends InterleavedRecordContract {}

    @Nested
    class RecordScans extends RecordScanContract {}

    @Nested
    class RecordReductions extends RecordReductionContract {}

    @Nested
    class ViewArrays extends ViewArrayContract {}

    @Nested
    class RangeEnds extends RangeEndsContract {}

    @Nested
    class Merged extends MergingContract {}

    @Nested
    class Phases extends PhasesContract {}

    @Nested
    class Loops extends PersistentLoopsContract {}

    @Nested
    class Waves extends WaveLoopsContract {}

    @Nested
    class RandomNumbers extends RandomNumbersContract {}

    @Nested
    class Sorts extends SortContract {}

    @Nested
    class Algorithms extends AlgorithmContract {}

    @Nested
    class Segments extends SegmentContract {}
}
