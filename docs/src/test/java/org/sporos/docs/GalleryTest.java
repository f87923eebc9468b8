package org.sporos.docs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.samples.BeltramiFlow;
import org.sporos.samples.ConeBeamCt;
import org.sporos.samples.CylinderWake;
import org.sporos.samples.LennardJonesLiquid;
import org.sporos.samples.LidCavity;
import org.sporos.samples.Multigrid;
import org.sporos.samples.SedovBlast;

/** The numbers of the gallery are those that the samples report in their usual sizes. */
@Tag("full")
@ShownOnPages
final class GalleryTest {

    private interface Sample {
        void main(String... args) throws IOException;
    }

    @Test
    void wake() throws IOException {
        report(CylinderWake::main);
    }

    @Test
    void cavity() throws IOException {
        report(LidCavity::main);
    }

    @Test
    void blast() throws IOException {
        report(SedovBlast::main);
    }

    @Test
    void liquid() throws IOException {
        report(LennardJonesLiquid::main);
    }

    @Test
    void tomography() throws IOException {
        report(ConeBeamCt::main);
    }

    @Test
    void poisson() throws IOException {
        report(Multigrid::main);
    }

    @Test
    void vortices() throws IOException {
        report(BeltramiFlow::main);
    }

    /** Prints the report of a sample without the machine, the times and the files. */
    private static void report(Sample sample) throws IOException {
        PrintStream shown = System.out;
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        System.setOut(new PrintStream(report, true, StandardCharsets.UTF_8));
        try {
            sample.main("--space=host");
        } finally {
            System.setOut(shown);
        }
        report.toString(StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .map(line -> line.substring(2))
                .filter(line -> !line.startsWith("time") && !line.startsWith("file"))
                .forEach(System.out::println);
    }
}
