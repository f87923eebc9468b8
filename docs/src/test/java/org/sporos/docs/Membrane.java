package org.sporos.docs;

// snippet: tutorial-membrane
import static org.sporos.reduce.Reducers.Sum;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.DoubleParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/** A square membrane that a source shakes for a while: its waves as pictures, and its energy. */
public final class Membrane {
    private static final int N = 257;
    private static final double DX = 1.0 / (N - 1);
    private static final double R = 0.5;
    private static final double DT = R * DX;

    /** Writes a picture every ten steps into the folder that is named. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args.length == 0 ? "membrane" : args[0]));
        DoubleParam push = DoubleParam.of("push", 0);
        try (ExecutionSpace space = ExecutionSpaces.open();
                ViewRing<DoubleView> levels = ViewRing.of(2, j -> DoubleView.of("u" + j, space, N, N));
                DoubleView energy = DoubleView.of("energy", space);
                ExecutableGraph step = step(levels, push, energy).instantiate(space)) {
            for (int k = 0; k < 400; k++) {
                push.set(k < 150 ? 0.015 * StrictMath.sin(2 * Math.PI * k / 50) : 0);
                step.submit();
                if (k % 10 == 9) {
                    write(levels.level(0).toArray(), folder.resolve(String.format("frame-%03d.png", k / 10)));
                }
                if (k % 100 == 99) {
                    System.out.printf(Locale.ROOT, "t = %.3f: energy %.6f%n", (k + 1) * DT, energy.read());
                }
            }
        }
    }

    static Graph step(ViewRing<DoubleView> levels, DoubleParam push, DoubleView energy) {
        DoubleView now = levels.level(0);
        DoubleView before = levels.level(1);
        MDRangePolicy inside = MDRangePolicy.of(N, N).interior(1);
        MDRangePolicy all = MDRangePolicy.of(N - 1, N - 1);
        return Graph.define("step", root -> {
            root.thenParallelFor(
                            "move",
                            inside,
                            (i, j) -> before.set(i, j, next(now, before, i, j) + source(i, j, push.get())))
                    .thenAdvance("turn", levels)
                    .thenParallelReduce("energy", all, Sum.into(energy, (i, j) -> energy(before, now, i, j)));
        });
    }

    static double next(DoubleView now, DoubleView before, int i, int j) {
        double here = now.get(i, j);
        double around = now.get(i - 1, j) + now.get(i + 1, j) + now.get(i, j - 1) + now.get(i, j + 1);
        return 2 * here - before.get(i, j) + R * R * (around - 4 * here);
    }

    /** A round spot that is pushed: its edge is soft, so that the waves are smooth. */
    static double source(int i, int j, double push) {
        double x = i * DX - 0.35;
        double y = j * DX - 0.4;
        return push * Math.max(0, 1 - 400 * (x * x + y * y));
    }

    static double energy(DoubleView a, DoubleView b, int i, int j) {
        double speed = (b.get(i, j) - a.get(i, j)) / DT;
        double down = (a.get(i + 1, j) - a.get(i, j)) / DX * ((b.get(i + 1, j) - b.get(i, j)) / DX);
        double right = (a.get(i, j + 1) - a.get(i, j)) / DX * ((b.get(i, j + 1) - b.get(i, j)) / DX);
        return DX * DX * (speed * speed + down + right) / 2;
    }

    static void write(double[] u, Path file) throws IOException {
        BufferedImage image = new BufferedImage(N, N, BufferedImage.TYPE_INT_RGB);
        for (int at = 0; at < u.length; at++) {
            image.setRGB(at / N, N - 1 - at % N, colour(u[at]));
        }
        ImageIO.write(image, "png", file.toFile());
    }

    /** Red where the membrane is up, blue where it is down, white where it is flat. */
    static int colour(double u) {
        int pale = 255 - (int) Math.min(255, 255 * Math.abs(u));
        return u > 0 ? 0xff0000 | pale << 8 | pale : pale << 16 | pale << 8 | 0xff;
    }
}
// end
