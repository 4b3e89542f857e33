package java.text;

/** The four normal forms of Unicode text. */
public final class Normalizer {
    private Normalizer() {
    }

    /** Which characters are put together or taken apart. */
    public enum Form {
        NFD,
        NFC,
        NFKD,
        NFKC
    }

    public static String normalize(CharSequence text, Form form) {
        return normalize0(text.toString(), form.name());
    }

    public static boolean isNormalized(CharSequence text, Form form) {
        String given = text.toString();
        return given.equals(normalize0(given, form.name()));
    }

    private static native String normalize0(String text, String form);
}
