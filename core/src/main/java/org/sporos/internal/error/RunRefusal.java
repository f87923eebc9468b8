package org.sporos.internal.error;

import org.sporos.error.Coded;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedIndexException;
import org.sporos.error.CodedStateException;

/**
 * An exception by which this library itself refuses something inside of a run. Its type carries the code of the
 * failure, so that no text that a user throws is ever taken for a code.
 */
public sealed interface RunRefusal extends Coded {

    /** Returns its text without the code. */
    default String what() {
        return getMessage().substring(code().length() + 2);
    }

    /** Returns the refusal of a call that is not allowed where it is made. */
    static IllegalStateException ofCall(String code, String what) {
        return new RefusedCall(code, what);
    }

    /** Returns the refusal of an argument. */
    static IllegalArgumentException ofArgument(String code, String what) {
        return new RefusedArgument(code, what);
    }

    /** Returns the refusal of an index. */
    static IndexOutOfBoundsException ofIndex(String code, String what) {
        return new RefusedIndex(code, what);
    }

    /** A call that is not allowed where it is made. */
    final class RefusedCall extends CodedStateException implements RunRefusal {
        private static final long serialVersionUID = 1L;

        private RefusedCall(String code, String what) {
            super(code, what);
        }
    }

    /** An argument that is not allowed. */
    final class RefusedArgument extends CodedArgumentException implements RunRefusal {
        private static final long serialVersionUID = 1L;

        private RefusedArgument(String code, String what) {
            super(code, what);
        }
    }

    /** An index that is outside. */
    final class RefusedIndex extends CodedIndexException implements RunRefusal {
        private static final long serialVersionUID = 1L;

        private RefusedIndex(String code, String what) {
            super(code, what);
        }
    }
}
