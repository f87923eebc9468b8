package org.sporos.internal.run;

/**
 * A line that a work item has printed, not yet formatted. Immutable.
 *
 * @param node the number of its node, the first sort key
 * @param i the first index of the work item, or the rank of its team; 0 if it has none
 * @param j the second index, or the rank of the member in its team
 * @param k the third index
 * @param l the fourth index
 * @param format the text with a placeholder for each value
 * @param doubles a bit for each value that is a double, the lowest for the first
 * @param first the first value: a long, or the raw bits of a double
 * @param second the second value
 * @param third the third value
 */
public record PrintedLine(
        int node, long i, long j, long k, long l, String format, int doubles, long first, long second, long third) {
    /** The placeholder of a value in a format. */
    public static final String PLACEHOLDER = "{}";

    /** The most indexes of a line. */
    public static final int MOST_INDEXES = 4;

    /** The most values of a line. */
    public static final int MOST_VALUES = 3;

    /** Returns the number of placeholders in a format. */
    public static int placeholders(String format) {
        int count = 0;
        for (int at = format.indexOf(PLACEHOLDER); at >= 0; at = format.indexOf(PLACEHOLDER, at + 2)) {
            count++;
        }
        return count;
    }

    /** Returns the formatted line. */
    public String text() {
        long[] values = {first, second, third};
        StringBuilder text = new StringBuilder();
        int from = 0;
        int value = 0;
        for (int at = format.indexOf(PLACEHOLDER); at >= 0; at = format.indexOf(PLACEHOLDER, from)) {
            text.append(format, from, at);
            boolean isDouble = (doubles >> value & 1) != 0;
            text.append(isDouble ? (Object) Double.longBitsToDouble(values[value]) : (Object) values[value]);
            value++;
            from = at + PLACEHOLDER.length();
        }
        return text.append(format, from, format.length()).toString();
    }
}
