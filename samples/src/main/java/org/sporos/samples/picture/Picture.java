package org.sporos.samples.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.sporos.samples.picture.Canvas.Style;

/**
 * A picture as SVG: text in the reader's fonts, dark colours on dark pages, an animation if it has more than one frame.
 * Without {@code java.desktop}, so that runtimes without it make the same pictures.
 */
public final class Picture {
    private final int width;
    private final int height;
    private final String title;
    private final List<String> frames;
    private final int milliseconds;

    private Picture(int width, int height, String title, List<String> frames, int milliseconds) {
        this.width = width;
        this.height = height;
        this.title = title;
        this.frames = frames;
        this.milliseconds = milliseconds;
    }

    static Picture of(int width, int height, String title, Canvas canvas) {
        return new Picture(width, height, title, List.of(canvas.elements()), 0);
    }

    /**
     * Returns an animation that repeats forever. A reader that cannot show one shows its first frame.
     *
     * @param milliseconds each frame is shown for
     * @throws IllegalArgumentException if there is no frame, or their sizes differ
     */
    public static Picture animation(List<Picture> frames, int milliseconds) {
        if (frames.isEmpty()) {
            throw new IllegalArgumentException("an animation without a frame; give at least one");
        }
        Picture first = frames.get(0);
        for (int f = 1; f < frames.size(); f++) {
            Picture frame = frames.get(f);
            if (frame.width != first.width || frame.height != first.height) {
                throw new IllegalArgumentException("frame " + f + " is " + frame.width + " x " + frame.height
                        + " and the first one " + first.width + " x " + first.height + "; give frames of one size");
            }
        }
        List<String> all =
                frames.stream().flatMap(frame -> frame.frames.stream()).toList();
        return new Picture(first.width, first.height, first.title, all, milliseconds);
    }

    /** Returns the number of frames, 1 for a picture that does not move. */
    public int frames() {
        return frames.size();
    }

    /** Writes a file, and the folders above it. */
    public void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, svg());
    }

    /** Returns the text of an {@code .svg} file. */
    public String svg() {
        StringBuilder out = new StringBuilder();
        out.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
                width,
                height,
                width,
                height));
        out.append("<title>").append(Canvas.escape(title)).append("</title>\n<style>\n");
        out.append(Style.sheet());
        if (frames.size() > 1) {
            out.append(motion());
        }
        out.append("</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
        for (int f = 0; f < frames.size(); f++) {
            out.append(frames.size() > 1 ? begin(f) : "");
            out.append(frames.get(f));
            out.append(frames.size() > 1 ? "</g>\n" : "");
        }
        return out.append("</svg>\n").toString();
    }

    private String motion() {
        return String.format(Locale.ROOT, """
                .frame{animation:turn %dms step-end infinite}
                .later{visibility:hidden}
                @keyframes turn{0%%{visibility:visible}%.4f%%{visibility:hidden}}
                @media (prefers-reduced-motion:reduce){.frame{animation:none}}
                """, milliseconds * frames.size(), 100.0 / frames.size());
    }

    private String begin(int frame) {
        String style = frame == 0 ? "frame" : "frame later";
        return "<g class=\"" + style + "\" style=\"animation-delay:" + milliseconds * frame + "ms\">\n";
    }
}
