package org.sporos.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.sporos.render.ByteChart.Band;
import org.sporos.render.ByteChart.Box;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Pictures of memory, read back as XML. */
class ByteChartTest {
    private static final double HEIGHT = 420;
    private static final double WIDTH = 1040;

    private static Document read(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<Element> rectangles(Document svg, boolean areBands) {
        NodeList all = svg.getElementsByTagName("rect");
        List<Element> found = new ArrayList<>();
        for (int k = 0; k < all.getLength(); k++) {
            Element at = (Element) all.item(k);
            if (at.getAttribute("class").equals("b") == areBands) {
                found.add(at);
            }
        }
        return found;
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    @Test
    void bands_fill_the_height_and_boxes_lie_in_their_bands() throws Exception {
        Random random = new Random(5);
        for (int round = 0; round < 30; round++) {
            int steps = 1 + random.nextInt(40);
            List<Band> bands = new ArrayList<>();
            for (int b = random.nextInt(6); b >= 0; b--) {
                long bytes = 1 + random.nextInt(1 << random.nextInt(30));
                int begin = random.nextInt(steps);
                Box box = new Box("box", begin, begin + 1 + random.nextInt(steps - begin), bytes / 2 + 1);
                bands.add(new Band(random.nextBoolean(), bytes, List.of(box)));
            }
            Document svg = read(ByteChart.of("memory", Collections.nCopies(steps, "step"), bands));
            double bottom = HEIGHT;
            for (int b = 0; b < bands.size(); b++) {
                Element band = rectangles(svg, true).get(b);
                Element box = rectangles(svg, false).get(b);
                double height = number(band, "height");
                assertThat(number(band, "y") + height).isCloseTo(bottom, within(0.1));
                assertThat(number(box, "y") + number(box, "height")).isCloseTo(bottom, within(0.1));
                assertThat(number(box, "height")).isLessThanOrEqualTo(height + 0.1);
                assertThat(number(box, "x") + number(box, "width")).isLessThanOrEqualTo(WIDTH + 0.1);
                bottom -= height;
            }
            assertThat(bottom).isCloseTo(0, within(0.1));
        }
    }

    @Test
    void any_string_may_be_a_label() throws Exception {
        String odd = "<&\">]]>\u0000\ud800 \ud83d\ude00";
        Band band = new Band(true, 64, List.of(new Box(odd, 0, 1, 64)));
        String title = read(ByteChart.of(odd, List.of(odd), List.of(band)))
                .getElementsByTagName("title")
                .item(0)
                .getTextContent();
        assertThat(title).contains("<&\">]]>", "\ud83d\ude00");
    }

    @Test
    void a_long_label_is_cut_between_characters_to_the_width_of_its_box() throws Exception {
        Band band = new Band(true, 64, List.of(new Box("\ud83d\ude00".repeat(1000), 0, 1, 64)));
        NodeList texts = read(ByteChart.of("memory", Collections.nCopies(20, "step"), List.of(band)))
                .getElementsByTagName("text");
        Element label = (Element) texts.item(texts.getLength() - 1);
        assertThat(label.getAttribute("class")).isEqualTo("l");
        // A twentieth of the width has room for seven characters.
        assertThat(label.getTextContent()).isEqualTo("\ud83d\ude00".repeat(6) + "\u2026");
    }

    @Test
    void nothing_in_memory_is_an_empty_picture() throws Exception {
        assertThat(rectangles(read(ByteChart.of("memory", List.of(), List.of())), true))
                .isEmpty();
        Band band = new Band(true, 0, List.of(new Box("empty", 0, 1, 0)));
        assertThat(rectangles(read(ByteChart.of("memory", List.of("a"), List.of(band))), false))
                .singleElement()
                .satisfies(box -> assertThat(number(box, "height")).isZero());
    }
}
