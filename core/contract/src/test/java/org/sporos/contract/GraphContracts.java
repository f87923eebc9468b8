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
    class ChangingRuns extends ChangingRunsContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Rebinding extends RebindContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Updates extends UpdateContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Stripped extends StrippedContract {
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
    class Rings extends RingContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class RingBodies extends RingBodyContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class RecordRings extends RecordRingContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class RingErrors extends RingErrorContract {
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
    class Closing extends CloseContract {
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
    class LargeGraph extends LargeGraphContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class MemoryPlans extends MemoryPlanContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class PlainJava extends ReferenceContract {
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
    class Capture extends CaptureContract {
        @Override
        String spec() {
            return spec;
        }

        @Override
        CaptureBody nativeFill(IntView view, int value) {
            return GraphContracts.this.nativeFill(view, value);
        }
    }

    @Nested
    class Listened extends InstantiationListenerContract {
        @Override
        String spec() {
            return spec;
        }
    }

    @Nested
    class Shares extends NodeShareContract {
        @Override
        String spec() {
            return spec;
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
}
