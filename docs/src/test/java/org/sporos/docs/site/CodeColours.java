package org.sporos.docs.site;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Code as HTML in which comments, strings, numbers and keywords are marked. */
final class CodeColours {
    private static final String STRING = "(?<string>\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*')";
    private static final String NUMBER = "(?<number>\\b\\d[\\w.]*)";
    private static final String C_COMMENT = "(?<comment>//[^\n]*|/\\*.*?\\*/)";
    private static final String JAVA_WORDS =
            "abstract|assert|boolean|break|byte|case|catch|char|class|continue|default|do"
                    + "|double|else|enum|exports|extends|final|finally|float|for|if|implements|import|instanceof|int|interface"
                    + "|long|module|native|new|null|package|permits|private|protected|provides|public|record|requires|return"
                    + "|sealed|short|static|super|switch|this|throw|throws|transitive|true|false|try|uses|var|void|volatile"
                    + "|while|with|yield|auto|const|constexpr|namespace|struct|template|typename|using|fun|val|def|object";
    private static final Pattern C_LIKE = Pattern.compile(
            C_COMMENT + "|" + STRING + "|" + NUMBER + "|(?<word>@\\w+|\\b(?:" + JAVA_WORDS + ")\\b)", Pattern.DOTALL);
    private static final Pattern SHELL = Pattern.compile("(?<comment>(?:^|(?<=\\s))#[^\n]*)|" + STRING
            + "|(?<number>(?!))|(?<word>\\b(?:for|do|done|if|then|fi|export)\\b)");
    private static final Pattern XML = Pattern.compile(
            "(?<comment><!--.*?-->)|" + STRING + "|(?<number>(?!))|(?<word></?[\\w.:-]+|/?>)", Pattern.DOTALL);
    private static final Map<String, Pattern> LANGUAGES = Map.of(
            "java", C_LIKE, "cpp", C_LIKE, "kotlin", C_LIKE, "scala", C_LIKE, "groovy", C_LIKE, "sh", SHELL, "xml",
            XML);

    private CodeColours() {}

    /** Returns the code as HTML, without colours where the language is not known. */
    static String html(String code, String language) {
        Pattern pattern = LANGUAGES.get(language);
        if (pattern == null) {
            return Markup.escape(code);
        }
        StringBuilder html = new StringBuilder();
        Matcher token = pattern.matcher(code);
        int end = 0;
        while (token.find()) {
            html.append(Markup.escape(code.substring(end, token.start())));
            html.append("<span class=\"").append(kind(token)).append("\">");
            html.append(Markup.escape(token.group())).append("</span>");
            end = token.end();
        }
        return html.append(Markup.escape(code.substring(end))).toString();
    }

    private static String kind(Matcher token) {
        for (String kind : new String[] {"comment", "string", "number"}) {
            if (token.group(kind) != null) {
                return kind;
            }
        }
        return "word";
    }
}
