package org.sporos.internal.error;

import org.sporos.error.Coded;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedIndexException;
import org.sporos.error.CodedStateException;

/**
 * An exception by which the library itself refuses an operation inside of a run. Its type carries the code, so that no
 * message of a user's exception is ever parsed for one.
 */
public sealed interface RunRefusal extends Coded {

    /** Returns its message without the code. */
    default String what() {
        return getMessage().substring(code().length() + 2);
    }

    /** Returns the refusal of a call in an invalid context. */
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

    /** A call in an invalid context. */
    final class RefusedCall extends CodedStateException implements RunRefusal {
        private static final long serialVersionUID = 1L;

        private RefusedCall(String code, String what) {
            super(code, what);
        }

        @Override
        public String toString() {
            return CodedStateException.class.getName() + ": " + getMessage();
        }
    }

    /** An invalid argument. */
    final class RefusedArgument extends CodedArgumentException implements RunRefusal {
        private static final long serialVersionUID = 1L;

        private RefusedArgument(String code, String what) {
            super(code, what);
        }

        @Override
        public String toString() {
            return CodedArgumentException.class.getName() + ": " + getMessage();
        }
    }

    /** An index out of bounds. */
    final class RefusedIndex extends CodedIndexException implements RunRefusal {
        private static final long serialVersionUID = 1L;

        private RefusedIndex(String code, String what) {
            super(code, what);
        }

        @Override
        public String toString() {
            return CodedIndexException.class.getName() + ": " + getMessage();
        }
    }
}
