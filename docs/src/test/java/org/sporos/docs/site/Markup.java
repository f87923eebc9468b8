package org.sporos.docs.site;

/** Text within HTML. */
final class Markup {

    private Markup() {}

    /** Returns a text with those characters replaced that mean something in HTML. */
    static String escape(CharSequence text) {
        return text.toString()
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
