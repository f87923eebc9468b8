package org.sporos.run;

/**
 * An exception by which this library itself refuses something inside of a run. Its type carries the code of the failure, so
 * that no text that a user throws is ever taken for a code. For backends.
 */
public sealed interface RunRefusal {

    /** Returns its code, such as {@code R305}. */
    String code();

    /** Returns its text without the code. */
    String what();

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
    final class RefusedCall extends IllegalStateException implements RunRefusal {
        private static final long serialVersionUID = 1L;

        private final String code;
        private final String what;

        private RefusedCall(String code, String what) {
            super(code + ": " + what);
            this.code = code;
            this.what = what;
        }

        @Override
        public String code() {
            return code;
        }

        @Override
        public String what() {
            return what;
        }
    }

    /** An argument that is not allowed. */
    final class RefusedArgument extends IllegalArgumentException implements RunRefusal {
        private static final long serialVersionUID = 1L;

        private final String code;
        private final String what;

        private RefusedArgument(String code, String what) {
            super(code + ": " + what);
            this.code = code;
            this.what = what;
        }

        @Override
        public String code() {
            return code;
        }

        @Override
        public String what() {
            return what;
        }
    }

    /** An index that is outside. */
    final class RefusedIndex extends IndexOutOfBoundsException implements RunRefusal {
        private static final long serialVersionUID = 1L;

        private final String code;
        private final String what;

        private RefusedIndex(String code, String what) {
            super(code + ": " + what);
            this.code = code;
            this.what = what;
        }

        @Override
        public String code() {
            return code;
        }

        @Override
        public String what() {
            return what;
        }
    }
}
