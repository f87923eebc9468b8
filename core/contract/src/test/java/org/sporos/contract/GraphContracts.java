package org.sporos.contract;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.sporos.graph.CaptureBody;
import org.sporos.view.IntView;

/** The contract tests of graphs: order, streams, events, memory, control flow, failures and what tools say of them. */
public abstract class GraphContracts extends ContractSuite {
    /** Returns native calls that fill a view on the captured stream, if this backend has such. */
    protected @Nullable CaptureBody nativeFill(IntView view, int value) {
        return null;
    }

    @Nested
    class ChangingRuns extends ChangingRunsContract {}

    @Nested
    class Rebinding extends RebindContract {}

    @Nested
    class Updates extends UpdateContract {}

    @Nested
    class Stripped extends StrippedContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Switches extends SwitchContract {}

    @Nested
    class Eager extends EagerContract {}

    @Nested
    class Submissions extends SubmissionContract {}

    @Nested
    class Recorded extends RecordingContract {}

    @Nested
    class Copy extends CopyContract {}

    @Nested
    class HostNode extends HostNodeContract {}

    @Nested
    class Communicators extends CommunicatorContract {}

    @Nested
    class NestedGraph extends NestedGraphContract {}

    @Nested
    class ControlFlow extends ControlFlowContract {}

    @Nested
    class GraphMemory extends GraphMemoryContract {}

    @Nested
    class Event extends EventContract {}

    @Nested
    class Param extends ParamContract {}

    @Nested
    class Rings extends RingContract {}

    @Nested
    class RingBodies extends RingBodyContract {}

    @Nested
    class RecordRings extends RecordRingContract {}

    @Nested
    class RingErrors extends RingErrorContract {}

    @Nested
    class Stream extends StreamContract {}

    @Nested
    class Closing extends CloseContract {}

    @Nested
    class Label extends LabelContract {}

    @Nested
    class EagerOrder extends EagerOrderContract {}

    @Nested
    class MemoryModel extends MemoryModelContract {}

    @Nested
    class Failure extends FailureContract {}

    @Nested
    class WrongUse extends WrongUseContract {}

    @Nested
    class LargeGraph extends LargeGraphContract {}

    @Nested
    class MemoryPlans extends MemoryPlanContract {}

    @Nested
    class PlainJava extends ReferenceContract {}

    @Nested
    class Verify extends VerifyContract {}

    @Nested
    class Capture extends CaptureContract {
        @Override
        CaptureBody nativeFill(IntView view, int value) {
            return GraphContracts.this.nativeFill(view, value);
        }
    }

    @Nested
    class Listened extends InstantiationListenerContract {}

    @Nested
    class Shares extends NodeShareContract {}

    @Nested
    class Profiled extends ProfileContract {}

    @Nested
    class Soak extends SoakContract {}

    @Nested
    class Sweeps extends SweepContract {}
}
