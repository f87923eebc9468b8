package org.sporos.error;

/**
 * An exception that the library throws with a stable code. The page "Error codes" has a section for each; a program
 * that reacts to one compares the code, never the message. What has no code is a bug of the library
 * ({@link InternalException}) or was thrown by the user's own code.
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
