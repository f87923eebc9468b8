package org.sporos.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reader of JSON by its grammar (RFC 8259): objects as maps, arrays as lists, numbers as doubles. */
final class JsonText {
    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /** Returns the value that a text is, or throws if it is none. */
    static Object parse(String text) {
        JsonText json = new JsonText(text);
        Object value = json.value();
        json.blanks();
        json.require(json.at == text.length());
        return value;
    }

    private void require(boolean isRight) {
        if (!isRight) {
            throw new IllegalArgumentException("no JSON at " + at + ": " + text.substring(Math.max(0, at - 40), at));
        }
    }

    private void blanks() {
        while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean takes(char c) {
        blanks();
        boolean isNext = at < text.length() && text.charAt(at) == c;
        at += isNext ? 1 : 0;
        return isNext;
    }

    private Object value() {
        if (takes('{')) {
            return object();
        } else if (takes('[')) {
            return array();
        } else if (takes('"')) {
            return string();
        }
        int from = at;
        while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(from, at);
        require(word.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?"));
        return Double.valueOf(word);
    }

    private Map<String, Object> object() {
        Map<String, Object> all = new LinkedHashMap<>();
        while (!takes('}')) {
            require(all.isEmpty() || takes(','));
            require(takes('"'));
            String key = string();
            require(takes(':'));
            require(all.put(key, value()) == null);
        }
        return all;
    }

    private List<Object> array() {
        List<Object> all = new ArrayList<>();
        while (!takes(']')) {
            require(all.isEmpty() || takes(','));
            all.add(value());
        }
        return all;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        char c = text.charAt(at++);
        while (c != '"') {
            require(c >= ' ');
            if (c == '\\') {
                c = text.charAt(at++);
                require("\"\\u".indexOf(c) >= 0);
                if (c == 'u') {
                    c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                    at += 4;
                }
            }
            out.append(c);
            c = text.charAt(at++);
        }
        return out.toString();
    }
}
