package org.sporos.error;

/**
 * An exception of the library with a stable code. The page "Error codes" has a section for each; programs compare the
 * code, never the message. An exception without a code is a bug of the library ({@link InternalException}) or comes
 * from user code.
 *
 * <pre>{@code
 * try {
 *     space = ExecutionSpaces.open("cuda");
 * } catch (IllegalStateException e) {
 *     if (!(e instanceof Coded coded && coded.code().equals("S211"))) {
 *         throw e;
 *     }
 *     space = ExecutionSpaces.open("host");
 * }
 * }</pre>
 */
public interface Coded {

    /** Returns the code, a letter and three digits, such as {@code S211}. */
    String code();

    /** Returns the message, which begins with the code. */
    String getMessage();
}
