package org.sporos.kernel.ir;

/**
 * A Java array whose contents a kernel holds as a table.
 *
 * @param array the table
 * @param source the array of the user, which may have changed since
 */
public record TableRef(LocalArray array, Object source) {

    /**
     * Returns the first element that has changed since the table was made, as in {@code [2]} or {@code [2][1]}, or the
     * empty string. Allocates nothing where none has.
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
