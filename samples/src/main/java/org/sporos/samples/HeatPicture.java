package org.sporos.samples;

import java.util.List;
import java.util.Locale;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Picture;

/** A square plate at some times; logarithmic colours show the little that is left in the end, too. */
final class HeatPicture {
    private static final double COLDEST = 0.01;
    private static final double HOTTEST = 4;

    private HeatPicture() {}

    /** Returns the picture of the plate, with its frames side by side. */
    static Picture of(List<Frame> frames) {
        int points = (int) Math.round(Math.sqrt(frames.get(0).heat().length));
        FieldPlot plot = new FieldPlot("x / edge", "y / edge", "temperature u")
                .title("Hot spots on a plate with cold edges")
                .logRange(COLDEST, HOTTEST);
        for (Frame frame : frames) {
            String time = String.format(Locale.ROOT, "time %.4f edge²/κ", frame.time());
            plot.panel(time, points, points, (i, j) -> frame.heat()[i * points + j]);
        }
        return plot.draw();
    }

    /**
     * The plate at a time.
     *
     * @param heat the temperatures, by x and then by y
     */
    record Frame(double time, double[] heat) {}
}
