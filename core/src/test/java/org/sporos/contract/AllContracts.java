package org.sporos.contract;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.sporos.graph.CaptureBody;
import org.sporos.view.IntView;

/**
 * All contract tests. A backend extends it with a class that says which spaces they run on:
 *
 * <pre>{@code
 * @ParameterizedClass
 * @MethodSource("spaces")
 * final class HostContractTest extends AllContracts {
 *     static Stream<String> spaces() {
 *         return Spaces.named("host,threads=1", "host,threads=3");
 *     }
 * }
 * }</pre>
 */
public abstract class AllContracts {
    @Parameter
    String spec;

    /** Returns native calls that fill a view on the captured stream, if this backend has such. */
    protected @Nullable CaptureBody nativeFill(IntView view, int value) {
        return null;
    }

    @AfterParameterizedClassInvocation
    static void closeSpaces() {
        if (!Contract.isHung()) {
            Spaces.closeShared();
        }
    }

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
    class IndexSets extends IndexSetContract {
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
    class LiveRanges extends LiveRangeContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class ChangingRuns extends ChangingRunsContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Switches extends SwitchContract {
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
    class Eager extends EagerContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Submissions extends SubmissionContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Recorded extends RecordingContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Copy extends CopyContract {
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
    class HostNode extends HostNodeContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Communicators extends CommunicatorContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class NestedGraph extends NestedGraphContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class ControlFlow extends ControlFlowContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class GraphMemory extends GraphMemoryContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Event extends EventContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Param extends ParamContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Stream extends StreamContract {
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
    class Label extends LabelContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class EagerOrder extends EagerOrderContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class MemoryModel extends MemoryModelContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Failure extends FailureContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class WrongUse extends WrongUseContract {
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
    class ViewArrays extends ViewArrayContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class LargeGraph extends LargeGraphContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Verify extends VerifyContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class RandomGraph extends RandomGraphContract {
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
    class Capture extends CaptureContract {
        @Override
        String spec() {
            return spec;
        }

        @Override
        CaptureBody nativeFill(IntView view, int value) {
            return AllContracts.this.nativeFill(view, value);
        }
    }

    @Nested
    class Profiled extends ProfileContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Soak extends SoakContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Sweeps extends SweepContract {
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
}
