package org.sporos.kernel.ir;

/**
 * A Java array with a snapshot in a kernel's table.
 *
 * @param array the table
 * @param source the user's array, which may have changed since
 */
public record TableRef(LocalArray array, Object source) {

    /**
     * Returns the indexes of the first changed element, as in {@code [2]} or {@code [2][1]}, or the empty string,
     * without allocation.
     */
    public String changed() {
        ConstantTable table = array.contents();
        int at = table.firstDifference(source);
        if (at < 0) {
            return "";
        }
        int columns = table.columns();
        return columns == 0 ? "[" + at + "]" : "[" + at / columns + "][" + at % columns + "]";
    }
}
