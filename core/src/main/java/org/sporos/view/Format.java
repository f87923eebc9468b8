package org.sporos.view;

/** The text of a host-accessible view's elements. */
final class Format {
    private final View view;
    private final StringBuilder text = new StringBuilder();
    private int left;

    private Format(View view, int most) {
        this.view = view;
        this.left = most;
    }

    static String of(View view, int most) {
        Format format = new Format(view, most);
        format.write(0, new long[Shape.MAX_RANK]);
        return format.text.toString();
    }

    private void write(int d, long[] index) {
        if (d == view.rank()) {
            left--;
            text.append(element(index));
            return;
        }
        text.append('[');
        for (long i = 0; i < view.extent(d); i++) {
            text.append(i == 0 ? "" : d == view.rank() - 1 ? ", " : ",\n" + " ".repeat(d + 1));
            if (left == 0) {
                text.append("...");
                break;
            }
            index[d] = i;
            write(d + 1, index);
        }
        text.append(']');
    }

    private String element(long[] index) {
        return view.allocation()
                .value(view.position(view.rank(), index[0], index[1], index[2], index[3]))
                .toString();
    }
}
